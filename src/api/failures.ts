/**
 * Turns the ends of requests into diagnostics. In: a request and how it ended. Out: a diagnostic.
 * An error body may be JSON, HTML, plain text or empty (docs/service.md#errors); its words are
 * kept: bounded, on one line and masked.
 */

import { isJsonObject, jsonIn } from "../ground/json.ts";
import { inQuotes } from "../ground/words.ts";
import { diagnostic, type ErrorCode, type ErrorDiagnostic } from "../model/diagnostics.ts";
import { maskDiagnostic, oneLine, type TokenMask } from "./masking.ts";
import type { Channel, GameRequest, SendResult } from "./sender.ts";
import { type Answer, parametersHelp } from "./transport.ts";

/** An answer that is not a success. */
export interface Refusal {
  readonly status: number;
  readonly failure: ErrorDiagnostic;
  /**
   * The `errors` of a failed validation: the first message by field name as the service wrote it
   * (`reactions.0`).
   */
  readonly fieldErrors: Readonly<Record<string, string>>;
}

/** The request that failed. */
interface SentRequest extends Channel {
  readonly request: GameRequest;
  readonly attempts: number;
}

/**
 * Describes a failure without the token. `rest`: continues a sentence such as `GET actions at
 * https://api.example.com`.
 */
function failure(
  { request, service, mask, attempts }: SentRequest,
  code: ErrorCode,
  { rest, ...more }: { readonly rest: string; readonly help?: readonly string[] },
): ErrorDiagnostic {
  const tries = attempts > 1 ? ` It was sent ${attempts} times.` : "";
  const detail = `${request.method} ${request.path} at ${service.origin}${rest}${tries}`;
  return maskDiagnostic(mask, diagnostic(code, detail, more));
}

/** Describes a request that was not answered. */
export function unanswered(
  sent: SentRequest,
  last: Exclude<SendResult["last"], Answer>,
): ErrorDiagnostic {
  if (last.end === "stopped")
    return failure(sent, "interrupted", { rest: " was stopped before its answer came." });
  const { sentence, help } = last.problem;
  if (last.end === "given-up") {
    const state = sent.attempts === 0 ? "was not sent" : "failed";
    return failure(sent, "service-unreachable", { rest: ` ${state}, because ${sentence}`, help });
  }
  const code = last.end === "unusable" ? "unexpected-response" : "service-unreachable";
  return failure(sent, code, { rest: ` failed. ${sentence}`, help });
}

/** Describes an answer other than a success. */
export function refusal(sent: SentRequest, answer: Answer): Refusal {
  const { status } = answer;
  const { request } = sent;
  const { message, fieldErrors } = serverWords(answer.text, sent.mask);
  const location = status >= 300 && status < 400 ? answer.header("location") : undefined;
  if (location !== undefined) {
    const rest = ` was redirected (${status}) to ${inQuotes(oneLine(location).slice(0, 300))}.`;
    const help = ["Check the base URL."];
    return { status, failure: failure(sent, "redirected-elsewhere", { rest, help }), fieldErrors };
  }
  const perField = Object.entries(fieldErrors).filter(([, error]) => !message.includes(error));
  const words = [message, ...perField.map(([field, error]) => `${field}: ${error}`)]
    .join(" ")
    .trim();
  const end = words === "" ? "." : `: ${inQuotes(words)}${/[.!?…]$/.test(words) ? "" : "."}`;
  const [code, ...known] = REFUSALS[status] ?? ["service-refused"];
  const help = [...known, ...parametersHelp(status, Object.keys(request.query).length > 0)];
  const rest = ` was answered ${status}${end}`;
  return { status, failure: failure(sent, code, { rest, help }), fieldErrors };
}

const CHECK_TOKEN = "Check the token, and that it may do this in this game.";

/** Code and help by status, where a status has its own. */
const REFUSALS: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  401: ["not-authorised", CHECK_TOKEN],
  403: ["not-authorised", CHECK_TOKEN],
  404: ["service-refused", "Check the game id and the base URL: laurel appends /v1/games/… to it."],
  429: ["rate-limited", "Set `requests_per_second` or a lower `concurrency` in the project file."],
};

/** Describes a success without usable JSON, which contradicts the interface. */
export function unexpected(sent: SentRequest, { text }: Answer): ErrorDiagnostic {
  const words = quote(text, sent.mask);
  const begins = words === "" ? "" : ` It begins: ${inQuotes(words)}.`;
  const rest = `: The answer is not JSON, cut off, or nested too deeply.${begins}`;
  return failure(sent, "unexpected-response", { rest, help: ["Check the base URL."] });
}

/** Describes an answer that contains the token. No part of the answer is quoted or used. */
export function containsToken(sent: SentRequest): ErrorDiagnostic {
  const help = [
    "Delete the token from that resource and make a new one: everybody who can read the resource has it.",
  ];
  const rest = ": the answer holds the token itself, so nothing of it is used.";
  return failure(sent, "unexpected-response", { rest, help });
}

const LONGEST_QUOTE = 200;

/**
 * Quotes words of the service. They are masked before they are cut, so that no part of a token is
 * left.
 */
function quote(words: string, mask: TokenMask): string {
  const characters = [...oneLine(mask(words).slice(0, 10 * LONGEST_QUOTE))];
  return (
    characters.slice(0, LONGEST_QUOTE).join("") + (characters.length > LONGEST_QUOTE ? "…" : "")
  );
}

/** Returns the words of an error body: its `message` and `errors`, otherwise the whole text. */
export function serverWords(
  text: string,
  mask: TokenMask,
): Pick<Refusal, "fieldErrors"> & { readonly message: string } {
  const body = jsonIn(text);
  const { message, errors } = isJsonObject(body) ? body : {};
  const fields = isJsonObject(errors) ? Object.entries(errors).slice(0, 50) : [];
  const fieldErrors = fields.map(([field, messages]) => [
    quote(field, mask),
    quote(String([messages].flat()[0]), mask),
  ]);
  const whole = fields.length === 0 ? text : "";
  const said = typeof message === "string" ? message : whole;
  return { message: quote(said, mask), fieldErrors: Object.fromEntries(fieldErrors) };
}
