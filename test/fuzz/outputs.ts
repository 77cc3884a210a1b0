/** What holds of every run, whatever the input was: the exit code, and outputs that are valid in their form. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type CliRun, TOKEN } from "../support/run-cli.ts";
import { SCHEMAS } from "../support/schemas.ts";
import { sarifProblems } from "../view/findings/sarif-schema.ts";
import { Finding, insist } from "./target.ts";

/** Which form stdout has, and by which schema if that is JSON. */
export interface Form {
  readonly format: string;
  readonly schema?: string;
}

/** Insists on one of these exit codes and on valid outputs. */
export function checkRun(run: CliRun, exits: readonly number[], form: Form): void {
  insist(exits.includes(run.exit), () => `exit ${run.exit}\n${run.stderr.slice(-4000)}`);
  insist(!run.stdout.includes(TOKEN) && !run.stderr.includes(TOKEN), () => "the token is in the output");
  insist(isPrintable(run.stderr), () => `stderr holds control characters: ${JSON.stringify(run.stderr.slice(0, 500))}`);
  if (run.stdout !== "") checkForm(run.stdout, form);
}

/** Insists that an output is valid in its form; `schema` is that of a JSON document. */
export function checkOutput(output: string, format: string, schema?: string): void {
  checkForm(output, { format, ...(schema === undefined ? {} : { schema }) });
}

function checkForm(stdout: string, { format, schema }: Form): void {
  insist(isPrintable(stdout), () => `stdout holds control characters: ${JSON.stringify(stdout.slice(0, 500))}`);
  if (format === "json") follows((schema ?? "diagnostics") as keyof typeof SCHEMAS, parsed(stdout));
  if (format === "sarif") checkSarif(parsed(stdout));
  if (format === "github") checkGithub(stdout);
}

function checkSarif(document: unknown): void {
  const problems = sarifProblems(document);
  insist(problems.length === 0, () => `no SARIF: ${problems.slice(0, 5).join("; ")}`);
}

/** Text for people may stand between the annotations, but no other command of the runner. */
function checkGithub(stdout: string): void {
  for (const line of linesOf(stdout)) {
    const isOwn = /^::(?:error|warning|notice) (?:file=[^,:]*,line=\d+,[^:]*)?title=[^:]*::/u.test(line);
    insist(isOwn || !line.trimStart().startsWith("::"), () => `no annotation: ${line.slice(0, 300)}`);
  }
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}

function isPrintable(text: string): boolean {
  return !/[^\P{Cc}\n]/u.test(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Finding(`no JSON (${String(error)}): ${text.slice(0, 300)}`);
  }
}

const compiled = new Map<string, ValidateFunction>();

function follows(name: keyof typeof SCHEMAS, value: unknown): void {
  let check = compiled.get(name);
  if (check === undefined) {
    const ajv = new Ajv2020({ strict: false });
    ajv.addFormat("date-time", true);
    check = ajv.compile(SCHEMAS[name]);
    compiled.set(name, check);
  }
  const problem = check(value) ? undefined : check.errors?.[0];
  const words = `${problem?.instancePath} ${problem?.message}`;
  insist(problem === undefined, () => `not of the schema ${name}: ${words}: ${JSON.stringify(value).slice(0, 1000)}`);
}
