/**
 * Freezes: until when an environment refuses changes for players. In: settings of a project file. Out: the freeze with
 * its end as a moment, or what is wrong with its date.
 */

import { problemAt } from "../manifest/problem.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { IMPACT_CLASS_NAMES, IMPACT_CLASSES, type ImpactClass } from "../model/impact-classes.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { Pointer, Source } from "../model/model.ts";

/** A freeze as a project file has it. */
export interface Freeze {
  /** The last frozen day in UTC, such as `2026-12-27`, or the moment of the end with its zone. */
  readonly until: string;
  /** Classes of impact that it does not refuse. */
  readonly except: readonly ImpactClass[];
}

export const freezeSchema: JsonObject = {
  type: "object",
  description:
    "Refuses plans that change something for players, until a date. `--allow freeze` lifts it for one run; `allow` cannot.",
  properties: {
    until: {
      type: "string",
      pattern: "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?(Z|[+-]\\d{2}:\\d{2}))?$",
      description:
        "The last day of the freeze, in UTC: that day is still frozen. Or the moment at which it ends, as a time with its zone.",
      examples: ["2026-12-27", "2026-12-27T18:00:00Z"],
    },
    except: {
      type: "array",
      items: {
        type: "string",
        enum: [...IMPACT_CLASS_NAMES],
        enumDescriptions: Object.values(IMPACT_CLASSES),
      },
      uniqueItems: true,
      description: "Classes of impact on players that are not refused.",
      examples: [["cosmetic", "additive"]],
    },
  },
  required: ["until"],
  additionalProperties: false,
};

/** What to write as `until`. */
export const UNTIL_HELP = "write a day such as 2026-12-27, or a time with its zone such as 2026-12-27T18:00:00Z";

/** Undefined where there is none. `value`: as the schema allows it. */
export function freezeIn(value: Json | undefined): Freeze | undefined {
  if (!isJsonObject(value) || typeof value.until !== "string") return undefined;
  const { until, except } = value;
  return { until, except: IMPACT_CLASS_NAMES.filter((name) => Array.isArray(except) && except.includes(name)) };
}

/** The first moment after a freeze, in milliseconds since 1970. NaN: there is no such day or time. */
export function endOfFreeze({ until }: Pick<Freeze, "until">): number {
  const day = until.slice(0, 10);
  const start = Date.parse(`${day}T00:00:00Z`);
  // Date.parse takes the 30th of February for the 2nd of March.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(day)) return Number.NaN;
  return until === day ? start + 86_400_000 : Date.parse(until);
}

/** An error for a date that no calendar has. `place`: of what may have a freeze. */
export function freezeProblems(owner: Json | undefined, place: Pointer, source: Source): readonly Diagnostic[] {
  const freeze = isJsonObject(owner) ? freezeIn(owner.freeze) : undefined;
  if (freeze === undefined || !Number.isNaN(endOfFreeze(freeze))) return [];
  const span = source.locate(`${place}/freeze/until`, "value");
  return [problemAt("invalid-value", span, "there is no such day or time", { help: [UNTIL_HELP] })];
}
