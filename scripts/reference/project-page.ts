/** docs/reference/project-file.md: every setting of laurel.yaml, and every environment variable. */
import { isJsonObject, type JsonObject } from "../../src/ground/json.ts";
import { ENVIRONMENT_VARIABLES } from "./environment-variables.ts";
import { blocks, code, contents, defaultCell, fenced, list, page, table } from "./markdown.ts";
import { PROJECT_EXAMPLES } from "./project-examples.ts";
import {
  choiceRows,
  definitionsOf,
  descriptionOf,
  membersOf,
  resolved,
  typeWords,
} from "./schema-words.ts";

export function projectPage(schema: JsonObject): string {
  const definitions = definitionsOf(schema);
  const sections = Object.keys(definitions).filter(
    (name) => membersOf(definition(definitions, name)).length > 0,
  );
  return page(
    "The project file",
    "`laurel.yaml` lists the games and sets their targets. laurel finds it in the working directory or a folder above.",
    fenced("yaml", PROJECT_EXAMPLES.file ?? ""),
    contents([
      "Top level",
      ...sections,
      "How it is read",
      "Names of variables",
      "Environment variables",
    ]),
    "## Top level",
    settings(schema, definitions),
    ...sections.map((name) => section(name, definition(definitions, name), definitions)),
    READING,
    VARIABLE_NAMES,
    VARIABLES_READ,
  );
}

function definition(definitions: JsonObject, name: string): JsonObject {
  const found = definitions[name];
  return isJsonObject(found) ? found : {};
}

function section(name: string, schema: JsonObject, definitions: JsonObject): string {
  const example = PROJECT_EXAMPLES[name];
  return blocks(
    `## ${name}`,
    descriptionOf(schema),
    ...(example === undefined ? [] : [fenced("yaml", example)]),
    name === RULES ? rulesTable(schema) : settings(schema, definitions),
  );
}

const RULES = "rules";

/** All rules take the same levels, which are explained once. */
function rulesTable(schema: JsonObject): string {
  const members = membersOf(schema);
  return blocks(
    table(
      ["Level", "Meaning"],
      choiceRows(members[0]?.schema ?? {}).map(([level, meaning]) => [code(level), meaning]),
    ),
    table(
      ["Rule", "Default", "Finds"],
      members.map(({ name, schema: rule }) => [
        `[${code(name)}](lint-rules.md#${name})`,
        defaultCell(rule.default),
        descriptionOf(rule),
      ]),
    ),
  );
}

function settings(schema: JsonObject, definitions: JsonObject): string {
  const link = (name: string): string => `[${name}](#${name})`;
  return table(
    ["Key", "Type", "Default", "Meaning"],
    membersOf(schema).map(({ name, schema: own, isRequired }) => {
      const all = resolved(own, definitions);
      const choices = choiceRows(all).map(
        ([value, meaning]) => `${code(value)}: ${meaning.replace(/\.$/, "")}`,
      );
      const meaning = [
        descriptionOf(all),
        ...(choices.length === 0 ? [] : [`${choices.join("; ")}.`]),
      ].join(" ");
      return [
        code(name),
        typeWords(own, definitions, link),
        isRequired ? "required" : defaultCell(all.default),
        meaning,
      ];
    }),
  );
}

const READING = blocks(
  "## How it is read",
  list([
    "**The most specific setting applies.** An environment's `service`, `prune` and `allow` override those of the game and the project. The flag `--no-prune` overrides both; `--allow` adds to `allow`.",
    "**Variables.** `${LAUREL_NAME}` is replaced in `base_url` and `game_id` only. Quote it, because braces are YAML syntax. Only the variables that a command uses must be set. Manifests have no variables; use [overrides](manifests.md#overrides).",
    "**Tokens are never in a file.** `token_env` names the variable that contains the token ([security](../guides/security.md)).",
    "**Locations.** `manifests`, and every link below it, must be inside the repository of the project file; without git, inside the folder of `laurel.yaml`. Names of folders that begin with a dot and links to folders below `manifests` are refused. File sizes are [limited](../guides/reliability.md).",
  ]),
);

const VARIABLE_NAMES = blocks(
  "## Names of variables",
  "A pull request can change the project file, so the name of a variable decides what may read it. No variable can be read in both ways.",
  table(
    ["Name", "`${NAME}`", "`token_env`"],
    [
      [
        "`LAUREL_*` with `TOKEN`, `SECRET`, `PASS`, `CREDENTIAL`, `KEY` or `AUTH` in it, or the word `PAT`",
        "no",
        "yes",
      ],
      ["any other `LAUREL_*`, such as `LAUREL_GAME_ID_DUNGEON`", "yes", "no"],
      ["any other name", "no", "if `LAUREL_ALLOWED_TOKEN_ENVS` lists it"],
    ],
  ),
  "In CI systems, `token_env` is `LAUREL_API_TOKEN`, or `LAUREL_ALLOWED_TOKEN_ENVS` lists it ([where requests may go](../guides/security.md)).",
);

const VARIABLES_READ = blocks(
  "## Environment variables",
  "laurel reads these. Set the lists in the settings of the pipeline, where a pull request cannot change them; separate entries with commas or blanks.",
  table(
    ["Variable", "Meaning"],
    [
      ...ENVIRONMENT_VARIABLES.map(({ names, meaning }) => [names.map(code).join(", "), meaning]),
      ["any other `LAUREL_*`", "Read where the project file names it as `${LAUREL_NAME}`."],
    ],
  ),
);
