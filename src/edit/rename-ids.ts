/** Writes other ids into texts about a game: in declarations, references and `moved` entries. What stays keeps its characters. */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { MOVED } from "../manifest/forms.ts";
import { hoist } from "../manifest/hoist.ts";
import { manifestLists } from "../manifest/manifest-keys.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { memberNamed, type Part } from "../manifest/parts.ts";
import { addressOf, fieldNamed, kindNamed, linkNamed } from "../model/catalog-lookup.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { jsonAt, mapped } from "./places.ts";
import { rewriteText } from "./rewrite.ts";

/** A resource that gets another id. */
export interface NewId {
  readonly kind: KindName;
  readonly from: string;
  readonly to: string;
}

/** The id of a resource of the kind afterwards. */
export type IdAfter = (kind: KindName, id: string) => string;

export function idsAfter(renames: readonly NewId[]): IdAfter {
  const ids = new Map(renames.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  return (kind, id) => ids.get(addressOf(kind, id)) ?? id;
}

/** A text with other values in the same places. */
export function rewriteInPlace(parsed: ParsedText, target: (root: Part) => Json): ParsedText {
  return rewriteText(parsed, parsed.documents.map(target), { inPlace: true });
}

/** Manifests or overrides with other ids. */
export function renameIds(
  texts: readonly ParsedText[],
  renames: readonly NewId[],
  catalog: Catalog,
): readonly ParsedText[] {
  const after = idsAfter(renames);
  const resource = (kind: Kind, part: Part): Json => {
    if (part.type === "scalar" && typeof part.value === "string") return after(kind.name, part.value);
    if (part.type !== "map") return jsonAt(part);
    return mapped(part, (value, name) => {
      const [field, link] = [fieldNamed(kind, name), linkNamed(kind, name)];
      if (field?.type === "id") return resource(kind, value);
      if (field?.type === "reference") return resource(kindNamed(catalog, field.to), value);
      return link === undefined ? jsonAt(value) : resources(kindNamed(catalog, link.to), value);
    });
  };
  const resources = (kind: Kind, list: Part): Json =>
    list.type === "list" ? mapped(list, (element) => resource(kind, element)) : jsonAt(list);
  return texts.map((parsed) =>
    rewriteInPlace(parsed, (root) =>
      mapped(root, (value, key) => {
        const kind = catalog.find(({ plural }) => plural === key);
        return kind === undefined ? jsonAt(value) : resources(kind, value);
      }),
    ),
  );
}

/** Manifests whose `moved` entries lead to other ids, of resources that were never live under the old ones. */
export function redirectMoved(texts: readonly ParsedText[], renames: readonly NewId[]): readonly ParsedText[] {
  const after = idsAfter(renames);
  return texts.map((parsed) =>
    rewriteInPlace(parsed, (root) =>
      mapped(root, (value, key) => {
        if (key !== MOVED || value.type !== "list") return jsonAt(value);
        return mapped(value, (entry) => {
          const { kind } = jsonAt(entry) as { readonly kind?: KindName };
          return mapped(entry, (id, name) =>
            name === "to" ? after(kind as KindName, String(jsonAt(id))) : jsonAt(id),
          );
        });
      }),
    ),
  );
}

/**
 * Manifests with a `moved` entry for each: in the file that declares the resource, else beside the most other entries.
 * `texts` declare the resources under the new ids.
 */
export function addMoved(
  texts: readonly ParsedText[],
  renames: readonly NewId[],
  catalog: Catalog,
): readonly ParsedText[] {
  const roots = texts.flatMap(({ documents }) => documents);
  const { declarations } = hoist(manifestLists(roots, catalog).resources, catalog);
  const declared = new Map(declarations.map(({ address, part }) => [address, part]));
  const entriesIn = (root: Part): number => {
    const list = memberNamed(root, MOVED)?.value;
    return list?.type === "list" ? list.elements.length : -1;
  };
  const added = new Map<Part, Json[]>();
  for (const { kind, from, to } of renames) {
    const part = declared.get(addressOf(kind, to)) as Part;
    const isHome = (root: Part): boolean =>
      root.source === part.source && root.start <= part.start && part.start <= root.end;
    const rank = (root: Part): number => {
      const entries = entriesIn(root);
      if (entries === -1) return isHome(root) ? 0 : -1;
      return isHome(root) ? Number.MAX_SAFE_INTEGER : entries + (root.source === part.source ? 1e6 : 1);
    };
    const [home = part] = roots.toSorted((a, b) => rank(b) - rank(a));
    added.set(home, [...(added.get(home) ?? []), { kind, from, to }]);
  }
  return texts.map((parsed) =>
    rewriteText(
      parsed,
      parsed.documents.map((root) => {
        const [value, entries] = [jsonAt(root), added.get(root)];
        if (entries === undefined || !isJsonObject(value)) return value;
        const known = (value[MOVED] ?? []) as readonly Json[];
        return { ...value, [MOVED]: [...known, ...entries] };
      }),
    ),
  );
}
