// Clicks on [n] in an answer → the card of that source, open at its quote. The cards travel inside the answer's message
// (hidden); this script shows a copy of them in the pane, which is a column on wide screens and a drawer on narrow ones.
(() => {
  "use strict";
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  let current = ""; // id of the answer whose sources are in the pane
  let latest = ""; // id of the last answer
  let asked = 0; // how many questions there are
  let opener = null; // what had the focus before the drawer came up

  const pane = () => document.getElementById("sources");
  const numberOf = (card) => card.querySelector(".number").textContent;
  const offset = (mark, name) => Number((mark.className.match(new RegExp(`${name}-(\\d+)`)) || [])[1]);

  function fill(answer) {
    if (!pane()) return;
    current = answer ? answer.id : "";
    const sources = answer ? answer.querySelectorAll(".answer-sources > .card") : [];
    const cards = [...sources].map((card) => card.cloneNode(true));
    for (const card of cards) card.id = `source-${numberOf(card)}`;
    pane().querySelector(".cards").replaceChildren(...cards);
    pane().classList.toggle("filled", cards.length > 0);
    pane().scrollTop = 0;
  }

  function show(answer, link) {
    if (current !== answer.id) fill(answer);
    opener = link;
    pane().classList.add("open");
    const [, wanted, start] = link.hash.match(/^#source-(\d+)(?:-(\d+))?$/) || [];
    if (!wanted) return pane().focus({ preventScroll: true });
    let chosen = null;
    for (const card of pane().querySelectorAll(".card")) {
      card.open = numberOf(card) === wanted;
      card.classList.toggle("chosen", card.open);
      if (card.open) chosen = card;
    }
    if (chosen) goTo(chosen, Number(start));
  }

  function goTo(card, start) {
    const marks = [...card.querySelectorAll("mark")];
    const mark = marks.find((m) => offset(m, "from") <= start && start < offset(m, "to")) || marks[0];
    for (const other of marks) other.classList.toggle("target", other === mark);
    card.querySelector("summary").focus({ preventScroll: true });
    // The card's head stays in sight where it and the quote fit into the pane together.
    const bar = pane().querySelector(".bar").offsetHeight;
    const room = pane().clientHeight - bar;
    const reach = mark ? mark.getBoundingClientRect().bottom - card.getBoundingClientRect().top + 24 : 0;
    const goal = mark && reach > room ? mark : card;
    const top = goal.getBoundingClientRect().top - pane().getBoundingClientRect().top + pane().scrollTop;
    pane().scrollTo({ top: top - bar - (goal === mark ? room / 3 : 6), behavior: calm.matches ? "auto" : "smooth" });
  }

  function close() {
    pane()?.classList.remove("open");
    if (opener && opener.isConnected) opener.focus({ preventScroll: true });
    opener = null;
  }

  // Gradio copies a message as it was sent, which is HTML here; readers want the Markdown.
  async function copy(button) {
    const text = button.closest(".message-row").querySelector("pre.markdown").textContent;
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
  }

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const link = event.target.closest("a.cite, a.show-sources");
    const answer = link && link.closest(".answer[id]");
    const button = event.target.closest('#conversation .message-row button[aria-label^="Copy"]');
    if (answer) {
      event.preventDefault();
      event.stopPropagation();
      show(answer, link);
    } else if (button && button.closest(".message-row").querySelector("pre.markdown")) {
      event.stopImmediatePropagation();
      copy(button);
    } else if (event.target.closest("#close-sources, #sources-shade")) {
      close();
    }
  }, true);

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && opener) close();
  });

  // A new question goes to the top of the view, so that its answer is read from the start.
  function lead() {
    const questions = document.querySelectorAll("#conversation .question");
    const last = questions[questions.length - 1];
    const scroller = last && last.closest(".panel-wrap");
    if (scroller) scroller.scrollTop += last.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 20;
  }

  // A new answer brings its sources; a conversation that is gone takes them away.
  function follow() {
    const count = document.querySelectorAll("#conversation .question").length;
    if (count !== asked) lead();
    asked = count;
    const answers = [...document.querySelectorAll("#conversation .answer[id]")];
    const last = answers.at(-1);
    const newest = last ? last.id : "";
    if (newest !== latest || (current && !answers.some((answer) => answer.id === current))) {
      latest = newest;
      opener = null;
      pane()?.classList.remove("open");
      fill(last);
      lead();
    }
    // Gradio calls the examples a list, whose items buttons cannot be.
    for (const examples of document.querySelectorAll("#conversation .examples[role=list]")) {
      examples.setAttribute("role", "group");
      examples.setAttribute("aria-label", "Example questions");
    }
    // Gradio's sanitizer drops `aria-label`; a title would be a second, poorer preview.
    for (const link of document.querySelectorAll("#conversation a.cite[title]")) {
      link.setAttribute("aria-label", `Source ${link.textContent.replace(/\D/g, "")}: ${link.title}`);
      link.removeAttribute("title");
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
