/**
 * Turns the ends of requests into diagnostics. An error body may be JSON, HTML, plain text or empty (docs/service.md#errors);
 * its words are kept: bounded, on one line and masked.
 */
import { counted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, type Json, jsonIn } from "../model/json.ts";
import { type Mask, maskDiagnostic, oneLine } from "./masking.ts";
import type { Channel, GameRequest, SendResult } from "./sender.ts";
import { type Answer, isJsonBeginning, requestIdOf } from "./transport.ts";

/** An answer that is not a success. */
export interface Refusal extends Pick<ServerWords, "fieldErrors"> {
  readonly status: number;
  readonly failure: Diagnostic;
}

/** The request that failed. */
interface SentRequest extends Channel {
  readonly request: GameRequest;
  readonly attempts: number;
}

/** `rest`: what follows the name of the request, such as `GET actions at https://api.example.com`. Whatever help names is masked, too. */
function failure(
  { request, service, mask }: SentRequest,
  code: Diagnostic["code"],
  rest: string,
  ...help: readonly string[]
): Diagnostic {
  return maskDiagnostic(
    mask,
    diagnostic(code, `${request.method} ${request.path} at ${service.origin}${rest}`, { help }),
  );
}

/** A request that was not answered. */
export function unanswered(sent: SentRequest, last: Exclude<SendResult["last"], Answer>): Diagnostic {
  switch (last.end) {
    case "given-up": {
      const { seconds, problem } = last.outage;
      const why = `because the service has given no usable answer for ${counted(seconds, "second")}. ${problem.sentence}`;
      return failure(sent, "service-unreachable", ` was not sent, ${why}`, ...problem.help);
    }
    case "unsent":
    case "stopped":
      return failure(sent, "interrupted", " was stopped before its answer came.");
    default:
      return failure(
        sent,
        "service-unreachable",
        ` failed. ${last.problem.sentence}${triesOf(sent)}`,
        ...last.problem.help,
      );
  }
}

function triesOf({ attempts }: SentRequest): string {
  return attempts > 1 ? ` It was sent ${attempts} times.` : "";
}

export function refusal(sent: SentRequest, answer: Answer): Refusal {
  const { status } = answer;
  const { message, fieldErrors } = serverWords(answer.text, sent.mask);
  const location = status >= 300 && status < 400 ? answer.header("location") : undefined;
  if (location !== undefined) {
    const rest = ` was redirected (${status}) to ${oneLine(location).slice(0, 300)}.`;
    return { status, failure: failure(sent, "redirected-elsewhere", rest, "Check the base URL."), fieldErrors };
  }
  const perField = Object.entries(fieldErrors).flatMap(([field, errors]) =>
    errors.filter((each) => !message.includes(each)).map((each) => `${field}: ${each}`),
  );
  const words = [message, ...perField].filter((each) => each !== "").join(" ");
  const said = words === "" ? "." : `: ${words}${/[.!?…]$/.test(words) ? "" : "."}`;
  const requestId = requestIdOf(answer);
  const named = requestId === undefined ? "" : ` The service calls the request ${sent.mask(requestId).slice(0, 200)}.`;
  const rest = ` was answered ${status}${said}${triesOf(sent)}${named}`;
  return { status, failure: failure(sent, codeFor(status), rest, ...helpFor(sent, answer)), fieldErrors };
}

function codeFor(status: number): "not-authorised" | "rate-limited" | "service-refused" {
  if (status === 401 || status === 403) return "not-authorised";
  return status === 429 ? "rate-limited" : "service-refused";
}

function helpFor({ isOwn }: SentRequest, answer: Answer): readonly string[] {
  const { status } = answer;
  if (status === 401 || status === 403) return ["Check the token, and that it may do this in this game."];
  if (status === 429) return ["Set `requests_per_second` or a lower `concurrency` in the project file."];
  if (status !== 404 || isOwn) return [];
  if (!isForeign(answer)) return ["Check the base URL and the game id."];
  return [
    "Check base_url: laurel appends /v1/games/… to it (one /v1 at its end is left out), and this answer is not the API's.",
  ];
}

/** A success without usable JSON: one that broke off, or that is not what the interface promises. */
export function unexpected(sent: SentRequest, { text, defect }: Answer): Diagnostic {
  if (defect?.hopeless === false) return unanswered(sent, { end: "broken", problem: defect.problem });
  const isBeginning = isJsonBeginning(text);
  const ofText = `The answer is ${isBeginning ? "cut off, not valid JSON, or nested too deeply" : "not JSON"}.`;
  const what = defect?.problem.sentence ?? (text.trim() === "" ? "The answer is empty." : ofText);
  const words = [...serverWords(text, sent.mask).message].slice(0, 120).join("");
  const rest = `: ${what}${words === "" ? "" : ` It begins: ${words}`}`;
  return failure(sent, "unexpected-response", rest, ...(sent.isOwn ? [] : ["Check the base URL."]));
}

/** An answer that contains the token. Nothing of it is quoted or used. */
export function containsToken(sent: SentRequest): Diagnostic {
  const help = "Delete the token from that resource and make a new one: everybody who can read the resource has it.";
  return failure(sent, "unexpected-response", ": the answer holds the token itself, so nothing of it is used.", help);
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

/** Extracts the words of an error body. Masked before cutting, so that no part of a token is left. */
export function serverWords(text: string, mask: Mask): ServerWords {
  const clean = (words: string, limit: number): string => {
    const characters = [...oneLine(mask(words))];
    return characters.slice(0, limit).join("") + (characters.length > limit ? "…" : "");
  };
  const body = jsonIn(text);
  if (!isJsonObject(body)) {
    const markup = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>|<\/?[a-z!][^>]*>/gi;
    return { message: clean(mask(text).slice(0, MOST_MARKUP).replace(markup, " "), LONGEST_MESSAGE), fieldErrors: {} };
  }
  const fields = isJsonObject(body.errors) ? Object.entries(body.errors).slice(0, MOST_FIELDS) : [];
  const fieldErrors = fields.map(([field, errors]) => {
    const texts = [errors as Json].flat().filter((error) => typeof error === "string");
    return [clean(field, LONGEST_FIELD_ERROR), texts.slice(0, 5).map((error) => clean(error, LONGEST_FIELD_ERROR))];
  });
  return { message: clean(messageOf(body), LONGEST_MESSAGE), fieldErrors: Object.fromEntries(fieldErrors) };
}

function messageOf(body: Readonly<Record<string, unknown>>): string {
  for (const candidate of [body.message, body.error, body.detail, body.title]) {
    if (typeof candidate === "string" && candidate !== "") return candidate;
    if (isJsonObject(candidate) && typeof candidate.message === "string") return candidate.message;
  }
  return "";
}

/** Whether the body is neither empty, nor JSON, nor the beginning of JSON. */
export function isForeign({ text, defect }: Answer): boolean {
  if (text.trim() === "" || (defect !== undefined && isJsonBeginning(text))) return false;
  return jsonIn(text) === undefined;
}
