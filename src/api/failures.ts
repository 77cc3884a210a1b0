/**
 * Turns the ends of requests into diagnostics. An error body may be JSON, HTML, plain text or empty (docs/service.md#errors);
 * its words are kept: bounded, on one line and masked.
 */
import { counted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, jsonIn } from "../model/json.ts";
import { type Mask, maskDiagnostic, oneLine } from "./masking.ts";
import type { Channel, GameRequest, SendResult } from "./sender.ts";
import type { Answer } from "./transport.ts";

/** An answer that is not a success. */
export interface Refusal {
  readonly status: number;
  readonly failure: Diagnostic;
  /** The `errors` of a failed validation: messages by field name as the service wrote it (`reactions.0`). */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
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
  const [code, ...help] = REFUSALS[status] ?? ["service-refused"];
  const isHelpful = status !== 404 || !sent.isOwn;
  const rest = ` was answered ${status}${said}${triesOf(sent)}`;
  return { status, failure: failure(sent, code, rest, ...(isHelpful ? help : [])), fieldErrors };
}

const CHECK_TOKEN = "Check the token, and that it may do this in this game.";

/** Code and help by status, where a status has its own. */
const REFUSALS: Readonly<Record<number, readonly [Diagnostic["code"], string]>> = {
  401: ["not-authorised", CHECK_TOKEN],
  403: ["not-authorised", CHECK_TOKEN],
  404: ["service-refused", "Check the game id and the base URL: laurel appends /v1/games/… to it."],
  429: ["rate-limited", "Set `requests_per_second` or a lower `concurrency` in the project file."],
};

/** A success without usable JSON: one that broke off, or that is not what the interface promises. */
export function unexpected(sent: SentRequest, { text, defect }: Answer): Diagnostic {
  if (defect?.hopeless === false) return unanswered(sent, { end: "broken", problem: defect.problem });
  const what = defect?.problem.sentence ?? "The answer is not JSON, cut off, or nested too deeply.";
  const words = quote(text, sent.mask);
  const rest = `: ${what}${words === "" ? "" : ` It begins: ${words}`}`;
  return failure(sent, "unexpected-response", rest, ...(sent.isOwn ? [] : ["Check the base URL."]));
}

/** An answer that contains the token. Nothing of it is quoted or used. */
export function containsToken(sent: SentRequest): Diagnostic {
  const help = "Delete the token from that resource and make a new one: everybody who can read the resource has it.";
  return failure(sent, "unexpected-response", ": the answer holds the token itself, so nothing of it is used.", help);
}

const LONGEST_QUOTE = 200;
const MOST_FIELDS = 50;

/** Words of the service, made safe to print. Masked before cutting, so that no part of a token is left. */
function quote(words: string, mask: Mask): string {
  const characters = [...oneLine(mask(words).slice(0, 10 * LONGEST_QUOTE))];
  return characters.slice(0, LONGEST_QUOTE).join("") + (characters.length > LONGEST_QUOTE ? "…" : "");
}

/** The words of an error body: its `message` and `errors`, else all of it. */
export function serverWords(text: string, mask: Mask): Pick<Refusal, "fieldErrors"> & { readonly message: string } {
  const { message, errors } = (jsonIn(text) ?? {}) as { readonly message?: unknown; readonly errors?: unknown };
  const fields = isJsonObject(errors) ? Object.entries(errors).slice(0, MOST_FIELDS) : [];
  const fieldErrors = fields.map(([field, messages]) => {
    const texts = [messages].flat().filter((error) => typeof error === "string");
    return [quote(field, mask), texts.slice(0, 5).map((error) => quote(error, mask))];
  });
  const rest = fields.length === 0 ? text : "";
  return {
    message: quote(typeof message === "string" ? message : rest, mask),
    fieldErrors: Object.fromEntries(fieldErrors),
  };
}
