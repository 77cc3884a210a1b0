/** Faults of the embedded service, to test clients with, and the text form of `--fault`. */
import { defined } from "../model/collections.ts";

/**
 * What happens to a request. `-before`: it is not executed; `-after`: it is, and then the fault happens. `error`: an
 * error status. `drop`: the connection is closed. `silent`: it stays open without an answer. `truncate`: it is closed in the
 * middle of the answer's body. `empty-page`: a page of a list comes without its records. `move-list`: the first record moves
 * to the end of the list first. `latency`: a wait before the answer. `drip`: the body comes byte by byte, with this pause.
 * `html`: a page instead, as from a proxy. `garble`: the body is neither JSON nor, as `bytes`, text. `content-type`: the
 * answer names this type. `rate-limit`: a 429, and `redirect`: a 302, instead of executing it.
 */
export type FaultEffect =
  | { readonly effect: (typeof PLAIN)[number] }
  | { readonly effect: "latency" | "drip"; readonly milliseconds: number }
  | { readonly effect: "error-before" | "error-after" | "html"; readonly status: number }
  | { readonly effect: "garble"; readonly form: "text" | "bytes" }
  | { readonly effect: "content-type"; readonly type: string }
  | { readonly effect: "rate-limit"; readonly retryAfter: RetryAfter }
  | { readonly effect: "redirect"; readonly location: string };

/** Effects without a value. */
const PLAIN = [
  "drop-before",
  "drop-after",
  "silent-before",
  "silent-after",
  "truncate",
  "empty-page",
  "move-list",
] as const;

/** The form of the `Retry-After` header: seconds, a date that many seconds ahead, or no header. */
type RetryAfter = { readonly form: "seconds" | "date"; readonly seconds: number } | { readonly form: "none" };

/** When a fault happens: for all requests that match the filters, or for those it numbers. */
interface FaultTrigger {
  /** Numbers of the requests, counted from 1 over those that the filters let through. */
  readonly from?: number;
  readonly to?: number;
  /** Between 0 and 1, decided by a generator that starts from the seed. */
  readonly probability?: number;
  readonly seed?: number;
  /** Filter: the method in capitals. */
  readonly method?: string;
  /** Filter: source of a regular expression for the path. */
  readonly path?: string;
}

/** An effect with the requests that it happens to. */
export type Fault = FaultEffect & { readonly when?: FaultTrigger };

/** The faults that happen to the next request, in the order in which they were given. */
type FaultSwitch = (method: string, path: string) => readonly FaultEffect[];

/** Two switches of the same faults do the same: each has its own counters. */
export function createFaultSwitch(faults: readonly Fault[]): FaultSwitch {
  const hits = faults.map((fault) => ({ fault, isHit: createTrigger(fault.when ?? {}) }));
  // Every trigger counts every request.
  return (method, path) => hits.filter(({ isHit }) => isHit(method, path)).map(({ fault }) => fault);
}

function createTrigger(when: FaultTrigger): (method: string, path: string) => boolean {
  const pattern = when.path === undefined ? undefined : new RegExp(when.path);
  const random = createRandom(when.seed ?? 1);
  let count = 0;
  return (method, path) => {
    if (when.method !== undefined && when.method !== method) return false;
    if (pattern !== undefined && !pattern.test(path)) return false;
    count += 1;
    const isDrawn = when.probability === undefined || random() < when.probability;
    return isDrawn && count >= (when.from ?? 1) && count <= (when.to ?? Number.POSITIVE_INFINITY);
  };
}

/** The generator mulberry32: numbers from 0 up to 1, the same for the same seed on every machine. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The `Retry-After` header; empty when there is none. */
export function retryAfterHeader(retryAfter: RetryAfter, now: number): Readonly<Record<string, string>> {
  if (retryAfter.form === "none") return {};
  const { form, seconds } = retryAfter;
  return { "Retry-After": form === "seconds" ? String(seconds) : new Date(now + seconds * 1000).toUTCString() };
}

type Parsed<T> = { readonly value: T } | { readonly problem: string };

const FORM = /^([a-z-]+)(?:=(.*?))?(?:@(\d+(?:-\d*)?|\d+(?:\.\d+)?%))?((?:,(?:seed|method)=[^,]*)*)(?:,path=(.*))?$/;

