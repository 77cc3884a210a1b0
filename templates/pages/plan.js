// The page of a plan: search, filters, and opening. Without it, everything is visible.
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const tools = document.getElementById("tools");
  if (tools === null) return;
  const search = document.getElementById("search");
  const found = document.getElementById("found");
  const selects = all("select[data-of]", tools);
  const rows = all("tr.change").map((row) => ({ row, text: row.textContent.toLowerCase() }));
  const tables = all("table.changes");

  const isChosen = (row) =>
    selects.every((select) => {
      const values = (row.dataset[select.dataset.of] ?? "").split(" ").filter((value) => value !== "");
      return select.value === "" || (select.value === "*" ? values.length > 0 : values.includes(select.value));
    });

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const { row, text } of rows) {
      row.hidden = !isChosen(row) || !words.every((word) => text.includes(word));
      if (!row.hidden) shown += 1;
    }
    for (const table of tables) table.hidden = table.querySelector("tr.change:not([hidden])") === null;
    for (const none of all("p.none")) {
      none.hidden = none.parentElement.querySelector("table.changes:not([hidden])") !== null;
    }
    found.textContent = shown === rows.length ? `${shown} changes` : `${shown} of ${rows.length} changes`;
  }

  function openAll(isOpen) {
    for (const details of all("tr.change:not([hidden]) details")) details.open = isOpen;
  }

  /** A link to a change shows the change, even when it is filtered out. */
  function follow() {
    const target = document.getElementById(location.hash.slice(1));
    if (target === null || !target.matches("tr.change")) return;
    if (target.hidden) {
      search.value = "";
      for (const select of selects) select.value = "";
      filter();
    }
    const details = target.querySelector("details");
    if (details !== null) details.open = true;
    target.scrollIntoView();
  }

  search.addEventListener("input", filter);
  for (const select of selects) select.addEventListener("change", filter);
  document.getElementById("open").addEventListener("click", () => openAll(true));
  document.getElementById("close").addEventListener("click", () => openAll(false));
  window.addEventListener("hashchange", follow);
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
    }
    if (event.key === "Escape" && event.target === search && search.value !== "") {
      search.value = "";
      filter();
    }
  });

  // On paper nothing can be opened.
  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = all("details:not([open])");
    for (const details of closed) details.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
  });

  tools.hidden = false;
  filter();
  follow();
})();
