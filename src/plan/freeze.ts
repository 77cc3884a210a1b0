/** Whether a freeze refuses a plan. In: the freeze, the time, and the plan's impact on players. Out: a refusal or none. */
import { both, quoted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Plan } from "../model/model.ts";
import { endOfFreeze, type Freeze } from "../project/freeze.ts";
import { gravestFirst, type Impact } from "./impact.ts";

/** Resources named for each class. */
const SHOWN = 20;

/**
 * `now`: milliseconds since 1970. Steps without impact on players are not refused.
 */
export function freezeRefusals(
  freeze: Freeze | undefined,
  now: number,
  { environment, steps }: Pick<Plan, "environment" | "steps">,
  impact: readonly Impact[],
): readonly Diagnostic[] {
  // A date that no calendar has never ends.
  if (freeze === undefined || steps.length === 0 || now >= endOfFreeze(freeze)) return [];
  const { until, except } = freeze;
  const end = until.includes("T") ? until : `${until} (UTC, that day included)`;
  const lead = `The environment ${quoted(environment)} is frozen until ${end}.`;
  const help = ["to go ahead, add the flag: --allow freeze"];
  const found = gravestFirst(impact.filter((each) => !except.includes(each.class)));
  if (found.length === 0) return [];
  const classes = [...new Set(found.map((each) => each.class))];
  const lines = classes.map((name) => {
    const addresses = [...new Set(found.flatMap((each) => (each.class === name ? [each.address] : [])))];
    const more = addresses.length > SHOWN ? [`${addresses.length - SHOWN} more`] : [];
    return `${name}: ${both([...addresses.slice(0, SHOWN), ...more])}`;
  });
  return [diagnostic("freeze", [lead, ...lines].join("\n"), { help })];
}
