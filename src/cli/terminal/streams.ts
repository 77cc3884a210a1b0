/** The streams of a run: nothing in them is a command of a CI system, and text is wrapped for terminals. */
import { foldedText } from "../../view/render/layout.ts";
import type { ProcessPorts } from "./ports.ts";

/** The ports for results of this format. Documents are not wrapped. */
export function withSafeStreams(ports: ProcessPorts, format: unknown): ProcessPorts {
  const { stdout, stderr, env } = ports;
  const isOnGithub = env.GITHUB_ACTIONS === "true";
  // Of the annotations of `--format github`, no line begins with text from outside.
  const ofResult = isOnGithub && format !== "github" ? withoutLineCommands : withoutCommands;
  const ofNotes = isOnGithub ? withoutLineCommands : withoutCommands;
  return {
    ...ports,
    stdout: {
      ...stdout,
      write: (text) => stdout.write(ofResult(format === "text" ? foldedText(text, stdout.columns) : text)),
    },
    stderr: { ...stderr, write: (text) => stderr.write(ofNotes(foldedText(text, stderr.columns))) },
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
