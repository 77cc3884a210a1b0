/**
 * `retired: true`: the resource stays live, and nobody gets it any more. The catalog says how a kind is retired. Everything
 * after this sees the resources as they are to be, so that a plan, an apply and the plan after it need no exceptions.
 */
import type { Catalog, Kind, KindName, RetirementMeans } from "../catalog/types.ts";
import { addressOf, fieldNamed, kindNamed, referencesOf } from "../model/catalog-lookup.ts";
import { append, grouped } from "../model/collections.ts";
import type { Diagnostic, Label } from "../model/diagnostics.ts";
import { reachable } from "../model/graph.ts";
import { canonicalJson, type Json } from "../model/json.ts";
import type { Address, Body, Desired, Inventory, Links, Origin } from "../model/model.ts";
import { keySpan, memberNamed, spanOf, startSpan } from "../text/parts.ts";
import { CREATE_ONLY, IGNORE, RETIRED } from "./forms.ts";
import type { Declaration, Mention } from "./hoist.ts";
import { problemAt } from "./problem.ts";
import type { ByAddress } from "./resolve.ts";
import { policiesOf } from "./validate.ts";
import { quoted } from "./wording.ts";

/** What retires a resource: values for its own fields, and other resources that lose members of links. */
interface Means {
  readonly kind: Kind;
  readonly means: RetirementMeans;
}

function meansOf(kind: Kind): Means | undefined {
  return kind.retirement === undefined ? undefined : { kind, means: kind.retirement };
}

/** The address of what decides who gets a resource; undefined where nothing does. */
function deciding({ kind, means }: Means, values: Readonly<Record<string, Json>>): Address | undefined {
  const field = fieldNamed(kind, means.empties ?? "");
  const id = values[field?.name ?? ""];
  return field?.type === "reference" && typeof id === "string" && id !== "" ? addressOf(field.to, id) : undefined;
}

/** What keeps declared resources from being retired. `known`: the declarations by address. */
export function checkRetirements(
  declarations: readonly Declaration[],
  known: ByAddress,
  managed: ReadonlySet<KindName>,
  catalog: Catalog,
): readonly Diagnostic[] {
  const all = declarations.flatMap((declaration): readonly Retired[] => {
    const own = meansOf(declaration.kind);
    if (own === undefined || policiesOf(declaration).retired !== true) return [];
    return [{ ...own, declaration, decides: deciding(own, declaration.written) }];
  });
  if (all.length === 0) return [];
  const users = usersIn(declarations, all);
  return all.flatMap((retired) => {
    const { declaration, means } = retired;
    return [
      ...leftToThePanel(retired, declaration, [
        ...Object.keys(means.sets),
        ...(means.empties === undefined ? [] : [means.empties]),
      ]),
      ...checkDeciding(retired, known, managed, users),
      ...(means.isUnlinked ? checkLinks(retired, declarations, managed, catalog) : []),
    ];
  });
}

/** A declaration that is retired. */
interface Retired extends Means {
  readonly declaration: Declaration;
  readonly decides: Address | undefined;
}

/** A resource that another one is needed by, and the place of the reference. */
interface User {
  readonly by: Declaration;
  readonly mention: Mention;
}

/** Who needs what, by address, when everything that is retired is taken out. */
function usersIn(declarations: readonly Declaration[], all: readonly Retired[]): ReadonlyMap<Address, readonly User[]> {
  const retired = new Map(all.map((each) => [each.declaration, each]));
  const emptied = new Set(all.flatMap(({ decides }) => decides ?? []));
  const users = new Map<Address, User[]>();
  for (const by of declarations) {
    const isEmptied = by.address !== undefined && emptied.has(by.address);
    for (const mention of by.mentions) {
      const isDropped = mention.link === undefined ? retired.get(by)?.means.empties === mention.by : isEmptied;
      if (!isDropped) append(users, addressOf(mention.to.name, mention.id), { by, mention });
    }
  }
  return users;
}

