// The conversations that this browser keeps: one entry of its storage for each, so that two tabs do not overwrite each other's.
// The server makes the records (`keep`) and shows them again (`select`); names and times are known only here.
(() => {
  "use strict";
  const PREFIX = "paper-assistant:";
  const CURRENT = `${PREFIX}current`;
  let owner = null; // storage prefix of whoever is logged in
  let written = 0; // when this tab last wrote its conversation

  const dialog = () => document.getElementById("conversations");
  const send = (event, data) => window.assistantBridge.send(event, data);
  const current = () => sessionStorage.getItem(CURRENT);

  function read(id) {
    try {
      const kept = JSON.parse(localStorage.getItem(owner + id));
      return kept && kept.record && Array.isArray(kept.record.exchanges) ? { ...kept, id } : null;
    } catch {
      return null;
    }
  }

  function all() {
    const ids = Object.keys(localStorage).filter((key) => owner && key.startsWith(owner)).map((key) => key.slice(owner.length));
    return ids.map(read).filter(Boolean).sort((a, b) => b.updated - a.updated);
  }

  // A full storage gives up the oldest conversations, never the one that is written.
  function write({ id, ...kept }) {
    for (;;) {
      try {
        return localStorage.setItem(owner + id, JSON.stringify(kept));
      } catch {
        const oldest = all().filter((each) => each.id !== id).pop();
        if (!oldest) return undefined;
        localStorage.removeItem(owner + oldest.id);
      }
    }
  }

  function keep({ exchanges }) {
    if (owner === null || !exchanges.length) return;
    let id = current();
    let before = id && read(id);
    // Another tab went on with the same conversation: this one becomes a conversation of its own.
    if (!id || (before && before.updated > written)) {
      id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
      sessionStorage.setItem(CURRENT, id);
      before = null;
    }
    written = Date.now();
    write({ id, name: before ? before.name : "", updated: written, record: { exchanges } });
  }

  function open(id) {
    const kept = read(id);
    if (!kept) return;
    sessionStorage.setItem(CURRENT, id);
    written = kept.updated;
    send("select", { record: kept.record });
  }

  const title = (kept) => kept.name || String(kept.record.exchanges[0]?.question ?? "").slice(0, 200) || "Conversation";

  function button(text, name, action) {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    if (name) made.setAttribute("aria-label", name);
    made.addEventListener("click", action);
    return made;
  }

  function list() {
    const items = all().map((kept) => {
      const item = document.createElement("li");
      const opener = button(title(kept), "", () => {
        dialog().close();
        open(kept.id);
      });
      opener.className = "open";
      opener.dir = "auto";
      if (kept.id === current()) opener.setAttribute("aria-current", "true");
      const rename = button("Rename", `Rename “${title(kept)}”`, () => {
        const name = window.prompt("Name of the conversation", title(kept));
        if (name !== null) write({ ...kept, name: name.trim().slice(0, 200) });
        list();
      });
      const remove = button("Delete", `Delete “${title(kept)}”`, () => {
        if (!window.confirm(`Delete “${title(kept)}”?`)) return;
        localStorage.removeItem(owner + kept.id);
        if (kept.id === current()) document.getElementById("restart").click();
        list();
      });
      const when = Object.assign(document.createElement("time"), { textContent: new Date(kept.updated).toLocaleString() });
      item.append(opener, when, rename, remove);
      return item;
    });
    dialog().querySelector("ul").replaceChildren(...items);
    dialog().classList.toggle("empty", items.length === 0);
  }

  document.addEventListener("assistant:visitor", ({ detail }) => {
    owner = `${PREFIX}${encodeURIComponent(detail.name)}:`;
    if (current()) open(current());
  });
  document.addEventListener("assistant:keep", ({ detail }) => keep(detail));
  document.addEventListener("assistant:cleared", () => sessionStorage.removeItem(CURRENT));
  document.addEventListener("assistant:typing", () => {
    const box = document.querySelector("#question textarea");
    requestAnimationFrame(() => {
      box.focus();
      box.setSelectionRange(box.value.length, box.value.length);
    });
  });

  document.addEventListener("click", ({ target }) => {
    const chosen = target instanceof Element && target.closest("button");
    if (!chosen) return;
    if (chosen.id === "past") {
      list();
      dialog().showModal();
    } else if (chosen.matches("#conversations .close")) dialog().close();
    else if (chosen.matches("#conversations .transcript button")) send("download", { transcript: chosen.value });
    else if (chosen.matches("#conversation .edit")) send("edit", { exchange: chosen.value });
    else if (chosen.id === "keep") send("undo", {});
    else if (chosen.matches("#sources .about")) send("focus", { paper: chosen.value });
    else if (chosen.matches("#sources .like")) send("expand", { paper: chosen.value });
  });
})();
