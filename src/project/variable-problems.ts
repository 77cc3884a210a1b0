/** What is wrong with `${NAME}` in a project file. Names are said, values never. */
import { type Part, spanOf } from "../manifest/parts.ts";
import { problemAt } from "../manifest/problem.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Span } from "../model/model.ts";
import { VARIABLE_PATTERN } from "./project-schema.ts";
import { ALLOWED_VARIABLES, isSecretName, mayHoldToken, type Variables } from "./variables.ts";

/** Where a variable may stand, as names from the top of the file. */
const PLACES =
  /^(?:games\/[^/]+\/environments\/[^/]+\/)?service\/base_url$|^games\/[^/]+\/environments\/[^/]+\/game_id$/;

/** Variables in other places than these, and other forms. */
export function variableProblems(part: Part, path = ""): readonly Diagnostic[] {
  if (part.type === "list") return part.elements.flatMap((element) => variableProblems(element, `${path}-/`));
  if (part.type === "map")
    return part.members.flatMap(({ name, value }) =>
      variableProblems(value, `${path}${name}${value.type === "scalar" ? "" : "/"}`),
    );
  if (typeof part.value !== "string" || !part.value.includes("${")) return [];
  if (!PLACES.test(path)) {
    const help = ["write the value itself; only base_url and game_id take variables"];
    return [problemAt("invalid-value", spanOf(part), "no variable is read here", { help })];
  }
  const names = part.value.split("${").slice(1);
  const isGood = names.every((rest) => rest.includes("}") && NAME.test(rest.slice(0, rest.indexOf("}"))));
  if (isGood) return [];
  const help = ["write ${NAME} with letters, digits and _; defaults and other forms of shells are not known"];
  return [problemAt("invalid-value", spanOf(part), "this is not in the form ${NAME}", { help })];
}

const NAME = new RegExp(VARIABLE_PATTERN);

/** `DUNGEON_GAME_ID` becomes `LAUREL_GAME_ID_DUNGEON`, every other name `LAUREL_…`. */
export function notReadable(name: string, variables: Variables, span: Span): Diagnostic {
  const own = `LAUREL_${name.replace(/^(.+)_GAME_ID$/, "GAME_ID_$1")}`;
  const help =
    isSecretName(name) || mayHoldToken(name, variables)
      ? ["only token_env may name a secret; a variable that holds none needs a name without such a word in it"]
      : [
          `call it \${${own}}, and set ${own}`,
          `or allow the name outside of the repository: ${ALLOWED_VARIABLES}=${name}`,
        ];
  return problemAt("variable-not-allowed", span, `the environment variable ${name} may not be read`, { help });
}
