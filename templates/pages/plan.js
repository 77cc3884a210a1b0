/** Shows the changes of a plan that have the words. Without this script, all of them are shown. */
for (const filter of document.querySelectorAll(".filter")) {
  const [input, found] = [filter.querySelector("input"), filter.querySelector("span")];
  const changes = filter.nextElementSibling;
  const rows = [...changes.querySelectorAll("tbody tr")];
  filter.hidden = false;
  input.addEventListener("input", () => {
    const words = input.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(words);
    if (words !== "") changes.open = true;
    found.textContent = words === "" ? "" : `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  });
}
