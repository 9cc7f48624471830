// The list of questions: filters, order, open all, and links to one question. Without this script everything is shown.
(() => {
  "use strict";
  const list = document.getElementById("questions");
  const form = document.getElementById("filters");
  if (!list || !form) return;
  const items = [...list.children];
  const place = new Map(items.map((item, position) => [item, position]));
  const texts = new WeakMap();
  const count = document.getElementById("count");
  const openAll = document.getElementById("open-all");
  const exact = ["kind", "type", "lang", "messy", "refused", "outcome"];

  function textOf(item) {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
    return texts.get(item);
  }

  function fits(item, wanted) {
    for (const name of exact) {
      const value = wanted.get(name);
      const own = item.dataset[name] || "";
      if (value && own !== value && !own.split(" ").includes(value)) return false;
    }
    const { quality } = item.dataset;
    const least = wanted.get("least");
    const most = wanted.get("most");
    if (least && (quality === "" || Number(quality) < Number(least))) return false;
    if (most && (quality === "" || Number(quality) > Number(most))) return false;
    const words = wanted.get("text").toLowerCase().split(/\s+/).filter(Boolean);
    return words.every((word) => textOf(item).includes(word));
  }

  // data-gain-b is dataset.gainB
  const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

  function sorted(order) {
    const [name, way] = order.split(":");
    const key = camel(name);
    const sign = way === "down" ? -1 : 1;
    return [...items].sort((a, b) => {
      const [x, y] = [a.dataset[key] || "", b.dataset[key] || ""];
      if (x === y) return place.get(a) - place.get(b);
      if (x === "" || y === "") return x === "" ? 1 : -1;
      return sign * (name === "id" ? x.localeCompare(y, undefined, { numeric: true }) : Number(x) - Number(y));
    });
  }

  let order = form.elements.order.value;
  function apply() {
    const wanted = new FormData(form);
    if (wanted.get("order") !== order) {
      order = wanted.get("order");
      list.append(...sorted(order));
    }
    let shown = 0;
    for (const item of items) {
      item.hidden = !fits(item, wanted);
      shown += !item.hidden;
    }
    count.textContent = `${shown} of ${items.length} questions`;
    openAll.textContent = items.some((item) => !item.hidden && item.open) ? "Close all" : "Open all";
  }

  function follow() {
    const item = document.getElementById(location.hash.slice(1));
    if (!item || item.parentElement !== list) return;
    if (item.hidden) form.reset();
    item.open = true;
    // A reset form has its new values only after its event.
    setTimeout(() => {
      apply();
      item.scrollIntoView({ block: "start" });
      item.querySelector("summary").focus({ preventScroll: true });
    });
  }

  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  openAll.addEventListener("click", () => {
    const close = items.some((item) => !item.hidden && item.open);
    for (const item of items) item.open = !close && !item.hidden;
    apply();
  });
  list.addEventListener("toggle", apply, true);
  window.addEventListener("hashchange", follow);
  apply();
  follow();
})();
