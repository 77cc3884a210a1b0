/**
 * Decides which variables a project file can read, and where its token can be sent. A pull request
 * can change the file, so the permissions are set outside of it, and `${NAME}` can never read a
 * token. Also patterns of names, and defaults.
 */

import { both } from "../ground/words.ts";
import { isLoopback } from "../model/base-url.ts";
import { ciVariable } from "../model/ci-systems.ts";
import type { ErrorCode } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";

/** Default of `token_env`. */
export const DEFAULT_TOKEN = "LAUREL_API_TOKEN";
/**
 * Variable with more names for `token_env`, which are not allowed otherwise. Set outside of the
 * repository.
 */
export const ALLOWED_TOKEN_ENVS = "LAUREL_ALLOWED_TOKEN_ENVS";
/** Variable with the only origins that laurel sends requests to. Set outside of the repository. */
export const ALLOWED_ORIGINS = "LAUREL_ALLOWED_ORIGINS";

/** Pattern of names of games and environments, which become parts of file names. */
export const NAME_PATTERN = "^(?!\\.{1,2}$)[A-Za-z0-9_.~-]{1,100}$";

/** Settings of a service that have a default. */
export const SERVICE_DEFAULTS = {
  token_env: DEFAULT_TOKEN,
  concurrency: 4,
  page_size: 100,
  timeout_seconds: 30,
  retries: 5,
} as const;

const OWN = /^LAUREL_(?!ALLOWED_)[A-Za-z0-9_]+$/;
const SECRET = /TOKEN|SECRET|PASS|CREDENTIAL|KEY|AUTH|(?:^|_)PAT(?:_|$)/i;
export const VARIABLE_NAME = "[A-Za-z_][A-Za-z0-9_]*";
const VARIABLE = new RegExp(`\\$\\{(${VARIABLE_NAME})\\}`, "g");

/** Reason why a value of the project file is not used, as the words of a label. */
export interface ValueProblem {
  readonly code: ErrorCode;
  readonly label: string;
  readonly help: readonly string[];
}

/** Whether a variable is a secret, according to its name. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/** Hides a text that may be a token in place of a variable's name, which is written in capitals. */
export function shownName(name: string): string {
  return /^[A-Z_][A-Z0-9_]{0,63}$/.test(name) ? name : "NAME_UNDER_TOKEN_ENV";
}

/** Returns the entries of a list in a variable, between commas and blanks. */
function listIn(variables: Variables, name: string): readonly string[] {
  return (variables[name] ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
}

/** Whether `${NAME}` may read the variable. Case makes no difference, as on Windows. */
export function mayBeRead(name: string, variables: Variables): boolean {
  const tokens = listIn(variables, ALLOWED_TOKEN_ENVS).map((token) => token.toUpperCase());
  return OWN.test(name) && !isSecretName(name) && !tokens.includes(name.toUpperCase());
}

/** Returns the names of the variables in a text. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(VARIABLE)].map(([, name = ""]) => name);
}

/**
 * Replaces variables by their values. An empty variable counts as missing, because CI systems set
 * unknown secrets to "".
 */
export function replaceVariables(
  text: string,
  variables: Variables,
): { readonly text: string; readonly problems: readonly ValueProblem[] } {
  const problems: ValueProblem[] = [];
  const replaced = text.replaceAll(VARIABLE, (whole, name: string) => {
    if (!mayBeRead(name, variables)) {
      problems.push(forbiddenVariable(name));
      return whole;
    }
    const value = variables[name];
    if (value !== undefined && value !== "") return value;
    const label = `the environment variable ${name} is ${value === undefined ? "not set" : "empty"}`;
    problems.push({ code: "undefined-variable", label, help: [`set it: export ${name}=…`] });
    return whole;
  });
  return { text: replaced, problems };
}

function forbiddenVariable(name: string): ValueProblem {
  const help = isSecretName(name)
    ? "only token_env may name a secret; a variable that holds none needs a name without such a word in it"
    : `call it \${LAUREL_${name.replace(/^LAUREL_/, "")}}`;
  const label = `the environment variable ${name} may not be read`;
  return { code: "variable-not-allowed", label, help: [help] };
}

/**
 * Returns one problem for everything that a new repository has not set in its CI: the variables of
 * the project file, the token and the origins. Undefined outside of CI, or if only one is missing.
 */
export function missingSettings(
  names: readonly string[],
  token: string,
  variables: Variables,
): ValueProblem | undefined {
  if (ciVariable(variables) === undefined) return undefined;
  const needed = [...new Set([...names, token, ALLOWED_ORIGINS])];
  const missing = needed.filter((name) => (variables[name] ?? "").trim() === "").map(shownName);
  if (missing.length < 2) return undefined;
  const help = [
    "set them in your CI, the token as a secret: on GitHub under Settings > Secrets and variables > Actions, on GitLab under Settings > CI/CD > Variables",
  ];
  return { code: "undefined-variable", label: `${both(missing)} are not set`, help };
}

/** Returns the reason why a variable may not be sent as a token; undefined if it may. */
export function tokenProblem(name: string, variables: Variables): ValueProblem | undefined {
  const ci = ciVariable(variables);
  if (name === DEFAULT_TOKEN || listIn(variables, ALLOWED_TOKEN_ENVS).includes(name))
    return undefined;
  if (ci === undefined && OWN.test(name) && isSecretName(name)) return undefined;
  const label = `${shownName(name)} may not be sent as a token${ci === undefined ? "" : ` where ${ci} is set`}`;
  const help = [`list it outside of the repository: ${ALLOWED_TOKEN_ENVS}=${shownName(name)}`];
  return { code: "token-env-not-allowed", label, help };
}

/**
 * Returns the reason why nothing may be sent to a valid base URL; undefined if it may. The words
 * repeat no entry of the list.
 */
export function originProblem(base_url: string, variables: Variables): ValueProblem | undefined {
  const { origin, hostname } = new URL(base_url);
  const ci = ciVariable(variables);
  const isListed = (variables[ALLOWED_ORIGINS] ?? "").trim() !== "";
  const isAllowed = listIn(variables, ALLOWED_ORIGINS).some(
    (entry) => URL.canParse(entry) && new URL(entry).href === `${origin}/`,
  );
  if (isListed ? isAllowed : ci === undefined || isLoopback(hostname)) return undefined;
  const label = isListed
    ? `${ALLOWED_ORIGINS} does not list the origin of this base URL`
    : `${ci} is set, so this is a CI system, and ${ALLOWED_ORIGINS} is not set`;
  const help = [
    `if it is right, list scheme, host and port outside of the repository: ${ALLOWED_ORIGINS}=https://api.example.com`,
  ];
  return { code: "origin-not-allowed", label, help };
}
