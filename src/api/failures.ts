/** Turns the ways in which a request can fail into diagnostics. The service's words are kept, bounded and masked. */
import { counted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Outage } from "./breaker.ts";
import type { ConnectionProblem } from "./connection-problems.ts";
import type { Mask } from "./masking.ts";
import type { GameRequest } from "./sender.ts";
import { oneLine, serverWords } from "./server-words.ts";
import type { ServiceUrl } from "./service-url.ts";
import { type Answer, requestIdOf } from "./transport.ts";

/** An answer that is not a success. */
export interface Refusal {
  readonly status: number;
  readonly failure: Diagnostic;
  /** For a failed validation: messages by field name as the service wrote it (`reactions.0`), otherwise empty. */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
}

/** What a failure is about. */
export interface Sent {
  readonly service: ServiceUrl;
  readonly request: GameRequest;
  readonly attempts: number;
  readonly mask: Mask;
  /** Whether the service is a part of this program, so that nobody wrote its address. */
  readonly isOwn: boolean;
}

/** The diagnostic for an answer that is not a success, by its status. */
export function refusal(sent: Sent, answer: Answer): Refusal {
  const { message, fieldErrors } = serverWords(answer.text, sent.mask);
  const { status } = answer;
  const location = answer.header("location");
  const failure =
    status >= 300 && status < 400 && location !== undefined
      ? redirected(sent, status, location)
      : refused(sent, answer, message, fieldErrors);
  return { status, failure, fieldErrors };
}

function refused(
  sent: Sent,
  answer: Answer,
  message: string,
  fieldErrors: Readonly<Record<string, readonly string[]>>,
): Diagnostic {
  const { status } = answer;
  const perField = Object.entries(fieldErrors).flatMap(([field, errors]) => errors.map((each) => `${field}: ${each}`));
  const details = perField.filter((each) => !message.includes(each.slice(each.indexOf(": ") + 2)));
  const words = [message, ...details].filter((each) => each !== "").join(" ");
  const requestId = requestIdOf(answer);
  const detail = [
    `${called(sent)} was answered ${status}${words === "" ? ", without a word." : `: ${sentence(words)}`}`,
    ...(sent.attempts > 1 ? [`It was sent ${sent.attempts} times.`] : []),
    ...(requestId === undefined ? [] : [`The service calls the request ${requestId.slice(0, 200)}.`]),
  ].join(" ");
  return masked(sent, codeFor(status), detail, helpFor(sent, status));
}

/** The service's words with an end, so that another sentence can follow. */
function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

function codeFor(status: number): "not-authorised" | "rate-limited" | "service-refused" {
  if (status === 401 || status === 403) return "not-authorised";
  return status === 429 ? "rate-limited" : "service-refused";
}

function helpFor(sent: Sent, status: number): readonly string[] {
  if (status === 401 || status === 403) return ["Check the token, and that it may do this in this game."];
  if (status === 404) return addressHelp(sent, "Check the base URL and the game id.");
  if (status === 429) return ["Set `requests_per_second` or a lower `concurrency` in the project file."];
  return [];
}

function addressHelp({ isOwn }: Sent, help: string): readonly string[] {
  return isOwn ? [] : [help];
}

function redirected(sent: Sent, status: number, location: string): Diagnostic {
  const { origin } = sent.service;
  const there = URL.canParse(location, origin) ? new URL(location, origin) : undefined;
  const upgraded = there !== undefined && there.protocol === "https:" && origin === `http://${there.host}`;
  const help = upgraded ? `Write https in the base URL: https://${there.host}` : "Check the base URL.";
  const shown = oneLine(location).slice(0, 300);
  return masked(sent, "redirected-elsewhere", `${called(sent)} was redirected (${status}) to ${shown}.`, [help]);
}

/** No usable connection, or an answer that broke off. */
export function unreachable(sent: Sent, problem: ConnectionProblem): Diagnostic {
  const tries = sent.attempts > 1 ? ` It was tried ${sent.attempts} times.` : "";
  return masked(sent, "service-unreachable", `${called(sent)} failed. ${problem.sentence}${tries}`, problem.help);
}

/** A request that was not sent any more, as the service was unreachable for too long. */
export function notAsked(sent: Sent, outage: Outage | undefined): Diagnostic {
  const detail = `${called(sent)} was not sent, because the service has been unreachable for ${counted(outage?.seconds ?? 0, "second")}. ${outage?.problem.sentence ?? ""}`;
  return masked(sent, "service-unreachable", detail.trimEnd(), outage?.problem.help ?? []);
}

/** An answer that says success and is not what the interface says. */
export function unexpected(sent: Sent, what: string, text: string): Diagnostic {
  const words = serverWords(text, sent.mask).message;
  const quoted = words === "" ? "" : ` It begins: ${[...words].slice(0, 120).join("")}`;
  return masked(
    sent,
    "unexpected-response",
    `${called(sent)}: ${what}${quoted}`,
    addressHelp(sent, "Check the base URL."),
  );
}

/** An answer with the token in it. Nothing of it is quoted, nor used: it would be shown as what is live. */
export function holdsToken(sent: Sent): Diagnostic {
  const detail = `${called(sent)}: the answer holds the token itself, so nothing of it is used.`;
  const help = [
    "Whoever can read that resource has the token: take it out of the service's data, and make a new token.",
  ];
  return masked(sent, "unexpected-response", detail, help);
}

export function stopped(sent: Sent): Diagnostic {
  return masked(sent, "interrupted", `${called(sent)} was stopped before its answer came.`, []);
}

/** `GET actions at https://api.example.com`: what is left out may come from a variable. */
function called({ request, service }: Sent): string {
  return `${request.method} ${request.path} at ${service.origin}`;
}

function masked(
  sent: Sent,
  code: Parameters<typeof diagnostic>[0],
  detail: string,
  help: readonly string[],
): Diagnostic {
  return diagnostic(code, sent.mask(detail), { help: help.map(sent.mask) });
}
