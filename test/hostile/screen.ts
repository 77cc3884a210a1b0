/**
 * What stands on a terminal after laurel has written to it, and whether it is as a harmless text
 * would leave it.
 */
import { Terminal } from "@xterm/headless";
import { expect } from "vitest";

const ROWS = 30;
const SCROLLBACK = 100_000;

/**
 * What laurel itself asks of a terminal: colours of the basic sixteen, bold, their ends, and the
 * line that is written over.
 */
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: these are what terminals obey.
const OWN_COLOUR = /\u001b\[(?:1|22|3[0-7]|39|9[0-7])m/g;
const ERASED_LINE = /[^\n]*\r\u001b\[2K/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: these are what terminals obey.

/**
 * What can be in no cell: what a terminal obeys, what turns the direction of writing, and what
 * nobody sees. Joiners and variation signs are part of emoji and of whole scripts, but of no Latin
 * letter.
 */
export const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufff9-\ufffb]|(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/u;
const JOINED_LATIN = /[ -~](?:\u200c|\u200d)/;
const PILE = /\p{M}{10}/u;

export interface Row {
  readonly text: string;
  /** Whether the terminal broke the line here for want of room. */
  readonly isWrapped: boolean;
}

/**
 * Writes the output, and expects everything but the text to be as if nothing had been written. Out:
 * the rows.
 */
export async function screenOf(output: string, columns: number): Promise<readonly Row[]> {
  const heard: string[] = [];
  const terminal = new Terminal({
    cols: columns,
    rows: ROWS,
    scrollback: SCROLLBACK,
    convertEol: true,
    allowProposedApi: true,
  });
  terminal.onTitleChange(() => heard.push("title"));
  terminal.onBell(() => heard.push("bell"));
  terminal.onData(() => heard.push("an answer"));
  terminal.buffer.onBufferChange(() => heard.push("the other screen"));
  for (const number of [0, 1, 2, 4, 7, 8, 9, 10, 11, 12, 52, 99, 133, 777, 1337])
    terminal.parser.registerOscHandler(number, () => heard.push(`string ${number}`) > 0);
  const modes = JSON.stringify(terminal.modes);
  await written(terminal, output);
  const rows = rowsOf(terminal);
  expect(heard).toEqual([]);
  expect(JSON.stringify(terminal.modes)).toBe(modes);
  const own = output.replaceAll(ERASED_LINE, "").replaceAll(OWN_COLOUR, "");
  expect(linesOf(rows)).toEqual(own.split("\n").map((line) => line.trimEnd()));
  expect(own.replaceAll("\n", "")).not.toMatch(UNSEEN);
  expect(own).not.toMatch(JOINED_LATIN);
  expect(own).not.toMatch(PILE);
  // What comes next begins where it should and looks as it should.
  if (output.endsWith("\n")) expect(terminal.buffer.active.cursorX).toBe(0);
  await written(terminal, "N");
  const { cursorX, cursorY, baseY } = terminal.buffer.active;
  const next = terminal.buffer.active.getLine(baseY + cursorY)?.getCell(cursorX - 1);
  expect(next?.getChars()).toBe("N");
  expect(next?.isAttributeDefault()).toBe(true);
  terminal.dispose();
  return rows;
}

function written(terminal: Terminal, text: string): Promise<void> {
  return new Promise((resolve) => terminal.write(text, resolve));
}

function rowsOf(terminal: Terminal): readonly Row[] {
  const { active } = terminal.buffer;
  return Array.from({ length: active.baseY + active.cursorY + 1 }, (_, index) => {
    const line = active.getLine(index);
    const isBroken = active.getLine(index + 1)?.isWrapped ?? false;
    const text = line?.translateToString(!isBroken) ?? "";
    // Half a wide letter does not go into the last column, which stays empty.
    const last = line?.getCell(terminal.cols - 1);
    const isShort = isBroken && last?.getChars() === "" && last.getWidth() === 1;
    return { text: isShort ? text.slice(0, -1) : text, isWrapped: line?.isWrapped ?? false };
  });
}

/** Rows as the lines that they were before the terminal broke them. */
function linesOf(rows: readonly Row[]): readonly string[] {
  const lines: string[] = [];
  for (const { text, isWrapped } of rows) {
    if (isWrapped) lines.push(`${lines.pop() ?? ""}${text}`);
    else lines.push(text);
  }
  return lines.map((line) => line.trimEnd());
}
