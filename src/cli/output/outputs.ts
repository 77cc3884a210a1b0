/**
 * The result of a command: one form to stdout, its problems to stderr, and `--out FILE`: further forms to files.
 * The flags are checked before the command starts; the files are written at the end, also when it failed.
 */
import { appendFile } from "node:fs/promises";
import { writeWhole } from "../../files/write.ts";
import { oneOf } from "../../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { isEmpty } from "../../plan/plan.ts";
import type { TextView } from "../../view/render/layout.ts";
import { plainStyle } from "../../view/render/style.ts";
import type { GameResults, PlannedGame } from "../../workflow/game.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../command/exit-codes.ts";
import { type CommandWithFormats, endingsFor, FORMATS, type FormatOf, formatOfFile } from "../command/formats.ts";
import type { OutputFlags } from "../command/options.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { DEFAULT_WIDTH, type TerminalReporter } from "../terminal/reporter.ts";
import { misplacedFiles, type NamedFile, namedFile } from "./named-files.ts";

/** Writes a result in one form. What only this form needs is loaded when it is requested. */
export type ResultForm<Result> = (result: Result, view: TextView) => string | Promise<string>;

export type Forms<Command extends CommandWithFormats, Result> = Readonly<Record<FormatOf<Command>, ResultForm<Result>>>;

export interface Outputs {
  /** Problems of the flags. With any, nothing may be started, and nothing is written. */
  readonly diagnostics: readonly Diagnostic[];
  /** Writes all files, each whole. Returns the problems met. */
  write<Result>(forms: Readonly<Record<string, ResultForm<Result>>>, result: Result): Promise<readonly Diagnostic[]>;
}

/** Reads and checks the flags that name files to write. Needs no network. */
export async function openOutputs(
  command: CommandWithFormats,
  flags: OutputFlags,
  ports: ProcessPorts,
): Promise<Outputs> {
  const given = (flags.out ?? []).map((file) => parseOut(file, FORMATS[command], ports.cwd));
  const files = given.flatMap((each) => ("path" in each ? [each] : []));
  const unreadable = given.flatMap((each) => ("path" in each ? [] : [each]));
  const diagnostics = [
    ...unreadable,
    ...misplacedPage(command, flags, ports),
    ...(await misplacedFiles(files, flags, ports)),
  ];
  const view = { style: plainStyle, width: DEFAULT_WIDTH, verbose: flags.verbose ?? false };
  return {
    diagnostics,
    write: async (forms, result) => {
      const problems: Diagnostic[] = [];
      for (const { format, path } of diagnostics.length > 0 ? [] : files) {
        const problem = await writeWhole(path, (await forms[format]?.(result, view)) ?? "", ports.cwd);
        if (problem !== undefined) problems.push(problem);
      }
      const summary = summaryFile(ports.env);
      if (summary !== undefined && forms.markdown !== undefined)
        await appendFile(summary, `${await forms.markdown(result, view)}\n`);
      return problems;
    },
  };
}

/** Whether the result is a page for a browser. Piped or redirected, it is fine on stdout. */
export function isPageOnTerminal(format: string | undefined, { stdout }: Pick<ProcessPorts, "stdout">): boolean {
  return format === "html" && stdout.isTerminal;
}

/** The same command line, with the page in a file. */
function misplacedPage(command: CommandWithFormats, flags: OutputFlags, ports: ProcessPorts): readonly Diagnostic[] {
  if (!isPageOnTerminal(flags.format, ports)) return [];
  const help = [`write it to a file: --out ${command}.html`];
  return [diagnostic("usage", "A terminal cannot show the page of --format html.", { help })];
}

/** What a command was started with. */
export interface Run<Format extends string = string> {
  readonly flags: OutputFlags & { readonly format: Format };
  readonly ports: ProcessPorts;
  readonly reporter: TerminalReporter;
  readonly outputs: Outputs;
}

/** Formats without the problems, or without those that may contain a secret: stderr has them. Where not given, `text`. */
const WITHOUT_PROBLEMS: { readonly [command in CommandWithFormats]?: readonly string[] } = {
  changelog: ["text", "markdown"],
  report: ["text", "markdown", "html"],
  graph: ["markdown", "html"],
};

/** Writes the result in every requested form. Returns the exit code of its problems and of those of writing. */
export async function writeResult<
  Command extends CommandWithFormats,
  Result extends { readonly diagnostics: readonly Diagnostic[] },
>(command: Command, result: Result, forms: Forms<Command, Result>, run: Run<FormatOf<Command>>): Promise<ExitCode> {
  const { flags, ports, reporter, outputs } = run;
  const { diagnostics } = result;
  const { format } = flags;
  if ((WITHOUT_PROBLEMS[command] ?? ["text"]).includes(format)) reporter.report(diagnostics);
  if (!isPageOnTerminal(format, ports)) {
    ports.stdout.write(await forms[format](result, reporter.result));
  }
  const unwritten = await outputs.write(forms, result);
  reporter.report(unwritten);
  return exitCodeOf([...diagnostics, ...unwritten]);
}

interface OutputFile extends NamedFile {
  readonly format: string;
}

function parseOut(file: string, formats: readonly string[], cwd: string): OutputFile | Diagnostic {
  const named = namedFile("out", file, cwd);
  const format = formatOfFile(file);
  if (format !== undefined && formats.includes(format)) return { ...named, format };
  return diagnostic("usage", `${named.name} must end in ${oneOf(endingsFor(formats))}, which says the format.`);
}

/** The file that the runner shows as the job's summary; undefined elsewhere. */
function summaryFile({ GITHUB_ACTIONS, GITHUB_STEP_SUMMARY }: ProcessPorts["env"]): string | undefined {
  return GITHUB_ACTIONS === "true" ? GITHUB_STEP_SUMMARY : undefined;
}

/**
 * Passes a plan on to the next job of a pipeline: lines `NAME=VALUE` in the file that `LAUREL_OUTPUTS` names, on GitHub in its own.
 * `expect` are the flags with which `laurel apply` applies exactly this plan. `code`: what the plan came to; with a problem nothing
 * is passed on that could be applied.
 */
export async function writeOutputs(
  { games }: GameResults<PlannedGame>,
  code: ExitCode,
  env: ProcessPorts["env"],
): Promise<void> {
  const file = env.LAUREL_OUTPUTS ?? (env.GITHUB_ACTIONS === "true" ? env.GITHUB_OUTPUT : undefined);
  if (file === undefined || file === "" || (code !== EXIT.done && code !== EXIT.changes)) return;
  const open = games.filter(({ plan }) => !isEmpty(plan));
  const expect = open.map(({ plan }) => `--expect ${plan.digest}`).join(" ");
  const lines = [`has_changes=${open.length > 0}`, ...(expect === "" ? [] : [`expect=${expect}`])];
  await appendFile(file, `${lines.join("\n")}\n`);
}
