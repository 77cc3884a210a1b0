/** `laurel export`: writes what is live as manifests whose plan is empty. Overwrites nothing without `--force`. */
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { catalog } from "../../catalog/index.ts";
import { readManifests, rootOf } from "../../files/manifests.ts";
import { findSchemaFile, type SchemaFile } from "../../files/package.ts";
import { shownPath } from "../../files/read.ts";
import { alreadyThere, writeFiles } from "../../files/write.ts";
import type { ManifestText } from "../../manifest/parse.ts";
import { kindNamed } from "../../model/catalog-lookup.ts";
import { pushAll } from "../../model/collections.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../../model/diagnostics.ts";
import { countedKind, declaredElsewhere, exportFileName } from "../../plan/export/export.ts";
import { renderExportJson } from "../../view/export-json.ts";
import { renderExportText, type WrittenGame } from "../../view/export-text.ts";
import { type GameExport, readExport } from "../../workflow/export-game.ts";
import { chooseGames, chooseTargets, type GameChoice, loadProject } from "../../workflow/games.ts";
import { type Flags, flag, text, texts } from "../args/command.ts";
import { givenFlags, shellLine } from "../args/shell-line.ts";
import { type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { type Interrupts, withInterrupts } from "../interrupts.ts";
import type { Ports } from "../ports.ts";
import { openScreen, type Screen } from "../terminal/screen.ts";

interface Outcome {
  readonly games: readonly WrittenGame[];
  readonly diagnostics: readonly Diagnostic[];
  readonly next: readonly string[];
}

export async function exportCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  return withInterrupts(ports, async (interrupts) => {
    const { games, diagnostics, next } = await exportGames(flags, ports, screen, interrupts);
    screen.report(diagnostics);
    if (text(flags, "format") === "json") ports.stdout.write(renderExportJson(games, diagnostics));
    else if (games.length > 0) ports.stdout.write(renderExportText(games, next, screen.result));
    return exitCodeOf(diagnostics);
  });
}

const otherPlace = (): readonly string[] => ["choose another folder with --out-dir, or overwrite with --force"];

/** Finds every collision before any service is asked, and has every game read and checked before anything is written. */
async function exportGames(flags: Flags, ports: Ports, screen: Screen, interrupts: Interrupts): Promise<Outcome> {
  const out = text(flags, "out-dir");
  const folder = out === undefined ? undefined : resolve(ports.cwd, out);
  const withoutProject = "laurel export --out-dir FOLDER --base-url URL --game-id ID";
  const chosen =
    folder === undefined
      ? await chooseGames(flags, ports, (...from) => loadProject(...from, withoutProject))
      : await chooseTargets(flags, ports, folder, withoutProject);
  const diagnostics: Diagnostic[] = [...chosen.diagnostics];
  const failed = { games: [], diagnostics, next: [] };
  if (chosen.value === undefined) return failed;
  const only = texts(flags, "only");
  const kinds = catalog.filter(({ name }) => only.length === 0 || only.includes(name));
  const choices =
    folder === undefined ? chosen.value : chosen.value.map((each) => ({ ...each, manifests: folder, isGiven: true }));
  const pathsOf = ({ manifests }: GameChoice): readonly string[] =>
    kinds.map((kind) => join(manifests, exportFileName(kind)));
  const paths = choices.flatMap(pathsOf);
  pushAll(diagnostics, sharedFolders(choices));
  for (const choice of choices) pushAll(diagnostics, (await rootOf(choice, ports.cwd)).diagnostics);
  if (hasErrors(diagnostics)) return failed;
  const overwrite = flag(flags, "force") ?? false;
  const collision = overwrite ? undefined : await alreadyThere(paths, ports.cwd, otherPlace);
  if (collision !== undefined) diagnostics.push(collision);
  else {
    const folders = chosen.value.map((choice, index) => readTogether(choice, choices[index] as GameChoice));
    const others = await readOthers(folders, paths, ports);
    const names = kinds.map(({ name }) => name);
    pushAll(
      diagnostics,
      others.flatMap((each) => declaredElsewhere(each, names, catalog)),
    );
  }
  if (hasErrors(diagnostics)) return failed;

  const exports: GameExport[] = [];
  const schemas: SchemaFile[] = [];
  for (const choice of choices) {
    const schema = await findSchemaFile(choice.manifests, dirname(choice.projectFile ?? choice.manifests));
    const names = kinds.map(({ name }) => name);
    const made = await readExport(choice, names, schema.reference, ports, screen, interrupts);
    pushAll(diagnostics, made.diagnostics);
    schemas.push(schema);
    if (made.value !== undefined) exports.push(made.value);
  }
  if (hasErrors(diagnostics) || interrupts.signal() !== undefined) return failed;

  const files = exports.flatMap((each) => each.files);
  const { written, problem } = await writeFiles(files, overwrite, ports.cwd);
  if (problem !== undefined) diagnostics.push(problem);
  return {
    games: exports.map((each) => writtenGame(each, written, ports)).filter((game) => game.files.length > 0),
    diagnostics,
    next: problem === undefined ? nextCommands(flags, schemas, ports) : [],
  };
}

