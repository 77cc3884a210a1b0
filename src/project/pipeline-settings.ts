/** What pipelines take from the settings of their CI: the secrets and variables that the project file needs. */
import type { Project } from "./project.ts";
import { liveTargets } from "./targets.ts";
import { ALLOWED_ORIGINS, ALLOWED_TOKEN_ENVS, DEFAULT_TOKEN, variablesIn } from "./variables.ts";

/** A secret or variable to set for a pipeline. */
export interface PipelineSetting {
  readonly name: string;
  readonly role: "secret" | "variable";
  /** What its value is, in a few words. */
  readonly what: string;
}

/**
 * Everything to set for a pipeline that plans and applies this environment: first secrets, then variables, each once.
 * `own`: secrets of the pipeline itself.
 */
export function pipelineSettings(
  project: Project,
  environment: string,
  own: readonly PipelineSetting[],
): readonly PipelineSetting[] {
  const targets = liveTargets(project).filter((target) => target.environment === environment);
  const urls = targets.map(({ service }) => service.base_url ?? "");
  const read = new Set([...urls, ...targets.map(({ game_id }) => game_id)].flatMap(variablesIn));
  const tokens = tokensOf(project, environment);
  const listed = tokens.filter((name) => name !== DEFAULT_TOKEN).join(",");
  return [
    ...tokens.map((name) => setting(name, "secret", "the API token of the service")),
    ...own,
    setting(ALLOWED_ORIGINS, "variable", `${originsOf(urls)}; the token is sent nowhere else`),
    ...(listed === ""
      ? []
      : [setting(ALLOWED_TOKEN_ENVS, "variable", `${listed}; laurel reads no other token of such a name`)]),
    ...[...read].map((name) => setting(name, "variable", "read by laurel.yaml")),
  ];
}

/** The live environment that a pipeline is for: the one of the preferred name if there is one, else the first. */
export function pipelineEnvironment(project: Project, preferred: string): string {
  const names = liveTargets(project).map(({ environment }) => environment);
  return names.includes(preferred) ? preferred : (names[0] ?? preferred);
}

function tokensOf(project: Project, environment: string): readonly string[] {
  const own = liveTargets(project).filter((target) => target.environment === environment);
  return own.length === 0 ? [DEFAULT_TOKEN] : [...new Set(own.map(({ service }) => service.token_env))];
}

function setting(name: string, role: PipelineSetting["role"], what: string): PipelineSetting {
  return { name, role, what };
}

/** The origins themselves where the project file names them. */
function originsOf(urls: readonly string[]): string {
  const isKnown = urls.length > 0 && urls.every((url) => variablesIn(url).length === 0 && URL.canParse(url));
  if (!isKnown) return "the origin of the service, such as https://api.example.com";
  return [...new Set(urls.map((url) => new URL(url).origin))].join(",");
}
