/**
 * Where the id of a resource is written in manifests and overrides. In: texts without errors. Out: places by JSON pointer,
 * so that an aliased value is found at each of its places.
 */
import type { Catalog, Kind, KindName } from "../../catalog/types.ts";
import type { IdPlace } from "../../edit/rename-ids.ts";
import { MOVED } from "../../manifest/forms.ts";
import type { ParsedText } from "../../manifest/parse.ts";
import { memberNamed, type Part, pointerTo } from "../../manifest/parts.ts";
import { fieldNamed, kindNamed, linkNamed } from "../../model/catalog-lookup.ts";
import type { Pointer } from "../../model/model.ts";

/** The resource whose places are collected. */
export interface RenamedId {
  readonly kind: KindName;
  /** The `custom_id` as it is now. */
  readonly from: string;
}

/** Calls `found` with the pointer of each id in one document. */
export type PlacesOfDocument = (root: Part, found: (pointer: Pointer, half: IdPlace["half"]) => void) => void;

/** The places in every document of a file. */
export function placesIn({ documents }: ParsedText, collect: PlacesOfDocument): readonly IdPlace[] {
  const places: IdPlace[] = [];
  for (const [document, root] of documents.entries()) {
    collect(root, (pointer, half) => places.push({ document, pointer, half }));
  }
  return places;
}

/** The declaration, also in the place of a reference, and all references. */
export function resourcePlaces({ kind: name, from }: RenamedId, catalog: Catalog): PlacesOfDocument {
  return (root, found) => {
    /** Where a resource or its id may be written. */
    const visit = (kind: Kind, part: Part, pointer: Pointer): void => {
      if (part.type === "scalar" && kind.name === name && part.value === from) found(pointer, "value");
      if (part.type !== "map") return;
      for (const { name: key, value } of part.members) {
        const inner = pointer + pointerTo(key);
        const [field, link] = [fieldNamed(kind, key), linkNamed(kind, key)];
        if (field?.type === "id") visit(kind, value, inner);
        else if (field?.type === "reference") visit(kindNamed(catalog, field.to), value, inner);
        else if (link !== undefined) visitEach(kindNamed(catalog, link.to), value, inner);
      }
    };
    const visitEach = (kind: Kind, list: Part | undefined, pointer: Pointer): void => {
      if (list?.type !== "list") return;
      for (const [index, element] of list.elements.entries()) visit(kind, element, `${pointer}/${index}`);
    };
    for (const kind of catalog) visitEach(kind, memberNamed(root, kind.plural)?.value, pointerTo(kind.plural));
  };
}

/** The `moved` entries that lead to the resource. */
export function destinationPlaces({ kind, from }: RenamedId): PlacesOfDocument {
  return (root, found) => {
    const list = memberNamed(root, MOVED)?.value;
    if (list?.type !== "list") return;
    for (const [index, entry] of list.elements.entries()) {
      const textAt = (name: string): unknown => {
        const value = memberNamed(entry, name)?.value;
        return value?.type === "scalar" ? value.value : undefined;
      };
      if (textAt("kind") === kind && textAt("to") === from) found(`/${MOVED}/${index}/to`, "value");
    }
  };
}
