/**
 * The project file: which games there are and where they go. `budget: { max_points: 30 }` in its text becomes a checked,
 * typed value; variables are left in it, because only what the chosen environment needs is ever read from the environment.
 */
import { checkDocument, type DocumentSchema } from "../manifest/explain.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { beginningOf, jsonOf, pointerTo, sourceOf, startSpan } from "../manifest/parts.ts";
import { problemAt } from "../manifest/problem.ts";
import { both, quoted } from "../manifest/wording.ts";
import { type Checked, type Diagnostic, hasErrors, sortDiagnostics } from "../model/diagnostics.ts";
import { canonicalNumbers } from "../model/json.ts";
import type { LintCode } from "../model/lint-codes.ts";
import type { HazardName, Pointer, Source } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { checks } from "./project-check.ts";
import type { ActionSettings, BudgetName, RuleLevel, ServiceSettings } from "./project-schema.ts";

/** A project file that has the right form. */
export interface Project {
  readonly file: string;
  /** The whole file as a value, variables not replaced. */
  readonly settings: WrittenProject;
  readonly source: Source;
}

/** What the schema accepts: see there for the meaning of each setting. */
interface WrittenProject {
  readonly version: 1;
  readonly service?: Partial<ServiceSettings>;
  readonly lint?: WrittenLint;
  readonly games: Readonly<Record<string, ProjectGame>>;
}

export interface ProjectGame {
  readonly manifests: string;
  readonly prune?: boolean;
  readonly allow?: readonly HazardName[];
  readonly lint?: WrittenLint;
  readonly actions?: Readonly<Record<string, ActionSettings>>;
  readonly default_environment?: string;
  readonly environments: Readonly<Record<string, WrittenEnvironment>>;
}

/** Without a `game_id`, it is on the embedded service. */
export interface WrittenEnvironment {
  readonly game_id?: string;
  readonly service?: Partial<ServiceSettings>;
  readonly prune?: boolean;
  readonly allow?: readonly HazardName[];
}

export interface WrittenLint {
  readonly rules?: Readonly<Partial<Record<LintCode, RuleLevel>>>;
  readonly budget?: Readonly<Partial<Record<BudgetName, number>>>;
}

/** Reads the parsed text of a project file. Every problem in it is found in one run. */
export function parseProject({ documents, source, isBroken, ...parsed }: ParsedText): Checked<Project> {
  const { file, text } = source;
  const lines = text.split("\n");
  const found = parsed.diagnostics.map((each) => withoutSecret(each, lines));
  const [root, second] = documents;
  if (root === undefined) {
    const help = ["write version: 1, and games: with at least one game"];
    const empty = problemAt("missing-field", beginningOf(file), "the project file is empty", { help });
    return { diagnostics: isBroken ? found : [...found, empty] };
  }
  if (second !== undefined) {
    const two = "expected one document in a project file, found a second";
    const help = ["put all keys into the first, and remove the line ---"];
    found.push(problemAt("invalid-value", startSpan(second), two, { help }));
  }
  if (!isBroken) found.push(...checkDocument(root, PROJECT));
  const settings = canonicalNumbers(jsonOf(root)) as unknown as WrittenProject;
  const project = { file, settings, source: sourceOf(root) };
  if (!hasErrors(found)) found.push(...unknownDefaults(project));
  const diagnostics = sortDiagnostics(found);
  return hasErrors(diagnostics) ? { diagnostics } : { value: project, diagnostics };
}

const SECRET_KEY = /token|secret|password|api_?key/i;

/** Complaints about syntax repeat what is written. On the line of a token they do not. */
function withoutSecret(each: Diagnostic, lines: readonly string[]): Diagnostic {
  const { primary } = each;
  if (primary === undefined || !SECRET_KEY.test(lines[primary.span.start.line - 1] ?? "")) return each;
  const label = "this value cannot be read, and is not repeated here because it may be secret";
  return problemAt(each.code, primary.span, label);
}

/** The project file for `checkDocument`. */
const PROJECT: DocumentSchema = {
  checks,
  key: "project",
  secret: {
    keys: SECRET_KEY,
    help: "put the token in an environment variable, and its name under token_env; revoke a token that was committed",
  },
};

/** Default environments that their games do not have, which a schema cannot express. */
function unknownDefaults({ settings, source }: Project): readonly Diagnostic[] {
  return Object.entries(settings.games).flatMap(([game, { default_environment: given, environments }]) => {
    if (given === undefined || Object.hasOwn(environments, given)) return [];
    const names = Object.keys(environments);
    const span = source.locate(projectPointer("games", game, "default_environment"), "value");
    const help = [didYouMean(given, names)[0] ?? `its environments: ${both(names.map(quoted))}`];
    return [problemAt("invalid-value", span, `the game has no environment ${quoted(given)}`, { help })];
  });
}

/** A place in the project as a pointer, from names. */
export function projectPointer(...names: readonly string[]): Pointer {
  return names.map(pointerTo).join("");
}

/** What is written about a game; undefined if the project does not have it. */
export function gameNamed({ settings }: Project, name: string): ProjectGame | undefined {
  return Object.hasOwn(settings.games, name) ? settings.games[name] : undefined;
}
