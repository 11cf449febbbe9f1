"""Notes of the engine that are kept for a time: what is too old leaves when something new comes, without all being looked at."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from engine.game.world.world import World

Heap = list[tuple[int, str]]


def enter(world: World, name: str, key: str, at: int, oldest: int) -> None:
    """Notes a time under a key, and forgets the times of this note before `oldest`. Not to be undone: it is done at the end."""
    heap = _heap(world, name)
    world.set_entry(name, key, at)
    heappush(heap, (at, key))
    while heap and heap[0][0] < oldest:
        time, old = heappop(heap)
        if world.entry(name, old) == time:
            world.set_entry(name, old, None)


def _heap(world: World, name: str) -> Heap:
    heap: Heap | None = world.caches.get(("fading", name))
    if heap is None:
        heap = world.caches["fading", name] = [(int(at), key) for key, at in world.entries(name).items()]
        heapify(heap)
    return heap
