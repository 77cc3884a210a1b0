/**
 * What pipelines take from the settings of their CI: the secrets and variables that their files and the project file name.
 */
import type { Project } from "./project.ts";
import { DEFAULT_TOKEN, liveEnvironments, type WrittenTarget } from "./targets.ts";
import { ALLOWED_ORIGINS, ALLOWED_TOKEN_ENVS, mayHoldToken, variablesIn } from "./variables.ts";

/** A secret or variable to set for a pipeline. */
export interface PipelineSetting {
  readonly name: string;
  readonly role: "secret" | "variable";
  readonly isOptional: boolean;
  /** What its value is, in a few words. */
  readonly what: string;
}

const OPTIONAL: Readonly<Record<string, string>> = {
  LAUREL_GITLAB_TOKEN:
    "optional, for comments, the drift issue and pulls: a project access token, role Developer, scope api",
};

/**
 * Everything to set for a pipeline with these files: first secrets, then variables, each once. `environment`: the one
 * that the pipeline plans and applies.
 */
export function pipelineSettings(
  files: readonly string[],
  project: Project,
  environment: string,
): readonly PipelineSetting[] {
  const targets = liveEnvironments(project).flatMap((each) => (each.environment === environment ? [each.target] : []));
  const read = targets.flatMap(({ base_url = "", game_id }) => [...variablesIn(base_url), ...variablesIn(game_id)]);
  const tokens = targets.map(({ token_env }) => token_env);
  const listed = [...new Set(tokens)].filter((name) => !mayHoldToken(name, {}));
  const named = files.map(namesInFile);
  const optional = named.flatMap((names) => names.optional).filter((name) => name in OPTIONAL);
  const secrets = [...tokens, ...named.flatMap((names) => names.secrets)];
  const variables = [
    ALLOWED_ORIGINS,
    ...(listed.length > 0 ? [ALLOWED_TOKEN_ENVS] : []),
    ...named.flatMap((names) => names.variables),
    ...read,
  ];
  const whatOf = (name: string): string => {
    if (name === ALLOWED_ORIGINS) return originsOf(targets);
    if (name === ALLOWED_TOKEN_ENVS) return `${listed.join(",")}; laurel reads no other token of such a name`;
    return read.includes(name) ? "read by laurel.yaml" : "read by the pipeline";
  };
  return [
    ...[...new Set(secrets)].map((name) => setting(name, "secret", "the API token of the service")),
    ...[...new Set(optional)].map((name) => ({ ...setting(name, "secret", OPTIONAL[name] ?? ""), isOptional: true })),
    ...[...new Set(variables)].map((name) => setting(name, "variable", whatOf(name))),
  ];
}

/** The live environment that a pipeline is for: the one of the preferred name if there is one, else the first. */
export function pipelineEnvironment(project: Project, preferred: string): string {
  const names = liveEnvironments(project).map(({ environment }) => environment);
  return names.includes(preferred) ? preferred : (names[0] ?? preferred);
}

/** The variable of the token in an environment; the default where games have several. */
export function pipelineToken(project: Project, environment: string): string {
  const own = liveEnvironments(project).filter((each) => each.environment === environment);
  const names = new Set(own.map(({ target }) => target.token_env));
  const [first = DEFAULT_TOKEN] = names;
  return names.size === 1 ? first : DEFAULT_TOKEN;
}

function setting(name: string, role: PipelineSetting["role"], what: string): PipelineSetting {
  return { name, role, isOptional: false, what };
}

/** What the list of origins has to contain: the origins themselves where the project file names them. */
function originsOf(targets: readonly WrittenTarget[]): string {
  const urls = targets.map(({ base_url = "" }) => base_url);
  const isKnown = urls.length > 0 && urls.every((url) => variablesIn(url).length === 0 && URL.canParse(url));
  const origins = isKnown ? [...new Set(urls.map((url) => new URL(url).origin))].join(",") : undefined;
  return `${origins ?? "the origin of the service, such as https://api.example.com"}; the token is sent nowhere else`;
}

/** The names that a file of a pipeline reads from outside: GitHub's contexts, or variables of a shell. */
export function namesInFile(text: string): {
  readonly secrets: readonly string[];
  readonly variables: readonly string[];
  /** Read with a default. */
  readonly optional: readonly string[];
} {
  const all = (pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, name = ""]) => name);
  const read = all(/\$\{?(LAUREL_[A-Z0-9_]+)/g);
  const optional = new Set(all(/\$\{(LAUREL_[A-Z0-9_]+):?[-+]/g));
  // Set by the file itself: in a shell, or under `variables` and `env` in YAML.
  const own = new Set(all(/(?:^|[\s;])(LAUREL_[A-Z0-9_]+)(?:=|: )/gm));
  const fromOutside = [...new Set(read)].filter((name) => !own.has(name));
  return {
    secrets: all(/\bsecrets\.(\w+)/g),
    variables: [...all(/\bvars\.(\w+)/g), ...fromOutside.filter((name) => !optional.has(name))],
    optional: [...optional],
  };
}
