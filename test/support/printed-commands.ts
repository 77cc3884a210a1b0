/** Commands that an output prints to be copied, taken apart by a real shell. */
import { execFileSync } from "node:child_process";

/** The words behind `laurel` of every line that is such a command. */
export function printedCommands(output: string): readonly (readonly string[])[] {
  const lines = output.split("\n").map((line) => line.trim());
  return lines.filter((line) => line.startsWith("laurel ")).map(wordsOf);
}

function wordsOf(line: string): readonly string[] {
  const script = `laurel() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${line}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}
