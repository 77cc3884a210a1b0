/**
 * Applies overrides, which change members of resources in one environment. In: the declarations of
 * the manifests, and the lists of the environment's files. Out: the declarations of that
 * environment, so that later checks see whole resources and point at the file of each member. An
 * override cannot declare, remove or rename a resource.
 */

import type { Catalog } from "../catalog/types.ts";
import { pushAll } from "../ground/collections.ts";
import { didYouMean } from "../ground/nearest.ts";
import { both, inQuotes, quoted } from "../ground/words.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { type Diagnostic, problemAt } from "../model/diagnostics.ts";
import type { Address, Origin } from "../model/model.ts";
import type { SourceFile } from "../model/source.ts";
import { type Declaration, readMembers } from "./hoist.ts";
import type { ResourceList } from "./manifest-keys.ts";
import {
  beginningOf,
  keySpan,
  type MapPart,
  type Member,
  mapPart,
  memberNamed,
  originAt,
  spanOf,
  startSpan,
} from "./parts.ts";
import { type ByAddress, type Dangling, danglingReferences, type Gone } from "./resolve.ts";

/** The resources that overrides can name. */
interface Overridable {
  readonly declarations: readonly Declaration[];
  readonly known: ByAddress;
  /** Resources that entries of the manifests have renamed or removed. */
  readonly gone: ReadonlyMap<Address, Gone>;
}

/** New members of a resource, by name. */
type Overrides = Map<string, Member>;

/** Returns the declarations with their overrides, and the problems of the overrides. */
export function applyOverrides(
  overridable: Overridable,
  lists: readonly ResourceList[],
  catalog: Catalog,
): { readonly declarations: readonly Declaration[]; readonly diagnostics: readonly Diagnostic[] } {
  const overrides = new Map<Address, Overrides>();
  const problems: Diagnostic[] = [];
  const dangling: Dangling[] = [];
  for (const { kind, list } of lists) {
    for (const part of list.elements) {
      const by = memberNamed(part, "custom_id");
      if (part.type !== "map" || by?.value.type !== "scalar") continue;
      const id = String(by.value.value);
      const address = addressOf(kind.name, id);
      if (overridable.known.has(address)) {
        const members = overrides.get(address) ?? new Map<string, Member>();
        overrides.set(address, members);
        pushAll(problems, addMembers({ part, by: by.name, address }, members));
      } else {
        const fix = `an override changes what the manifests declare; declare the ${kind.label} there`;
        dangling.push({ to: kind, id, span: spanOf(by.value), use: " to override", fix });
      }
    }
  }
  const diagnostics = [...problems, ...danglingReferences(dangling, overridable, catalog)];
  if (overrides.size === 0) return { declarations: overridable.declarations, diagnostics };
  const declarations = overridable.declarations.map((declaration) => {
    const members = overrides.get(declaration.address);
    return members === undefined ? declaration : merged(declaration, members, catalog);
  });
  return { declarations, diagnostics };
}

/** Returns the place of each overridden member, by name. */
export function overrideOrigins({
  part,
  overridden,
}: Declaration): Readonly<Record<string, Origin>> {
  const members = overridden?.members ?? [];
  return Object.fromEntries(
    members.map((member) => [member.name, originAt(keySpan(part, member))]),
  );
}

/** Replaces whole members, and keeps the others. */
function merged(declaration: Declaration, overrides: Overrides, catalog: Catalog): Declaration {
  const { kind, part: base } = declaration;
  const members = [...overrides.values()];
  const part = mapPart(base, [
    ...base.members.filter(({ name }) => !overrides.has(name)),
    ...members,
  ]);
  return {
    ...declaration,
    part,
    ...readMembers(kind, part, catalog),
    overridden: { base, members },
  };
}

interface Element {
  readonly part: MapPart;
  /** Name of the member with the id. */
  readonly by: string;
  readonly address: Address;
}

/** Adds the members of one element to the overrides of its resource. */
function addMembers({ part, by, address }: Element, overrides: Overrides): readonly Diagnostic[] {
  const members = part.members
    .filter(({ name }) => name !== by)
    .map((member) => ({ ...member, source: part.source }));
  if (members.length === 0) {
    const help = [`write the fields that are different in the environment, or delete the override`];
    return [
      problemAt("no-effect", startSpan(part), { label: "this overrides nothing", address, help }),
    ];
  }
  return members.flatMap((member) => {
    const first = overrides.get(member.name);
    overrides.set(member.name, first ?? member);
    if (first === undefined) return [];
    const others = [{ span: keySpan(part, first), text: "first overridden here" }];
    const label = `${inQuotes(member.name)} of ${address} is overridden a second time`;
    const help = ["keep one of the two"];
    return [problemAt("overridden-twice", keySpan(part, member), { label, address, others, help })];
  });
}

/** Folder of overrides in the folder of manifests. Its files are not manifests. */
export const OVERRIDES_FOLDER = "overrides";

/** A file below the folder of overrides. */
export interface OverrideFile {
  readonly source: SourceFile;
  readonly environment: string;
}

/**
 * Returns the environment of a file by its path below the folder of overrides, with `/` between
 * names.
 */
export function environmentOf(path: string): string {
  const [first = "", ...rest] = path.split("/");
  return rest.length > 0 ? first : first.replace(/(\.laurel)?\.(ya?ml|json)$/i, "");
}

/** Refuses each file whose name or folder is not an environment, because it would never be used. */
export function strayOverrides(
  files: readonly OverrideFile[],
  environments: readonly string[],
): readonly Diagnostic[] {
  return files
    .filter(({ environment }) => !environments.includes(environment))
    .map(({ source, environment }) => {
      const label = `the game has no environment ${quoted(environment)}`;
      const known = `its ${environments.length === 1 ? "environment is" : "environments are"} ${both(environments.map(quoted))}`;
      const help = [didYouMean(environment, environments)[0] ?? known];
      return problemAt("override-without-environment", beginningOf(source), { label, help });
    });
}
