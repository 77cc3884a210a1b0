/**
 * Files for the results of a command: `--out`, the summary of a job on GitHub, and the values for
 * the next job of a pipeline. All of them are checked before the command begins. A file that laurel
 * reads is refused.
 */
import { resolve } from "node:path";
import { realPath } from "../../files/paths.ts";
import {
  appendLines,
  makeFile,
  whyIrreplaceable,
  whyNotMade,
  whyUnwritable,
  writeWhole,
} from "../../files/write.ts";
import { oneOf } from "../../ground/words.ts";
import type { DiagnosticCode } from "../../model/codes.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { type ReadFiles, whyNotOutput } from "../../workflow/inputs.ts";
import { Stop } from "../../workflow/problems.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import type { Command, PipelineValues } from "./command.ts";
import { endingsFor, formatOfFile } from "./options.ts";

/** A variable that names a file of the CI system. */
interface NamedFile {
  readonly variable: string;
  readonly file: string;
  /** Whether laurel makes the file, so that nothing in it is from a commit. */
  readonly isNew: boolean;
}

/** The files of a command line that may be written. */
export interface Outputs {
  /** Problems with files, known before the command begins. */
  readonly problems: readonly Diagnostic[];
  /** Writes one form of the result. Returns the problem. */
  writeFile(file: string, text: string): Promise<Diagnostic | undefined>;
  /** Adds a page to the summary of the job, if the job has one. */
  writeSummary(page: () => Promise<string>): Promise<Diagnostic | undefined>;
  /** Passes values on to the next job, if a variable says where. */
  writeValues(values: PipelineValues): Promise<Diagnostic | undefined>;
}

/** Flags of files and formats, as parsed by yargs. */
type OutputNames = Readonly<Record<"format" | "out" | "project" | "template", unknown>>;

/**
 * Stops if the flags or variables name a file that cannot be written, or a format that cannot be
 * shown.
 */
export async function openOutputs(
  command: Command,
  flags: Partial<OutputNames>,
  ports: ProcessPorts,
): Promise<Outputs> {
  const { cwd, env } = ports;
  const whyRefused = makeNameCheck({
    cwd,
    project: flags.project === undefined ? undefined : String(flags.project),
    others: flags.template === undefined ? [] : [String(flags.template)],
  });
  const names: NamesOfRun = { cwd, env, whyRefused };
  const formats = command.options.format?.choices?.map(String);
  for (const file of [flags.out ?? []].flat().map(String)) {
    const why = await whyNotOut(file, formats, names);
    if (why !== undefined) throw new Stop(diagnostic("usage", `--out ${file} ${why}.`));
  }
  if (flags.format === "html" && ports.stdout.isTerminal) throw new Stop(pageProblem(command));
  const valuesFile = command.hasPipelineValues === true ? await findValuesFile(names) : undefined;
  const summary = await findSummary(names);
  // A command without pages has a summary in few cases only, and says so then.
  const isKnown = summary.is === "refused" && formats?.includes("markdown") === true;
  return {
    problems: isKnown ? [summary.problem] : [],
    writeFile: (file, text) => writeWhole(resolve(cwd, file), text, cwd),
    writeSummary: async (page) => {
      if (summary.is === "absent" || isKnown) return undefined;
      if (summary.is === "refused") return summary.problem;
      const path = resolve(cwd, summary.named.file);
      const why = await appendLines(path, `${await page()}\n`);
      return why === undefined ? undefined : summaryProblem(summary.named, why);
    },
    writeValues: async (values) => {
      if (valuesFile === undefined) return undefined;
      const path = resolve(cwd, valuesFile.file);
      const why = await (valuesFile.isNew ? makeFile : appendLines)(path, linesOf(values));
      return why === undefined ? undefined : valuesProblem(valuesFile, why, "unwritable-file");
    },
  };
}

/** Returns why a file may not be written, and keeps its name if it may. */
type NameCheck = (file: string, name: string) => Promise<string | undefined>;

interface NamesOfRun {
  readonly cwd: string;
  readonly env: ProcessPorts["env"];
  readonly whyRefused: NameCheck;
}

