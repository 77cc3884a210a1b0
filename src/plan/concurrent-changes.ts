/**
 * What somebody else changed while a plan is carried out. The service has no locks and no versions (docs/service.md#surprises), so whoever wants to know has to read again and compare with what the plan has made of the game so far.
 */
import type { Catalog } from "../catalog/types.ts";
import { kindNamed, partsOfAddress } from "../model/catalog-lookup.ts";
import { readLike } from "../model/codec.ts";
import type { Json } from "../model/json.ts";
import type { Address, Live, LiveGame, Step, StepId } from "../model/model.ts";
import { fieldChanges } from "./diff.ts";
import { simulate } from "./simulate.ts";
import { wasAndIs } from "./stale.ts";

/** What resources may be like by the work of the plan alone: each of the games is one way. */
export type Expected = readonly LiveGame[];

/** `live`: what the plan was made on. `begun`: steps that may be done, those in `done` among them. */
export function expectedSoFar(
  live: LiveGame,
  steps: readonly Step[],
  done: ReadonlySet<StepId>,
  begun: ReadonlySet<StepId>,
  catalog: Catalog,
): Expected {
  const after = (ids: ReadonlySet<StepId>): LiveGame =>
    simulate(
      live,
      steps.filter(({ id }) => ids.has(id)),
      catalog,
    );
  return [after(done), after(begun), live];
}

/** Sentences about the resource where it is otherwise than the plan can have made it; none where nothing speaks of it. */
export function changedByOthers(
  address: Address,
  expected: Expected,
  found: Live | undefined,
  catalog: Catalog,
): readonly string[] {
  const [now, ...others] = expected.map(({ resources }) => resources.get(address));
  if (now === undefined) return [];
  if (found === undefined) return others.includes(undefined) ? [] : [`${address} was there and is gone`];
  return kindNamed(catalog, partsOfAddress(address).kind).fields.flatMap((field) => {
    const { name } = field;
    const value = found.body[name];
    if (value === undefined) return [];
    const isAsIn = (before: Json | undefined): boolean =>
      fieldChanges(`/${name}`, before, readLike(field, value, before)).length === 0;
    const known = [now, ...others].flatMap((each) => (each?.body[name] === undefined ? [] : [each.body[name]]));
    if (known.length === 0 || known.some(isAsIn)) return [];
    return fieldChanges(`/${name}`, now.body[name], value).map((field) => wasAndIs(address, field));
  });
}
