// Keys: a accept, r reject, s skip, b back, outside of fields; Ctrl+Enter accepts inside of them, Escape leaves them.
document.addEventListener("keydown", (event) => {
  const field = event.target.closest("textarea, select, input:not([type=radio]):not([type=checkbox]), [contenteditable=true]");
  const press = (id) => document.querySelector(`#${id}`)?.click();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    press("accept");
  } else if (field && event.key === "Escape") {
    field.blur();
  } else if (!field && !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat) {
    const id = { a: "accept", r: "reject", s: "skip", b: "back" }[event.key];
    if (id) press(id);
  }
});
// A draft can be decided once it was on the screen for a moment: a second press, meant for the one before it, decides nothing.
const HOLD_MS = 500;
let shown = "";
let release;
const hold = () => {
  document.body.classList.add("held");
  clearTimeout(release);
  release = setTimeout(() => document.body.classList.remove("held"), HOLD_MS);
};
new MutationObserver(() => {
  const data = document.querySelector("#shown")?.dataset;
  const now = data ? `${data.draft} ${data.turn}` : "";
  if (now !== shown) {
    shown = now;
    hold();
  }
}).observe(document, { childList: true, subtree: true });
document.addEventListener("click", (event) => {
  if (!event.target.closest("#accept, #reject")) return;
  if (document.body.classList.contains("held")) event.stopImmediatePropagation();
  else hold();
}, true);
// Another draft starts at its top.
document.addEventListener("click", (event) => {
  if (event.target.closest("#bar button")) window.scrollTo({ top: 0 });
});
