/** How the members of a link are written. In: what reading found out about the service. Out: one way for each link. */
import type { Kind, Link } from "../catalog/types.ts";
import type { LiveGame } from "../model/model.ts";

/** `inRecord`: plain records show the members, so that every PUT sends the list back. */
export type LinkWay =
  /** By requests of its own. */
  | { readonly by: "endpoint"; readonly inRecord: boolean }
  /** By the member of PUT. */
  | { readonly by: "put"; readonly inRecord: boolean }
  /** Only by the POST that creates the resource: a difference replaces it (docs/service.md#kinds). */
  | { readonly by: "creation"; readonly inRecord: boolean }
  /** Nothing live shows it: the link's own request is tried first, then PUT. */
  | { readonly by: "unknown"; readonly inRecord: boolean };

export function wayOf(kind: Kind, link: Link, { access }: LiveGame): LinkWay {
  const { isInRecord, write = "unknown" } = access.get(`${kind.name}.${link.name}`) ?? {};
  const inRecord = isInRecord === true;
  if (link.endpoint?.memberField === undefined) return { by: "creation", inRecord };
  if (write === "field") return { by: "put", inRecord };
  return { by: write, inRecord };
}

/** Whether a PUT of the resource carries the list also when it does not change. */
export function isInRecord({ inRecord }: LinkWay): boolean {
  return inRecord;
}

/** Whether members join and leave by requests of their own, as far as is known. */
export function hasOwnRequests({ by }: LinkWay): boolean {
  return by === "endpoint" || by === "unknown";
}

/** Whether the POST that creates a resource carries the members. */
export function isCarriedByCreation(link: Link, way: LinkWay): boolean {
  return link.onCreate === "body" || !hasOwnRequests(way);
}
