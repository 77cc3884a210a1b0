/** A rate limit in fixed windows, with the headers that Laravel sends (docs/service.md#errors). */
import type { Settings } from "./options.ts";
import { type Reply, reply } from "./replies.ts";

/** Headers for the answer, or the 429. */
export type Allowance = { readonly headers: Readonly<Record<string, string>> } | { readonly refusal: Reply };

/** Counts one request at each call; `now` is in milliseconds since 1970. */
export function createRateLimit({ rateLimit }: Pick<Settings, "rateLimit">): (now: number) => Allowance {
  let ends = Number.NEGATIVE_INFINITY;
  let used = 0;
  return (now) => {
    if (rateLimit === null) return { headers: {} };
    if (now >= ends) {
      ends = now + rateLimit.perSeconds * 1000;
      used = 0;
    }
    used += 1;
    const headers = {
      "X-RateLimit-Limit": String(rateLimit.requests),
      "X-RateLimit-Remaining": String(Math.max(0, rateLimit.requests - used)),
    };
    if (used <= rateLimit.requests) return { headers };
    return {
      refusal: tooManyAttempts({
        ...headers,
        "Retry-After": String(Math.ceil((ends - now) / 1000)),
        "X-RateLimit-Reset": String(Math.ceil(ends / 1000)),
      }),
    };
  };
}

/** The 429, with whatever headers tell when to come back. */
export function tooManyAttempts(headers: Readonly<Record<string, string>>): Reply {
  return reply(429, { message: "Too Many Attempts." }, headers);
}
