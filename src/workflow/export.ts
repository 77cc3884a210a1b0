/** Writes live games as manifests whose plan is empty. */
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Client } from "../api/client.ts";
import { readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import type { KindName } from "../catalog/types.ts";
import { sha256 } from "../files/hash.ts";
import { findOverrides, readManifests, rootOf } from "../files/manifests.ts";
import { findSchemaFile, type SchemaFile } from "../files/package.ts";
import { shownPath } from "../files/read.ts";
import { alreadyThere, writeFiles } from "../files/write.ts";
import type { ManifestText } from "../manifest/parse.ts";
import { both } from "../manifest/wording.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { pushAll } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { LiveGame, Target } from "../model/model.ts";
import { shellLine } from "../model/shell-line.ts";
import {
  checkExport,
  countedKind,
  declaredElsewhere,
  type Exported,
  exportFileName,
  exportGame,
  kindsToCheck,
  type ManifestFile,
  type TextOptions,
} from "../plan/export.ts";
import type { GameChoice } from "./game.ts";
import type { ExportOptions } from "./options.ts";
import type { Ports, RunContext } from "./run.ts";
import { loadProject, selectAll, selectTargets, wrongTarget } from "./selection.ts";
import { inSession } from "./session.ts";

/** What an export wrote. */
export interface ExportResult {
  readonly games: readonly {
    readonly target: Target;
    readonly files: readonly {
      readonly file: string;
      /** The top-level key in it. */
      readonly key: string;
      readonly resources: number;
      /** The resources with their noun, such as `12 criteria`. */
      readonly counted: string;
    }[];
  }[];
  /** Schema files that the manifests refer to and that are missing. */
  readonly missingSchemas: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds every collision before any service is read, and has every game read and checked before anything is written. */
export async function exportGames(options: ExportOptions, run: RunContext): Promise<ExportResult> {
  const { ports } = run;
  const readOnly = options.outDir === undefined ? options.manifests : undefined;
  if (readOnly !== undefined) return { games: [], missingSchemas: [], diagnostics: [onlyRead(readOnly)] };
  const wrong = wrongTarget(options);
  if (wrong.length > 0) return { games: [], missingSchemas: [], diagnostics: wrong };
  const folder = options.outDir === undefined ? undefined : resolve(ports.cwd, options.outDir);
  const withoutProject = "laurel export --out-dir FOLDER --base-url URL --game-id ID";
  const chosen =
    folder === undefined
      ? await selectAll(options, ports, () => loadProject(options, ports, withoutProject))
      : await selectTargets(options, ports, folder, withoutProject);
  const diagnostics: Diagnostic[] = [...chosen.diagnostics];
  const failed = { games: [], missingSchemas: [], diagnostics };
  if (chosen.value === undefined) return failed;
  const kinds = catalog.filter(({ name }) => options.kind.length === 0 || options.kind.includes(name));
  const names = kinds.map(({ name }) => name);
  const choices =
    folder === undefined ? chosen.value : chosen.value.map((each) => ({ ...each, manifests: folder, isGiven: true }));
  const paths = choices.flatMap(({ manifests }) => kinds.map((kind) => join(manifests, exportFileName(kind))));
  pushAll(diagnostics, sharedFolders(choices));
  for (const choice of choices) pushAll(diagnostics, (await rootOf(choice, ports.cwd)).diagnostics);
  if (hasErrors(diagnostics)) return failed;
  const collision = options.force
    ? undefined
    : await alreadyThere(paths, ports.cwd, () => ["choose another folder with --out-dir, or overwrite with --force"]);
  if (collision !== undefined) return { ...failed, diagnostics: [...diagnostics, collision] };
  const folders = chosen.value.map((choice, index) => readTogether(choice, choices[index] as GameChoice));
  for (const others of await readOthers(folders, paths, ports)) {
    pushAll(diagnostics, declaredElsewhere(others, names, catalog));
  }
  if (hasErrors(diagnostics)) return failed;

  const exports: GameExport[] = [];
  const schemas: SchemaFile[] = [];
  for (const choice of choices) {
    const schema = await findSchemaFile(choice.manifests, dirname(choice.projectFile ?? choice.manifests));
    const made = await readExport(choice, names, schema.reference, run);
    pushAll(diagnostics, made.diagnostics);
    schemas.push(schema);
    if (made.value !== undefined) exports.push(made.value);
  }
  if (hasErrors(diagnostics) || run.signal() !== undefined) return failed;

  const files = exports.flatMap((each) => each.files);
  const { written, problem } = await writeFiles(files, options.force ?? false, ports.cwd);
  if (problem !== undefined) diagnostics.push(problem);
  const missing = schemas.filter(({ isThere }) => !isThere).map(({ path }) => shownPath(path, ports.cwd));
  return {
    games: exports.map((each) => writtenGame(each, written, ports)).filter((game) => game.files.length > 0),
    missingSchemas: [...new Set(missing)],
    diagnostics,
  };
}

/** `--manifests` names a folder to read, with every command. */
function onlyRead(folder: string): Diagnostic {
  const detail = "--manifests names a folder to read; `laurel export` writes into that of --out-dir.";
  return diagnostic("usage", detail, { help: [`to write there: ${shellLine(["--out-dir", folder])}`] });
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

function writtenGame(
  { target, files }: GameExport,
  written: readonly string[],
  ports: Ports,
): ExportResult["games"][number] {
  const own = files.filter(({ path }) => written.includes(path));
  return {
    target,
    files: own.map(({ path, kind: name, resources }) => {
      const kind = kindNamed(catalog, name);
      return { file: shownPath(path, ports.cwd), key: kind.plural, resources, counted: countedKind(resources, kind) };
    }),
  };
}

/** The manifests of one game, not written yet. */
interface GameExport {
  readonly target: Target;
  /** With absolute paths. */
  readonly files: readonly (ManifestFile & { readonly path: string })[];
}

/** `schema`: what the line for editors refers to. Warnings may point into the files that are not written yet. */
export function readExport(
  choice: GameChoice,
  kinds: readonly KindName[],
  schema: string,
  run: RunContext,
): Promise<Checked<GameExport>> {
  const { cwd } = run.ports;
  const pathOf = (kind: KindName): string => join(choice.manifests, exportFileName(kindNamed(catalog, kind)));
  const fileOf = ({ name }: { readonly name: KindName }): string => shownPath(pathOf(name), cwd);
  return inSession(choice, run, async ({ client, target }): Promise<Checked<GameExport>> => {
    const made = await exportLive(client, target, { kinds, fileOf, schema });
    if (made.value === undefined) return { diagnostics: made.diagnostics };
    const files = made.value.map((file) => ({ ...file, path: pathOf(file.kind) }));
    return { value: { target, files }, diagnostics: [...made.diagnostics, ...(await overriddenExport(choice, cwd))] };
  });
}

/** Reads a live game and writes it as texts of manifests, checked against it. */
export async function exportLive(
  client: Client,
  target: Target,
  options: TextOptions,
): Promise<Checked<readonly ManifestFile[]>> {
  const live = await readGame(client, catalog, { kinds: options.kinds, linksOf: () => true });
  if (live.value === undefined) return { diagnostics: live.diagnostics };
  const made = exportGame(live.value, catalog, options);
  const diagnostics = [...live.diagnostics, ...made.diagnostics];
  if (made.value === undefined) return { diagnostics };
  pushAll(diagnostics, await check(client, target, made.value, live.value));
  return hasErrors(diagnostics) ? { diagnostics } : { value: made.value.files, diagnostics };
}

/** Kinds that the export only refers into are read now: what it refers to has to be there. */
async function check(
  client: Client,
  target: Target,
  exported: Exported,
  live: LiveGame,
): Promise<readonly Diagnostic[]> {
  const kinds = kindsToCheck(exported, live, catalog);
  const more = await readGame(client, catalog, { kinds, linksOf: () => false });
  if (more.value === undefined) return more.diagnostics;
  const whole: LiveGame = {
    resources: new Map([...live.resources, ...more.value.resources]),
    read: new Set([...live.read, ...more.value.read]),
    access: new Map([...live.access, ...more.value.access]),
  };
  return [...more.diagnostics, ...checkExport(exported, whole, catalog, target, sha256)];
}

/** What was exported is how one environment has it; the manifests are for all of them. */
async function overriddenExport(choice: GameChoice, cwd: string): Promise<readonly Diagnostic[]> {
  const found = await findOverrides(choice, cwd);
  const overrides = found.value.filter(({ environment }) => environment === choice.environment);
  const [first] = overrides;
  if (first === undefined) return [];
  const files = both(overrides.map(({ file }) => file));
  const detail = `What was exported is how the environment "${first.environment}" has it, and ${files} still ${overrides.length === 1 ? "counts" : "count"} on top of it.`;
  return [
    diagnostic("exported-with-overrides", detail, {
      help: ["before committing, give overridden fields the values that all other environments are to have"],
    }),
  ];
}
