/** What a terminal shows after a program has written to it, as an SVG. */
import xterm from "@xterm/headless";
import stringWidth from "string-width";

const CELL = { width: 8.4, height: 19 };
const FONT_SIZE = 14;
const MARGIN = 18;
const BAR = 34;
const FOREGROUND = "#d6dbe5";
const BACKGROUND = "#16181d";
/** The sixteen colours of a terminal: normal, then bright. */
const PALETTE = [
  "#3b4252",
  "#ff7b83",
  "#7fd88f",
  "#f0c674",
  "#7fb4ff",
  "#d3a4f9",
  "#6fd6d6",
  "#d6dbe5",
  "#7d879c",
  "#ff959b",
  "#9be8a8",
  "#ffd98f",
  "#a3caff",
  "#e2c1ff",
  "#95e6e6",
  "#ffffff",
];

/**
 * `output`: what the program wrote, with its control sequences. `label`: what is read to those who do not see the picture.
 */
export async function terminalSvg(output, { columns, label }) {
  const rows = output.split("\n").length + 20;
  const terminal = new xterm.Terminal({ cols: columns, rows, convertEol: true, allowProposedApi: true });
  await new Promise((resolve) => terminal.write(output, resolve));
  const lines = Array.from({ length: rows }, (_, row) => runsOf(terminal.buffer.active.getLine(row), columns));
  const shown = lines.slice(0, lines.findLastIndex((runs) => runs.length > 0) + 1);
  terminal.dispose();

  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = BAR + shown.length * CELL.height + MARGIN;
  const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
    (colour, index) => `<circle cx="${MARGIN + 4 + index * 20}" cy="17" r="6" fill="${colour}"/>`,
  );
  const texts = shown.flatMap((runs, row) => runs.map((run) => textOf(run, BAR + (row + 0.75) * CELL.height)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(label)}</title>`,
    `<rect width="${width}" height="${height}" rx="9" fill="${BACKGROUND}"/>`,
    ...dots,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT_SIZE}" xml:space="preserve">`,
    ...texts,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** Cells of one look that follow each other; blanks between them are left out. */
function runsOf(line, columns) {
  const runs = [];
  for (let column = 0; column < columns; column += 1) {
    const cell = line?.getCell(column);
    const text = cell?.getChars() ?? "";
    if (text === "" || cell === undefined) continue;
    const colour = cell.isFgPalette() ? PALETTE[cell.getFgColor()] : FOREGROUND;
    const isBold = cell.isBold() !== 0;
    const last = runs.at(-1);
    const follows = last !== undefined && last.end === column && last.colour === colour && last.isBold === isBold;
    if (follows) {
      last.text += text;
      last.end += cell.getWidth();
    } else {
      runs.push({ text, colour, isBold, start: column, end: column + cell.getWidth() });
    }
  }
  return runs.map((run) => ({ ...run, text: run.text.trimEnd() })).filter(({ text }) => text !== "");
}

/** The length is given, so that columns are straight in any font. */
function textOf({ text, colour, isBold, start }, y) {
  const blanks = text.length - text.trimStart().length;
  const shown = text.trimStart();
  const x = MARGIN + (start + blanks) * CELL.width;
  const weight = isBold ? ' font-weight="bold"' : "";
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" textLength="${(stringWidth(shown) * CELL.width).toFixed(1)}" fill="${colour}"${weight}>${escaped(shown)}</text>`;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
