/** The files of a new project, with what each of them is. Nothing is written here. */
import { join } from "node:path";
import { catalog } from "../catalog/index.ts";
import type { Flags } from "../cli/args/command.ts";
import type { Ports } from "../cli/ports.ts";
import type { Screen } from "../cli/terminal/screen.ts";
import { isScenarioFile } from "../files/manifests.ts";
import { readTemplates } from "../files/package.ts";
import { PROJECT_FILE } from "../files/paths.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { countedKind, exportFileName } from "../plan/export/export.ts";
import { manifestsFolder, type NewProject, projectFileText } from "../project/new-project.ts";
import { renderJsonDocument } from "../view/form/json-document.ts";
import { publishedSchemas } from "../view/schema/published.ts";
import { choiceOfTarget } from "./choices.ts";
import { readExport } from "./export-game.ts";
import type { GameChoice } from "./games.ts";
import type { Answers, Start } from "./init-answers.ts";
import { PIPELINE, type PipelineFile } from "./pipeline-files.ts";
import type { PipelineName } from "./pipelines.ts";
import type { SessionOptions } from "./session.ts";

/** A file by its path from the project's folder, with `/` between folders. */
export interface ProjectFile extends PipelineFile {
  /** A few words for people. */
  readonly what: string;
}

/** The environment that stands for the live service. */
export const PRODUCTION = "production";

const SCHEMAS = "schemas";
/** The documents that people write. */
const WRITTEN = ["manifest", "overrides", "project", "scenarios"] as const;
type Written = (typeof WRITTEN)[number];
/** From the manifests of a game to the schemas: `manifestsFolder` is two folders deep. */
const TO_ROOT = "../..";
const YAML_EXTENSION = "redhat.vscode-yaml";

/** Everything but the manifests of a live game, for which only the names are known before it is read. */
export async function projectFiles(answers: Answers): Promise<readonly ProjectFile[]> {
  const schemas = publishedSchemas(catalog);
  const schemaFile = (name: Written): ProjectFile => ({
    place: schemaPlace(name),
    text: renderJsonDocument(schemas[name] ?? {}),
    what: "for editors: completion and explanations",
  });
  return [
    {
      place: PROJECT_FILE,
      text: projectFileText(newProject(answers), schemaPlace("project")),
      what: "the project file",
    },
    ...(await templateManifests(answers)),
    ...WRITTEN.map(schemaFile),
    {
      place: ".vscode/extensions.json",
      text: renderJsonDocument({ recommendations: [YAML_EXTENSION] }),
      what: "recommends the extension for YAML",
      orElse: `left as it is; ${YAML_EXTENSION} is what completes manifests`,
    },
    ...(await pipelineFiles(answers.pipelines)),
  ];
}

export async function pipelineFiles(names: readonly PipelineName[]): Promise<readonly ProjectFile[]> {
  const files = await Promise.all(names.map((name) => PIPELINE[name].files()));
  return files.flat().map((file) => ({
    ...file,
    what: "the pipeline",
    ...(file.orElse === undefined ? {} : { orElse: `left as it is; ${file.orElse}` }),
  }));
}

/** What the project file is made from: the address of a live game that was named stands in it. */
export function newProject({ game, base_url, game_id }: Answers): NewProject {
  return {
    game,
    ...(base_url === undefined ? {} : { base_url }),
    ...(game_id === undefined ? {} : { game_id }),
  };
}

/** Where the manifests of a live game will be. */
export function livePlaces({ game }: Answers): readonly string[] {
  return catalog.map((kind) => `${manifestsFolder(game)}/${exportFileName(kind)}`);
}

/** Reads the live game and makes its manifests, checked against it. */
export async function liveManifests(
  answers: Answers,
  folder: string,
  flags: Flags,
  ports: Ports,
  screen: Screen,
  options: SessionOptions,
): Promise<{ readonly files?: readonly ProjectFile[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { game, base_url = "", game_id = "" } = answers;
  const target = { game, environment: PRODUCTION, base_url, game_id };
  const manifests = join(folder, manifestsFolder(game));
  const choice: GameChoice = { ...choiceOfTarget(target, "native", flags), manifests };
  const kinds = catalog.map(({ name }) => name);
  const schema = `${TO_ROOT}/${schemaPlace("manifest")}`;
  const { value, diagnostics } = await readExport(choice, kinds, schema, ports, screen, options);
  if (value === undefined) return { diagnostics };
  if (value.files.every(({ resources }) => resources === 0)) {
    screen.note("the live game is empty; is --game-id right?", "warn");
  }
  const files = value.files.map(({ kind: name, text, resources }) => {
    const kind = kindNamed(catalog, name);
    return { place: `${manifestsFolder(game)}/${exportFileName(kind)}`, text, what: countedKind(resources, kind) };
  });
  return { files, diagnostics };
}

const TEMPLATES: Readonly<Record<Start, string | undefined>> = {
  example: "project/example",
  nothing: "project/empty",
  live: undefined,
};

async function templateManifests({ game, start }: Answers): Promise<readonly ProjectFile[]> {
  const templates = TEMPLATES[start];
  if (templates === undefined) return [];
  return (await readTemplates(templates)).map(({ name, text }) => ({
    place: `${manifestsFolder(game)}/${name}`,
    text,
    what: `${isScenarioFile(name) ? "scenarios" : "manifests"}, to ${start === "example" ? "change" : "fill"}`,
  }));
}

function schemaPlace(name: Written): string {
  return `${SCHEMAS}/${name}.schema.json`;
}
