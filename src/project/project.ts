/**
 * Reads the project file, which has the games and their targets. Variables are not replaced here,
 * because a run reads only the variables of the chosen environments.
 */

import { canonicalNumbers } from "../ground/json.ts";
import { didYouMean } from "../ground/nearest.ts";
import { pointerTo } from "../ground/pointer.ts";
import { both, quoted } from "../ground/words.ts";
import type { DocumentSchema } from "../manifest/checks.ts";
import { explainShape, explainSyntax } from "../manifest/explain/explain-text.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { beginningOf, sourceOf, startSpan } from "../manifest/parts.ts";
import { urlProblem } from "../model/base-url.ts";
import {
  type Checked,
  checked,
  type Diagnostic,
  hasErrors,
  mapErrors,
  problemAt,
  sortDiagnostics,
} from "../model/diagnostics.ts";
import type { Source } from "../model/model.ts";
import { checks } from "./project-check.ts";
import type { ProjectGame, WrittenProject } from "./project-schema.ts";
import { variablesIn } from "./variables.ts";

/** A project file that has the right form. */
export interface Project {
  readonly file: string;
  /** The whole file as a value, with its variables. */
  readonly settings: WrittenProject;
  readonly source: Source;
}

/** Checks the parsed text of a project file, and finds all its problems. */
export function parseProject(parsed: ParsedText): Checked<Project> {
  const { documents, source, isBroken } = parsed;
  const { name: file, text } = source;
  const lines = text.split("\n");
  const problems = explainSyntax(parsed, PROJECT).map((problem) => withoutSecret(problem, lines));
  const [root, second] = documents;
  if (root === undefined) {
    const help = ["write version: 1, and games: with at least one game"];
    const empty = problemAt("missing-field", beginningOf(source), {
      label: "the project file is empty",
      help,
    });
    if (isBroken && hasErrors(problems)) return { diagnostics: problems };
    return { diagnostics: mapErrors([empty], (all) => [...problems, ...all]) };
  }
  if (second !== undefined) {
    const label = "expected one document in a project file, found a second";
    const help = ["put all keys into the first, and remove the line ---"];
    problems.push(problemAt("invalid-value", startSpan(second), { label, help }));
  }
  if (!isBroken) problems.push(...explainShape(root, PROJECT));
  const settings = canonicalNumbers(root.value) as unknown as WrittenProject;
  const project = { file, settings, source: sourceOf(root) };
  if (problems.length === 0)
    problems.push(...unknownDefaults(project), ...invalidAddresses(project));
  return checked(project, sortDiagnostics(problems));
}

const SECRET_KEY = /token|secret|password|api_?key/i;

/**
 * Replaces the words of a problem in a line with a secret, because messages about syntax repeat the
 * written text.
 */
function withoutSecret(problem: Diagnostic, lines: readonly string[]): Diagnostic {
  const { code, primary } = problem;
  if (primary === undefined || !SECRET_KEY.test(lines[primary.span.start.line - 1] ?? ""))
    return problem;
  return problemAt(code, primary.span, {
    label: "this value cannot be read; it may be secret and is not shown",
  });
}

const PROJECT: DocumentSchema = {
  checks,
  key: "project",
  secret: {
    keys: SECRET_KEY,
    help: "put the token in an environment variable, and its name under token_env; revoke a token that was committed",
  },
};

/** Refuses default environments that do not exist. */
function unknownDefaults({ settings, source }: Project): readonly Diagnostic[] {
  return Object.entries(settings.games).flatMap(
    ([game, { default_environment: name, environments }]) => {
      if (name === undefined || Object.hasOwn(environments, name)) return [];
      const names = Object.keys(environments);
      const span = source.locate(pointerTo("games", game, "default_environment"), "value");
      const help = [didYouMean(name, names)[0] ?? `its environments: ${both(names.map(quoted))}`];
      return [
        problemAt("invalid-value", span, {
          label: `the game has no environment ${quoted(name)}`,
          help,
        }),
      ];
    },
  );
}

/** Refuses invalid base URLs. A URL with variables is checked when they are replaced. */
function invalidAddresses({ settings, source }: Project): readonly Diagnostic[] {
  const services: (readonly [string, WrittenProject["service"]])[] = [
    ["/service", settings.service],
  ];
  for (const [game, { environments }] of Object.entries(settings.games)) {
    for (const [name, { service }] of Object.entries(environments)) {
      services.push([pointerTo("games", game, "environments", name, "service"), service]);
    }
  }
  return services.flatMap(([pointer, service]) => {
    const address = service?.base_url;
    const problem =
      address === undefined || variablesIn(address).length > 0 ? undefined : urlProblem(address);
    if (address === undefined || problem === undefined) return [];
    const help = /^[\w.-]+(?::\d+)?(?:\/[\w./-]*)?$/.test(address)
      ? [`write https://${address}`]
      : problem.help;
    return [
      problemAt(problem.code, source.locate(`${pointer}/base_url`, "value"), {
        label: problem.label,
        help,
      }),
    ];
  });
}

/** Returns the settings of a game; undefined if the project does not have it. */
export function gameNamed({ settings }: Project, name: string): ProjectGame | undefined {
  return Object.hasOwn(settings.games, name) ? settings.games[name] : undefined;
}
