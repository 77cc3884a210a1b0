/** docs/reference/assumptions.md: what is assumed where the service's run-time rules are not documented. */
import { SEMANTICS_NAMES, SEMANTICS_SETTINGS, type SemanticsName } from "../../src/project/rules-settings.ts";
import { blocks, code, codes, fenced, page, table } from "./markdown.ts";

/** `fixed`: what no setting changes, by name. */
export function assumptionsPage(fixed: Readonly<Record<string, string>>): string {
  return page(
    "Assumptions about the service",
    "The [run-time rules of the service](../service.md#run-time-rules) are partly documented. Where they are not, laurel assumes what this page lists. `laurel test`, `lint`, `report`, the impact of a plan, `changelog` and the embedded service share one model of these rules. `laurel test` and `laurel report` list the assumptions that matter for your game.",
    "## Settings",
    "Set these in the project file under [`semantics`](project-file.md#semantics), for all games or for one, or for the embedded service with `laurel serve --assume NAME=VALUE`.",
    fenced("yaml", EXAMPLE),
    table(
      ["Setting", "What it decides", "Default", "Alternative"],
      SEMANTICS_NAMES.map((name) => {
        const [first = "", ...others] = Object.keys(SEMANTICS_SETTINGS[name].choices);
        return [`[${code(name)}](#${name})`, SEMANTICS_SETTINGS[name].summary, code(first), codes(others)];
      }),
    ),
    ...SEMANTICS_NAMES.map(section),
    "## Always assumed",
    "No setting changes these. They also assume that no amount is negative.",
    table(
      ["Name", "Assumption"],
      Object.entries(fixed).map(([name, text]) => [code(name), text]),
    ),
  );
}

const EXAMPLE = `version: 1
semantics: { no_activity: zero }            # for all games
games:
  dungeon:
    manifests: games/dungeon
    semantics: { streak_place: current }    # for one game
    environments: { local: { embedded: true } }`;

function section(name: SemanticsName): string {
  const { summary, choices } = SEMANTICS_SETTINGS[name];
  return blocks(
    `### ${name}`,
    summary,
    table(
      ["Value", "Meaning"],
      Object.entries(choices).map(([value, meaning], index) => [
        `${code(value)}${index === 0 ? " (default)" : ""}`,
        meaning,
      ]),
    ),
  );
}
