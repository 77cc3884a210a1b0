/** What was measured, as text for people and as JSON for programs. */
import { megabytes } from "./figures.js";

/**
 * A Markdown table that is readable as text too: the first column to the left, the numbers to the right.
 *
 * @param {import("./figures.js").Section} section
 */
export function tableOf({ title, floor, heads = ["floor", "laurel"], figures }) {
  const columns = [
    "",
    ...heads,
    "ratio",
    "at most",
    "ratio, CPU",
    ...heads.map((head) => `${head}, memory`),
    "requests",
    "least",
  ];
  const rows = figures.map(({ name, floor: low, measured, ratio, most, least }) => [
    name,
    milliseconds(low.median),
    milliseconds(measured.median),
    `${ratio.toFixed(2)} ×`,
    most === undefined ? "" : `${most} ×`,
    low.cpu === undefined || measured.cpu === undefined ? "" : `${(measured.cpu / low.cpu).toFixed(2)} ×`,
    memory(low),
    memory(measured),
    measured.requests?.toLocaleString("en") ?? "",
    least?.toLocaleString("en") ?? "",
  ]);
  const shown = columns.map((_, index) => index === 0 || rows.some((row) => row[index] !== ""));
  const [head, ...body] = [columns, ...rows].map((row) => row.filter((_, index) => shown[index]));
  const widths = head.map((column, index) => Math.max(3, column.length, ...body.map((row) => row[index].length)));
  const line = (cells) => `| ${cells.map((cell, index) => pad(cell, widths[index], index)).join(" | ")} |`;
  const rule = widths.map((width, index) => (index === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [`### ${title}`, "", `Floor: ${floor}.`, "", line(head), line(rule), ...body.map(line), ""].join("\n");
}

function pad(cell, width, index) {
  return index === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function milliseconds(time) {
  return time < 1000 ? `${time.toFixed(time < 100 ? 1 : 0)} ms` : `${(time / 1000).toFixed(2)} s`;
}

function memory({ memory: bytes }) {
  return bytes === undefined ? "" : megabytes(bytes);
}

const [BEGIN, END] = ["<!-- measured -->", "<!-- /measured -->"];

/** The page with the text between its marks. */
export function withMeasured(page, text) {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`the page has no place between ${BEGIN} and ${END}`);
  return `${before}${BEGIN}\n\n${text.trim()}\n\n${END}${after}`;
}
