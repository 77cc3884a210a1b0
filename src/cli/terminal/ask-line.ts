/** A question on a terminal. */
import { createInterface } from "node:readline";

/**
 * Shows the question and gives the line that was typed; undefined when the input ended. While it reads, the terminal
 * makes no signal of Ctrl-C: `onInterrupt` is told instead, and there is no answer.
 */
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
