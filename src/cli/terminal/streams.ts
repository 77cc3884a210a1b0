/** The streams of a run: nothing in them is a command of a CI system, and text is wrapped for terminals. */
import { stripVTControlCharacters } from "node:util";
import { widthOf, wrapText } from "../../view/render/layout.ts";
import type { Output, ProcessPorts } from "./ports.ts";

/** The ports for results of this format. Documents are not wrapped. */
export function withSafeStreams(ports: ProcessPorts, format: unknown): ProcessPorts {
  const { stdout, stderr, env } = ports;
  const isOnGithub = env.GITHUB_ACTIONS === "true";
  // Of the annotations of `--format github`, no line begins with text from outside.
  const ofResult = isOnGithub && format !== "github" ? withoutLineCommands : withoutCommands;
  const ofNotes = isOnGithub ? withoutLineCommands : withoutCommands;
  return {
    ...ports,
    stdout: through(stdout, (text) => ofResult(format === "text" ? wrapped(text, stdout.columns) : text)),
    stderr: through(stderr, (text) => ofNotes(wrapped(text, stderr.columns))),
  };
}

/** The width may change while the program runs. */
function through(output: Output, change: (text: string) => string): Output {
  return {
    write: (text) => output.write(change(text)),
    isTerminal: output.isTerminal,
    get columns() {
      return output.columns;
    },
  };
}

/** `##[command]`, `##vso[…]` and `##teamcity[…]` anywhere. The escape is that of JSON, so that documents keep their values. */
function withoutCommands(text: string): string {
  return text.replaceAll(/##(?=\[|vso\[|teamcity\[)/g, "#\\u0023");
}

/** `::command::` at the beginning of a line, where the runner of GitHub ignores blanks. A line of JSON never begins so. */
function withoutLineCommands(text: string): string {
  return withoutCommands(text).replaceAll(/^([^\S\r\n]*):(?=:)/gm, "$1\\u003a");
}

/** Lines to copy into a shell stay whole. */
const COMMAND = /^ *(?:laurel |export |--\w)/;
/** Narrower terminals cannot show code frames anyway. */
const MIN_WIDTH = 40;

/** With continued lines indented: in the first column, a name could pass for a line of laurel's own. */
function wrapped(text: string, columns = 0): string {
  if (columns < MIN_WIDTH) return text;
  const lines = text.split("\n").flatMap((line) => {
    // A carriage return overwrites what is before it.
    const start = line.lastIndexOf("\r") + 1;
    const shown = line.slice(start);
    if (widthOf(shown) <= columns || COMMAND.test(shown)) return [line];
    const indent = " ".repeat(Math.min(/^ */.exec(shown)?.[0].length ?? 0, columns / 2) + 4);
    // Some blanks of Unicode join words, so that a long word could be laid out as lines by the terminal.
    const hard = /[^ -~]/.test(stripVTControlCharacters(shown));
    const [first = "", ...rest] = wrapText(shown, columns - indent.length, hard);
    return [line.slice(0, start) + first, ...rest.map((each) => indent + each)];
  });
  return lines.join("\n");
}
