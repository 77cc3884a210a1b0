/**
 * Turns failed requests into diagnostics. An error body may be JSON, HTML, plain text or empty (docs/service.md#errors);
 * its words are kept: bounded, on one line and masked.
 */
import { counted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, jsonIn } from "../model/json.ts";
import type { ConnectionProblem } from "./connection-problems.ts";
import type { Outage } from "./line.ts";
import { type Mask, oneLine } from "./masking.ts";
import type { GameRequest } from "./sender.ts";
import type { ServiceUrl } from "./service-url.ts";
import { type Answer, isJsonBeginning, requestIdOf } from "./transport.ts";

/** An answer that is not a success. */
export interface Refusal extends Pick<ServerWords, "fieldErrors"> {
  readonly status: number;
  readonly failure: Diagnostic;
}

/** The request that failed. */
export interface SentRequest {
  readonly service: ServiceUrl;
  readonly request: GameRequest;
  readonly attempts: number;
  readonly mask: Mask;
  /** Whether it is the embedded service, which has no configured address. */
  readonly isOwn: boolean;
}

export function refusal(sent: SentRequest, answer: Answer): Refusal {
  const words = serverWords(answer.text, sent.mask);
  const { status } = answer;
  const location = status >= 300 && status < 400 ? answer.header("location") : undefined;
  const failure = location === undefined ? refused(sent, answer, words) : redirected(sent, status, location);
  return { status, failure, fieldErrors: words.fieldErrors };
}

function refused(sent: SentRequest, answer: Answer, { message, fieldErrors }: ServerWords): Diagnostic {
  const { status } = answer;
  const perField = Object.entries(fieldErrors).flatMap(([field, errors]) => errors.map((each) => `${field}: ${each}`));
  const details = perField.filter((each) => !message.includes(each.slice(each.indexOf(": ") + 2)));
  const words = [message, ...details].filter((each) => each !== "").join(" ");
  const requestId = requestIdOf(answer);
  const detail = [
    `${requestName(sent)} was answered ${status}${words === "" ? "." : `: ${sentence(words)}`}`,
    ...(sent.attempts > 1 ? [`It was sent ${sent.attempts} times.`] : []),
    ...(requestId === undefined ? [] : [`The service calls the request ${requestId.slice(0, 200)}.`]),
  ].join(" ");
  return masked(sent, codeFor(status), detail, foreignHelp(sent, answer) ?? helpFor(sent, status));
}

/** What to do about an answer that is not the API's own. */
function foreignHelp(sent: SentRequest, answer: Answer): readonly string[] | undefined {
  if (!isForeign(answer) || sent.isOwn) return undefined;
  if (answer.status === 400 && PLAIN_TO_TLS.test(answer.text)) return [TLS_HELP];
  return answer.status === 404 ? [BASE_URL_HELP] : undefined;
}

/** What servers answer to plain HTTP on a port of TLS. */
const PLAIN_TO_TLS =
  /plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL|HTTP request to an HTTPS server/i;
const TLS_HELP = "The server speaks TLS on this port: write https:// in the base URL.";
const BASE_URL_HELP =
  "Check base_url: laurel appends /v1/games/… to it (one /v1 at its end is left out), and this answer is not the API's.";

function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

function codeFor(status: number): "not-authorised" | "rate-limited" | "service-refused" {
  if (status === 401 || status === 403) return "not-authorised";
  return status === 429 ? "rate-limited" : "service-refused";
}

function helpFor(sent: SentRequest, status: number): readonly string[] {
  if (status === 401 || status === 403) return ["Check the token, and that it may do this in this game."];
  if (status === 404) return addressHelp(sent, ["Check the base URL and the game id."]);
  if (status === 429) return ["Set `requests_per_second` or a lower `concurrency` in the project file."];
  return [];
}

function addressHelp({ isOwn }: SentRequest, help: readonly string[]): readonly string[] {
  return isOwn ? [] : help;
}

function redirected(sent: SentRequest, status: number, location: string): Diagnostic {
  const { origin } = sent.service;
  const there = URL.canParse(location, origin) ? new URL(location, origin) : undefined;
  const upgraded = there !== undefined && there.protocol === "https:" && origin === `http://${there.host}`;
  const help = upgraded ? `Write https in the base URL: https://${there.host}` : "Check the base URL.";
  const shown = oneLine(location).slice(0, 300);
  return masked(sent, "redirected-elsewhere", `${requestName(sent)} was redirected (${status}) to ${shown}.`, [help]);
}

/** No usable connection, or an answer that broke off. */
export function unreachable(sent: SentRequest, problem: ConnectionProblem): Diagnostic {
  const tries = sent.attempts > 1 ? ` It was tried ${sent.attempts} times.` : "";
  return masked(sent, "service-unreachable", `${requestName(sent)} failed. ${problem.sentence}${tries}`, problem.help);
}

