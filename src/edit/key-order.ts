/** Puts the keys of manifests into the order of the catalog, where that changes the meaning of no alias. */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
} from "yaml";
import type { Catalog, Kind } from "../catalog/types.ts";
import { entryForms, memberNames, resourceForm, topLevelKeys } from "../manifest/forms.ts";
import { kindNamed } from "../model/catalog-lookup.ts";

/** Keys of a resource are in the order of its fields and links; those that the catalog does not know come last. */
export function orderKeys(document: Document, catalog: Catalog): void {
  const top = document.contents;
  if (!isMap(top)) return;
  const forms = entryForms(catalog);
  for (const { key, value } of top.items) {
    const name = nameOf(key);
    const kind = catalog.find(({ plural }) => plural === name);
    const form = forms.find((each) => each.key === name);
    for (const element of isSeq(value) ? value.items : []) {
      if (kind !== undefined) orderResource(element, kind, catalog);
      else if (form !== undefined) sortPairs(element, memberNames(form));
    }
  }
  const names = topLevelKeys(catalog);
  if (!top.items.every(({ key }) => names.includes(nameOf(key)))) return;
  // A comment above the first key may be about the key or about the file.
  const [first] = top.items;
  const isCommented = (top.commentBefore ?? (first?.key as Node | undefined)?.commentBefore) !== undefined;
  const lowest = Math.min(...top.items.map(({ key }) => names.indexOf(nameOf(key))));
  if (isCommented && names.indexOf(nameOf(first?.key)) !== lowest) return;
  sortPairs(top, names);
}

function orderResource(node: unknown, kind: Kind, catalog: Catalog): void {
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    const field = kind.fields.find(({ name }) => name === nameOf(key));
    const link = kind.links.find(({ name }) => name === nameOf(key));
    const to = field?.type === "reference" ? field.to : link?.to;
    if (to === undefined) continue;
    const definitions = link === undefined ? [value] : isSeq(value) ? value.items : [];
    for (const each of definitions) orderResource(each, kindNamed(catalog, to), catalog);
  }
  sortPairs(node, memberNames(resourceForm(kind)));
}

function sortPairs(node: unknown, names: readonly string[]): void {
  if (!isMap(node) || !isMovable(node)) return;
  const rank = ({ key }: Pair): number => {
    const index = names.indexOf(nameOf(key));
    return index === -1 ? names.length : index;
  };
  node.items.sort((one, other) => rank(one) - rank(other));
}

/** An alias means the last anchor of its name before it. */
function isMovable(map: YAMLMap): boolean {
  const anchors: string[] = [];
  let hasAliases = false;
  visit(map, (_, node) => {
    if (isAlias(node)) hasAliases = true;
    // That of the mapping itself is before all of its members.
    else if ((isScalar(node) || isCollection(node)) && node !== map && node.anchor !== undefined)
      anchors.push(node.anchor);
  });
  return anchors.length === 0 || (!hasAliases && new Set(anchors).size === anchors.length);
}

/** The text of a key. */
export function nameOf(key: unknown): string {
  return isScalar(key) && typeof key.value === "string" ? key.value : "";
}
