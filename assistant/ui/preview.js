// While the pointer or the focus is on [n]: the title of that source and the sentence it stands for, beside it.
(() => {
  "use strict";
  let shownFor = null;

  function box() {
    const made = document.getElementById("preview");
    if (made) return made;
    const created = Object.assign(document.createElement("div"), { id: "preview", hidden: true });
    created.setAttribute("role", "tooltip");
    created.append(document.createElement("p"), document.createElement("p"));
    created.firstChild.className = "title";
    created.lastChild.className = "quote";
    document.querySelector("gradio-app, .gradio-container").append(created);
    return created;
  }

  function hide() {
    if (!shownFor) return;
    shownFor.removeAttribute("aria-describedby");
    shownFor = null;
    box().hidden = true;
  }

  function show(link) {
    if (shownFor === link) return;
    hide();
    const [, number, start] = link.hash.match(/^#source-(\d+)(?:-(\d+))?$/) || [];
    const cards = [...link.closest(".answer[id]").querySelectorAll(".answer-sources > .card")];
    const card = cards.find((each) => each.querySelector(".number").textContent === number);
    if (!card) return;
    const at = Number(start);
    const edge = (mark, name) => Number((mark.className.match(new RegExp(`${name}-(\\d+)`)) || [])[1]);
    const mark = [...card.querySelectorAll("mark")].find((each) => edge(each, "from") <= at && at < edge(each, "to"));
    const preview = box();
    preview.firstChild.replaceChildren(...[...card.querySelector(".title").cloneNode(true).childNodes]);
    preview.lastChild.replaceChildren(...(mark ? [...mark.cloneNode(true).childNodes] : []));
    preview.hidden = false;
    shownFor = link;
    link.setAttribute("aria-describedby", "preview");
    const place = link.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = preview;
    const below = place.bottom + 8 + height < window.innerHeight;
    preview.style.left = `${Math.max(12, Math.min(place.left, window.innerWidth - width - 12))}px`;
    preview.style.top = `${Math.max(12, below ? place.bottom + 8 : place.top - height - 8)}px`;
  }

  const follow = (event) => {
    const link = event.target instanceof Element && event.target.closest("#conversation .answer[id] a.cite");
    if (link) show(link);
    else hide();
  };
  document.addEventListener("mouseover", follow);
  document.addEventListener("focusin", follow);
  document.addEventListener("scroll", hide, true);
  document.addEventListener("click", hide, true);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
})();
