/**
 * How the members of a link are written. Reading decides it once for each link; planning asks
 * `LiveGame.wayOf`.
 */
import type { Kind, Link } from "../catalog/types.ts";

/** `inRecord`: whether plain records show the members, so that every PUT sends the list back. */
export type LinkWay =
  /** The link's own POST and DELETE write single members. */
  | { readonly by: "endpoint"; readonly inRecord: boolean }
  /** The member of PUT writes the whole list. */
  | { readonly by: "put"; readonly inRecord: boolean }
  /**
   * Only the POST that creates the resource writes the list: a difference replaces it
   * (docs/service.md#kinds).
   */
  | { readonly by: "creation"; readonly inRecord: boolean }
  /** Nothing live shows it: the link's own request is tried first, then PUT. */
  | { readonly by: "unknown"; readonly inRecord: boolean };

/** Returns the way of a link, also of a kind that was not read. */
export type LinkWays = (kind: Kind, link: Link) => LinkWay;

/** Returns the links of a kind whose members only the creation of a resource can give. */
export function linksOfCreation(kind: Kind, wayOf: LinkWays): readonly Link[] {
  return kind.links.filter((link) => wayOf(kind, link).by === "creation");
}

/** Returns the fields and links of a kind that only the creation of a resource can give. */
export function namesFixedAtCreation(kind: Kind, wayOf: LinkWays): readonly string[] {
  const fields = kind.fields.filter(({ createOnly }) => createOnly === true);
  return [...fields, ...linksOfCreation(kind, wayOf)].map(({ name }) => name);
}

/** Whether single members are written by requests of their own, as far as is known. */
export function hasOwnRequests({ by }: LinkWay): boolean {
  return by === "endpoint" || by === "unknown";
}

/** Whether the POST that creates a resource carries the members. */
export function isCarriedByCreation(link: Link, way: LinkWay): boolean {
  return link.onCreate === "body" || !hasOwnRequests(way);
}
