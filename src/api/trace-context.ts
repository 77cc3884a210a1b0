/**
 * W3C trace context: a run inside of a traced pipeline hands its trace on to the service (https://www.w3.org/TR/trace-context/).
 * Only what the specification allows is handed on; anything else is left out and told.
 */

/** The trace that a run belongs to, as the environment tells it. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly trace_id: string;
  /** Two hexadecimal digits. */
  readonly flags: string;
  /** What other tracing systems have to say to each other, as it came. */
  readonly state?: string;
}

export interface TraceReading {
  readonly context?: TraceContext;
  /** A sentence about what was left out. */
  readonly problem?: string;
}

/** One request within a trace. */
export interface Span {
  /** 16 hexadecimal digits, another one for each request. */
  readonly span_id: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Version, trace id, the caller's span id, flags. Later versions may have more behind these; the first has not. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** Flags that have a meaning: sampled, and random. The others have to be zero. */
const KNOWN_FLAGS = 0b11;

const MOST_MEMBERS = 32;
const LONGEST_STATE = 512;
const STATE_MEMBER = /^[a-z0-9][a-z0-9_*/@-]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/** Reads `TRACEPARENT` and `TRACESTATE`. Their values are not repeated in the problem: they may be anything. */
export function readTraceContext(env: Readonly<Record<string, string | undefined>>): TraceReading {
  const parent = env.TRACEPARENT?.trim() ?? "";
  if (parent === "") return {};
  const [, version, trace_id, , flags, more] = TRACEPARENT.exec(parent) ?? [];
  if (trace_id === undefined || flags === undefined || (version === "00" && more !== undefined)) {
    return { problem: "TRACEPARENT is not the parent of a W3C trace; requests are sent without one." };
  }
  const known = (Number.parseInt(flags, 16) & KNOWN_FLAGS).toString(16).padStart(2, "0");
  const context = { trace_id, flags: known };
  const state = env.TRACESTATE?.trim() ?? "";
  if (state === "") return { context };
  return isTraceState(state)
    ? { context: { ...context, state } }
    : { context, problem: "TRACESTATE is not the state of a W3C trace; requests are sent without it." };
}

/** A new span of the trace, with the headers that tell the service of it. */
export function newSpan({ trace_id, flags, state }: TraceContext, random: () => number): Span {
  const span_id = newSpanId(random);
  const traceparent = `00-${trace_id}-${span_id}-${flags}`;
  return { span_id, headers: { traceparent, ...(state === undefined ? {} : { tracestate: state }) } };
}

/** Members may be empty, and blanks may stand around the commas. */
function isTraceState(state: string): boolean {
  const members = state.split(",").map((member) => member.trim());
  const filled = members.filter((member) => member !== "");
  const keys = new Set(filled.map((member) => member.slice(0, member.indexOf("="))));
  return (
    state.length <= LONGEST_STATE &&
    /^[\t\x20-\x7e]*$/.test(state) &&
    filled.length > 0 &&
    filled.length <= MOST_MEMBERS &&
    keys.size === filled.length &&
    filled.every((member) => STATE_MEMBER.test(member))
  );
}

function newSpanId(random: () => number): string {
  const half = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
  const id = half() + half();
  // An id of zeros means "none".
  return /^0+$/.test(id) ? id.replace(/0$/, "1") : id;
}
