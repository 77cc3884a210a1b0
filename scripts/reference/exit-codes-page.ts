/** docs/reference/exit-codes.md: what a process ends with. */
import { EXIT } from "../../src/cli/command/command.ts";
import { blocks, code, list, page, table } from "./markdown.ts";

interface CodeMeaning {
  readonly code: number;
  readonly meaning: string;
  /** When it happens, each a phrase. */
  readonly situations: readonly string[];
}

/** Every row is produced by a test. */
export const EXIT_MEANINGS = [
  {
    code: EXIT.done,
    meaning: "Done, or nothing to do.",
    situations: [
      "The command is done",
      "There is nothing to do: the live game matches the manifests, as far as the service shows it",
      "`plan` found differences, without `--detailed-exitcode`",
      "Only warnings were found",
      "Help or the version was printed, also by `laurel` without a command",
      "`serve` was ended with Ctrl-C",
    ],
  },
  {
    code: EXIT.failed,
    meaning: "Failed: the service, the machine, a step or a scenario.",
    situations: [
      "The service cannot be reached",
      "The service refused the request or the token",
      "A step of `apply` failed",
      "The prompt of `apply` was not answered with yes",
      "The prompt of `pull` was not answered with yes",
      "The prompt of `init` was cancelled",
      "A scenario of `test` failed",
      "git cannot read the repository for `--base`",
      "The result could not be written",
    ],
  },
  {
    code: EXIT.changes,
    meaning: "Differences were found, with `--detailed-exitcode` or `--check`.",
    situations: [
      "The plan has changes",
      "`mv --check` would change files",
      "`pull --check` would change files",
      "The file of `codegen --check` is not current",
    ],
  },
  {
    code: EXIT.invalid,
    meaning: "Invalid or incomplete files, project or environment.",
    situations: [
      "A manifest is invalid",
      "A file of scenarios is invalid",
      "There is no project file, or it is invalid",
      "A variable that the project file reads is not set",
      "The environment variable of the token is not set",
      "The project file gives no base URL or game id",
      "A base URL in the project file or its variables is invalid, or plain http to another machine",
      "A file cannot be read",
      "`lint` found an error",
      "The working directory no longer exists",
    ],
  },
  {
    code: EXIT.refused,
    meaning: "Refused by a safety rule; the output says what to add.",
    situations: [
      "The plan has a hazard that `--allow` does not name",
      "The plan has an impact on players that `--fail-on` names",
      "The page of the plan cannot show every change, with `--fail-on too-large-to-review`",
      "The folder of manifests is missing or empty",
      "The plan is not the one of `--expect`",
      "The project file reads a variable, or sends a token to an address, that is not allowed",
      "`init` would overwrite a file",
      "`pull` would overwrite a change made on both sides",
      "The new id of `mv` is taken, or contradicts a `moved` or `removed` entry",
    ],
  },
  {
    code: EXIT.usage,
    meaning: "The command line is wrong.",
    situations: [
      "The command or a flag is unknown",
      "A value is missing or malformed",
      "Flags contradict each other",
      "A game, environment, resource, achievement, rule or commit that the command line names does not exist",
      "A required flag is missing, such as `--env` where several environments exist",
      "`--yes` is missing without a terminal",
    ],
  },
  {
    code: EXIT.bug,
    meaning: "A bug in laurel; please report what it printed.",
    situations: ["An error was not handled"],
  },
  {
    code: EXIT.interrupted,
    meaning: "Interrupted with Ctrl-C.",
    situations: ["The command was interrupted (SIGINT)"],
  },
  {
    code: EXIT.terminated,
    meaning: "Terminated.",
    situations: ["The command was terminated (SIGTERM)"],
  },
] as const satisfies readonly CodeMeaning[];

export function exitCodesPage(): string {
  return page(
    "Exit codes",
    "Every command ends with one of these. A failure never ends with 0. With several games, the most severe result decides.",
    table(
      ["Exit code", "Meaning"],
      EXIT_MEANINGS.map(({ code: exit, meaning }) => [code(String(exit)), meaning]),
    ),
    "Warnings never change the exit code. [Messages](messages.md) has the exit code of each problem.",
    ...EXIT_MEANINGS.map(section),
    "## In a pipeline",
    "`laurel plan --detailed-exitcode` separates changes from failures:",
    '```sh\nlaurel plan --env production --detailed-exitcode\ncase $? in\n  0) echo "no changes" ;;\n  2) echo "changes" ;;\n  *) exit 1 ;;\nesac\n```',
  );
}

function section({ code: exit, situations }: CodeMeaning): string {
  return blocks(`## Exit code ${exit}`, list(situations));
}
