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
// Another draft starts at its top.
document.addEventListener("click", (event) => {
  if (event.target.closest("#bar button")) window.scrollTo({ top: 0 });
});
