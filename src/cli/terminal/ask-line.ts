/** A question on a terminal. */
import { createInterface } from "node:readline";

/** The line that was typed; undefined when the input ended, or after Ctrl-C, which calls `onInterrupt` instead of a signal. */
export function askLine(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  onInterrupt: () => void,
): Promise<string | undefined> {
  const lines = createInterface({ input, output });
  return new Promise((resolve) => {
    lines.once("close", () => resolve(undefined));
    lines.once("SIGINT", () => {
      onInterrupt();
      lines.close();
    });
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
