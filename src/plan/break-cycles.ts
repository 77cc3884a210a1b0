/**
 * Circles that only show when the manifests meet what is live: what is left alone (`create_only`, `ignore`, what is not
 * declared) may lead back to what is to change. The service refuses that (docs/service.md#renames), so it is not begun.
 * In: changes and both sides as compared. Out: a diagnostic for each circle that a change would close.
 */
import type { Catalog, Link } from "../catalog/types.ts";
import { addressOf, partsOfAddress } from "../model/catalog-lookup.ts";
import { circles } from "../model/circles.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Address, Change } from "../model/model.ts";
import type { Sides } from "./compare.ts";
import { addressOfChange } from "./diff.ts";

interface Way {
  readonly from: Address;
  readonly to: Address;
}

export function endCircles(changes: readonly Change[], sides: Sides, catalog: Catalog): readonly Diagnostic[] {
  const own = changes.filter(({ replaces }) => replaces === undefined);
  const gone = new Set(own.flatMap((change) => (change.action === "delete" ? [change.live.address] : [])));
  return catalog.flatMap((kind) =>
    kind.links.flatMap((link) => {
      if (link.acyclic !== true) return [];
      const changed = new Set(own.filter((change) => concerns(change, link)).map(addressOfChange));
      const roots = [...changed].filter((address) => partsOfAddress(address).kind === kind.name);
      const waysFrom = (from: Address): readonly Way[] => (gone.has(from) ? [] : ways(from, link, sides));
      return circles(roots, waysFrom, ({ to }) => to)
        .filter((circle) => circle.some(({ from }) => changed.has(from)))
        .map((circle) => problem(circle, link, changed, sides));
    }),
  );
}

function concerns(change: Change, link: Link): boolean {
  if (change.action === "attach" || change.action === "detach") return change.link === link.name;
  if (change.action === "update" || change.action === "rename") {
    return change.fields.some(({ path }) => path === `/${link.name}`);
  }
  return change.action === "create";
}

/** Where the link leads from a resource when everything is done. */
function ways(from: Address, link: Link, { desired, live }: Sides): readonly Way[] {
  const resource = desired.resources.get(from) ?? live.resources.get(from);
  return (resource?.links[link.name] ?? []).map((id) => ({ from, to: addressOf(link.to, id) }));
}

function problem(circle: readonly Way[], link: Link, changed: ReadonlySet<Address>, { desired }: Sides): Diagnostic {
  const begin = circle.findIndex(({ from }) => changed.has(from));
  const members = [...circle.slice(begin), ...circle.slice(0, begin)].map(({ from }) => from);
  const first = members[0] as Address;
  const left = members.filter((address) => !changed.has(address));
  const span = desired.sources.get(first)?.locate(`/${link.name}`, "value");
  return diagnostic(
    "reference-cycle",
    `With this change, ${first} would lead back to itself by ${link.name}: ${[...members, first].join(" -> ")}.`,
    {
      address: first,
      ...(span === undefined ? {} : { primary: { span, text: "closes the circle" } }),
      help: [
        ...left.map((address) => `${address} stays as it is live; to change it, let the manifests decide about it`),
        "take one of them out of the list",
      ],
    },
  );
}
