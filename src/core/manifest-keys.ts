/** The top level of manifests: plural names of kinds, each with a list of resources. */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { didYouMean } from "./nearest.ts";
import { keySpan, type ListPart, type MapPart, type Member, type Part, startSpan, valueSpan } from "./parts.ts";
import { problemAt } from "./problem.ts";
import { both, describe, unseenHelp } from "./wording.ts";

export type KindsManaged = ReadonlySet<KindName>;

export interface ResourceLists {
  readonly lists: readonly { readonly kind: Kind; readonly list: ListPart }[];
  /** Kinds whose key is written, with an empty list too (design.md §2). */
  readonly managed: KindsManaged;
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds the lists of resources in the documents of all files. */
export function resourceLists(documents: readonly Part[], catalog: Catalog): ResourceLists {
  const lists: { readonly kind: Kind; readonly list: ListPart }[] = [];
  const managed = new Set<KindName>();
  const diagnostics: Diagnostic[] = [];
  for (const document of documents) {
    if (document.type !== "map") {
      diagnostics.push(notAMapping(document, catalog));
      continue;
    }
    const seen = new Set<string>();
    for (const member of document.members) {
      if (member.name === "__proto__" || seen.has(member.name)) continue;
      seen.add(member.name);
      const kind = catalog.find((each) => each.plural === member.name);
      if (kind === undefined) {
        diagnostics.push(unknownKey(document, member, catalog));
        continue;
      }
      managed.add(kind.name);
      if (member.value.type === "list") lists.push({ kind, list: member.value });
      else diagnostics.push(notAList(document, member, kind));
    }
  }
  return { lists, managed, diagnostics };
}

function notAMapping(document: Part, catalog: Catalog): Diagnostic {
  const keys = both(catalog.map((kind) => kind.plural));
  const label = `a manifest is a mapping, and this is ${describe(document)}`;
  return problemAt("wrong-type", startSpan(document), label, { help: [`its keys are ${keys}, each with a list`] });
}

function unknownKey(document: MapPart, member: Member, catalog: Catalog): Diagnostic {
  const plurals = catalog.map((kind) => kind.plural);
  const help = [...unseenHelp(member.name), ...didYouMean(member.name, plurals)];
  return problemAt("unknown-key", keySpan(document, member), `a manifest has no key "${member.name}"`, {
    help: help.length > 0 ? help : [`the keys of a manifest are ${both(plurals)}`],
  });
}

function notAList(document: MapPart, member: Member, kind: Kind): Diagnostic {
  const { value } = member;
  const label = `"${member.name}" takes a list, and this is ${describe(value)}`;
  if (value.type === "scalar" && value.value === null) {
    const help = [
      `if there are to be none, and those on the service may be deleted, write ${member.name}: []`,
      "if they are not to be managed here, remove the key",
    ];
    return problemAt("wrong-type", keySpan(document, member), `nothing is listed under "${member.name}"`, { help });
  }
  const span = value.type === "map" ? keySpan(document, member) : valueSpan(document, member);
  return problemAt("wrong-type", span, label, { help: [`begin each ${kind.label} with "- custom_id: …"`] });
}
