/**
 * Faults as text, for the command line:
 *
 *   EFFECT[=VALUE][@WHEN][,seed=N][,method=NAME][,path=REGEX]
 *
 *   error-after=500@3            the third request is done, then answered 500
 *   drop-before@10%,seed=7       one request in ten, the same ones each time
 *   latency=200                  every answer 200 ms later
 *   rate-limit=date:2@1-4        the first four requests, with a date two seconds ahead
 *   garble=bytes@7               the seventh request is done, and its answer arrives as noise
 *   error-before=503@2-,method=POST,path=/rewards$    from the second POST to rewards on
 *
 * WHEN is a number, a range, or a percentage. `path` stands last, because a pattern may hold commas.
 */
import type { Fault, FaultEffect, FaultTrigger, RetryAfter } from "./faults.ts";

/** The fault, or a sentence that says what is wrong with the text. */
export type ParsedFault = { readonly fault: Fault } | { readonly problem: string };

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
