/** Finds the resources that a scenario names, at any place: its texts tell something of them. */
import { memoizedBy } from "../../ground/collections.ts";
import { isJsonList, isJsonObject, type Json } from "../../ground/json.ts";
import type { Address } from "../../model/model.ts";
import type { Design, Titled } from "../design/design.ts";

/** Returns them in the order of the text. An id counts for every kind that has it. */
export function findNamedResources(written: Json | undefined, design: Design): readonly Address[] {
  const known = addressesById(design);
  const found = new Set<Address>();
  const look = (value: Json): void => {
    if (typeof value === "string") for (const address of known.get(value) ?? []) found.add(address);
    if (isJsonList(value)) for (const element of value) look(element);
    if (!isJsonObject(value)) return;
    for (const [key, member] of Object.entries(value)) {
      look(key);
      look(member);
    }
  };
  if (written !== undefined) look(written);
  return [...found];
}

const addressesById = memoizedBy((design: Design): ReadonlyMap<string, readonly Address[]> => {
  const { actions, criteria, groups, achievements, rewards, leaderboards } = design;
  const all: readonly ReadonlyMap<string, Titled>[] = [
    actions,
    criteria,
    groups,
    achievements,
    rewards,
    leaderboards,
  ];
  const addresses = new Map<string, Address[]>();
  for (const { custom_id, address } of all.flatMap((resources) => [...resources.values()])) {
    addresses.set(custom_id, [...(addresses.get(custom_id) ?? []), address]);
  }
  return addresses;
});
