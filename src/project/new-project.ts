/**
 * Makes a new project: the text of its file, its names, and the secrets and variables of its
 * pipelines.
 */
import { stringify } from "yaml";
import { liveTargets } from "./game-settings.ts";
import type { Project } from "./project.ts";
import {
  ALLOWED_ORIGINS,
  ALLOWED_TOKEN_ENVS,
  DEFAULT_TOKEN,
  NAME_PATTERN,
  variablesIn,
} from "./variables.ts";

/** The environment of the live service in a new project. */
const PRODUCTION = "production";

/** Variables in the environment `production` of a new project. */
export const PRODUCTION_VARIABLES = {
  base_url: "LAUREL_BASE_URL",
  game_id: "LAUREL_GAME_ID",
} as const;

/** The folder of a game's manifests, relative to the project file. */
export function manifestsFolder(game: string): string {
  return `games/${game}`;
}

/**
 * Whether a text can be the name of a game, in a project file and in names of files and folders.
 */
export function isGameName(text: string): boolean {
  // On Windows, a folder's name cannot end with a dot.
  return new RegExp(NAME_PATTERN).test(text) && !/^[.-]|\.$/.test(text);
}

/** Makes a name of a game from a folder's name: small letters, digits and hyphens. */
export function gameNameOf(folder: string): string {
  const name = folder
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, "-")
    .replaceAll(/^[_-]+|[_-]+$/g, "")
    .slice(0, 60);
  return name === "" ? "game" : name;
}

/** Writes `laurel.yaml`, with comments for people who see one for the first time. */
export function projectFileText(game: string, schema: string): string {
  return `# yaml-language-server: $schema=${schema}
#
# The games of this project, where their manifests are, and the services they are applied to.
# "\${LAUREL_NAME}" is an environment variable; it is only read when the environment that needs it is used.
version: 1

service:
  base_url: "\${${PRODUCTION_VARIABLES.base_url}}"
  token_env: LAUREL_API_TOKEN # the name of a variable; never write the token itself in a file

games:
  ${yamlText(game)}:
    manifests: ${yamlText(manifestsFolder(game))} # every manifest below this folder belongs to the game
    # prune: true # also delete live resources that no manifest declares (default: list and keep)
    default_environment: local # used without --env
    environments:
      local:
        embedded: true # a small service inside laurel to start with; its data is kept in .laurel/
      production:
        game_id: "\${${PRODUCTION_VARIABLES.game_id}}"
`;
}

/** Writes a text for YAML 1.1 and 1.2, with quotes only if it needs them. */
export function yamlText(text: string): string {
  return stringify(text, { version: "1.1" }).trimEnd();
}

/**
 * Writes a text for YAML between quotation marks, on one line: it stays one text also between
 * braces.
 */
export function quotedYamlText(text: string): string {
  return stringify(text, { defaultStringType: "QUOTE_DOUBLE", lineWidth: 0 }).trimEnd();
}

/** A secret or variable to set for a pipeline. */
export interface PipelineSetting {
  readonly name: string;
  readonly role: "secret" | "variable";
  /** The value in a few words. */
  readonly what: string;
}

/**
 * Lists the secrets, then the variables, to set for a pipeline that plans and applies this
 * environment. `own`: secrets of the pipeline itself.
 */
export function pipelineSettings(
  project: Project,
  environment: string,
  own: readonly PipelineSetting[],
): readonly PipelineSetting[] {
  const targets = liveTargets(project).filter((target) => target.environment === environment);
  const urls = targets.map(({ service }) => service.base_url ?? "");
  const tokens = new Set(
    targets.length === 0 ? [DEFAULT_TOKEN] : targets.map(({ service }) => service.token_env),
  );
  const listed = [...tokens].filter((name) => name !== DEFAULT_TOKEN).join(",");
  const variables = {
    [ALLOWED_ORIGINS]: `${originsOf(urls)}; the token is sent nowhere else`,
    ...(listed === ""
      ? {}
      : { [ALLOWED_TOKEN_ENVS]: `${listed}; laurel reads no other token of such a name` }),
  };
  const read = new Set([...urls, ...targets.map(({ game_id }) => game_id)].flatMap(variablesIn));
  return [
    ...[...tokens].map(
      (name) => ({ name, role: "secret", what: "the API token of the service" }) as const,
    ),
    ...own,
    ...Object.entries(variables).map(([name, what]) => ({ name, role: "variable", what }) as const),
    ...[...read].map((name) => ({ name, role: "variable", what: "read by laurel.yaml" }) as const),
  ];
}

/**
 * Returns the live environment of a pipeline: the default of the first game with a live one, else
 * `production`, else the first.
 */
export function pipelineEnvironment(project: Project): string {
  const targets = liveTargets(project);
  const names = targets.map(({ environment }) => environment);
  const usual = targets.find(({ game, environment }) =>
    isDefault(project, game, environment),
  )?.environment;
  return usual ?? (names.includes(PRODUCTION) ? PRODUCTION : (names[0] ?? PRODUCTION));
}

function isDefault({ settings }: Project, game: string, environment: string): boolean {
  return settings.games[game]?.default_environment === environment;
}

/** Returns the origins in the project file, if they need no variables. */
function originsOf(urls: readonly string[]): string {
  const isKnown =
    urls.length > 0 && urls.every((url) => variablesIn(url).length === 0 && URL.canParse(url));
  if (!isKnown) return "the origin of the service, such as https://api.example.com";
  return [...new Set(urls.map((url) => new URL(url).origin))].join(",");
}
