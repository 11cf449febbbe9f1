"""The Starlark host: loads rule code, lends it the words of the game, and turns every failure into a fault with rule and line.

Rule functions are called by name on frozen modules, so a rule keeps no state of its own. Exceptions that a word raises
cross Starlark as text only; the host remembers the original and raises it again on the other side.
"""

import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import starlark

from engine.law.documents.document import Document
from engine.law.running import crossing
from engine.law.running.blame import RuleFault, Step, cause, frames, in_words, line_of, met, shortened
from engine.law.running.fuse import Burning, Fuse, asking
from engine.law.running.kept import Calls, Course, KeptCall
from engine.law.running.ledger import Ledger, Tired
from engine.law.running.loading import Loaded as Loaded
from engine.law.running.loading import Loading, Loads
from engine.law.running.modules import Modules
from engine.law.running.parts import NOTHING, Handed, as_handed, known_by
from engine.law.running.sources import Source
from engine.law.running.texts import Pieces, Texts
from engine.law.running.used import MAX_TICKS, MAX_WORDS, TICKS_PER_CHECK, Used
from engine.law.running.values import WrongUse, crossed
from engine.store.layout import LIBRARY

MAX_DEPTH = 40
MAX_STACK = 200
TOO_LONG = "it ran too long"
OUTSIDE = "`{}` is called outside of all functions, where there is no game yet: call it within one"
TOO_DEEP = f"rules called each other more than {MAX_DEPTH} deep"

Word = Callable[..., object]
Watch = Callable[[str, str, int], None]
Call = tuple[str, str, int]  # rule, function, line
Args = tuple[object, ...]
Named = dict[str, object]


