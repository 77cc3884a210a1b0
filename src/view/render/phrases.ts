/** Quantities and targets in words. */
import { both, inDigits } from "../../manifest/wording.ts";
import type { Target } from "../../model/model.ts";

/** A time in milliseconds: `800 ms`, `1.4 s`, `12 s`, `2 min 5 s`; rounded up, so that no wait is shown too short. */
export function duration(ms: number): string {
  if (ms <= 999) return `${Math.ceil(ms)} ms`;
  if (ms <= 59_900) return `${Math.ceil(ms / 100) / 10} s`;
  const seconds = Math.ceil(ms / 1000);
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? "" : ` ${rest} s`}`;
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
