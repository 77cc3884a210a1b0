/**
 * The result of a command: one form on stdout, its problems on stderr, and `--out FILE`: further
 * forms in files.
 */
import { hash } from "node:crypto";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { readTemplate } from "../../files/assets.ts";
import { findProjectFile, findRepositoryRoot, PROJECT_FILE, pathBelow } from "../../files/paths.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostics.ts";
import type { SourceFile } from "../../model/source.ts";
import { diagnosticsJson } from "../../view/json/diagnostics.ts";
import { MASK_OF_NO_GAME, maskGeneral } from "../../view/mask/mask.ts";
import type { RepositoryFiles } from "../../view/parts/findings.ts";
import { withProblems } from "../../view/parts/problems.ts";
import { plainStyle } from "../../view/render/document.ts";
import type { HtmlOptions } from "../../view/render/html.ts";
import type { TextView } from "../../view/render/layout.ts";
import { safeJson } from "../../view/render/safe-text.ts";
import { renderText } from "../../view/render/text.ts";
import type { View } from "../../view/view.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { DEFAULT_WIDTH } from "../terminal/reporter.ts";
import {
  type CommandContext,
  EXIT,
  type ExitCode,
  exitCodeOf,
  type OutputFlags,
  type Result,
} from "./command.ts";
import { formatOfFile } from "./options.ts";
import type { Outputs } from "./outputs.ts";

export { openOutputs } from "./outputs.ts";

/** Prints a result and writes its files, even if the command failed. */
export async function print(
  result: Result,
  flags: OutputFlags,
  context: CommandContext & { readonly outputs: Outputs },
): Promise<ExitCode> {
  const { ports, reporter, outputs } = context;
  const { view } = result;
  const problems = view.problems.all;
  const {
    code = exitCodeOf(problems),
    files = flags.out ?? [],
    pipelineValues,
    notes = [],
  } = result;
  const render = (format: string, text = textOfFiles(flags)): Promise<string> =>
    rendered(view, format, { text, flags, ports });
  // Annotations are lines of the same log.
  reporter.show(flags.format === "github" ? [] : problems);
  ports.stdout.write(await render(flags.format ?? "text", reporter.result));
  for (const note of await hostLimitNotes(view, [flags.format, ...files.map(formatOfFile)]))
    reporter.note(note, "warn");
  const failures: (Diagnostic | undefined)[] = [];
  for (const file of files)
    failures.push(await outputs.writeFile(file, await render(formatOfFile(file) ?? "text")));
  if (view.document !== undefined)
    failures.push(await outputs.writeSummary(() => render("markdown")));
  const isPassedOn = code === EXIT.done || code === EXIT.changes;
  if (isPassedOn && pipelineValues !== undefined)
    failures.push(await outputs.writeValues(pipelineValues));
  const unwritten = failures.filter((problem) => problem !== undefined);
  reporter.report(unwritten);
  for (const note of notes) reporter.note(note);
  return hasErrors(unwritten) ? exitCodeOf([...problems, ...unwritten]) : code;
}

/**
 * Prints the problems that kept a command from having a result. `--format json` prints a document
 * in any case; the other formats show results only.
 */
export async function printStop(
  diagnostics: readonly Diagnostic[],
  flags: OutputFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { ports, reporter } = context;
  reporter.report(diagnostics);
  if (flags.format === "json") {
    const view = { problems: maskGeneral(diagnostics, MASK_OF_NO_GAME) };
    ports.stdout.write(await rendered(view, "json", { text: textOfFiles(flags), flags, ports }));
  }
  return exitCodeOf(diagnostics);
}

/** Returns the layout of text for files. */
function textOfFiles({ verbose = false }: OutputFlags): TextView {
  return { style: plainStyle, width: DEFAULT_WIDTH, verbose };
}

interface Surroundings {
  readonly text: TextView;
  readonly flags: OutputFlags;
  readonly ports: ProcessPorts;
}

async function rendered(
  view: View,
  format: string,
  { text, flags, ports }: Surroundings,
): Promise<string> {
  const { problems, document, json, findings = () => problems.all, verbatim } = view;
  const written = verbatim?.(format, text);
  if (written !== undefined) return written;
  if (format === "json") return safeJson(json?.() ?? diagnosticsJson(problems.all));
  if (format === "github" || format === "sarif") {
    const { renderFindingsGithub, renderFindingsSarif } = await import(
      "../../view/parts/findings.ts"
    );
    const renderFindings = format === "github" ? renderFindingsGithub : renderFindingsSarif;
    return renderFindings(findings(), await repositoryFiles(flags, ports), ports);
  }
  const content = (await document?.()) ?? { title: "", blocks: undefined };
  if (format === "text") return renderText(content, text);
  const page = withProblems(content, problems.onPages);
  if (format === "html")
    return (await import("../../view/render/html.ts")).renderHtml(page, pageParts(page.assets));
  // A format that a command lists, and that nothing renders, must not pass for a page.
  if (format !== "markdown") throw new Error(`nothing renders the format ${format}`);
  return (await import("../../view/render/markdown.ts")).renderMarkdown(page);
}

/** Returns notes on findings that code hosts will not show in these formats. */
async function hostLimitNotes(
  { problems, findings = () => problems.all }: View,
  formats: readonly (string | undefined)[],
): Promise<readonly string[]> {
  const ofHosts = [...new Set(formats)].filter(
    (format) => format === "github" || format === "sarif",
  );
  if (ofHosts.length === 0) return [];
  const { hostLimitNote } = await import("../../view/parts/findings.ts");
  const all = findings();
  return ofHosts.flatMap((format) => hostLimitNote(format, all) ?? []);
}

/**
 * Names files for code hosts: below the repository, or else below the folder of the project file.
 */
async function repositoryFiles(
  { project }: OutputFlags,
  { cwd }: ProcessPorts,
): Promise<RepositoryFiles> {
  const named = project === undefined ? await findProjectFile(cwd) : resolve(cwd, project);
  const projectFile = named ?? join(cwd, PROJECT_FILE);
  const root = (await findRepositoryRoot(dirname(projectFile))) ?? dirname(projectFile);
  // Files of a commit are not in the working tree, so their names are kept.
  const pathOf = ({ path, name }: Pick<SourceFile, "path" | "name">): string =>
    isAbsolute(path) ? pathBelow(root, path) : name;
  return { projectFile: pathBelow(root, projectFile), pathOf };
}

/** Reads the styles and scripts that a page needs, and the styles of all pages. */
export function pageParts(names: readonly string[] = []): HtmlOptions {
  const read = (ending: string): readonly string[] =>
    ["page.css", ...names].flatMap((name) =>
      name.endsWith(ending) ? [readTemplate("pages", name).text] : [],
    );
  return {
    styles: read(".css"),
    scripts: read(".js"),
    hash: (text) => hash("sha256", text, "base64"),
  };
}
