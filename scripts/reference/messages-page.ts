/** docs/reference/messages.md: every code of a problem. */
import { CODES, type CodeEntry, type FailureOutcome } from "../../src/model/codes.ts";
import { blocks, contents, page } from "./markdown.ts";

/** By code, from messages.yaml: when it happens, and where that does not say it, what to do. */
export type MessageTexts = Readonly<
  Record<string, { readonly explanation: string; readonly fix?: string }>
>;

type Entries = readonly (readonly [string, CodeEntry & MessageTexts[string]])[];

/** The groups of the page: errors by what they end with, then warnings. */
const GROUPS: readonly {
  readonly title: string;
  readonly intro: string;
  readonly outcome?: FailureOutcome;
}[] = [
  {
    title: "Invalid input",
    intro:
      "Something in a manifest, a scenario, the project file or the configuration is wrong. The message has its position and the fix.",
    outcome: "invalid",
  },
  {
    title: "Refused for safety",
    intro:
      "laurel could go on, and does not until you allow it or change the input. Nothing was sent to the game.",
    outcome: "refused",
  },
  { title: "Failed", intro: "The operation was tried and did not succeed.", outcome: "failed" },
  {
    title: "Wrong usage",
    intro: "The command line is wrong. `laurel COMMAND --help` shows what the command takes.",
    outcome: "usage",
  },
  { title: "Warnings", intro: "Worth a look. Warnings do not change the exit code." },
];

/**
 * `exitCodes`: what the process ends with for each outcome. `lintRules`: codes that have a page of
 * their own.
 */
export function messagesPage(
  exitCodes: Readonly<Record<FailureOutcome, number>>,
  lintRules: readonly string[],
  texts: MessageTexts,
): string {
  const own = Object.entries<CodeEntry>(CODES).filter(([name]) => !lintRules.includes(name));
  const entries: Entries = own.map(([name, entry]) => {
    const text = texts[name];
    if (text === undefined) throw new Error(`messages.yaml has no text for ${name}`);
    return [name, { ...entry, ...text }];
  });
  return page(
    "Messages",
    "Every problem has a code, a position and a help text. The code is in brackets after `error` or `warning`, and in every output format. Codes of `laurel lint` are [lint rules](lint-rules.md).",
    "Errors set the [exit code](exit-codes.md). [Troubleshooting](../guides/troubleshooting.md) has more about the errors that stop a run.",
    contents(GROUPS.map(({ title }) => title)),
    ...GROUPS.map(({ title, intro, outcome }) =>
      group(
        title,
        outcome === undefined ? intro : `${intro} Exit code ${exitCodes[outcome]}.`,
        entries.filter(([, { severity, outcome: own }]) =>
          outcome === undefined ? severity === "warning" : severity === "error" && own === outcome,
        ),
      ),
    ),
  );
}

function group(title: string, intro: string, entries: Entries): string {
  return blocks(
    `## ${title}`,
    intro,
    ...entries.map(([name, { summary, explanation, fix }]) =>
      blocks(
        `### ${name}`,
        `**${/[.?!]$/.test(summary) ? summary : `${summary}.`}** ${explanation}`,
        ...(fix === undefined ? [] : [`Fix: ${fix}`]),
      ),
    ),
  );
}
