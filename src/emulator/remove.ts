/** Deleting records, and what becomes of those that refer to them (docs/service.md#deletions). */
import type { Field } from "../catalog/types.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { type Reply, reply } from "./replies.ts";
import type { Place } from "./routes.ts";
import { forgetPlayerData, idOf, recordsOf, referrersTo, type StoredRecord } from "./state.ts";

/** The 409 of a strict service for a record that others refer to. */
export function refusedDeletion(place: Place, record: StoredRecord): Reply | undefined {
  if (!place.context.settings.strict) return undefined;
  const referrers = referrersTo(place.game, place.context.kinds, place.kind.name, record.key);
  if (referrers.length === 0) return undefined;
  const names = referrers.map((each) => `${each.kind.label} ${idOf(each.record)}`).join(", ");
  return reply(409, { message: `The ${place.kind.label} is still used by ${names}.` });
}

/**
 * Deletes a record with all that players have done or earned with it. References to it become `null`, memberships
 * vanish. Where the reference is required, the record that holds it goes too: a criterion without its action could
 * never be judged again. What the real service does is unknown.
 */
export function removeRecord(place: Place, record: StoredRecord): void {
  const { game, kind, context } = place;
  recordsOf(game, kind.name).delete(record.key);
  forgetPlayerData(game, record.key);
  for (const referrer of referrersTo(game, context.kinds, kind.name, record.key)) {
    const holder = { ...place, kind: kindNamed(context.kinds, referrer.kind.name) };
    const holds = (field: Field) =>
      field.type === "reference" && field.to === kind.name && referrer.record.fields[field.name] === record.key;
    if (holder.kind.fields.some((field) => holds(field) && field.required === true)) {
      // A record that refers twice may be gone already.
      if (recordsOf(game, holder.kind.name).has(referrer.record.key)) removeRecord(holder, referrer.record);
      continue;
    }
    const lost = holder.kind.fields.filter(holds).map((field) => [field.name, null]);
    const links = holder.kind.links.map((link) => {
      const keys = referrer.record.links[link.name] ?? [];
      return [link.name, link.to === kind.name ? keys.filter((key) => key !== record.key) : keys];
    });
    recordsOf(game, holder.kind.name).set(referrer.record.key, {
      ...referrer.record,
      fields: { ...referrer.record.fields, ...Object.fromEntries(lost) },
      links: Object.fromEntries(links),
    });
  }
}
