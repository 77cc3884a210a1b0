/** `laurel codegen`: the ids of a game as constants of a programming language. Needs no network. */
import { resolve } from "node:path";
import { NO_SECRETS, secretsOf } from "../../analysis/secrets.ts";
import { catalog } from "../../catalog/index.ts";
import { readTemplate } from "../../files/assets.ts";
import { findProjectFile, realPath } from "../../files/paths.ts";
import { readTextFile, shownPath } from "../../files/read.ts";
import { writeWhole } from "../../files/write.ts";
import { sourceText } from "../../manifest/parts.ts";
import { pushAll } from "../../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../../model/diagnostics.ts";
import { MAXIMUM_TEMPLATE } from "../../model/limits.ts";
import type { DesiredGame } from "../../model/model.ts";
import { type IdsOfKind, renderConstants, renderStale, VOCABULARY } from "../../view/codegen/constants.ts";
import { LANGUAGES, type Language, type LanguageName } from "../../view/codegen/languages.ts";
import { type CodeTemplate, parseTemplate } from "../../view/codegen/template.ts";
import { loadGames } from "../../workflow/load-games.ts";
import { shellLine } from "../../workflow/shell-line.ts";
import { givenFlags } from "../args/shell-line.ts";
import { type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { filesAmongManifests, namedFile } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import { FLAGS, type FlagsOf } from "./flags.ts";

type Flags = FlagsOf<"codegen">;

export async function codegenCommand(flags: Flags, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const made = await makeConstants(flags, ports, reporter);
  const diagnostics = [...made.diagnostics];
  if (made.value !== undefined) pushAll(diagnostics, await deliver(made.value, flags, ports, reporter));
  reporter.report(diagnostics);
  return exitCodeOf(diagnostics);
}

/** Puts the constants where they belong, or looks whether they are there. */
async function deliver(
  constants: string,
  flags: Flags,
  ports: ProcessPorts,
  reporter: TerminalReporter,
): Promise<readonly Diagnostic[]> {
  if (flags.out === undefined) {
    ports.stdout.write(constants);
    return [];
  }
  const path = resolve(ports.cwd, flags.out);
  const file = shownPath(path, ports.cwd);
  const found = (await readTextFile(path, ports.cwd)).value?.text;
  // Git may be configured to convert line breaks.
  const isCurrent = found?.replaceAll("\r\n", "\n") === constants;
  if (flags.check === true) {
    if (isCurrent) return said(reporter, `${file} is current`);
    if (found !== undefined) ports.stdout.write(renderStale(file, found, constants, reporter.result));
    const what = found === undefined ? "does not exist, or cannot be read" : "differs from what the manifests give now";
    return [diagnostic("stale-constants", `${file} ${what}.`, { help: [sameCommand(flags)] })];
  }
  if (isCurrent) return said(reporter, `${file} is current, and stays as it is`);
  const problem = await writeWhole(path, constants, ports.cwd);
  return problem === undefined ? said(reporter, `wrote ${file}`) : [problem];
}

function said(reporter: TerminalReporter, line: string): readonly Diagnostic[] {
  reporter.note(line);
  return [];
}

/** Whatever is wrong with the command line is found before manifests are read. */
async function makeConstants(flags: Flags, ports: ProcessPorts, reporter: TerminalReporter): Promise<Checked<string>> {
  const name = flags.language;
  if (name === undefined) {
    const help = [`choose one: ${Object.keys(LANGUAGES).join(", ")}`];
    return failed(diagnostic("usage", "--language is required.", { help }));
  }
  const language: Language = LANGUAGES[name];
  const wrong = await wrongFiles(flags, ports);
  if (wrong.length > 0) return failed(...wrong);
  const template = await templateOf(flags, name, ports);
  if (template.value === undefined) return failed(...template.diagnostics);

  const { games, isSeveral, diagnostics } = await loadGames(flags, { ports, reporter });
  const [only] = games;
  if (hasErrors(diagnostics)) return failed(...diagnostics);
  if (isSeveral || only === undefined) {
    const help = games.map(({ choice }) => `--game ${choice.game}`);
    return failed(diagnostic("usage", "Constants are made of one game, and the project has several.", { help }));
  }
  const kinds = idsOf(only.desired(), flags.revealSecrets ?? false);
  return { value: renderConstants(template.value, kinds, language), diagnostics };
}

function failed(...diagnostics: readonly Diagnostic[]): Checked<never> {
  return { diagnostics };
}

/** The ids of every managed kind. What is secret is without words: the constants go to where players can look. */
function idsOf(desired: DesiredGame, isRevealed: boolean): readonly IdsOfKind[] {
  const secrets = isRevealed ? NO_SECRETS : secretsOf({ desired }, catalog);
  const said = (value: unknown): string => (typeof value === "string" ? value : "");
  const resources = [...desired.resources.values()];
  return catalog
    .filter(({ name }) => desired.managed.has(name))
    .map((kind) => ({
      kind,
      ids: resources
        .filter((resource) => resource.kind === kind.name)
        .map(({ address, custom_id, body: { name, description } }) => {
          const isSecret = secrets.addresses.has(address);
          return { custom_id, name: isSecret ? "" : said(name), description: isSecret ? "" : said(description) };
        }),
    }));
}

async function templateOf(flags: Flags, language: LanguageName, ports: ProcessPorts): Promise<Checked<CodeTemplate>> {
  if (flags.template === undefined) {
    const { name, text: content } = await readTemplate("codegen", `${language}.mustache`);
    return parseTemplate(sourceText(name, content), VOCABULARY);
  }
  const read = await readTextFile(resolve(ports.cwd, flags.template), ports.cwd, undefined, MAXIMUM_TEMPLATE);
  if (read.value === undefined) return failed(...read.diagnostics);
  const { file, text: content } = read.value;
  return parseTemplate(sourceText(file, content.replaceAll("\r\n", "\n")), VOCABULARY);
}

async function wrongFiles(flags: Flags, ports: ProcessPorts): Promise<readonly Diagnostic[]> {
  if (flags.check === true && flags.out === undefined) {
    return [diagnostic("usage", "--check compares with a file.", { help: ["name the file with --out FILE"] })];
  }
  if (flags.out === undefined) return [];
  const { project, out } = flags;
  const among = await filesAmongManifests([namedFile("out", out, ports.cwd)], { project }, ports);
  return [...among, ...(await sourcesWrittenOver(flags, ports))];
}

/** Of all files that `--out` may name by mistake, these are what the constants are made from. */
async function sourcesWrittenOver(flags: Flags, { cwd }: ProcessPorts): Promise<readonly Diagnostic[]> {
  if (flags.out === undefined) return [];
  const uses = [
    [flags.project ?? (await findProjectFile(cwd)), "the project file"],
    [flags.template, "the template"],
  ] as const;
  const real = await realPath(resolve(cwd, flags.out));
  const problems: Diagnostic[] = [];
  for (const [file, use] of uses) {
    if (file === undefined || (await realPath(resolve(cwd, file))) !== real) continue;
    problems.push(diagnostic("usage", `--out ${shownPath(real, cwd)} would overwrite ${use}.`));
  }
  return problems;
}

/** The command that writes the file. */
function sameCommand(flags: Flags): string {
  const names = Object.keys(FLAGS.codegen).filter((name) => name !== "check");
  return shellLine(["laurel", "codegen", ...givenFlags(flags, names)]);
}
