/** The project file of a new project, and the names in it. */
import { stringify } from "yaml";
import { NAME_PATTERN } from "./project-schema.ts";
import { isSecretName } from "./variables.ts";

const BASE_URL = "LAUREL_BASE_URL";
const GAME_ID = "LAUREL_GAME_ID";

/** The folder of a game's manifests, relative to the project file. */
export function manifestsFolder(game: string): string {
  return `games/${game}`;
}

/** Whether it can be the name of a game, in a project file and in names of files and folders. */
export function isGameName(text: string): boolean {
  // On Windows, a folder's name cannot end with a dot.
  return new RegExp(NAME_PATTERN).test(text) && !/^[.-]|\.$/.test(text);
}

/** The name of a game from that of a folder: small letters, digits and hyphens. */
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

/** The variables that the environment `production` is read from. */
export function productionVariables(game: string): readonly string[] {
  return [BASE_URL, gameIdVariable(game)];
}

/** `space-race` has `LAUREL_GAME_ID_SPACE_RACE`. A name that looks like a secret's could not be read. */
function gameIdVariable(game: string): string {
  const words = game
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  const name = words === "" ? GAME_ID : `${GAME_ID}_${words}`;
  return isSecretName(name) ? GAME_ID : name;
}

/** The text of `laurel.yaml`, commented for somebody who sees one for the first time. */
export function projectFileText(game: string, schema: string): string {
  return `# yaml-language-server: $schema=${schema}
#
# Which games there are, where their manifests lie, and which services they go to.
# "\${LAUREL_NAME}" is read from the environment, and only when the environment that needs it is used.
version: 1

service:
  base_url: "\${${BASE_URL}}"
  token_env: LAUREL_API_TOKEN # the name of a variable; never write the token itself in a file

games:
  ${yamlText(game)}:
    manifests: ${yamlText(manifestsFolder(game))} # every manifest below this folder belongs to the game
    # prune: true # also delete what is live and in no manifest; without it, that is listed and kept
    default_environment: local # what a command without --env works on
    environments:
      local:
        embedded: true # a small service inside laurel, to try things out; its data is kept in .laurel/
      production:
        game_id: "\${${gameIdVariable(game)}}"
`;
}

/** A text as YAML of both versions writes it, with quotes only where they are needed. */
export function yamlText(text: string): string {
  return stringify(text, { version: "1.1" }).trimEnd();
}
