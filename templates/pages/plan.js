/** Shows the changes of a plan that have the words. Without this script, all of them are shown. */
for (const filter of document.querySelectorAll(".filter")) {
  const input = filter.querySelector("input");
  const found = filter.querySelector("span");
  const tables = [];
  for (let next = filter.nextElementSibling; next !== null; next = next.nextElementSibling) {
    if (next.matches("h2, .filter")) break;
    if (next.querySelector("tbody") !== null) tables.push(next);
  }
  const rows = tables.flatMap((table) => [...table.querySelectorAll("tbody tr")]);
  filter.hidden = false;
  input.addEventListener("input", () => {
    const words = input.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(words);
    if (words !== "") for (const table of tables) table.open = true;
    found.textContent = words === "" ? "" : `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  });
}