@dataclass
class Host:
    """Runs rule code. `words` are what it may call, with the `context` first: one host can serve several worlds in turn.

    Code that stands in no function runs while it is loaded, of a rule that is only proposed as well, and once for all worlds: it may
    call `reckoning` words alone, which need no context.

    `watch` hears of every call into a rule that is run; the `fuse` burns while one runs.
    """

    words: Mapping[str, Word]
    telling: frozenset[str] = frozenset()  # the words that only tell, and change nothing
    reckoning: frozenset[str] = frozenset()  # those of them that say the same whatever the world
    at_once: Mapping[str, str] = field(default_factory=dict)  # what some of them come to, in Starlark: see `crossing`
    context: object = None
    watch: Watch | None = None
    fuse: Fuse | None = None
    ticks: int = 0
    spare: int = 0  # ticks that crossings take, which are not the rules'
    words_used: int = 0
    most_words: int = MAX_WORDS
    books: dict[tuple[object, ...], Any] = field(default_factory=dict)  # the rulebooks made of texts of late
    texts: Texts = field(default_factory=Texts)
    ledger: Ledger = field(default_factory=Ledger)
    kept: Calls = field(default_factory=Calls)
    _calls: list[Call] = field(default_factory=list)
    _course: Course | None = None  # of the call under way, while words only tell
    _handed: Handed = NOTHING  # to the word under way
    _pending: BaseException | None = None
    _burning: Burning = field(default_factory=Burning)
    _loading: int = 0

    def __post_init__(self) -> None:
        # Python cannot see what modules hold: were they to hold the host that holds them, neither would ever be freed.
        self._me = weakref.ref(self)
        stack = MAX_STACK + crossing.FRAMES
        options = starlark.EvalOptions(check_cancelled=asking(self._me), max_callstack_size=stack)
        dialect = starlark.Dialect.extended()
        lent = {name: self._lend(name, word) for name, word in self.words.items()}
        self._by_text = {name: of_text for name, (of_text, _) in lent.items()}
        words = crossing.words_module(lent, self.at_once, dialect)
        self._gates = crossing.Gates(words, options, dialect)
        self._modules = Modules(words, crossing.first_line(self.words), options, dialect)
        self._sources: dict[str, str] = {}

    def fresh(self, more_words: int = 0) -> None:
        """Begins a new happening: the limits start over, with so many words beyond the usual."""
        self.ticks = self.spare = self.words_used = 0
        self.most_words = MAX_WORDS + more_words
        self._pending = None
        self.ledger.afresh()
        self.ledger.limits = (MAX_TICKS, self.most_words)
        self._calls.clear()

    @property
    def used(self) -> Used:
        return Used(self.ticks, self.spare, self.words_used)

    @property
    def allowed(self) -> Used:
        return Used(MAX_TICKS + self.spare, self.spare, self.most_words)

    def relieve(self) -> None:
        """What a rule used up that failed is not held against those that run after it in the same happening."""
        self.ticks = self.spare = self.words_used = 0
        self.ledger.afresh()
        if self.watch is not None:
            self.watch("", "", 0)
            if self._calls:
                self.resume()

    def resume(self, over: Call = ("", "", 0)) -> None:
        """Tells the watch again of the call that goes on, when one within it is over; if none does, of that one."""
        if self.watch is not None:
            self.watch(*(self._calls[-1] if self._calls else over))

    def relight(self) -> None:
        """The fuse burns on for the call under way: another host, which shares it, has put it out."""
        self._burning.relight(self.fuse)

    @property
    def running(self) -> str:
        """The slug of the rule whose function was called last."""
        return self._calls[-1][0] if self._calls else ""

    @property
    def callers(self) -> tuple[str, ...]:
        """The slugs of the rules that are under way, the innermost last."""
        return tuple([slug for slug, _, _ in self._calls])

    def load(self, documents: Iterable[Document], library: Mapping[str, str]) -> Loaded:
        """Loads the code of all documents; `library` is slug -> source. What one rule lacks breaks that rule alone."""
        return Loading(self, {d.slug: d for d in documents}, library).run()

    def call(self, loaded: Loaded, slug: str, function: str, /, *args: object, **named: object) -> object:
        """What the function of that rule returns. Raises RuleFault, or whatever a word raised (a refusal)."""
        module = loaded.modules.get(slug)
        document = loaded.documents[slug]
        if module is None:
            raise loaded.missing(slug, function)
        if len(self._calls) >= MAX_DEPTH:
            raise RuleFault(slug, function, document.code_line, TOO_DEEP)
        known = None if named else as_handed(document.code, function, args, self._handed)
        free = None if known is None else self.kept.free((id(module), function, known))
        if free is not None:
            return free.answer.made()
        self.ledger.begins(slug, function, self.ticks, self.words_used)
        self._calls.append((slug, function, line_of(document, function)))
        self._watch_here()
        self._burning.light(self.fuse)
        try:
            return self._known_or_made(module, document.code, function, args, named, known)
        except starlark.StarlarkError as error:
            raise met(self._original(error, loaded.documents, document, function), self.callers) from None
        except MemoryError:
            raise  # of the machine's, not of the rule's: another would not come to it
        except Exception as error:  # the boundary to rule code: it returned what is no plain data, or cannot be read
            why = f"what {function} returns cannot be used: {in_words(str(error))}"
            raise RuleFault(slug, function, line_of(document, function), why) from None
        finally:
            self._burning.quench(self.fuse)
            self.ledger.ends(self.ticks, self.words_used)
            self._calls.pop()
            self._watch_here()

    def _known_or_made(
        self, module: starlark.FrozenModule, code: str, function: str, args: Args, named: Named, known: Pieces | None
    ) -> object:
        """What a call returns that was made before with the same, or is made now; `known` is what it is known by, where that is found."""
        given = self.texts.of_call(args, named) if known is None else None
        if given is not None:
            known = known_by(code, function, args, given)
        outer, key = self._course, (id(module), function, known or ())
        kept = None if known is None else self.kept.find(key)
        try:
            self._course = None
            if kept is not None and self._is_told_again(kept):
                return kept.answer.made()
            if known is not None and given is None:
                given = self.texts.of_call(args, named)
            course, ticks = Course([]), self.ticks
            self._course = course
            answer = self._gates.call(module, function, args, named, given)
            value = answer.made()
            if given is not None and course.plain and answer.stays:
                self.kept.keep(key, KeptCall(module, tuple(course.told), self.ticks - ticks - course.within, answer))
            return value
        finally:
            self._course = outer

    def _is_told_again(self, kept: KeptCall) -> bool:
        """Whether words tell just what they told that call, and it would come to its end again."""
        counts, account = self.used, self.ledger.noted()
        try:
            if all(self._by_text[word](text) == told for word, text, told in kept.told):
                self.ticks += kept.ticks
                if self.ticks <= MAX_TICKS:
                    return True
        except Exception:  # whatever a word has against it, it has against the rule that asks it, too
            self._pending = None
        self.ticks, self.spare, self.words_used = counts
        self.ledger.back_to(account)
        return False

    @contextmanager
    def burning(self, slug: str, function: str) -> Iterator[None]:
        """What the engine itself does with a rule's text burns the rule's fuse while this lasts."""
        if self.watch is not None:
            self.watch(slug, function, 1)
        with self._burning.lit(self.fuse):
            yield

    @contextmanager
    def _read_in(self) -> Iterator[None]:
        """What a rule's code does while this lasts is done in no game."""
        self._loading += 1
        try:
            with self._burning.lit(self.fuse):
                yield
        finally:
            self._loading -= 1
            self._pending = None  # of a word that failed there: no call will ask for it

    def _watch_here(self) -> None:
        """Whoever watches knows which rule has the word: one that was woken and has ended is not to blame for what follows."""
        if self.watch is not None and self._calls:
            self.watch(*self._calls[-1])

    def _original(
        self, error: starlark.StarlarkError, documents: Mapping[str, Document], document: Document, function: str
    ) -> BaseException:
        pending, self._pending = self._pending, None
        text = str(error)
        way = self._way(text)
        if isinstance(pending, RuleFault):
            pending.way = shortened((*way, *(pending.way or ((pending.slug, pending.line),))))
        if pending is not None and not isinstance(pending, WrongUse):
            return pending
        why = str(pending) if pending is not None else cause(text)
        if self.ticks > MAX_TICKS + self.spare or self.words_used > self.most_words:
            why = TOO_LONG
            of_words = self.words_used > self.most_words
            tired = self.ledger.most(self.ticks, self.words_used, of_words=of_words)
            if tired is not None:
                line = line_of(documents[tired.slug], tired.function) if tired.slug in documents else 1
                return Tired(tired, line)
            calls = self.ledger.at_fault(of_words=of_words)
            if calls is not None and calls.slug not in (document.slug, ""):
                at = line_of(documents[calls.slug], calls.function) if calls.slug in documents else 1
                return RuleFault(calls.slug, calls.function, at, TOO_LONG)
        path, line = self.place(text) or (document.path, line_of(document, function))
        slug = self._sources.get(path, document.slug)
        if slug not in documents or documents[slug].path != path:  # shared code is no rule: its user is to blame
            own = [at for name, at in way if name == document.slug]
            line, why = (own[-1] if own else line_of(document, function)), f"{path}, line {line}: {why}"
            slug = document.slug
        failed = RuleFault(slug, function, line, why)
        failed.way, failed.met = shortened(way), type(pending) if pending is not None and why != TOO_LONG else None
        return failed

    def _way(self, text: str) -> tuple[Step, ...]:
        """The calls under way at a failure, by the slugs of rules; shared code is called by its path."""
        steps = [self._modules.moved_back(step) for step in frames(text)]
        return tuple((p if p.startswith(LIBRARY) else self._sources.get(p, p), line) for p, line in steps)

    def tick(self) -> bool:
        """Counts another thousand ticks. True when they are too many."""
        self.ticks += TICKS_PER_CHECK
        return self.ticks > MAX_TICKS + self.spare

    def _lend(self, name: str, word: Word) -> crossing.Lent:
        """The word as it is called with the text of its arguments, and as it is called with values."""
        me, tells = self._me, name in self.telling

        def of_text(text: str) -> object:
            self = me()
            assert self is not None, "a host outlives its modules"
            if self._loading:
                self._must_be_at_hand(name)
            self.spare += crossing.TICKS + len(text)
            if not tells:
                self._acted()
            course, ticks, outer = self._course, self.ticks, self._handed
            try:
                self._use()
                given = crossing.handed(text)
                if type(given) is list:
                    self._handed = Handed(given, text)
                    found = word(self.context, *given)
                else:
                    found = word(self.context, *given["args"], **given["named"])
                answer = crossing.answer(found, self.texts)
                if isinstance(answer, str):
                    self.spare += len(answer)
                if course is not None:
                    course.note(name, text, answer, self.ticks - ticks)
                return answer
            except BaseException as error:
                self._pending = error
                raise
            finally:
                self._handed = outer

        def by_value(*args: object, **named: object) -> object:
            self = me()
            assert self is not None, "a host outlives its modules"
            self._must_be_at_hand(name)
            self._acted()
            try:
                self._use()
                crossed(args)
                crossed(named)
                return crossing.plain(word(self.context, *args, **named))
            except BaseException as error:
                self._pending = error
                raise

        return of_text, by_value

    def _must_be_at_hand(self, word: str) -> None:
        if self._loading and word not in self.reckoning:
            raise WrongUse(OUTSIDE.format(word))

    def _acted(self) -> None:
        """The call under way does more than being told something: it is made anew each time."""
        if self._course is not None:
            self._course.plain, self._course = False, None

    def _use(self) -> None:
        """Counts one use of a word. Raises WrongUse where there were too many."""
        self.words_used += 1
        if self.fuse is not None:
            self.fuse.grant()
        if self.words_used > self.most_words:
            raise WrongUse("it used too many words")

    def module(self, source: Source, loads: Loads) -> starlark.FrozenModule:
        """One frozen module, made once for the same text and the same loaded modules."""
        self._sources[source.path] = source.slug
        return self._modules.made(source, loads, self._read_in)

    def place(self, text: str) -> tuple[str, int] | None:
        """(path, line of the file) of a failure."""
        return self._modules.place(text)