/** The folder whose manifests are read together with the export: the game's own when the export goes below it. */
function readTogether(own: GameChoice, out: GameChoice): GameChoice {
  const way = relative(own.manifests, out.manifests);
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way) ? out : own;
}

/** Of each folder: the manifests that the export does not overwrite. Their own mistakes are for `validate` to report. */
async function readOthers(
  folders: readonly GameChoice[],
  paths: readonly string[],
  { cwd }: Ports,
): Promise<readonly (readonly ManifestText[])[]> {
  const written = new Set(paths.map((path) => shownPath(path, cwd)));
  return Promise.all(
    folders.map(async (folder) => {
      const { value } = await readManifests(folder, cwd);
      return value.filter(({ file }) => !written.has(file));
    }),
  );
}

/** Two games in one folder would overwrite each other. */
function sharedFolders(choices: readonly GameChoice[]): readonly Diagnostic[] {
  const first = new Map<string, string>();
  return choices.flatMap(({ game, manifests }) => {
    const other = first.get(manifests);
    if (other === undefined) {
      first.set(manifests, game);
      return [];
    }
    const detail = `The games "${other}" and "${game}" would be exported into the same folder.`;
    return [
      diagnostic("usage", detail, { help: ["export one at a time: laurel export --game NAME --out-dir FOLDER"] }),
    ];
  });
}

function writtenGame({ target, files }: GameExport, written: readonly string[], ports: Ports): WrittenGame {
  const own = files.filter(({ path }) => written.includes(path));
  return {
    target,
    files: own.map(({ path, kind: name, resources }) => {
      const kind = kindNamed(catalog, name);
      return { file: shownPath(path, ports.cwd), key: kind.plural, resources, counted: countedKind(resources, kind) };
    }),
  };
}

const MANIFEST_FLAGS = ["project", "game"] as const;
const SERVICE_FLAGS = ["env", "base-url", "game-id", "allow-insecure-http"] as const;

/** The commands to go on with, with the flags that this one was given; first of all the schema, where there is none. */
function nextCommands(flags: Flags, schemas: readonly SchemaFile[], ports: Ports): readonly string[] {
  const missing = new Set(schemas.filter(({ isThere }) => !isThere).map(({ path }) => shownPath(path, ports.cwd)));
  const making = [...missing].map((file) => {
    const folder = shellLine(["mkdir", "-p", dirname(file)]);
    return `${folder} && laurel schema manifest > ${shellLine([file])}`;
  });
  const folder = text(flags, "out-dir") ?? text(flags, "manifests");
  const manifests = folder === undefined ? [] : ["--manifests", folder];
  return [
    ...making,
    shellLine(["laurel", "validate", ...givenFlags(flags, MANIFEST_FLAGS), ...manifests]),
    shellLine([
      "laurel",
      "plan",
      ...givenFlags(flags, MANIFEST_FLAGS),
      ...manifests,
      ...givenFlags(flags, SERVICE_FLAGS),
    ]),
  ];
}
