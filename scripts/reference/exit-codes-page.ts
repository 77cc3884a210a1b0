/** docs/reference/exit-codes.md: what a process ends with. */
import { blocks, code, list, page, table } from "./markdown.ts";

interface CodeMeaning {
  readonly code: number;
  readonly meaning: string;
  /** When it happens, each a phrase. */
  readonly situations?: readonly string[];
}

export function exitCodesPage(meanings: readonly CodeMeaning[]): string {
  return page(
    "Exit codes",
    "Every command ends with one of these. A failure never ends with 0. With several games, the most severe result decides.",
    table(
      ["Exit code", "Meaning"],
      meanings.map(({ code: exit, meaning }) => [code(String(exit)), meaning]),
    ),
    "Warnings never change the exit code. [Messages](messages.md) has the exit code of each problem.",
    ...meanings.map(section),
    "## In a pipeline",
    "`laurel plan --detailed-exitcode` separates changes from failures:",
    '```sh\nlaurel plan --env production --detailed-exitcode\ncase $? in\n  0) echo "no changes" ;;\n  2) echo "changes" ;;\n  *) exit 1 ;;\nesac\n```',
  );
}

function section({ code: exit, situations = [] }: CodeMeaning): string {
  return situations.length === 0 ? "" : blocks(`## Exit code ${exit}`, list(situations));
}
