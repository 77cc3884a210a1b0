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
import { Stop } from "../command/command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../command/exit-codes.ts";
import { type CommandWithFormats, endingsFor, FORMATS, type FormatOf, formatOfFile } from "../command/formats.ts";
import type { OutputFlags } from "../command/options.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { type CommandContext, DEFAULT_WIDTH } from "../terminal/reporter.ts";
import { misplacedFiles, namedFile } from "./named-files.ts";

/** Writes a result in one form. What only this form needs is loaded when it is requested. */
export type ResultForm<Result> = (result: Result, view: TextView) => string | Promise<string>;

export type Forms<Command extends CommandWithFormats, Result> = Readonly<Record<FormatOf<Command>, ResultForm<Result>>>;

export interface Outputs {
  /** Writes all files, each whole. Returns the problems met. */
  write<Result>(forms: Readonly<Record<string, ResultForm<Result>>>, result: Result): Promise<readonly Diagnostic[]>;
}

/** Reads the flags that name files to write. Stops where one of them must not be written. Needs no network. */
export async function openOutputs(name: CommandWithFormats, flags: OutputFlags, ports: ProcessPorts): Promise<Outputs> {
  const files = (flags.out ?? []).map((file) => ({ ...namedFile("out", file, ports.cwd), format: formatOfFile(file) }));
  const formats: readonly string[] = FORMATS[name];
  const unclear = files.find(({ format = "" }) => !formats.includes(format));
  if (unclear !== undefined) {
    const endings = oneOf(endingsFor(formats));
    throw new Stop(diagnostic("usage", `${unclear.name} must end in ${endings}, which says the format.`));
  }
  if (flags.format === "html" && ports.stdout.isTerminal) {
    const help = [`write it to a file: --out ${name}.html`];
    throw new Stop(diagnostic("usage", "A terminal cannot show the page of --format html.", { help }));
  }
  const misplaced = await misplacedFiles(files, flags, ports);
  if (misplaced.length > 0) throw new Stop(...misplaced);
  const view = { style: plainStyle, width: DEFAULT_WIDTH, verbose: flags.verbose ?? false };
  return {
    write: async (forms, result) => {
      const problems: Diagnostic[] = [];
      for (const { format = "", path } of files) {
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

/** Formats without the problems, or without those that may contain a secret: stderr has them. Where not given, `text`. */
const WITHOUT_PROBLEMS: { readonly [command in CommandWithFormats]?: readonly string[] } = {
  changelog: ["text", "markdown"],
  report: ["text", "markdown", "html"],
  graph: ["markdown", "html"],
};

interface ResultOf<Name extends CommandWithFormats, Result> {
  readonly flags: OutputFlags & { readonly format: FormatOf<Name> };
  readonly context: CommandContext;
  readonly forms: Forms<Name, Result>;
  readonly make: () => Promise<Result>;
}

/** Makes a result and writes it in every requested form. Returns the exit code of its problems and of those of writing. */
export async function printResult<
  Name extends CommandWithFormats,
  Result extends { readonly diagnostics: readonly Diagnostic[] },
>(name: Name, { flags, context: { ports, reporter }, forms, make }: ResultOf<Name, Result>): Promise<ExitCode> {
  const outputs = await openOutputs(name, flags, ports);
  const result = await make();
  if ((WITHOUT_PROBLEMS[name] ?? ["text"]).includes(flags.format)) reporter.report(result.diagnostics);
  ports.stdout.write(await forms[flags.format](result, reporter.result));
  const unwritten = await outputs.write(forms, result);
  reporter.report(unwritten);
  return exitCodeOf([...result.diagnostics, ...unwritten]);
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
