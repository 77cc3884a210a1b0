/** `LAUREL_ALLOWED_ORIGINS`: the origins that anything may be sent to, from outside of the repository. */
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { ALLOWED_ORIGINS, listIn, type Variables, variablesIn } from "./variables.ts";

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

/** Whether the list is set and has the origin of this address. */
export function isOriginAllowed(base_url: string, variables: Variables): boolean {
  return URL.canParse(base_url) && allowedOrigins(variables).value?.includes(new URL(base_url).origin) === true;
}

/**
 * Why nothing may be sent to an address; undefined where it may, no list is set, or it is no address. `written`: as the
 * project file has it.
 */
export function originProblem(base_url: string, written: string, variables: Variables): Diagnostic | undefined {
  const allowed = allowedOrigins(variables);
  if (allowed.value === undefined) return allowed.diagnostics[0];
  if (!URL.canParse(base_url) || isOriginAllowed(base_url, variables)) return undefined;
  const shown = variablesIn(written).length > 0 ? written : new URL(base_url).origin;
  const detail = `${ALLOWED_ORIGINS} does not list ${shown}. Nothing was sent there.`;
  const help = [`if the origin is right, add it to ${ALLOWED_ORIGINS}, outside of the repository`];
  return diagnostic("origin-not-allowed", detail, { help });
}

function originOf(entry: string): string | undefined {
  if (!URL.canParse(entry) || entry.includes("*")) return undefined;
  const { origin, href, protocol } = new URL(entry);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined;
}
