// Nothing here is needed to read the board: it adds how far away a time is, and looks for words in the rulebook.
"use strict";
const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, {numeric: "auto"});
for (const each of document.querySelectorAll("time[datetime]")) {
  const at = new Date(each.getAttribute("datetime"));
  each.title = at.toLocaleString();
  const seconds = (at - Date.now()) / 1000;
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["minute", 60];
  const asOf = each.closest("[data-as-of]")?.dataset.asOf; // a game that is ahead of the reader's clock has a time of its own
  if (!each.closest(".due") || "ownTime" in document.body.dataset || new Date(asOf) > Date.now()) continue;
  const here = at.toLocaleString(document.documentElement.lang, {weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23"});
  const shown = each.textContent.includes(here.slice(-5)) ? "" : ", " + here + " where you are";
  each.append(" (" + relative.format(Math.round(seconds / size), unit) + shown + ")");
}
const form = document.querySelector(".find");
if (form) {
  const items = [...document.querySelectorAll("#rules li")];
  const found = document.getElementById("found");
  const latin = /^[\p{Script=Latin}\p{N}]+$/u; // what other scripts write may have no blanks between words
  let index = null;
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.querySelector("input").addEventListener("input", async (event) => {
    try {
      index ??= await (await fetch(form.dataset.index)).json();
    } catch { // as where the pages are opened as files, which browsers let read no others
      found.textContent = "The index of words cannot be read here: look through the list below.";
      return;
    }
    const asked = event.target.value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const slugs = new Set(index.rules.filter((rule, place) => asked.every((word) =>
      String(rule[0]) === word || Object.entries(index.words).some(([known, places]) => (latin.test(word) ? known.startsWith(word) : known.includes(word)) && places.includes(place))
    )).map((rule) => rule[2]));
    for (const item of items) item.hidden = asked.length > 0 && !slugs.has(item.dataset.slug);
    found.textContent = asked.length ? `${items.filter((item) => !item.hidden).length} of ${items.length} rules` : "";
  });
}
