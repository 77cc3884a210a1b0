// Sorts tables by any column. Without this script they keep their order.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const original = [...body.rows];
  // "≤ 1,200" and "12 %" sort by their number; what has none comes last.
  const number = (text) => {
    const digits = text.replace(/[^0-9.]/g, "");
    return digits === "" ? Number.POSITIVE_INFINITY : Number(digits);
  };
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const next = before === null ? "ascending" : before === "ascending" ? "descending" : null;
      for (const other of heads) other.removeAttribute("aria-sort");
      if (next !== null) head.setAttribute("aria-sort", next);
      const isNumber = head.classList.contains("number");
      const compare = (a, b) => {
        const [left, right] = [a, b].map((row) => row.cells[column].textContent);
        if (isNumber) return number(left) === number(right) ? 0 : number(left) - number(right);
        return left.localeCompare(right, "en");
      };
      const sign = next === "descending" ? -1 : 1;
      const rows = next === null ? original : [...original].sort((a, b) => sign * compare(a, b));
      body.replaceChildren(...rows);
    });
  });
}
