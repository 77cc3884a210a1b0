/** What was measured, as text for people and as JSON for programs. */
import { megabytes } from "./figures.js";

/**
 * A Markdown table that is readable as text too: the first column to the left, the numbers to the
 * right.
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
    timeOf(low),
    timeOf(measured),
    low.isStopped === true || measured.isStopped === true ? "missed" : `${ratio.toFixed(2)} ×`,
    most === undefined ? "" : `${most} ×`,
    low.cpu === undefined || measured.cpu === undefined
      ? ""
      : `${(measured.cpu / low.cpu).toFixed(2)} ×`,
    memory(low),
    memory(measured),
    measured.requests?.toLocaleString("en") ?? "",
    least?.toLocaleString("en") ?? "",
  ]);
  const shown = columns.map((_, index) => index === 0 || rows.some((row) => row[index] !== ""));
  const [head, ...body] = [columns, ...rows].map((row) => row.filter((_, index) => shown[index]));
  const widths = head.map((column, index) =>
    Math.max(3, column.length, ...body.map((row) => row[index].length)),
  );
  const line = (cells) =>
    `| ${cells.map((cell, index) => pad(cell, widths[index], index)).join(" | ")} |`;
  const rule = widths.map((width, index) =>
    index === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [
    `### ${title}`,
    "",
    `Floor: ${floor}.`,
    "",
    line(head),
    line(rule),
    ...body.map(line),
    "",
  ].join("\n");
}

function pad(cell, width, index) {
  return index === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function timeOf({ median, isStopped }) {
  return `${isStopped === true ? "> " : ""}${milliseconds(median)}`;
}

function milliseconds(time) {
  return time < 1000 ? `${time.toFixed(time < 100 ? 1 : 0)} ms` : `${(time / 1000).toFixed(2)} s`;
}

function memory({ memory: bytes }) {
  return bytes === undefined ? "" : megabytes(bytes);
}

const BEGIN = "<!-- measured -->";
const END = "<!-- /measured -->";

/**
 * The page with what was measured between its marks, in place of sections with the same titles.
 * Other sections stay as they are.
 *
 * @param {string} page
 * @param {{ about: string, sections: readonly import("./figures.js").Section[] }} measured
 */
export function withMeasured(page, { about, sections }) {
  const [before, rest] = page.split(BEGIN);
  const [text, after] = rest?.split(END) ?? [];
  if (after === undefined) throw new Error(`the page has no place between ${BEGIN} and ${END}`);
  const headOf = ({ title }) => `### ${title}\n`;
  const [, ...present] = `\n${text.trim()}\n`.split(/\n(?=### )/);
  const measured = sections.map(tableOf);
  const kept = present.map(
    (old) => measured[sections.findIndex((each) => old.startsWith(headOf(each)))] ?? old,
  );
  const added = measured.filter((table) => !kept.includes(table));
  const all = [about, ...kept, ...added].map((part) => part.trim());
  return `${before}${BEGIN}\n\n${all.join("\n\n")}\n\n${END}${after}`;
}
