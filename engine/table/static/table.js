// Pleasanter with it, and everything works without: what a draft would be answered, and that something has happened.
"use strict";
(() => {
  const draft = document.getElementById("draft");
  const shown = document.getElementById("check");
  if (draft && shown) {
    let wait = 0;
    let asked = 0;
    const show = (...found) => shown.replaceChildren(shown.firstElementChild, ...found);
    const say = (words) => {
      const said = document.createElement("p");
      said.className = "soft";
      said.textContent = words;
      show(said);
    };
    const answered = async () => {
      const answer = await fetch(draft.dataset.check, { method: "POST", body: new URLSearchParams(new FormData(draft)) });
      if (!answer.ok) throw new Error(answer.statusText);
      return new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes;
    };
    const pending = () => { // what is said of the words before stays in sight, and is not taken for what is said of these
      if (!shown.querySelector(".check")) return say("It is being checked.");
      if (shown.querySelector(".being")) return;
      const note = document.createElement("p");
      note.className = "soft being";
      note.textContent = "This is about the words before. What you changed is being checked.";
      shown.firstElementChild.after(note);
    };
    const check = async () => {
      const mine = ++asked;
      pending();
      try {
        const found = await answered();
        if (mine === asked) show(...found);
      } catch {
        // what was said of the words before would be taken for what is said of these
        if (mine === asked) say("The table gave no answer, so this is not checked. What you wrote stands here: try Check again in a moment.");
      }
    };
    draft.addEventListener("input", () => {
      clearTimeout(wait);
      wait = setTimeout(check, 900);
    });
    draft.addEventListener("submit", (event) => {
      if (event.submitter?.value !== "check") return; // a page that was sent for cannot be come back to as one that was looked at
      event.preventDefault();
      clearTimeout(wait);
      say("It is being checked.");
      shown.scrollIntoView({ block: "nearest" });
      check();
    });
  }

  const body = document.body;
  const called = document.title.slice(body.dataset.tab?.replace(/\s+/g, " ").trim().length); // the page's own part of it
  const there = document.getElementById(location.hash.slice(1));
  if (there && document.activeElement === body) { // a reload forgets it, and who goes by keys would begin at the top again
    if (there.tabIndex < 0) there.tabIndex = -1; // so that it can be gone to
    there.focus({ preventScroll: true });
  }
  const busy = () => document.activeElement?.matches("input, textarea, select, :is(a, button, summary):focus-visible"); // who goes by keys would begin at the top again
  const chosen = (list) => Math.max(0, [...list.options].findIndex((each) => each.defaultSelected));
  const differs = (each) =>
    each.tagName === "SELECT" ? each.selectedIndex !== chosen(each) : each.value !== each.defaultValue || each.checked !== each.defaultChecked;
  const written = () => [...document.querySelectorAll("textarea, input, select")].some((each) => each.options?.length !== 0 && differs(each));
  const aloud = document.createElement("p"); // what comes into a page together with the place that it is read out from is not read out
  aloud.className = "hide";
  aloud.setAttribute("role", "status");
  document.querySelector("main")?.append(aloud);
  const tell = (what) => {
    if (document.querySelector(".news:not(.lost)")) return;
    const news = document.createElement("p");
    news.className = "news";
    aloud.textContent = "There is news. Show it stands at the end of this page.";
    const link = document.createElement("a");
    link.className = "button";
    link.href = location.pathname + location.search; // with its mark it would only be scrolled to
    link.textContent = "Show it";
    link.addEventListener("click", () => (link.target = written() ? "_blank" : "")); // what is written here stays here
    news.append(`${what} `, link);
    document.querySelector("main").append(news);
  };
  let sentAt = -Infinity;
  let lost = null;
  const isLost = () => {
    if (lost) return;
    lost = document.createElement("p");
    lost.className = "news lost";
    aloud.textContent = "No answer comes from the table.";
    lost.textContent = "The table does not answer. This page shows how things stood; wait until it does before you send anything.";
    document.querySelector("main").append(lost);
  };
  const pulse = async () => {
    const answer = await fetch("/pulse", { headers: { Accept: "application/json" } });
    if (lost) aloud.textContent = "The table answers again.";
    lost?.remove();
    lost = null;
    if (answer.status === 403) return tell("The link by which this page was opened opens nothing any more, and it shows how things stood: ask the host for the present one.");
    if (!answer.ok) return;
    const found = await answer.json();
    if (found.seat !== body.dataset.seat) { // of whom the page would be by itself, and whoever looks away would vote for another
      return tell(`Another page of this browser is ${found.seat || "a spectator"}’s now. This one is still ${body.dataset.seat || "a spectator"}’s, as it stands.`);
    }
    document.title = found.tab + called;
    if (found.mark === body.dataset.mark) return;
    if (performance.now() - sentAt < 30000) return; // the answer to what was sent is on its way, and a reload would come in its place
    if (busy() || written() || document.querySelector("details[open]")) tell("Something has happened.");
    else location.reload();
  };
  if (body.dataset.mark) setInterval(() => document.hidden || pulse().catch(isLost), 5000);

  let sent = null;
  addEventListener("beforeunload", (event) => {
    const left = [...document.querySelectorAll("textarea")].some((each) => each.form !== sent && differs(each));
    if (left) event.preventDefault(); // the browser asks whether to go: seats are changed, and links followed, by a slip
    sent = null;
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented) return;
    if (form.dataset.sent) event.preventDefault();
    else [sent, sentAt] = [form, performance.now()];
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, 8000);
  });
})();
