/** Faults of the embedded service, to test clients with, and the text form of `--fault`. */

/** What happens to a request. */
export type FaultEffect =
  /** Answers later. */
  | { readonly effect: "latency"; readonly milliseconds: number }
  /** Answers an error without carrying it out. */
  | { readonly effect: "error-before"; readonly status: number }
  /** Carries the request out and then answers an error. */
  | { readonly effect: "error-after"; readonly status: number }
  /** Closes the connection without carrying it out. */
  | { readonly effect: "drop-before" }
  /** Carries the request out and closes the connection. */
  | { readonly effect: "drop-after" }
  /** Never answers, without carrying it out; the connection stays open until the client gives up. */
  | { readonly effect: "silent-before" }
  /** Carries the request out and never answers. */
  | { readonly effect: "silent-after" }
  /** Carries the request out, then closes the connection in the middle of the answer's body. */
  | { readonly effect: "truncate" }
  /** Carries the request out, then sends the answer's body byte by byte, so many milliseconds apart. */
  | { readonly effect: "drip"; readonly milliseconds: number }
  /** Carries the request out; the answer's body is damaged, to text that is not JSON or bytes that are not text. */
  | { readonly effect: "garble"; readonly form: "text" | "bytes" }
  /** Carries the request out; the answer says that its body is of this type. */
  | { readonly effect: "content-type"; readonly type: string }
  /** Answers a page of a list without its records. Other answers are left as they are. */
  | { readonly effect: "empty-page" }
  /** Before a list is answered, its first record moves to the end, as where lists are ordered by change. */
  | { readonly effect: "move-list" }
  /** Answers a page of HTML without carrying it out, as a proxy in front of a service does. */
  | { readonly effect: "html"; readonly status: number }
  /** Answers 429 without carrying it out. */
  | { readonly effect: "rate-limit"; readonly retryAfter: RetryAfter }
  /** Answers 302 to another address without carrying it out. */
  | { readonly effect: "redirect"; readonly location: string };

/** The form of the `Retry-After` header: seconds, a date so many seconds ahead, or no header. */
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

/** Tells for each request in turn which faults happen, in the order in which they were given. */
type FaultSwitch = (method: string, path: string) => readonly FaultEffect[];

/** A switch with its own counters: two switches of the same faults do the same. */
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

/** The fault, or the problem as a sentence. */
type ParsedFault = { readonly fault: Fault } | { readonly problem: string };

const FORM = /^([a-z-]+)(?:=(.*?))?(?:@(\d+(?:-\d*)?|\d+(?:\.\d+)?%))?((?:,(?:seed|method)=[^,]*)*)(?:,path=(.*))?$/;

type Parsed<T> = { readonly value: T } | { readonly problem: string };

const EFFECTS: Readonly<Record<string, (value: string | undefined) => Parsed<FaultEffect>>> = {
  latency: (value) =>
    number(value, undefined, 0, 3_600_000, "milliseconds", (milliseconds) => ({ effect: "latency", milliseconds })),
  "error-before": (value) => number(value, 500, 400, 599, "a status", (status) => ({ effect: "error-before", status })),
  "error-after": (value) => number(value, 500, 400, 599, "a status", (status) => ({ effect: "error-after", status })),
  "drop-before": (value) => plain(value, { effect: "drop-before" }),
  "drop-after": (value) => plain(value, { effect: "drop-after" }),
  "silent-before": (value) => plain(value, { effect: "silent-before" }),
  "silent-after": (value) => plain(value, { effect: "silent-after" }),
  truncate: (value) => plain(value, { effect: "truncate" }),
  drip: (value) =>
    number(value, 100, 1, 3_600_000, "milliseconds", (milliseconds) => ({ effect: "drip", milliseconds })),
  garble: (value = "text") =>
    value === "text" || value === "bytes"
      ? { value: { effect: "garble", form: value } }
      : { problem: "its value has to be text or bytes" },
  "content-type": (value = "text/html") =>
    /^[\w.+-]+\/[\w.+-]+$/.test(value)
      ? { value: { effect: "content-type", type: value } }
      : { problem: "its value has to be a type such as text/html" },
  "empty-page": (value) => plain(value, { effect: "empty-page" }),
  "move-list": (value) => plain(value, { effect: "move-list" }),
  html: (value) => number(value, 200, 200, 599, "a status", (status) => ({ effect: "html", status })),
  "rate-limit": (value) => rateLimit(value),
  redirect: (value) => {
    if (value === undefined || value === "")
      return { problem: "it needs an address, such as redirect=https://example.com/" };
    return { value: { effect: "redirect", location: value } };
  },
};

