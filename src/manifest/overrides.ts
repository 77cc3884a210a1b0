/**
 * Overrides: parts of resources that count in one environment only. In: the declarations of the manifests, and the
 * lists of the environment's files. Out: the declarations as that environment has them, so that every later check sees
 * the whole resource and points at the file of each member. An override changes fields of declared
 * resources: it declares none, removes none and renames none.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { pushAll } from "../model/collections.ts";
import { type Diagnostic, MOST_SHOWN } from "../model/diagnostics.ts";
import type { Json } from "../model/json.ts";
import type { Address, Origin, Span } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { type Declaration, type ReadMember, readMember } from "./hoist.ts";
import type { ResourceList } from "./manifest-keys.ts";
import {
  beginningOf,
  keySpan,
  type MapPart,
  type Member,
  memberNamed,
  originAt,
  startSpan,
  valueSpan,
} from "./parts.ts";
import { problemAt } from "./problem.ts";
import { type ByAddress, type Gone, idsOf, otherKinds } from "./resolve.ts";
import { both, quoted } from "./wording.ts";

/** What is known about the resources that overrides may name. */
interface Overridable {
  readonly declarations: readonly Declaration[];
  readonly known: ByAddress;
  /** Resources that entries of the manifests have moved away or removed. */
  readonly gone: ReadonlyMap<Address, Gone>;
}

/** One member that takes the place of the resource's own. */
interface Override {
  readonly member: Member;
  readonly alone: ReadMember;
}

type Overrides = ReadonlyMap<Address, ReadonlyMap<string, Override>>;

/** The declarations with the overrides in them, and what is wrong with the overrides as such. */
export function applyOverrides(
  overridable: Overridable,
  lists: readonly ResourceList[],
  catalog: Catalog,
): { readonly declarations: readonly Declaration[]; readonly diagnostics: readonly Diagnostic[] } {
  if (lists.length === 0) return { declarations: overridable.declarations, diagnostics: [] };
  const { overrides, diagnostics } = collect(overridable, lists, catalog);
  const declarations = overridable.declarations.map((declaration) => {
    const own = overrides.get(declaration.address);
    return own === undefined ? declaration : merged(declaration, [...own.values()]);
  });
  return { declarations, diagnostics };
}

/** Where each overridden member of a declaration is written, by its name. */
export function overrideOrigins({ part, overridden }: Declaration): Readonly<Record<string, Origin>> {
  const members = overridden?.members ?? [];
  return Object.fromEntries(members.map((member) => [member.name, originAt(keySpan(part, member))]));
}

/** The whole value of a member takes the place of the one in the manifests; the others stay. */
function merged(declaration: Declaration, overrides: readonly Override[]): Declaration {
  const names = new Set(overrides.map(({ member }) => member.name));
  const { part } = declaration;
  const members = overrides.map(({ member }) => member);
  const kept = Object.entries(declaration.written).filter(([name]) => !names.has(name));
  const given = overrides.flatMap(({ member, alone }): [string, Json][] =>
    alone.value === undefined ? [] : [[member.name, alone.value]],
  );
  return {
    ...declaration,
    part: { ...part, members: [...part.members.filter(({ name }) => !names.has(name)), ...members] },
    written: Object.fromEntries([...kept, ...given]),
    mentions: [
      ...declaration.mentions.filter(({ by }) => !names.has(by)),
      ...overrides.flatMap(({ alone }) => alone.mentions),
    ],
    overridden: { base: part, members },
  };
}