function checkDeciding(
  retired: Retired,
  known: ByAddress,
  managed: ReadonlySet<KindName>,
  users: ReadonlyMap<Address, readonly User[]>,
): readonly Diagnostic[] {
  const { kind, means, declaration, decides } = retired;
  const mention = declaration.mentions.find(({ by }) => by === means.empties);
  if (decides === undefined || mention === undefined) return [];
  const target = known.get(decides);
  const named = `${mention.to.label} ${quoted(mention.id)}`;
  if (target === undefined) {
    // A reference to nothing is reported as such.
    if (managed.has(mention.to.name)) return [];
    const label = `the ${named} is not in the manifests, so it cannot be emptied`;
    return [refusal(retired, label, [], `declare the ${mention.to.label}, or give the ${kind.label} one of its own`)];
  }
  const links = target.kind.links.map(({ name }) => name);
  const needing = [
    ...reachable(users.get(decides) ?? [], ({ by: { address } }) =>
      address === undefined ? [] : (users.get(address) ?? []),
    ),
  ];
  const needed = needing.find(({ by }) => by.kind.retirement?.empties !== undefined);
  if (needed === undefined) return leftToThePanel(retired, target, links);
  const other = `${needed.by.kind.label} ${quoted(needed.by.id ?? "")}`;
  const places = [{ span: spanOf(needed.mention.part), text: `the ${other} needs it by this` }];
  const help = `give the ${kind.label} ${quoted(declaration.id ?? "")} a ${mention.to.label} of its own`;
  return [refusal(retired, `the ${named} cannot be emptied: the ${other} needs it, too`, places, help)];
}

/** What links to it must be in the manifests: otherwise it would still be linked to. */
function checkLinks(
  retired: Retired,
  declarations: readonly Declaration[],
  managed: ReadonlySet<KindName>,
  catalog: Catalog,
): readonly Diagnostic[] {
  const { kind, declaration } = retired;
  return catalog.flatMap((owner) =>
    owner.links
      .filter(({ to }) => to === kind.name)
      .flatMap((link) => {
        const plural = owner.plural.replaceAll("_", " ");
        if (!managed.has(owner.name)) {
          const label = `the ${plural} that may have it in "${link.name}" are not in the manifests`;
          return [
            refusal(
              retired,
              label,
              [],
              `declare the ${plural}; to delete the ${kind.label}, write a \`removed\` entry`,
            ),
          ];
        }
        const linking = declarations.filter(({ mentions }) =>
          mentions.some(({ by, to, id }) => by === link.name && to === kind && id === declaration.id),
        );
        return linking.flatMap((each) => leftToThePanel(retired, each, [link.name]));
      }),
  );
}

/** Values that retiring gives and that are left to the admin panel, which may have others. */
function leftToThePanel(retired: Retired, of: Declaration, names: readonly string[]): readonly Diagnostic[] {
  const { ignore, create_only } = policiesOf(of);
  const left = names.find((name) => create_only || ignore.includes(name));
  if (left === undefined) return [];
  const key = create_only ? CREATE_ONLY.name : IGNORE;
  const member = memberNamed(of.part, key);
  const span = member === undefined ? startSpan(of.part) : keySpan(of.part, member);
  const owner = of === retired.declaration ? "" : ` of ${of.address}`;
  const help = create_only ? `delete \`${key}\` there` : `take \`${left}\` out of \`${key}\``;
  const label = `retiring it sets "${left}"${owner}, which is left to the admin panel`;
  return [refusal(retired, label, [{ span, text: "left to the admin panel here" }], help)];
}

/** One problem at the key. */
function refusal({ declaration }: Retired, label: string, others: readonly Label[], help: string): Diagnostic {
  const { part, address } = declaration;
  const member = memberNamed(part, RETIRED.name);
  const span = member === undefined ? startSpan(part) : keySpan(part, member);
  return problemAt("cannot-retire", span, label, { address, others, help: [help] });
}

/** What a retirement makes of one resource. */
interface Effect {
  readonly by: Desired;
  readonly body: Body;
  readonly links: Links;
}

