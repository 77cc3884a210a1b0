/**
 * Tables of what was measured, as text.
 *
 * @typedef {object} Measured
 * @property {string} title
 * @property {readonly string[]} columns
 * @property {readonly (readonly string[])[]} rows
 * @property {readonly string[]} failures sentences about limits that were not kept
 */
/**
 * One table: the first column to the left, the others, which are numbers, to the right.
 *
 * @param {Measured} measured
 */
export function tableOf({ title, columns, rows }) {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join("  ")
      .trimEnd();
  return [title, "", line(columns), line(widths.map((width) => "-".repeat(width))), ...rows.map(line), ""].join("\n");
}
