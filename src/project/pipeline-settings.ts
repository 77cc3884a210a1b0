/** What pipelines take from the settings of their CI: the secrets and variables that the project file needs. */
import type { Project } from "./project.ts";
import { liveEnvironments, type WrittenTarget } from "./targets.ts";
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
  const targets = liveEnvironments(project).flatMap((each) => (each.environment === environment ? [each.target] : []));
  const read = targets.flatMap(({ base_url = "", game_id }) => [...variablesIn(base_url), ...variablesIn(game_id)]);
  const tokens = targets.length === 0 ? [DEFAULT_TOKEN] : [...new Set(targets.map(({ token_env }) => token_env))];
  const listed = tokens.filter((name) => name !== DEFAULT_TOKEN);
  return [
    ...tokens.map((name) => setting(name, "secret", "the API token of the service")),
    ...own,
    setting(ALLOWED_ORIGINS, "variable", originsOf(targets)),
    ...(listed.length > 0
      ? [setting(ALLOWED_TOKEN_ENVS, "variable", `${listed.join(",")}; laurel reads no other token of such a name`)]
      : []),
    ...[...new Set(read)].map((name) => setting(name, "variable", "read by laurel.yaml")),
  ];
}

/** The live environment that a pipeline is for: the one of the preferred name if there is one, else the first. */
export function pipelineEnvironment(project: Project, preferred: string): string {
  const names = liveEnvironments(project).map(({ environment }) => environment);
  return names.includes(preferred) ? preferred : (names[0] ?? preferred);
}

function setting(name: string, role: PipelineSetting["role"], what: string): PipelineSetting {
  return { name, role, what };
}

/** What the list of origins has to contain: the origins themselves where the project file names them. */
function originsOf(targets: readonly WrittenTarget[]): string {
  const urls = targets.map(({ base_url = "" }) => base_url);
  const isKnown = urls.length > 0 && urls.every((url) => variablesIn(url).length === 0 && URL.canParse(url));
  const origins = isKnown ? [...new Set(urls.map((url) => new URL(url).origin))].join(",") : undefined;
  return `${origins ?? "the origin of the service, such as https://api.example.com"}; the token is sent nowhere else`;
}
