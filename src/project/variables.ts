/**
 * `${NAME}` in a project file, and which variables it may name. A pull request can change the file, so what it may read
 * is decided outside of it, and nothing that `${NAME}` can read can be a token.
 */

import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";

/** Names outside of `LAUREL_*` that `${NAME}` may read. Set outside of the repository, like the other two. */
export const ALLOWED_VARIABLES = "LAUREL_ALLOWED_VARIABLES";
/** The `token_env` where none is written. */
export const DEFAULT_TOKEN = "LAUREL_API_TOKEN";
/** Names that `token_env` may give beside those that are tokens by their own name. */
export const ALLOWED_TOKEN_ENVS = "LAUREL_ALLOWED_TOKEN_ENVS";
/** The only origins that anything is sent to. */
export const ALLOWED_ORIGINS = "LAUREL_ALLOWED_ORIGINS";

const OWN = /^LAUREL_(?!ALLOWED_)[A-Za-z0-9_]+$/;
const SECRET = /TOKEN|SECRET|PASS|CREDENTIAL|KEY|AUTH|(?:^|_)PAT(?:_|$)/i;

/** Whether the name says that the variable holds a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/** A token put where the name of its variable belongs is not shown: names of variables are written in capitals. */
export function shownName(name: string): string {
  return /^[A-Z_][A-Z0-9_]{0,63}$/.test(name) ? name : "NAME_UNDER_TOKEN_ENV";
}

/** The entries of a list in a variable, between commas and blanks; undefined when it is not set. */
export function listIn(variables: Variables, name: string): readonly string[] | undefined {
  const text = variables[name]?.trim() ?? "";
  return text === "" ? undefined : text.split(/[\s,]+/).filter((entry) => entry !== "");
}

/** Whether a list in a variable names it. */
export function isListed(variables: Variables, list: string, name: string): boolean {
  return listIn(variables, list)?.includes(name) === true;
}

/** Whether `token_env` may give this name. */
export function mayHoldToken(name: string, variables: Variables): boolean {
  return (OWN.test(name) && isSecretName(name)) || isListed(variables, ALLOWED_TOKEN_ENVS, name);
}

/** Whether `${NAME}` may read it. To Windows, names are one in capitals and small letters. */
export function mayBeRead(name: string, variables: Variables): boolean {
  const tokens = listIn(variables, ALLOWED_TOKEN_ENVS) ?? [];
  const isToken = tokens.some((token) => token.toUpperCase() === name.toUpperCase());
  if (isToken || mayHoldToken(name, variables)) return false;
  return OWN.test(name) || isListed(variables, ALLOWED_VARIABLES, name);
}

/** The text with the values of its variables, and the names of those that have none or may not be read: they stay. */
export interface Replaced {
  readonly text: string;
  readonly missing: readonly string[];
  readonly forbidden: readonly string[];
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The names that a text reads. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(VARIABLE)].map(([, name = ""]) => name);
}

/** Puts the values of variables in place. An empty variable counts as missing: CI systems set unknown secrets to "". */
export function replaceVariables(text: string, variables: Variables): Replaced {
  const [missing, forbidden]: [string[], string[]] = [[], []];
  const replaced = text.replaceAll(VARIABLE, (whole, name: string) => {
    if (!mayBeRead(name, variables)) {
      forbidden.push(name);
      return whole;
    }
    const value = variables[name];
    if (value !== undefined && value !== "") return value;
    missing.push(name);
    return whole;
  });
  return { text: replaced, missing, forbidden };
}

/** The origins; no value when the variable is not set. Problem: an entry that is no origin. It is not repeated. */
export function allowedOrigins(variables: Variables): Checked<readonly string[]> {
  const entries = listIn(variables, ALLOWED_ORIGINS);
  const wrong = entries?.findIndex((entry) => originOf(entry) === undefined) ?? -1;
  if (entries === undefined) return { diagnostics: [] };
  if (wrong < 0) return { value: entries.map((entry) => originOf(entry) ?? ""), diagnostics: [] };
  const detail = `Entry ${wrong + 1} of ${ALLOWED_ORIGINS} is not an origin. Nothing was sent.`;
  const help = ["write https://api.example.com: scheme, host and port, without a path or a pattern"];
  return { diagnostics: [diagnostic("invalid-url", detail, { help })] };
}

/** Variables that CI systems set. There, a pull request must not choose where a token goes, or which. */
const CI_SYSTEMS = ["CI", "TF_BUILD", "JENKINS_URL", "TEAMCITY_VERSION"];

function ciVariable(variables: Variables): string | undefined {
  return CI_SYSTEMS.find((name) => (variables[name] ?? "") !== "");
}

/** Why nothing may be sent to an address; undefined where it may. `base_url`: a complete address. */
export function originProblem(base_url: string, variables: Variables): Diagnostic | undefined {
  const { origin, hostname } = new URL(base_url);
  const allowed = allowedOrigins(variables);
  if (hasErrors(allowed.diagnostics)) return allowed.diagnostics[0];
  if (allowed.value !== undefined) {
    if (allowed.value.includes(origin)) return undefined;
    const detail = `${ALLOWED_ORIGINS} does not list the origin of the base URL. Nothing was sent there.`;
    const help = [`if the origin is right, add it to ${ALLOWED_ORIGINS}, outside of the repository`];
    return diagnostic("origin-not-allowed", detail, { help });
  }
  const ci = ciVariable(variables);
  if (ci === undefined || isLoopback(hostname)) return undefined;
  const detail = `${ci} is set, so this is a CI system, and ${ALLOWED_ORIGINS} is not set. Nothing was sent.`;
  const help = [`set it in the CI system, outside of the repository, as in ${ALLOWED_ORIGINS}=https://api.example.com`];
  return diagnostic("origin-not-allowed", detail, { help });
}

/** Why the variable may not be sent as a token, as a label with help; undefined where it may. */
export function tokenProblem(
  name: string,
  variables: Variables,
): { readonly label: string; readonly help: readonly string[] } | undefined {
  const ci = ciVariable(variables);
  if (name === DEFAULT_TOKEN || isListed(variables, ALLOWED_TOKEN_ENVS, name)) return undefined;
  if (ci === undefined && mayHoldToken(name, variables)) return undefined;
  return {
    label: `${shownName(name)} may not be sent as a token${ci === undefined ? "" : ` where ${ci} is set`}`,
    help: [`list it outside of the repository: ${ALLOWED_TOKEN_ENVS}=${shownName(name)}`],
  };
}

/** Whether a host name is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function originOf(entry: string): string | undefined {
  if (!URL.canParse(entry) || entry.includes("*")) return undefined;
  const { origin, href, protocol } = new URL(entry);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined;
}
