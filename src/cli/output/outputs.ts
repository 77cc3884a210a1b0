/**
 * `--output FORMAT=FILE`: the result of a command in further forms, in files. Each form is a pure function of the
 * result. The flags are checked before anything is begun; the files are written at the end, also when the command
 * failed, because what it found matters most then.
 */
import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { findProjectFile, realPath } from "../../files/paths.ts";
import { shownPath } from "../../files/read.ts";
import { irreplaceable, writeWhole } from "../../files/write.ts";
import { both, quoted } from "../../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { didYouMean } from "../../model/nearest.ts";
import type { TextView } from "../../view/text/layout.ts";
import { plainStyle } from "../../view/text/style.ts";
import type { OutputFlags } from "../args/flag-specs.ts";
import type { Ports } from "../terminal/ports.ts";
import { DEFAULT_WIDTH } from "../terminal/reporter.ts";
import { amongManifests, filesAmongManifests, openManifestPlaces } from "./manifest-places.ts";

export interface FormView extends TextView {
  /** Whether nothing stands beside it: on a screen, text leaves the problems to stderr. */
  readonly alone: boolean;
}

/** Writes a result in one form. What only this form needs is loaded when it is asked for. */
export type Form<Result> = (result: Result, view: FormView) => string | Promise<string>;

/** Every form of a command's result, by its name. */
export type Forms<Name extends string, Result> = Readonly<Record<Name, Form<Result>>>;

/** A form and the file for it; `path` is absolute. */
interface Wanted {
  readonly format: string;
  readonly path: string;
}

export interface Outputs {
  /** Why the flags cannot be followed. Nothing is begun then, and nothing written. */
  readonly diagnostics: readonly Diagnostic[];
  /** Writes all files, each whole. Returns the problems met. */
  write<Name extends string, Result>(forms: Forms<Name, Result>, result: Result): Promise<readonly Diagnostic[]>;
}

/** Reads and checks the flags that name files to write. `formats`: the names that are known. Needs no network. */
export async function openOutputs(formats: readonly string[], flags: OutputFlags, ports: Ports): Promise<Outputs> {
  const given = (flags.output ?? []).map((value) => parseOutput(value, formats, ports.cwd));
  const wanted = given.flatMap((each) => ("path" in each ? [each] : []));
  const diagnostics = [
    ...given.flatMap((each) => ("path" in each ? [] : [each])),
    ...(wanted.length === 0 ? [] : await misplaced(wanted, flags, ports)),
    ...(await filesAmongManifests(flags, ports)),
  ];
  const view = { style: plainStyle, width: DEFAULT_WIDTH, verbose: flags.verbose ?? false, alone: true };
  return {
    diagnostics,
    write: async (forms, result) => {
      if (diagnostics.length > 0) return [];
      const problems: Diagnostic[] = [];
      for (const { format, path } of wanted) {
        const form = forms[format as keyof typeof forms];
        const problem = await writeWhole(path, await form(result, view), ports.cwd);
        if (problem !== undefined) problems.push(problem);
      }
      return problems;
    },
  };
}

function parseOutput(value: string, formats: readonly string[], cwd: string): Wanted | Diagnostic {
  const [, format, file] = /^([^=]*)=(.+)$/s.exec(value) ?? [];
  const known = `The formats are ${both(formats)}.`;
  if (format === undefined || file === undefined) {
    const help = [`for example: --output ${formats.at(-1)}=FILE`];
    return misuse(`--output ${quoted(value)} must have the form FORMAT=FILE. ${known}`, help);
  }
  if (!formats.includes(format)) {
    return misuse(`--output: unknown format ${quoted(format)}. ${known}`, didYouMean(format, formats));
  }
  return { format, path: resolve(cwd, file) };
}

function misuse(detail: string, help: readonly string[] = []): Diagnostic {
  return diagnostic("usage", detail, { help });
}

/** Files that must not be written over, or that could not be written. */
async function misplaced(wanted: readonly Wanted[], flags: OutputFlags, ports: Ports): Promise<readonly Diagnostic[]> {
  const problems: Diagnostic[] = [];
  const taken = await otherFiles(flags, ports);
  const isAmongManifests = await openManifestPlaces(flags, ports);
  for (const { format, path } of wanted) {
    const real = await realPath(path);
    const name = `--output ${format}=${shownPath(path, ports.cwd)}`;
    const use = taken.get(real);
    const problem = (await unwritable(path)) ?? (use === undefined ? undefined : `would overwrite ${use}`);
    taken.set(real, "the file of another --output");
    if (problem !== undefined) problems.push(misuse(`${name} ${problem}.`));
    else if (isAmongManifests(real)) problems.push(amongManifests(name));
  }
  return problems;
}

async function unwritable(path: string): Promise<string | undefined> {
  const problem = await irreplaceable(path);
  if (problem !== undefined) return problem;
  const folder = await stat(dirname(path)).catch(() => undefined);
  return folder?.isDirectory() ? undefined : "is in a folder that does not exist";
}

/** What else the command reads and writes, by real path. */
async function otherFiles(flags: OutputFlags, { cwd }: Ports): Promise<Map<string, string>> {
  const project = flags.project;
  const files: readonly (readonly [string | undefined, string])[] = [
    [project === undefined ? await findProjectFile(cwd) : project, "the project file"],
    [flags.out, "the file of --out"],
    [flags.report, "the file of --report"],
    [flags.plan, "the saved plan"],
  ];
  const known = new Map<string, string>();
  for (const [file, use] of files) if (file !== undefined) known.set(await realPath(resolve(cwd, file)), use);
  return known;
}
