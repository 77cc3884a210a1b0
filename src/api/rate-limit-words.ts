/** What is known of a service's rate limit, in a few words for logs and progress. */
import type { Learning } from "./rate-learner.ts";

export const RATE_LIMIT = "the service's rate limit";

/** "the service's rate limit of 20 requests a second; laurel keeps to 19", as far as it is known. */
export function rateLimitWords({ limit, pace }: Learning): string {
  if (pace === undefined) return RATE_LIMIT;
  const own = Math.max(1, Math.round(pace.window / pace.interval));
  const per = timeWords(pace.window / 1000);
  if (limit === undefined) return `${RATE_LIMIT}; laurel keeps to ${requests(own)} ${per}`;
  return `${RATE_LIMIT} of ${requests(limit)} ${per}; laurel keeps to ${own}`;
}

function requests(number: number): string {
  return number === 1 ? "1 request" : `${number} requests`;
}

function timeWords(seconds: number): string {
  if (seconds === 1) return "a second";
  if (seconds === 60) return "a minute";
  return seconds === 3600 ? "an hour" : `in ${seconds} seconds`;
}
