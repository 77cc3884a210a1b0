/** What an export leaves out, said in warnings, and what it must not be written beside. */
import type { Catalog, Kind, KindName } from "../../catalog/types.ts";
import { hoist } from "../../manifest/hoist.ts";
import type { ManifestText } from "../../manifest/parse.ts";
import { manifestLists } from "../../manifest/manifest-keys.ts";
import { parseText } from "../../manifest/parse.ts";
import { startSpan } from "../../manifest/parts.ts";
import { both, counted } from "../../manifest/wording.ts";
import { partsOfAddress } from "../../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import type { DesiredGame, LiveGame } from "../../model/model.ts";
import { openReferences } from "../../model/references.ts";

/** `1 criterion`, `12 criteria`: so many resources of a kind. */
export function countedKind(count: number, kind: Kind): string {
  return count === 1 ? `1 ${kind.label}` : `${count.toLocaleString("en-US")} ${kind.plural.replaceAll("_", " ")}`;
}

/** One warning for each field and link that the service does not show of some resource, and that is left out for it. */
export function notShown(kinds: readonly Kind[], live: LiveGame): readonly Diagnostic[] {
  return kinds.flatMap((kind) => {
    const own = [...live.resources.values()].filter((resource) => resource.kind === kind.name);
    const hidden = [
      ...kind.fields.map(({ name }) => ({ name, count: own.filter(({ body }) => body[name] === undefined).length })),
      ...kind.links.map(({ name }) => ({ name, count: own.filter(({ links }) => links[name] === undefined).length })),
    ];
    return hidden
      .filter(({ count }) => count > 0)
      .map(({ name, count }) =>
        diagnostic(
          "left-out",
          `The service does not show "${name}" of ${countedKind(count, kind)}, so it is left out. It cannot be compared either: no plan will show a difference.`,
          { help: [`if you know what "${name}" should be, add it by hand`] },
        ),
      );
  });
}

/** One warning for each kind that exported resources refer into and that is not part of the export. */
export function leftOutKinds(desired: DesiredGame, catalog: Catalog): readonly Diagnostic[] {
  const open = openReferences(desired, catalog);
  return catalog.flatMap((kind) => {
    const into = open.filter(({ to }) => partsOfAddress(to).kind === kind.name);
    if (into.length === 0) return [];
    const members = new Set(into.map(({ to }) => to));
    const referrers = catalog.flatMap((each) => {
      const from = new Set(into.filter((one) => partsOfAddress(one.from).kind === each.name).map((one) => one.from));
      return from.size === 0 ? [] : [countedKind(from.size, each)];
    });
    const detail = `The export leaves out ${countedKind(members.size, kind)}, named by ${both(referrers)}. A kind that is left out is not managed: a plan only looks whether what is named is live.`;
    return [diagnostic("left-out", detail, { help: [`to export them, too, add --only ${kind.name}`] })];
  });
}

/**
 * Refuses to write beside manifests that declare resources of the exported kinds: they would be declared twice. `others`:
 * manifests that the export does not overwrite and that are read together with it.
 */
export function declaredElsewhere(
  others: readonly ManifestText[],
  kinds: readonly KindName[],
  catalog: Catalog,
): readonly Diagnostic[] {
  const found = others.flatMap(({ file, text }) => {
    const { resources } = manifestLists(parseText(file, text).documents, catalog);
    const declarations = hoist(resources, catalog).declarations.filter(({ kind }) => kinds.includes(kind.name));
    return declarations[0] === undefined ? [] : [{ file, first: declarations[0] }];
  });
  const [one] = found;
  if (one === undefined) return [];
  const files = `${found.length === 1 ? "This manifest already declares" : `${counted(found.length, "manifest")} already declare`} resources of the exported kinds`;
  return [
    diagnostic("declared-elsewhere", `${files}, which would be declared twice. Nothing is written.`, {
      primary: { span: startSpan(one.first.part), text: "declared here" },
      help: [
        "export into another folder: laurel export --out-dir FOLDER",
        "to take live changes into these manifests, compare them with: laurel plan",
      ],
    }),
  ];
}
