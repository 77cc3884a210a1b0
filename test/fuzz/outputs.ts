/**
 * What holds of every run, whatever the input was: the exit code, and outputs that are valid in
 * their form.
 */

import { type CliRun, TOKEN } from "../support/run-cli.ts";
import { SCHEMAS, schemaProblems } from "../support/schemas.ts";
import { sarifProblems } from "../view/findings/sarif-schema.ts";
import type { Random } from "./random.ts";

/** What is fuzzed: makes inputs of one sort from chance, and gives them to the program. */
export interface Target<Input> {
  readonly name: string;
  /** For 100 inputs, so many runs are of this target. */
  readonly share: number;
  /** `folder`: an empty one of the target's own. */
  open(folder: string): Promise<Trial<Input>>;
}

export interface Trial<Input> {
  /** Inputs are plain data, so that one that fails can be printed. */
  make(random: Random): Input;
  /** Returns the exit code. Throws where the program does what it never may. */
  run(input: Input): Promise<number>;
  close(): Promise<void>;
}

export function insist(holds: boolean, sentence: () => string): asserts holds {
  if (!holds) throw new Error(sentence());
}

/** Which form stdout has, and by which schema if that is JSON. */
export interface Form {
  readonly format: string;
  readonly schema?: keyof typeof SCHEMAS;
}

/** Insists on one of these exit codes and on valid outputs. */
export function checkRun(
  { exit, stdout, stderr }: CliRun,
  exits: readonly number[],
  form: Form,
): void {
  insist(exits.includes(exit), () => `exit ${exit}\n${stderr.slice(-4000)}`);
  insist(!stdout.includes(TOKEN) && !stderr.includes(TOKEN), () => "the token is in the output");
  for (const output of [form.format === "junit" ? stdout.replaceAll("\t", " ") : stdout, stderr])
    insist(
      !/[^\P{Cc}\n]/u.test(output),
      () => `control characters: ${JSON.stringify(output.slice(0, 500))}`,
    );
  if (stdout !== "") checkForm(stdout, form);
}

function problemsOf(stdout: string, format: string, schema: keyof typeof SCHEMAS): unknown {
  if (format === "json") return schemaProblems(SCHEMAS[schema], stdout);
  return format === "sarif" ? sarifProblems(JSON.parse(stdout)) : [];
}

function checkForm(stdout: string, { format, schema = "diagnostics" }: Form): void {
  const problems = problemsOf(stdout, format, schema);
  insist(
    JSON.stringify(problems) === "[]",
    () => `not of its schema: ${JSON.stringify(problems).slice(0, 2000)}`,
  );
  if (format !== "github") return;
  // Text for people may stand between the annotations, but no other command of the runner.
  for (const line of stdout.split("\n").filter((text) => text.trimStart().startsWith("::")))
    insist(
      /^::(?:error|warning|notice) (?:file=[^,:]*,line=\d+,[^:]*)?title=[^:]*::/u.test(line),
      () => line,
    );
}
