/** A problem in a file as the command shows it. */
import { renderProblems } from "../../src/cli/terminal/reporter.ts";
import { problemAt } from "../../src/manifest/wording.ts";
import { plainStyle } from "../../src/view/render/document.ts";

export function problemText(file: string, cwd: string): string {
  const start = { line: 1, column: 1, offset: 0 };
  const problem = problemAt("wrong-type", { file, start, end: start }, { label: "here" });
  return renderProblems([problem], { style: plainStyle, width: 100, verbose: true }, { cwd });
}
