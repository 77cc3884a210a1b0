import { expect } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { kindNamed, referencesOfResource } from "../../../src/model/catalog-lookup.ts";
import type { Address, LiveGame, Step } from "../../../src/model/model.ts";

/** What must hold after every step: references exist, and unique values are unique. */
export function expectSound(state: LiveGame, step: Step): void {
  const addresses = new Set<Address>(state.resources.keys());
  const owner = state.resources.get(step.address);
  if (owner !== undefined) {
    const missing = [...referencesOfResource(catalog, owner)].filter((address) => !addresses.has(address));
    expect(missing, `after ${step.id}`).toEqual([]);
  }
  if (step.action === "delete") {
    const referrers = [...state.resources.values()].filter((each) =>
      referencesOfResource(catalog, each).has(step.address),
    );
    expect(
      referrers.map(({ address }) => address),
      `still refer to ${step.address}`,
    ).toEqual([]);
  }
  for (const kind of catalog) {
    const mine = [...state.resources.values()].filter((each) => each.kind === kind.name);
    const names = mine.map(({ body }) => String(body.name));
    expect(new Set(names).size, `names after ${step.id}`).toBe(names.length);
    for (const field of kindNamed(catalog, kind.name).fields) {
      if (field.type !== "choice" || field.atMostOne === undefined) continue;
      const single = mine.filter(({ body }) => body[field.name] === field.atMostOne);
      expect(single.length, `after ${step.id}`).toBeLessThanOrEqual(1);
    }
  }
}
