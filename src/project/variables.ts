/**
 * What a project file may take from the environment, and where its token may go. A pull request can change the file, so that
 * is decided outside of it, and nothing that `${NAME}` can read can be a token. Forms of names and defaults are here, too.
 */
import type { ErrorCode } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";

/** The `token_env` where none is written. */
export const DEFAULT_TOKEN = "LAUREL_API_TOKEN";
/** Names that `token_env` may give beside those that are tokens by their own name. Set outside of the repository. */
export const ALLOWED_TOKEN_ENVS = "LAUREL_ALLOWED_TOKEN_ENVS";
/** The only origins that anything is sent to. Set outside of the repository. */
export const ALLOWED_ORIGINS = "LAUREL_ALLOWED_ORIGINS";

/** Names of games and environments: they become parts of file names. */
export const NAME_PATTERN = "^(?!\\.{1,2}$)[A-Za-z0-9_.~-]{1,100}$";

/** Settings of a service that have a default. */
export const SERVICE_DEFAULTS = {
  token_env: DEFAULT_TOKEN,
  concurrency: 4,
  page_size: 100,
  timeout_seconds: 30,
  retries: 5,
  scalars: "native",
} as const;

const OWN = /^LAUREL_(?!ALLOWED_)[A-Za-z0-9_]+$/;
const SECRET = /TOKEN|SECRET|PASS|CREDENTIAL|KEY|AUTH|(?:^|_)PAT(?:_|$)/i;
export const VARIABLE_NAME = "[A-Za-z_][A-Za-z0-9_]*";
const VARIABLE = new RegExp(`\\$\\{(${VARIABLE_NAME})\\}`, "g");

/** Why a value of the project file is not used, as the words of a label. */
export interface ValueProblem {
  readonly code: ErrorCode;
  readonly label: string;
  readonly help: readonly string[];
}

/** Whether the name says that the variable holds a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/** A token put where the name of its variable belongs is not shown: names of variables are written in capitals. */
export function shownName(name: string): string {
  return /^[A-Z_][A-Z0-9_]{0,63}$/.test(name) ? name : "NAME_UNDER_TOKEN_ENV";
}

/** The entries of a list in a variable, between commas and blanks. */
function listIn(variables: Variables, name: string): readonly string[] {
  return (variables[name] ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
}

/** Whether `${NAME}` may read it. To Windows, names are one in capitals and small letters. */
export function mayBeRead(name: string, variables: Variables): boolean {
  const tokens = listIn(variables, ALLOWED_TOKEN_ENVS).map((token) => token.toUpperCase());
  return OWN.test(name) && !isSecretName(name) && !tokens.includes(name.toUpperCase());
}

/** The names that a text reads. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(VARIABLE)].map(([, name = ""]) => name);
}

/** Puts the values of variables in place. An empty variable counts as missing: CI systems set unknown secrets to "". */
export function replaceVariables(
  text: string,
  variables: Variables,
): { readonly text: string; readonly problems: readonly ValueProblem[] } {
  const problems: ValueProblem[] = [];
  const replaced = text.replaceAll(VARIABLE, (whole, name: string) => {
    const isAllowed = mayBeRead(name, variables);
    const value = isAllowed ? variables[name] : undefined;
    if (value !== undefined && value !== "") return value;
    const what = isAllowed ? `is ${value === undefined ? "not set" : "empty"}` : "may not be read";
    const fix = isAllowed
      ? `set it: export ${name}=…`
      : isSecretName(name)
        ? "only token_env may name a secret; a variable that holds none needs a name without such a word in it"
        : `call it \${LAUREL_${name.replace(/^LAUREL_/, "")}}`;
    const code = isAllowed ? "undefined-variable" : "variable-not-allowed";
    problems.push({ code, label: `the environment variable ${name} ${what}`, help: [fix] });
    return whole;
  });
  return { text: replaced, problems };
}

/** Variables that CI systems set. There, a pull request must not choose where a token goes, or which. */
const CI_SYSTEMS = ["CI", "TF_BUILD", "JENKINS_URL", "TEAMCITY_VERSION"];

function ciVariable(variables: Variables): string | undefined {
  return CI_SYSTEMS.find((name) => (variables[name] ?? "") !== "");
}

/** Why the variable may not be sent as a token; undefined where it may. */
export function tokenProblem(name: string, variables: Variables): ValueProblem | undefined {
  const ci = ciVariable(variables);
  if (name === DEFAULT_TOKEN || listIn(variables, ALLOWED_TOKEN_ENVS).includes(name)) return undefined;
  if (ci === undefined && OWN.test(name) && isSecretName(name)) return undefined;
  const label = `${shownName(name)} may not be sent as a token${ci === undefined ? "" : ` where ${ci} is set`}`;
  const help = [`list it outside of the repository: ${ALLOWED_TOKEN_ENVS}=${shownName(name)}`];
  return { code: "token-env-not-allowed", label, help };
}

/** What is wrong with an address, without repeating it: it may hold a password. */
export function urlProblem(text: string): ValueProblem | undefined {
  const { protocol, username, password, search, hash } = URL.canParse(text) ? new URL(text) : ({} as Partial<URL>);
  const isWeb = protocol === "https:" || protocol === "http:";
  if (isWeb && `${username}${password}${search}${hash}` === "") return undefined;
  const why = isWeb ? "carries more than host and path" : "is not an address that begins with https:// or http://";
  const help = ["write it like https://api.example.com, without a user name, a password, a query or a fragment"];
  return { code: "invalid-url", label: `the base URL ${why}`, help };
}

/** Why nothing may be sent to an address without `urlProblem`; undefined where it may. Entries of the list are not repeated. */
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

/** Whether a host name is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