function collect(
  overridable: Overridable,
  lists: readonly ResourceList[],
  catalog: Catalog,
): { readonly overrides: Overrides; readonly diagnostics: readonly Diagnostic[] } {
  const overrides = new Map<Address, Map<string, Override>>();
  const diagnostics: Diagnostic[] = [];
  for (const { kind, list } of lists) {
    for (const part of list.elements) {
      const by = memberNamed(part, kind.fields[0]?.name ?? "");
      if (part.type !== "map" || by?.value.type !== "scalar") continue;
      const id = String(by.value.value);
      const named: Named = { address: addressOf(kind.name, id), id, part, by };
      if (overridable.known.has(named.address)) {
        const earlier = overrides.get(named.address) ?? new Map<string, Override>();
        overrides.set(named.address, earlier);
        pushAll(diagnostics, addMembers(kind, named, earlier, catalog));
      } else diagnostics.push(notThere(kind, named, overridable, diagnostics.length < MOST_SHOWN, catalog));
    }
  }
  return { overrides, diagnostics };
}

interface Named {
  readonly address: Address;
  readonly id: string;
  readonly part: MapPart;
  /** The member that names the resource. */
  readonly by: Member;
}

function notThere(
  kind: Kind,
  { address, id, part, by }: Named,
  { known, gone }: Overridable,
  suggests: boolean,
  catalog: Catalog,
): Diagnostic {
  const span = valueSpan(part, by);
  const why = gone.get(address);
  if (why !== undefined) {
    const label = `the ${kind.label} ${quoted(id)} ${why.what}`;
    return problemAt("dangling-reference", span, label, { address, others: [why.label], help: why.help() });
  }
  const elsewhere = suggests ? otherKinds(id, kind, known, catalog) : [];
  const [near] = suggests ? [...elsewhere, ...didYouMean(id, idsOf(kind, known))] : [];
  const help = [near ?? `an override changes what the manifests declare; declare the ${kind.label} there`];
  const label = `there is no ${kind.label} ${quoted(id)} to override`;
  return problemAt("dangling-reference", span, label, { address, help });
}

/** Adds the members of one element to those that the resource's overrides have so far. */
function addMembers(
  kind: Kind,
  { address, part, by }: Named,
  earlier: Map<string, Override>,
  catalog: Catalog,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const members = part.members.filter(({ name }) => name !== by.name);
  for (const own of members) {
    const member = { ...own, source: part.source };
    const first = earlier.get(member.name);
    if (first !== undefined)
      found.push(twice(address, member.name, keySpan(part, member), keySpan(part, first.member)));
    else earlier.set(member.name, { member, alone: readMember(kind, member, catalog) });
  }
  if (members.length === 0) {
    const help = [`write the fields that are different in the environment, or delete the override`];
    found.push(problemAt("no-effect", startSpan(part), "this overrides nothing", { address, help }));
  }
  return found;
}

function twice(address: Address, name: string, span: Span, first: Span): Diagnostic {
  return problemAt("overridden-twice", span, `"${name}" of ${address} is overridden a second time`, {
    address,
    others: [{ span: first, text: "first overridden here" }],
    help: ["keep one of the two"],
  });
}

/** In the folder of a game's manifests; what lies in it is no manifest. */
export const OVERRIDES_FOLDER = "overrides";

/** A file below the folder of overrides. */
export interface OverrideFile {
  /** The file's name as the user would give it. */
  readonly file: string;
  readonly environment: string;
}

/** The environment of a file, by its path below the folder of overrides, with `/` between names. */
export function environmentOf(path: string): string {
  const [first = "", ...rest] = path.split("/");
  return rest.length > 0 ? first : first.replace(/(\.laurel)?\.(ya?ml|json)$/i, "");
}

/** One problem for each file whose name or folder is that of no environment: it would never be used. */
export function strayOverrides(files: readonly OverrideFile[], environments: readonly string[]): readonly Diagnostic[] {
  return files
    .filter(({ environment }) => !environments.includes(environment))
    .map(({ file, environment }) => {
      const label = `the game has no environment ${quoted(environment)}`;
      const known = `its ${environments.length === 1 ? "environment is" : "environments are"} ${both(environments.map(quoted))}`;
      return problemAt("override-without-environment", beginningOf(file), label, {
        help: [didYouMean(environment, environments)[0] ?? known],
      });
    });
}