/** Not sent, because the service failed for too long. */
export function notSent(sent: SentRequest, outage: Outage | undefined): Diagnostic {
  const seconds = counted(outage?.seconds ?? 0, "second");
  const reason = `because the service has given no usable answer for ${seconds}. ${outage?.problem.sentence ?? ""}`;
  const detail = `${requestName(sent)} was not sent, ${reason}`;
  return masked(sent, "service-unreachable", detail.trimEnd(), outage?.problem.help ?? []);
}

/** A success that is not what the interface promises. */
export function unexpected(sent: SentRequest, what: string, text: string): Diagnostic {
  const words = serverWords(text, sent.mask).message;
  const quoted = words === "" ? "" : ` It begins: ${[...words].slice(0, 120).join("")}`;
  const detail = `${requestName(sent)}: ${what}${quoted}`;
  return masked(sent, "unexpected-response", detail, addressHelp(sent, ["Check the base URL."]));
}

/** An answer that contains the token. Nothing of it is quoted or used. */
export function containsToken(sent: SentRequest): Diagnostic {
  const detail = `${requestName(sent)}: the answer holds the token itself, so nothing of it is used.`;
  const help = "Delete the token from that resource and make a new one: everybody who can read the resource has it.";
  return masked(sent, "unexpected-response", detail, [help]);
}

export function stopped(sent: SentRequest): Diagnostic {
  return masked(sent, "interrupted", `${requestName(sent)} was stopped before its answer came.`, []);
}

/** `GET actions at https://api.example.com`: what is left out may come from a variable. */
function requestName({ request, service }: SentRequest): string {
  return `${request.method} ${request.path} at ${service.origin}`;
}

function masked(
  sent: SentRequest,
  code: Parameters<typeof diagnostic>[0],
  detail: string,
  help: readonly string[],
): Diagnostic {
  return diagnostic(code, sent.mask(detail), { help: help.map(sent.mask) });
}

/** The service's own words, made safe to print. */
interface ServerWords {
  /** May be empty. */
  readonly message: string;
  /** The `errors` of a failed validation: messages by field name as the service wrote it (`reactions.0`). */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
}

const LONGEST_MESSAGE = 500;
const LONGEST_FIELD_ERROR = 200;
const MOST_MARKUP = 10_000;
const MOST_FIELDS = 50;
const MOST_ERRORS_PER_FIELD = 5;

/** Extracts the words of an error body. Masked before cutting, so that no part of a token is left. */
export function serverWords(text: string, mask: Mask): ServerWords {
  const clean = (words: string, limit: number) => cut(oneLine(mask(words)), limit);
  const body = jsonIn(text);
  if (!isJsonObject(body)) {
    const beginning = mask(text).slice(0, MOST_MARKUP);
    return { message: clean(withoutMarkup(beginning), LONGEST_MESSAGE), fieldErrors: {} };
  }
  const fields = isJsonObject(body.errors) ? Object.entries(body.errors).slice(0, MOST_FIELDS) : [];
  const fieldErrors = fields.map(([field, errors]) => [
    clean(field, LONGEST_FIELD_ERROR),
    (Array.isArray(errors) ? errors : [errors])
      .filter((error) => typeof error === "string")
      .slice(0, MOST_ERRORS_PER_FIELD)
      .map((error) => clean(error, LONGEST_FIELD_ERROR)),
  ]);
  return { message: clean(messageOf(body), LONGEST_MESSAGE), fieldErrors: Object.fromEntries(fieldErrors) };
}

function messageOf(body: Readonly<Record<string, unknown>>): string {
  for (const candidate of [body.message, body.error, body.detail, body.title]) {
    if (typeof candidate === "string" && candidate !== "") return candidate;
    if (isJsonObject(candidate) && typeof candidate.message === "string") return candidate.message;
  }
  return "";
}

function withoutMarkup(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" };
  return text
    .replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi, " ")
    .replace(/<\/?[a-z!][^>]*>/gi, " ")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? " ");
}

function cut(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit).join("")}…`;
}

/** Whether the body is neither empty, nor JSON, nor the beginning of JSON. */
export function isForeign({ text, defect }: Answer): boolean {
  if (text.trim() === "" || (defect !== undefined && isJsonBeginning(text))) return false;
  return jsonIn(text) === undefined;
}

/** Why it is not JSON, as the rest of a sentence. */
export function notJson(text: string): string {
  if (text.trim() === "") return "the answer is empty.";
  return isJsonBeginning(text)
    ? "the answer is cut off, not valid JSON, or nested too deeply."
    : "the answer is not JSON.";
}
