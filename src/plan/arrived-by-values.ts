/**
 * Decides by values where ids allow several answers: whether resources have still to move, or are where they belong. In:
 * live resources and what is declared. Out: how many of them have arrived.
 */
import type { Kind } from "../catalog/types.ts";
import type { Json } from "../model/json.ts";
import type { Desired, Live } from "../model/model.ts";
import { withoutMarks } from "../model/temporary-ids.ts";
import { fieldChanges } from "./diff.ts";
import { isTemporaryValue } from "./unique-values.ts";

/** In how many unique values, and in how many others, live resources differ from what is declared. */
interface Distance {
  readonly unique: number;
  readonly other: number;
}

/**
 * How many of neighbouring resources have arrived; those behind them have still to leave. What has arrived came to a free
 * id, so it never stands right behind one that has still to leave. Undefined if values do not say it: names have to
 * decide, and nothing else may contradict them. A wrong guess would give players what others have earned.
 * `declared`: for each resource, what is declared under its id and under the next one. `isWhole`: all or none.
 */
export function arrivedByValues(
  resources: readonly (Live | undefined)[],
  declared: readonly (readonly [here: Desired | undefined, next: Desired | undefined])[],
  kind: Kind,
  isWhole: boolean,
): number | undefined {
  const distances = resources.map((found, index) => {
    const [here, next] = declared[index] ?? [undefined, undefined];
    return { arrived: distance(found, here, next, kind), leaving: distance(found, next, here, kind) };
  });
  const sums = [
    distances.reduce<Distance>(
      (sum, { leaving }) => ({ unique: sum.unique + leaving.unique, other: sum.other + leaving.other }),
      { unique: 0, other: 0 },
    ),
  ];
  for (const { arrived, leaving } of distances) {
    const last = sums.at(-1) as Distance;
    sums.push({
      unique: last.unique + arrived.unique - leaving.unique,
      other: last.other + arrived.other - leaving.other,
    });
  }
  const answers = [...sums.entries()].filter(([count]) => !isWhole || count === 0 || count === resources.length);
  const unique = Math.min(...answers.map(([, sum]) => sum.unique));
  const other = Math.min(...answers.map(([, sum]) => sum.other));
  const best = answers.filter(([, sum]) => sum.unique === unique && sum.other === other);
  const isTie = unique > 0 && answers.every(([, sum]) => sum.unique === unique);
  return best.length === 1 && !isTie ? best[0]?.[0] : undefined;
}

/** What is compared with one declaration must be comparable with the other one, too, or the count would be lopsided. */
function distance(
  found: Live | undefined,
  wanted: Desired | undefined,
  instead: Desired | undefined,
  kind: Kind,
): Distance {
  if (found === undefined || wanted?.create_only === true || instead?.create_only === true)
    return { unique: 0, other: 0 };
  if (wanted === undefined) return { unique: 1, other: 0 };
  const ignored = new Set([...wanted.ignore, ...(instead?.ignore ?? [])]);
  const differs = (name: string, before: Json | undefined, after: Json | undefined): boolean =>
    before !== undefined && !ignored.has(name) && fieldChanges(`/${name}`, before, after).length > 0;
  const body = withoutMarks(kind, found.body);
  const fields = kind.fields.filter(
    (field) =>
      field.type !== "id" &&
      !isTemporaryValue(field, body[field.name] ?? null) &&
      differs(field.name, body[field.name], wanted.body[field.name]),
  );
  // Members of the same kind may be on the move themselves.
  const links = kind.links.filter(
    ({ name, to }) => to !== kind.name && differs(name, found.links[name], wanted.links[name]),
  );
  const unique = fields.filter((field) => field.unique === true).length;
  return { unique, other: fields.length - unique + links.length };
}
