/**
 * Points what refers to one resource to another that is to take its place. In: the ids of the new ones by the address of
 * the old ones, and the scene. Out: changes, each after the referrer's own.
 */
import { addressOf, addressOrder, kindNamed, referenceFields } from "../model/catalog-lookup.ts";
import { pushAll } from "../model/lists.ts";
import type { Address, Change, Desired, Live, StepId } from "../model/model.ts";
import { referencesOfResource } from "../model/references.ts";
import { addressOfChange, writesByEndpoint } from "./diff.ts";
import { asDesired, type Made, type Scene } from "./replacement-scene.ts";
import { stepId } from "./steps.ts";

/**
 * Points everything that is to refer to an old one to the one that will have its id, after its own changes: what stays
 * and what is new. A link that cannot be changed is no business of this; who holds the old one by it is replaced, too.
 */
export function repoint(
  newIds: ReadonlyMap<Address, string>,
  replaced: ReadonlySet<Address>,
  fallbackOf: readonly StepId[],
  scene: Scene,
): Made {
  const { desired, live, actual, leftovers, gone, catalog } = scene;
  const waiting = new Set([...leftovers.values()].flat().map(({ address }) => address));
  const everything = new Map<Address, Desired | Live>([...live.resources, ...desired.resources]);
  const changes: Change[] = [];
  const pointed: { referrer: Address; old: readonly Address[] }[] = [];
  for (const referrer of [...everything.values()].sort((a, b) => addressOrder(catalog)(a.address, b.address))) {
    if (gone.has(referrer.address) || replaced.has(referrer.address) || waiting.has(referrer.address)) continue;
    const found = repointOne(referrer, actual.resources.get(referrer.address), newIds, fallbackOf, scene);
    if (found.length === 0) continue;
    pushAll(changes, found);
    pointed.push({ referrer: referrer.address, old: found.flatMap(({ replaces }) => replaces ?? []) });
  }
  return { changes, pointed };
}

function repointOne(
  referrer: Desired | Live,
  actual: Live | undefined,
  newIds: ReadonlyMap<Address, string>,
  fallbackOf: readonly StepId[],
  { live, leftovers, own, catalog }: Scene,
): readonly Change[] {
  const kind = kindNamed(catalog, referrer.kind);
  const before = own.get(referrer.address) ?? [];
  const isThere = (to: Address, id: string): boolean =>
    (leftovers.get(to) ?? []).some(({ custom_id }) => custom_id === id);
  /** The id that has to stand in place of the given one, unless it does already. */
  const newIdFor = (to: string, id: unknown, now: readonly unknown[]): string | undefined => {
    const newId = typeof id === "string" ? newIds.get(addressOf(to, id)) : undefined;
    return newId === undefined || (before.length === 0 && now.includes(newId)) ? undefined : newId;
  };
  const common = (to: Address) => ({
    replaces: to,
    ...(fallbackOf.length === 0 ? {} : { fallbackOf }),
    after: [
      ...before,
      ...(fallbackOf.length === 0 || isThere(to, newIds.get(to) ?? "") ? [] : [newcomerStep(to, newIds.get(to) ?? "")]),
    ],
  });
  const byField = referenceFields(kind).flatMap((field): Change[] => {
    const id = referrer.body[field.name];
    const newId = newIdFor(field.to, id, [actual?.body[field.name]]);
    if (newId === undefined) return [];
    const wanted = {
      ...asDesired({ ...referrer }),
      body: { ...referrer.body, [field.name]: newId },
      ...originOf(referrer),
    };
    const fields = [{ path: `/${field.name}`, before: id ?? null, after: newId }];
    return [
      {
        action: "update",
        desired: wanted,
        live: actual ?? referrer,
        fields,
        ...common(addressOf(field.to, String(id))),
      },
    ];
  });
  const byLink = kind.links
    .filter(
      (link) => writesByEndpoint(link, kind, live) || live.access.get(`${kind.name}.${link.name}`)?.read === "record",
    )
    .flatMap((link) =>
      (referrer.links[link.name] ?? []).flatMap((id): Change[] => {
        const newId = newIdFor(link.to, id, actual?.links[link.name] ?? []);
        if (newId === undefined) return [];
        const part = common(addressOf(link.to, id));
        if (writesByEndpoint(link, kind, live)) {
          const base = {
            address: referrer.address,
            kind: kind.name,
            custom_id: referrer.custom_id,
            link: link.name,
            ...part,
          };
          const attach: Change = { ...base, action: "attach", member: newId };
          return [attach, { ...base, action: "detach", member: id, after: [...part.after, stepId(attach)] }];
        }
        const members = (referrer.links[link.name] ?? [])
          .map((each) => newIds.get(addressOf(link.to, each)) ?? each)
          .sort();
        const wanted = {
          ...asDesired(referrer),
          links: { ...referrer.links, [link.name]: members },
          ...originOf(referrer),
        };
        const fields = [{ path: `/${link.name}`, before: referrer.links[link.name] ?? [], after: members }];
        return [{ action: "update", desired: wanted, live: actual ?? referrer, fields, ...part }];
      }),
    );
  return [...byField, ...byLink];
}

/** The step that makes the one that will have the id. */
function newcomerStep(replaces: Address, newId: string): StepId {
  const kind = replaces.slice(0, replaces.indexOf("/"));
  return `create ${addressOf(kind, newId)} (for ${replaces})`;
}

function originOf(referrer: Desired | Live): { readonly origin?: Desired["origin"] } {
  return "origin" in referrer ? { origin: referrer.origin } : {};
}

/** Leftovers that nothing needs any more: what still refers to them is pointed back, then they go. */
export function abandoned(replaced: ReadonlySet<Address>, scene: Scene): Made {
  const idle = [...scene.leftovers].filter(([address]) => !replaced.has(address));
  const back = new Map(idle.map(([address]) => [address, address.slice(address.indexOf("/") + 1)]));
  const stale = new Set(idle.flatMap(([, leftovers]) => leftovers.map(({ address }) => address)));
  const held = new Set(
    [...scene.actual.resources.values()].flatMap((each) =>
      [...referencesOfResource(scene.catalog, each)].some((address) => stale.has(address)) ? [each.address] : [],
    ),
  );
  const pointing = repoint(back, replaced, [], scene);
  const changes = pointing.changes.filter((change) => held.has(addressOfChange(change)));
  const removals = idle.flatMap(([address, leftovers]) =>
    leftovers.map((live): Change => ({ action: "delete", live, replaces: address, after: changes.map(stepId) })),
  );
  return { changes: [...changes, ...removals], pointed: [] };
}