/** Makes a check that refuses the files a command reads, and files with two names. */
function makeNameCheck(read: ReadFiles): NameCheck {
  const taken = new Map<string, string>();
  return async (file, name) => {
    const path = resolve(read.cwd, file);
    // Other systems take names in another case for the same file.
    const key = (await realPath(path)).toLowerCase();
    const other = taken.get(key);
    if (other !== undefined) return `is the same file as that of ${other}`;
    taken.set(key, name);
    return whyNotOutput(path, read);
  };
}

/** Returns why a file of `--out` cannot be used. `formats`: undefined if its format is free. */
async function whyNotOut(
  file: string,
  formats: readonly string[] | undefined,
  { cwd, whyRefused }: NamesOfRun,
): Promise<string | undefined> {
  if (formats !== undefined && !formats.includes(formatOfFile(file) ?? ""))
    return `must end in ${oneOf(endingsFor(formats))}, which says the format`;
  return (await whyIrreplaceable(resolve(cwd, file))) ?? whyRefused(file, `--out ${file}`);
}

/** Returns why the file of a variable cannot be used; empty if the variable is. */
async function whyUnusable(
  { variable, file, isNew }: NamedFile,
  { cwd, whyRefused }: NamesOfRun,
): Promise<string | undefined> {
  if (file === "") return "";
  const path = resolve(cwd, file);
  return (await (isNew ? whyNotMade(path) : whyUnwritable(path))) ?? whyRefused(file, variable);
}

function pageProblem({ command }: Command): Diagnostic {
  const help = [`write it to a file: --out ${command}.html`];
  return diagnostic("usage", "A terminal cannot show the page of --format html.", { help });
}

/** Finds the file for the values of a pipeline. Stops if it cannot be used. */
async function findValuesFile(names: NamesOfRun): Promise<NamedFile | undefined> {
  const named = valuesFileOf(names.env);
  const why = named && (await whyUnusable(named, names));
  if (named === undefined || why === undefined) return named;
  throw new Stop(valuesProblem(named, why, named.isNew ? "usage" : "unwritable-file"));
}

/** File for the summary of a job, or the reason why it cannot be used. */
type JobSummary =
  | { readonly is: "absent" }
  | { readonly is: "refused"; readonly problem: Diagnostic }
  | { readonly is: "usable"; readonly named: NamedFile };

async function findSummary(names: NamesOfRun): Promise<JobSummary> {
  const named = summaryFileOf(names.env);
  if (named === undefined) return { is: "absent" };
  const why = await whyUnusable(named, names);
  if (why === undefined) return { is: "usable", named };
  return { is: "refused", problem: summaryProblem(named, why) };
}

/** Lines `NAME=VALUE`. */
function linesOf(values: PipelineValues): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

function summaryFileOf({
  GITHUB_ACTIONS,
  GITHUB_STEP_SUMMARY: file,
}: ProcessPorts["env"]): NamedFile | undefined {
  if (GITHUB_ACTIONS !== "true" || file === undefined) return undefined;
  return { variable: "GITHUB_STEP_SUMMARY", file, isNew: false };
}

function valuesFileOf(env: ProcessPorts["env"]): NamedFile | undefined {
  const { LAUREL_OUTPUTS: own, GITHUB_ACTIONS, GITHUB_OUTPUT: github } = env;
  if (own !== undefined) return { variable: "LAUREL_OUTPUTS", file: own, isNew: true };
  if (GITHUB_ACTIONS !== "true" || github === undefined) return undefined;
  return { variable: "GITHUB_OUTPUT", file: github, isNew: false };
}

/** A warning, because the summary repeats the output of the command. */
function summaryProblem(named: NamedFile, why: string): Diagnostic {
  const detail = `${fileSentence(named, why)} The job has no summary of this result.`;
  return diagnostic("unwritable-summary", detail, { help: [fixOf(named)] });
}

/** Without its values, the next job would take a plan with changes for one without. */
function valuesProblem(named: NamedFile, why: string, code: DiagnosticCode): Diagnostic {
  const detail = `${fileSentence(named, why)} The next job would not get the plan.`;
  return diagnostic(code, detail, { help: [fixOf(named)] });
}

function fileSentence({ variable, file }: NamedFile, why: string): string {
  if (file === "") return `${variable} is empty.`;
  return `${variable} names ${file}, which ${why}.`;
}

function fixOf({ variable, isNew }: NamedFile): string {
  if (isNew)
    return `set ${variable} to a new file outside of the checkout, such as one in a folder of mktemp -d`;
  return `set ${variable} to a file that can be written, or unset it`;
}
