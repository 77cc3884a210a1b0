/** The result of a command: one form on stdout, its problems on stderr, and `--out FILE`: further forms in files. */
import { hash } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { readSchema, readTemplate } from "../../files/assets.ts";
import { findProjectFile, findRepositoryRoot, PROJECT_FILE, pathBelow } from "../../files/paths.ts";
import { irreplaceable, writeWhole } from "../../files/write.ts";
import { oneOf } from "../../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { jsonIn } from "../../model/json.ts";
import { concealAll } from "../../view/concealment.ts";
import type { RepositoryFiles } from "../../view/findings.ts";
import { withProblems } from "../../view/problems.ts";
import { plainStyle } from "../../view/render/document.ts";
import type { HtmlOptions } from "../../view/render/html.ts";
import type { TextView } from "../../view/render/layout.ts";
import { renderText } from "../../view/render/text.ts";
import { Stop } from "../../workflow/problems.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { DEFAULT_WIDTH } from "../terminal/reporter.ts";
import {
  type Command,
  type CommandContext,
  type ExitCode,
  exitCodeOf,
  type OutputFlags,
  type Result,
} from "./command.ts";
import { endingsFor, formatOfFile } from "./options.ts";

/** Stops where the flags name a file that cannot be written, or a format that cannot be shown. */
export async function checkOutputs(
  { command, options }: Command,
  { format, out }: { readonly format?: unknown; readonly out?: unknown },
  { cwd, stdout }: ProcessPorts,
): Promise<void> {
  const formats = options.format?.choices?.map(String);
  for (const file of [out ?? []].flat().map(String)) {
    const isClear = formats === undefined || formats.includes(formatOfFile(file) ?? "");
    const endings = `must end in ${oneOf(endingsFor(formats ?? []))}, which says the format`;
    const problem = isClear ? await irreplaceable(resolve(cwd, file)) : endings;
    if (problem !== undefined) throw new Stop(diagnostic("usage", `--out ${file} ${problem}.`));
  }
  if (format === "html" && stdout.isTerminal) {
    const help = [`write it to a file: --out ${command}.html`];
    throw new Stop(diagnostic("usage", "A terminal cannot show the page of --format html.", { help }));
  }
}

/** Prints a result and writes the files, also of a command that failed. */
export async function print(result: Result, flags: OutputFlags, context: CommandContext): Promise<ExitCode> {
  const { ports, reporter } = context;
  const { diagnostics, code = exitCodeOf(diagnostics), files = flags.out ?? [], afterwards } = result;
  const ofFile: TextView = { style: plainStyle, width: DEFAULT_WIDTH, verbose: flags.verbose ?? false };
  const render = (format: string, view = ofFile): Promise<string> => rendered(result, format, { view, flags, ports });
  // Annotations are lines of the same log.
  reporter.report(flags.format === "github" ? [] : diagnostics);
  ports.stdout.write(await render(flags.format ?? "text", reporter.result));
  for (const note of await hostLimitNotes(result, [flags.format, ...files.map(formatOfFile)]))
    reporter.note(note, "warn");
  const unwritten: Diagnostic[] = [];
  for (const file of files) {
    const problem = await writeWhole(resolve(ports.cwd, file), await render(formatOfFile(file) ?? "text"), ports.cwd);
    if (problem !== undefined) unwritten.push(problem);
  }
  reporter.report(unwritten);
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY: summary } = ports.env;
  if (GITHUB_ACTIONS === "true" && summary !== undefined && result.document !== undefined)
    await appendFile(summary, `${await render("markdown")}\n`);
  const end = unwritten.length === 0 ? code : exitCodeOf([...diagnostics, ...unwritten]);
  return afterwards === undefined ? end : afterwards(end);
}

interface Surroundings {
  readonly view: TextView;
  readonly flags: OutputFlags;
  readonly ports: ProcessPorts;
}

async function rendered(result: Result, format: string, { view, flags, ports }: Surroundings): Promise<string> {
  const { diagnostics, document, json, findings = () => diagnostics, forms } = result;
  const form = forms?.[format];
  if (form !== undefined) return form(view);
  if (format === "json") {
    const views = await import("../../view/json/render.ts");
    const [schema, members] = json?.(views) ?? ["diagnostics", { diagnostics }];
    return views.renderBy(jsonIn(readSchema(schema)) as object, members);
  }
  if (format === "github" || format === "sarif") {
    const { renderFindingsGithub, renderFindingsSarif } = await import("../../view/findings.ts");
    const renderFindings = format === "github" ? renderFindingsGithub : renderFindingsSarif;
    return renderFindings(findings(), await repositoryFiles(flags, ports), ports);
  }
  const content = (await document?.()) ?? { title: "", blocks: undefined };
  if (format === "text") return renderText(content, view);
  const problems = flags.revealSecrets === true ? diagnostics : concealAll(diagnostics);
  const page = withProblems(content, result.problemsForPages?.() ?? problems);
  if (format === "html") return (await import("../../view/render/html.ts")).renderHtml(page, pageParts(page.assets));
  return (await import("../../view/render/markdown.ts")).renderMarkdown(page);
}

/** Says what code hosts will not show of the findings in these formats. */
async function hostLimitNotes(
  { diagnostics, findings = () => diagnostics }: Result,
  formats: readonly (string | undefined)[],
): Promise<readonly string[]> {
  const ofHosts = [...new Set(formats)].filter((format) => format === "github" || format === "sarif");
  if (ofHosts.length === 0) return [];
  const { hostLimitNote } = await import("../../view/findings.ts");
  const all = findings();
  return ofHosts.flatMap((format) => hostLimitNote(format, all) ?? []);
}

/** Files as code hosts name them: below the repository, else below the folder of the project file. */
async function repositoryFiles({ project }: OutputFlags, { cwd }: ProcessPorts): Promise<RepositoryFiles> {
  const named = project === undefined ? await findProjectFile(cwd) : resolve(cwd, project);
  const projectFile = named ?? join(cwd, PROJECT_FILE);
  const root = (await findRepositoryRoot(dirname(projectFile))) ?? dirname(projectFile);
  return { projectFile, pathOf: (file) => pathBelow(root, resolve(cwd, file)) };
}

/** The styles and scripts of a page, besides those that every page has. */
export function pageParts(names: readonly string[] = []): HtmlOptions {
  const read = (ending: string): readonly string[] =>
    ["page.css", ...names].flatMap((name) => (name.endsWith(ending) ? [readTemplate("pages", name).text] : []));
  return { styles: read(".css"), scripts: read(".js"), hash: (text) => hash("sha256", text, "base64") };
}
