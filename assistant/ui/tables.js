// The headings of an answer's tables sort them; its export buttons save its papers as a file that the server makes.
(() => {
  "use strict";

  function sort(button) {
    const heading = button.closest("th");
    const table = button.closest("table");
    const column = Number(button.value);
    const descending = heading.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const key = (row) => row.cells[column].textContent.trim();
    const numbers = heading.classList.contains("confidence");
    const compare = (a, b) => (numbers ? Number(a.cells[column].title) - Number(b.cells[column].title) : key(a).localeCompare(key(b)));
    const body = table.tBodies[0];
    body.replaceChildren(...[...body.rows].sort((a, b) => (descending ? compare(b, a) : compare(a, b))));
  }

  function save({ name, media_type, text }) {
    const link = Object.assign(document.createElement("a"), { download: name });
    link.href = URL.createObjectURL(new Blob([text], { type: media_type }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("button.sort, button.export");
    if (!button) return;
    if (button.matches(".sort")) sort(button);
    else window.assistantBridge.send("download", { answer: button.closest(".answer[id]").id, form: button.value });
  });

  document.addEventListener("assistant:file", (event) => save(event.detail));
})();
