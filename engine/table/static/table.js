// Pleasanter with it, and everything works without: what a draft would be answered, and that something has happened.
"use strict";
(() => {
  const draft = document.getElementById("draft");
  const shown = document.getElementById("check");
  if (draft && shown) {
    let wait = 0;
    let asked = 0;
    const check = async () => {
      const mine = ++asked;
      const answer = await fetch(draft.dataset.check, { method: "POST", body: new URLSearchParams(new FormData(draft)) });
      if (answer.ok && mine === asked) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        shown.replaceChildren(shown.firstElementChild, ...page.body.childNodes);
      }
    };
    draft.addEventListener("input", () => {
      clearTimeout(wait);
      wait = setTimeout(() => check().catch(() => {}), 900);
    });
  }

  const body = document.body;
  const busy = () => document.activeElement && /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
  const chosen = (list) => Math.max(0, [...list.options].findIndex((each) => each.defaultSelected));
  const differs = (each) =>
    each.tagName === "SELECT" ? each.selectedIndex !== chosen(each) : each.value !== each.defaultValue || each.checked !== each.defaultChecked;
  const written = () => [...document.querySelectorAll("textarea, input, select")].some((each) => each.options?.length !== 0 && differs(each));
  const tell = () => {
    if (document.querySelector(".news")) return;
    const news = document.createElement("p");
    news.className = "news";
    news.setAttribute("role", "status");
    const link = document.createElement("a");
    link.className = "button";
    link.href = location.href;
    link.textContent = "Show it";
    link.addEventListener("click", () => (link.target = written() ? "_blank" : "")); // what is written here stays here
    news.append("Something has happened. ", link);
    document.querySelector("main").append(news);
  };
  const pulse = async () => {
    const answer = await fetch("/pulse", { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const found = await answer.json();
    document.title = found.tab;
    if (found.mark === body.dataset.mark) return;
    if (busy() || written() || document.querySelector("details[open]")) tell();
    else location.reload();
  };
  if (body.dataset.mark) setInterval(() => document.hidden || pulse().catch(() => {}), 5000);

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, 8000);
  });
})();
