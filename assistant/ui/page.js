// Clicks on [n] in an answer → the card of that source, open at its quote. The cards travel inside the answer's message
// (hidden); this script shows a copy of them in the pane, which is a column on wide screens and a drawer on narrow ones.
(() => {
  "use strict";
  const wide = window.matchMedia("(min-width: 1000px)");
  let current = null; // the answer whose sources are in the pane
  let opener = null; // what had the focus before the drawer came up
  let latest = "";

  const pane = () => document.getElementById("sources");
  const sourcesOf = (answer) => answer.querySelector(".answer-sources");

  function fill(answer) {
    const target = pane();
    const sources = answer && sourcesOf(answer);
    if (!target) return;
    current = answer ? answer.dataset.answer : null;
    const cards = target.querySelector(".cards");
    cards.replaceChildren(...(sources ? [...sources.children].map((card) => card.cloneNode(true)) : []));
    for (const card of cards.children) card.id = `source-${card.dataset.n}`;
    target.classList.toggle("filled", cards.children.length > 0);
  }

  function show(answer, link) {
    if (current !== answer.dataset.answer) fill(answer);
    opener = link;
    document.body.classList.add("sources-open");
    const wanted = link.dataset.n;
    const cards = [...pane().querySelectorAll(".card")];
    if (!wanted) return void (wide.matches || pane().focus({ preventScroll: true }));
    for (const card of cards) {
      card.open = card.dataset.n === wanted;
      card.classList.toggle("chosen", card.open);
    }
    const card = cards.find((candidate) => candidate.open);
    if (card) goTo(card, link.dataset.start);
  }

  function goTo(card, start) {
    const marks = [...card.querySelectorAll("mark")];
    const mark = marks.find((m) => +m.dataset.start <= +start && +start < +m.dataset.end) || marks[0];
    for (const other of marks) other.classList.toggle("target", other === mark && marks.length > 1);
    card.querySelector("summary").focus({ preventScroll: true });
    // The card's head stays in sight where it and the quote fit the pane together.
    const room = pane().clientHeight - pane().querySelector(".bar").offsetHeight;
    const span = mark ? mark.getBoundingClientRect().bottom - card.getBoundingClientRect().top : 0;
    const goal = mark && span > room ? mark : card;
    const margin = goal === card ? 12 : room / 3;
    const top = goal.getBoundingClientRect().top - pane().getBoundingClientRect().top + pane().scrollTop;
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    pane().scrollTo({ top: top - pane().querySelector(".bar").offsetHeight - margin, behavior: calm ? "auto" : "smooth" });
  }

  function close() {
    document.body.classList.remove("sources-open");
    if (opener && opener.isConnected) opener.focus({ preventScroll: true });
    opener = null;
  }

  // Gradio copies a message as it was sent, which is HTML here; readers want the text.
  async function copy(button) {
    const row = button.closest(".message-row, .bot, .user") || button.parentElement;
    const scope = row.querySelector("[data-markdown]") ? row : button.closest(".message-wrap > *, .panel");
    const source = scope && scope.querySelector("[data-markdown]");
    if (!source) return false;
    const text = source.dataset.markdown;
    if (navigator.clipboard && window.isSecureContext) {
      await navigator.clipboard.writeText(text);
    } else {
      const area = Object.assign(document.createElement("textarea"), { value: text });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      button.focus();
    }
    button.classList.add("copied");
    setTimeout(() => button.classList.remove("copied"), 1500);
    return true;
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.cite, a.show-sources");
    const answer = link && link.closest(".answer");
    if (answer && sourcesOf(answer)) {
      event.preventDefault();
      event.stopPropagation();
      show(answer, link);
    } else if (event.target.closest("#close-sources")) {
      close();
    } else {
      const button = event.target.closest('#conversation button[aria-label^="Copy"]');
      if (!button) return;
      event.stopImmediatePropagation();
      copy(button);
    }
  }, true);

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.body.classList.contains("sources-open")) close();
  });

  // A new answer brings its sources; a conversation that is gone takes them away.
  function follow() {
    const answers = [...document.querySelectorAll("#conversation .answer[data-answer]")];
    const last = answers.at(-1);
    const id = last ? last.dataset.answer : "";
    if (id !== latest) {
      latest = id;
      fill(last);
      document.body.classList.remove("sources-open");
    } else if (current && !answers.some((answer) => answer.dataset.answer === current)) {
      fill(last);
    }
    for (const message of document.querySelectorAll("#conversation [data-testid][aria-label*='<']")) {
      message.setAttribute("aria-label", message.dataset.testid === "user" ? "Question" : "Answer");
    }
  }

  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      follow();
    });
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-label"] });
})();
