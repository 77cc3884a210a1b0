/**
 * What pipelines take from the settings of their CI: the secrets and variables that their files and the project file name.
 */
import { isJsonObject, type Json } from "../model/json.ts";
import type { Project } from "./project.ts";
import { DEFAULT_TOKEN } from "./targets.ts";
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
  LAUREL_GITLAB_TOKEN: "optional, for comments and the drift issue: a project access token, role Reporter, scope api",
};

/**
 * Everything to set for a pipeline with these files: first secrets, then variables, each once. `environment`: the one
 * that the pipeline plans and applies.
 */
export function pipelineSettings(
  files: readonly string[],
  project: Pick<Project, "settings">,
  environment: string,
): readonly PipelineSetting[] {
  const { variables, tokens } = projectNames(project, environment);
  const named = files.map(namesInFile);
  const optional = named.flatMap((names) => names.optional).filter((name) => name in OPTIONAL);
  const secrets = [...tokens, ...named.flatMap((names) => names.secrets)];
  const listed = tokens.filter((name) => !mayHoldToken(name, {}));
  const plain = [
    ALLOWED_ORIGINS,
    ...(listed.length > 0 ? [ALLOWED_TOKEN_ENVS] : []),
    ...named.flatMap((names) => names.variables),
    ...variables,
  ];
  const whatOf = (name: string): string => {
    if (name === ALLOWED_ORIGINS) return originOf(project);
    if (name === ALLOWED_TOKEN_ENVS) return `${listed.join(",")}: the names of tokens that laurel may read`;
    return variables.includes(name) ? "read by laurel.yaml" : "read by the pipeline";
  };
  return [
    ...[...new Set(secrets)].map((name) => setting(name, "secret", "the API token of the service")),
    ...[...new Set(optional)].map((name) => ({ ...setting(name, "secret", OPTIONAL[name] ?? ""), isOptional: true })),
    ...[...new Set(plain)].map((name) => setting(name, "variable", whatOf(name))),
  ];
}

function setting(name: string, role: PipelineSetting["role"], what: string): PipelineSetting {
  return { name, role, isOptional: false, what };
}

/** What the list of origins has to contain: the origin itself where the project file names it. */
function originOf({ settings }: Pick<Project, "settings">): string {
  const { service } = settings;
  const written = isJsonObject(service) ? service.base_url : undefined;
  const origin = typeof written === "string" && URL.canParse(written) ? new URL(written).origin : undefined;
  const value = origin === undefined || variablesIn(String(written)).length > 0 ? undefined : origin;
  return `${value ?? "the origin of the service, such as https://api.example.com"}; the token is sent nowhere else`;
}

/** The variables and tokens that a project file reads for an environment. Other environments are left out. */
function projectNames(
  { settings }: Pick<Project, "settings">,
  environment: string,
): { readonly variables: readonly string[]; readonly tokens: readonly string[] } {
  const [variables, tokens]: [string[], string[]] = [[], []];
  const visit = (value: Json | undefined, name: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, name);
    else if (isJsonObject(value)) {
      const entries = Object.entries(value).filter(([key]) => name !== "environments" || key === environment);
      for (const [key, member] of entries) visit(member, key);
    } else if (typeof value === "string") {
      if (name === "token_env") tokens.push(value);
      else variables.push(...variablesIn(value));
    }
  };
  visit(settings, "");
  return { variables: [...new Set(variables)], tokens: tokens.length > 0 ? [...new Set(tokens)] : [DEFAULT_TOKEN] };
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
