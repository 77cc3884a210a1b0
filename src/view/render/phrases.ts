/** Quantities and targets in words. */
import { both, inDigits } from "../../manifest/wording.ts";
import type { Target } from "../../model/model.ts";

/** A time to come, in milliseconds: `800 ms`, `12 s`, `2 min 5 s`; seconds are rounded up, so that no wait is shown too short. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.ceil(ms)} ms`;
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? "" : ` ${rest} s`}`;
}

/** A time that has passed, in milliseconds: `800 ms`, `1.4 s`, `2 min 5 s`. */
export function elapsed(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  return ms < 59_950 ? `${(ms / 1000).toFixed(1)} s` : duration(ms);
}

/** Where a plan goes: `at https://api.example.com, game id x`. Anything but an address names a built-in service. */
export function targetWords({ base_url, game_id }: Target): string {
  const service = base_url.includes("://") ? `at ${base_url}` : `on the ${base_url} service`;
  return `${service}, game id ${game_id}`;
}

/** `a, b, c and 17 more`: the first ones, unless only one more would be left. */
export function some(words: readonly string[], most: number): string {
  const left = words.length - most;
  return both(left > 1 ? [...words.slice(0, most), `${inDigits(left)} more`] : words);
}