/** Reads one fault. */
export function parseFault(text: string): ParsedFault {
  const [, effectName, value, when, options, path] = FORM.exec(text.trim()) ?? [];
  if (effectName === undefined) {
    return wrong(text, "it is not in the form effect[=value][@when][,seed=N][,method=NAME][,path=REGEX]");
  }
  if (!Object.hasOwn(EFFECTS, effectName)) {
    return wrong(text, `there is no effect "${effectName}"; there are ${Object.keys(EFFECTS).join(", ")}`);
  }
  const effect = EFFECTS[effectName]?.(value) ?? { problem: "" };
  if ("problem" in effect) return wrong(text, effect.problem);
  const trigger = parseTrigger(when, options ?? "", path);
  if ("problem" in trigger) return wrong(text, trigger.problem);
  return { fault: { ...effect.value, when: trigger.value } };
}

function wrong(text: string, reason: string): ParsedFault {
  return { problem: `The fault "${text}" cannot be read: ${reason}.` };
}

function plain(value: string | undefined, effect: FaultEffect): Parsed<FaultEffect> {
  return value === undefined ? { value: effect } : { problem: `${effect.effect} takes no value` };
}

function number(
  text: string | undefined,
  fallback: number | undefined,
  minimum: number,
  maximum: number,
  what: string,
  make: (value: number) => FaultEffect,
): Parsed<FaultEffect> {
  const value = text === undefined ? fallback : /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  if (value === undefined || value < minimum || value > maximum) {
    return { problem: `its value has to be ${what} from ${minimum} to ${maximum}` };
  }
  return { value: make(value) };
}

function rateLimit(text: string | undefined): Parsed<FaultEffect> {
  const [, form, seconds] = /^(date:)?(\d{1,6})$/.exec(text ?? "1") ?? [];
  const retryAfter: RetryAfter | undefined =
    text === "none"
      ? { form: "none" }
      : seconds === undefined
        ? undefined
        : { form: form === undefined ? "seconds" : "date", seconds: Number(seconds) };
  if (retryAfter === undefined) return { problem: "its value has to be seconds, date:seconds or none" };
  return { value: { effect: "rate-limit", retryAfter } };
}

function parseTrigger(when: string | undefined, options: string, path: string | undefined): Parsed<FaultTrigger> {
  const given = new Map(
    options
      .split(",")
      .filter(Boolean)
      .map((option) => option.split("=") as [string, string]),
  );
  const seed = given.get("seed");
  const method = given.get("method");
  if (seed !== undefined && !/^\d{1,9}$/.test(seed)) return { problem: "its seed has to be a whole number" };
  if (method !== undefined && !/^[A-Za-z]+$/.test(method))
    return { problem: "its method has to be a word such as POST" };
  if (path !== undefined && !isPattern(path)) return { problem: "its path is not a regular expression" };
  const moment = parseMoment(when);
  if ("problem" in moment) return moment;
  return {
    value: {
      ...moment.value,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      ...(method === undefined ? {} : { method: method.toUpperCase() }),
      ...(path === undefined ? {} : { path }),
    },
  };
}

function parseMoment(when: string | undefined): Parsed<FaultTrigger> {
  if (when === undefined) return { value: {} };
  if (when.endsWith("%")) {
    const share = Number(when.slice(0, -1));
    return share <= 100 ? { value: { probability: share / 100 } } : { problem: "its share is above 100 %" };
  }
  const [from, to] = when.split("-");
  const first = Number(from);
  const last = to === undefined ? first : to === "" ? undefined : Number(to);
  if (first < 1 || (last !== undefined && last < first)) {
    return { problem: "requests are counted from 1, and a range goes upwards" };
  }
  return { value: { from: first, ...(last === undefined ? {} : { to: last }) } };
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