/** The resources as they are to be with everything that is retired, in the same order. */
export function withRetirements(declared: Inventory<Desired>, catalog: Catalog): Inventory<Desired> {
  const all = [...declared.values()].filter(({ retired }) => retired === true);
  if (all.length === 0) return declared;
  const linking = new Map<Address, Desired[]>();
  if (all.some(({ kind }) => kindNamed(catalog, kind).retirement?.isUnlinked === true)) {
    for (const each of declared.values()) {
      const { links } = each;
      for (const to of referencesOf(kindNamed(catalog, each.kind), {}, links)) append(linking, to, each);
    }
  }
  const effects = all.flatMap((each) => effectsOf(each, declared, linking.get(each.address) ?? [], catalog));
  const ofEach = grouped(effects, ([address]) => address);
  return new Map(
    [...declared].map(([address, desired]) => {
      const own = ofEach.get(address)?.map(([, effect]) => effect) ?? [];
      return [address, own.length === 0 ? desired : changed(desired, own)];
    }),
  );
}

function effectsOf(
  retired: Desired,
  declared: Inventory<Desired>,
  linking: readonly Desired[],
  catalog: Catalog,
): readonly (readonly [Address, Effect])[] {
  const own = meansOf(kindNamed(catalog, retired.kind));
  if (own === undefined) return [];
  const { kind, means } = own;
  const target = declared.get(deciding(own, retired.body) ?? retired.address);
  const emptied = target === undefined || target === retired ? [] : [target];
  return [
    [retired.address, { by: retired, body: means.sets, links: {} }],
    ...emptied.map(({ address, links }): [Address, Effect] => {
      return [
        address,
        { by: retired, body: {}, links: Object.fromEntries(Object.keys(links).map((name) => [name, []])) },
      ];
    }),
    ...linking.map((owner): [Address, Effect] => {
      const names = kindNamed(catalog, owner.kind).links.filter(({ to }) => to === kind.name);
      const links = names.map(({ name }) => [name, (owner.links[name] ?? []).filter((id) => id !== retired.custom_id)]);
      return [owner.address, { by: retired, body: {}, links: Object.fromEntries(links) }];
    }),
  ];
}

/** Effects on one link are taken together: a member stays only if all of them leave it. */
function changed(desired: Desired, effects: readonly Effect[]): Desired {
  const body: Record<string, Json> = {};
  const links: Record<string, readonly string[]> = {};
  const by: Address[] = [];
  const origins: Record<string, Origin> = {};
  for (const effect of effects) {
    const fields = Object.entries(effect.body).filter(([name, value]) => !isSame(value, desired.body[name]));
    const lists = Object.entries(effect.links).filter(([name, members]) => !isSame([...members], desired.links[name]));
    for (const [name, value] of fields) body[name] = value;
    for (const [name, members] of lists) links[name] = (links[name] ?? members).filter((id) => members.includes(id));
    if (fields.length + lists.length > 0) by.push(effect.by.address);
    const origin = effect.by.overrides?.[RETIRED.name];
    if (origin !== undefined) for (const [name] of [...fields, ...lists]) origins[name] = origin;
  }
  if (by.length === 0) return desired;
  const { verbatim = {}, overrides } = desired;
  const kept = Object.entries(verbatim).filter(([name]) => !Object.hasOwn(body, name));
  return {
    ...desired,
    body: { ...desired.body, ...body },
    links: { ...desired.links, ...links },
    ...(desired.verbatim === undefined ? {} : { verbatim: Object.fromEntries(kept) }),
    ...(Object.keys(origins).length === 0 ? {} : { overrides: { ...overrides, ...origins } }),
    retirement: { by, body: picked(desired.body, body), links: picked(desired.links, links) },
  };
}

function isSame(value: Json, other: Json | undefined): boolean {
  return other !== undefined && canonicalJson(value) === canonicalJson(other);
}

function picked<Value>(
  values: Readonly<Record<string, Value>>,
  names: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(names, name)));
}