const EFFECTS: Readonly<Record<string, (value: string | undefined) => Parsed<FaultEffect>>> = {
  ...Object.fromEntries(PLAIN.map((effect) => [effect, plain(effect)])),
  latency: numeric(undefined, 0, 3_600_000, "milliseconds", (milliseconds) => ({ effect: "latency", milliseconds })),
  "error-before": numeric(500, 400, 599, "a status", (status) => ({ effect: "error-before", status })),
  "error-after": numeric(500, 400, 599, "a status", (status) => ({ effect: "error-after", status })),
  drip: numeric(100, 1, 3_600_000, "milliseconds", (milliseconds) => ({ effect: "drip", milliseconds })),
  garble: (value = "text") =>
    value === "text" || value === "bytes"
      ? { value: { effect: "garble", form: value } }
      : { problem: "its value has to be text or bytes" },
  "content-type": (value = "text/html") =>
    /^[\w.+-]+\/[\w.+-]+$/.test(value)
      ? { value: { effect: "content-type", type: value } }
      : { problem: "its value has to be a type such as text/html" },
  html: numeric(200, 200, 599, "a status", (status) => ({ effect: "html", status })),
  "rate-limit": rateLimit,
  redirect: (value = "") =>
    value === ""
      ? { problem: "it needs an address, such as redirect=https://example.com/" }
      : { value: { effect: "redirect", location: value } },
};

/** Reads one fault; a problem is a sentence. */
export function parseFault(text: string): { readonly fault: Fault } | { readonly problem: string } {
  const fault = readFault(text.trim());
  return "value" in fault
    ? { fault: fault.value }
    : { problem: `The fault "${text}" cannot be read: ${fault.problem}.` };
}

function readFault(text: string): Parsed<Fault> {
  const [, name, value, when, options = "", path] = FORM.exec(text) ?? [];
  if (name === undefined) {
    return { problem: "it is not in the form effect[=value][@when][,seed=N][,method=NAME][,path=REGEX]" };
  }
  const read = Object.hasOwn(EFFECTS, name) ? EFFECTS[name] : undefined;
  if (read === undefined) {
    return { problem: `there is no effect "${name}"; there are ${Object.keys(EFFECTS).join(", ")}` };
  }
  const effect = read(value);
  if ("problem" in effect) return effect;
  const trigger = readTrigger(when, options, path);
  return "problem" in trigger ? trigger : { value: { ...effect.value, when: trigger.value } };
}

function plain(effect: (typeof PLAIN)[number]): (value: string | undefined) => Parsed<FaultEffect> {
  return (value) => (value === undefined ? { value: { effect } } : { problem: `${effect} takes no value` });
}

function numeric(
  fallback: number | undefined,
  minimum: number,
  maximum: number,
  what: string,
  make: (value: number) => FaultEffect,
): (text: string | undefined) => Parsed<FaultEffect> {
  return (text) => {
    const value = text === undefined ? fallback : wholeNumber(text);
    return value === undefined || value < minimum || value > maximum
      ? { problem: `its value has to be ${what} from ${minimum} to ${maximum}` }
      : { value: make(value) };
  };
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function rateLimit(text = "1"): Parsed<FaultEffect> {
  if (text === "none") return { value: { effect: "rate-limit", retryAfter: { form: "none" } } };
  const [, date, seconds] = /^(date:)?(\d{1,6})$/.exec(text) ?? [];
  if (seconds === undefined) return { problem: "its value has to be seconds, date:seconds or none" };
  const form = date === undefined ? "seconds" : "date";
  return { value: { effect: "rate-limit", retryAfter: { form, seconds: Number(seconds) } } };
}

function readTrigger(when: string | undefined, options: string, path: string | undefined): Parsed<FaultTrigger> {
  const { seed, method } = Object.fromEntries(options.split(",").map((option) => option.split("=")));
  if (seed !== undefined && wholeNumber(seed) === undefined) return { problem: "its seed has to be a whole number" };
  if (method !== undefined && !/^[A-Za-z]+$/.test(method)) {
    return { problem: "its method has to be a word such as POST" };
  }
  if (path !== undefined && !isPattern(path)) return { problem: "its path is not a regular expression" };
  const requests = readRequests(when);
  if ("problem" in requests) return requests;
  const filters = { seed: seed === undefined ? undefined : Number(seed), method: method?.toUpperCase(), path };
  return { value: { ...requests.value, ...defined(filters) } };
}

function readRequests(when: string | undefined): Parsed<Pick<FaultTrigger, "from" | "to" | "probability">> {
  if (when === undefined) return { value: {} };
  if (when.endsWith("%")) {
    const share = Number(when.slice(0, -1));
    return share <= 100 ? { value: { probability: share / 100 } } : { problem: "its share is above 100 %" };
  }
  const [from, to = from] = when.split("-");
  const first = Number(from);
  const last = to === "" ? undefined : Number(to);
  if (first < 1 || (last !== undefined && last < first)) {
    return { problem: "requests are counted from 1, and a range goes upwards" };
  }
  return { value: { from: first, ...defined({ to: last }) } };
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source) !== undefined;
  } catch {
    return false;
  }
}
