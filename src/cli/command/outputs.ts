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

/** Flags that name files, as yargs gives them. */
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
  const files = [flags.out ?? []].flat().map(String);
  const read: ReadFiles = {
    cwd,
    project: flags.project === undefined ? undefined : String(flags.project),
    others: flags.template === undefined ? [] : [String(flags.template)],
  };
  const taken = new Map<string, string>();
  /** Why a file that somebody else has named is not used, and for the next files that it is. */
  const whyRefused = async (file: string, name: string): Promise<string | undefined> => {
    const path = resolve(cwd, file);
    // Other systems take names in another case for the same file.
    const key = (await realPath(path)).toLowerCase();
    const other = taken.get(key);
    if (other !== undefined) return `is the same file as that of ${other}`;
    taken.set(key, name);
    return whyNotOutput(path, read);
  };
  const formats = command.options.format?.choices?.map(String);
  for (const file of files) {
    const isClear = formats === undefined || formats.includes(formatOfFile(file) ?? "");
    const endings = `must end in ${oneOf(endingsFor(formats ?? []))}, which says the format`;
    const why = isClear
      ? ((await whyIrreplaceable(resolve(cwd, file))) ?? (await whyRefused(file, `--out ${file}`)))
      : endings;
    if (why !== undefined) throw new Stop(diagnostic("usage", `--out ${file} ${why}.`));
  }
  if (flags.format === "html" && ports.stdout.isTerminal) {
    const help = [`write it to a file: --out ${command.command}.html`];
    throw new Stop(
      diagnostic("usage", "A terminal cannot show the page of --format html.", { help }),
    );
  }
  const whyUnusable = async ({ variable, file, isNew }: NamedFile): Promise<string | undefined> => {
    if (file === "") return "";
    const path = resolve(cwd, file);
    return (await (isNew ? whyNotMade(path) : whyUnwritable(path))) ?? whyRefused(file, variable);
  };
  const valuesFile = command.hasPipelineValues === true ? valuesFileOf(env) : undefined;
  const whyNoValues = valuesFile && (await whyUnusable(valuesFile));
  if (valuesFile !== undefined && whyNoValues !== undefined)
    throw new Stop(
      valuesProblem(valuesFile, whyNoValues, valuesFile.isNew ? "usage" : "unwritable-file"),
    );
  const summary = summaryFileOf(env);
  const whyNoSummary = summary && (await whyUnusable(summary));
  // A command without pages has a summary in few cases only, and says so then.
  const isKnown =
    formats?.includes("markdown") === true && summary !== undefined && whyNoSummary !== undefined;
  return {
    problems: isKnown ? [summaryProblem(summary, whyNoSummary)] : [],
    writeFile: (file, text) => writeWhole(resolve(cwd, file), text, cwd),
    writeSummary: async (page) => {
      if (summary === undefined || isKnown) return undefined;
      const why =
        whyNoSummary ?? (await appendLines(resolve(cwd, summary.file), `${await page()}\n`));
      return why === undefined ? undefined : summaryProblem(summary, why);
    },
    writeValues: async (values) => {
      if (valuesFile === undefined) return undefined;
      const path = resolve(cwd, valuesFile.file);
      const why = await (valuesFile.isNew ? makeFile : appendLines)(path, linesOf(values));
      return why === undefined ? undefined : valuesProblem(valuesFile, why, "unwritable-file");
    },
  };
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
