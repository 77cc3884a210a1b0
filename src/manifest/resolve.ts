/**
 * Rules between resources: ids and names are unique, references lead somewhere, nothing leads back to itself, and what
 * is allowed once occurs once. Every walk over the resources is linear and takes no stack.
 */
import type { Catalog, Field, Kind, KindName, Link } from "../catalog/types.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { memoizedBy } from "../model/collections.ts";
import type { Diagnostic, Label } from "../model/diagnostics.ts";
import { depthsOf, findCycles } from "../model/graph.ts";
import { MAXIMUM_DEPTH } from "../model/limits.ts";
import type { Address, Span } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import type { Declaration, Mention } from "./hoist.ts";
import { memberNamed, sourceOf, spanOf, startSpan } from "./parts.ts";
import { problemAt } from "./problem.ts";
import { counted, quoted, withArticle } from "./wording.ts";

/** Declarations by address; of several with one id, the first. */
export type ByAddress = ReadonlyMap<Address, Declaration>;

export function byAddress(declarations: readonly Declaration[]): ByAddress {
  const found = new Map<Address, Declaration>();
  for (const declaration of declarations) {
    if (!found.has(declaration.address)) found.set(declaration.address, declaration);
  }
  return found;
}

/** The ids of the declarations of a kind. */
export function idsOf(kind: Kind, known: ByAddress): readonly string[] {
  return [...known.values()].flatMap((each) => (each.kind === kind ? [each.id] : []));
}

/** Why a resource is no longer declared, according to an entry. */
export interface Gone {
  /** The end of a sentence that begins with its name. */
  readonly what: string;
  readonly label: Label;
  readonly help: () => readonly string[];
}

/** The declarations of a game, and what references may lead to. */
export interface Resolvable {
  readonly declarations: readonly Declaration[];
  readonly known: ByAddress;
  /** Resources that nothing may refer to any more. */
  readonly gone: ReadonlyMap<Address, Gone>;
  readonly managed: ReadonlySet<KindName>;
}

/** All problems between the declarations. */
export function checkTogether(game: Resolvable, catalog: Catalog): readonly Diagnostic[] {
  const { declarations, known, managed } = game;
  const ofKinds = new Map(catalog.map((kind) => [kind.name, checkKind(kind, declarations)]));
  const isRepeated = (kind: KindName): boolean =>
    ofKinds.get(kind)?.some(({ code }) => code === "duplicate-id") === true;
  // A reference may lead to the id that one of the two was meant to have.
  const certain = new Set([...managed].filter((kind) => !isRepeated(kind)));
  const circular = catalog
    .flatMap((kind) => kind.links)
    .flatMap((link) => (link.acyclic === true ? [link] : []))
    .flatMap((link) => cycles(known, link.to, link.name));
  return [
    ...[...ofKinds.values()].flat(),
    ...declarations.flatMap(repeatedMembers),
    ...unresolvedReferences(game, certain, catalog),
    ...circular,
    ...(circular.length === 0 ? checkNesting(known, catalog) : []),
  ];
}

function checkKind(kind: Kind, declarations: readonly Declaration[]): readonly Diagnostic[] {
  const own = declarations.filter((declaration) => declaration.kind === kind);
  const [idField] = kind.fields;
  if (idField === undefined) return [];
  const unique = kind.fields.filter((field) => field.unique === true);
  return [
    ...taken(own, idField, "duplicate-id", "similar-ids"),
    ...unique.flatMap((field) => taken(own, field, "duplicate-name", "similar-names")),
    ...kind.fields.flatMap((field) => moreThanOne(own, field)),
  ];
}

/** Values of a field that two declarations share, exactly or but for upper and lower case. */
function taken(
  own: readonly Declaration[],
  field: Field,
  same: DiagnosticCode,
  similar: DiagnosticCode,
): readonly Diagnostic[] {
  const exact = new Map<string, Declaration>();
  const folded = new Map<string, Declaration>();
  const found: Diagnostic[] = [];
  for (const declaration of own) {
    const value = declaration.written[field.name];
    if (typeof value !== "string") continue;
    const first = exact.get(value);
    const twin = folded.get(value.toLowerCase());
    if (first === undefined) exact.set(value, declaration);
    if (twin === undefined) folded.set(value.toLowerCase(), declaration);
    const earlier = first ?? twin;
    if (earlier === undefined) continue;
    const isSame = first !== undefined;
    // Two with one id are one mistake, not two: that they share their name too goes without saying.
    if (field.type !== "id" && earlier.id === declaration.id) continue;
    // Overrides come last, wherever the resource is declared.
    const isLater = isOverridden(earlier, field) && !isOverridden(declaration, field);
    const [last, other] = isLater ? [earlier, declaration] : [declaration, earlier];
    const { kind } = declaration;
    const shared = isSame ? value : String(other.written[field.name]);
    const label = `another ${kind.label} has the ${field.type === "id" ? "id" : field.name} ${quoted(shared)}`;
    found.push(
      problemAt(isSame ? same : similar, valueSpanOf(last, field.name), label, {
        address: last.address,
        others: [{ span: valueSpanOf(other, field.name), text: isSame ? "first given here" : "the other one" }],
        help:
          isSame && field.type === "id" && declaration.isInPlace
            ? [`to name the ${kind.label} that is defined elsewhere, write its id alone: ${value}`]
            : isSame
              ? [`give one of the two another ${field.type === "id" ? "id, or delete it" : field.name}`]
              : [],
      }),
    );
  }
  return found;
}

function isOverridden({ overridden }: Declaration, field: Field): boolean {
  return overridden?.members.some(({ name }) => name === field.name) === true;
}

function valueSpanOf(declaration: Declaration, name: string): Span {
  return sourceOf(declaration.part).locate(`/${name}`, "value");
}

/** A choice that one resource in a game can have counts when it is left out, too (docs/service.md#surprises). */
function moreThanOne(own: readonly Declaration[], field: Field): readonly Diagnostic[] {
  if (field.type !== "choice" || field.atMostOne === undefined) return [];
  const choice = field.atMostOne;
  const having = own.filter((each) => (each.written[field.name] ?? field.default) === choice);
  const place = (declaration: Declaration): { span: Span; isWritten: boolean } => {
    const isWritten = declaration.written[field.name] !== undefined;
    return { isWritten, span: isWritten ? valueSpanOf(declaration, field.name) : startSpan(declaration.part) };
  };
  const [first, ...rest] = having;
  if (first === undefined) return [];
  return rest.map((declaration) => {
    const { span, isWritten } = place(declaration);
    const why = isWritten ? "" : `, because "${field.name}" is left out`;
    const others = field.choices.map(({ value }) => value).filter((value) => value !== choice);
    return problemAt("more-than-one", span, `this is a second ${choice} ${declaration.kind.label}${why}`, {
      address: declaration.address,
      others: [{ span: place(first).span, text: `the first ${choice} ${declaration.kind.label}` }],
      help: [`a game has at most one; give this one ${others.map((value) => `${field.name}: ${value}`).join(" or ")}`],
    });
  });
}

function repeatedMembers(declaration: Declaration): readonly Diagnostic[] {
  if (declaration.mentions.length < 2) return [];
  const first = new Map<string, Mention>();
  const found: Diagnostic[] = [];
  for (const mention of declaration.mentions) {
    if (mention.link === undefined) continue;
    const key = `${mention.by} ${mention.id}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, mention);
    // Two definitions of one id are reported as such.
    else if (earlier.part.type !== "map" || mention.part.type !== "map") {
      found.push(
        problemAt("duplicate-member", mentionSpan(mention), `"${mention.id}" is in "${mention.by}" twice`, {
          address: declaration.address,
          others: [{ span: mentionSpan(earlier), text: "first given here" }],
        }),
      );
    }
  }
  return found;
}

function mentionSpan({ part, to }: Mention): Span {
  const id = memberNamed(part, to.fields[0]?.name ?? "")?.value;
  return spanOf(id ?? part);
}

/**
 * References to nothing. A resource that is moved away or removed can be named no more, not even where its kind is not
 * managed. `certain`: kinds of which every resource is known.
 */
function unresolvedReferences(
  { declarations, known, gone }: Resolvable,
  certain: ReadonlySet<KindName>,
  catalog: Catalog,
): readonly Diagnostic[] {
  const ids = memoizedBy((kind: Kind) => idsOf(kind, known));
  const isWrong = (address: Address, { to }: Mention): boolean =>
    !known.has(address) && (gone.has(address) || certain.has(to.name));
  return unresolved(declarations, isWrong).map((places, index) => {
    const { mention, address } = places[0];
    const { to, id } = mention;
    const why = gone.get(address);
    if (why !== undefined) {
      return referenceProblem(places, `the ${to.label} ${quoted(id)} ${why.what}`, why.help(), [why.label]);
    }
    // Each suggestion looks at every id.
    const candidates = index * ids(to).length < MOST_COMPARED ? ids(to) : [];
    const [help] = [...otherKinds(id, to, known, catalog), ...didYouMean(id, candidates)];
    return referenceProblem(places, `there is no ${to.label} ${quoted(id)}`, [
      help ?? `declare the ${to.label}, or correct the id`,
    ]);
  });
}

/** Ids that are compared for suggestions, all references together. */
const MOST_COMPARED = 200_000;

interface Reference {
  readonly mention: Mention;
  /** What is named. */
  readonly address: Address;
  /** What names it. */
  readonly by: Declaration;
}

type References = readonly [Reference, ...Reference[]];

/** The references to each address that is wrong. */
function unresolved(
  declarations: readonly Declaration[],
  isWrong: (address: Address, mention: Mention) => boolean,
): readonly References[] {
  const found = new Map<Address, [Reference, ...Reference[]]>();
  for (const by of declarations) {
    for (const mention of by.mentions) {
      const address = addressOf(mention.to.name, mention.id);
      if (!isWrong(address, mention)) continue;
      const earlier = found.get(address);
      if (earlier === undefined) found.set(address, [{ mention, address, by }]);
      else earlier.push({ mention, address, by });
    }
  }
  return [...found.values()];
}

/** One problem for all references to the same thing: it is there or not, for all of them. */
function referenceProblem(
  [first, ...rest]: References,
  label: string,
  help: readonly string[],
  others: readonly Label[] = [],
): Diagnostic {
  const count = rest.length === 0 ? "" : `, and ${counted(rest.length, "other reference")} to it`;
  return problemAt("dangling-reference", mentionSpan(first.mention), `${label}${count}`, {
    address: first.by.address,
    others: [...others, ...rest.map(({ mention }) => ({ span: mentionSpan(mention), text: "named here too" }))],
    help,
  });
}

/** That another kind has a resource of the id, for help. */
export function otherKinds(id: string, to: Kind, known: ByAddress, catalog: Catalog): readonly string[] {
  return catalog
    .filter((kind) => kind !== to && known.has(addressOf(kind.name, id)))
    .map((kind) => `"${id}" is ${withArticle(kind.label)}; ${withArticle(to.label)} is needed here`);
}

/** Follows one link of one kind and reports each circle once, with every member of it as a label. */
function cycles(known: ByAddress, kindName: KindName, linkName: string): readonly Diagnostic[] {
  const roots = [...known].flatMap(([address, { kind }]) => (kind.name === kindName ? [address] : []));
  const mentionsOf = (address: Address): readonly Mention[] =>
    (known.get(address)?.mentions ?? []).filter(({ by, id }) => by === linkName && known.has(addressOf(kindName, id)));
  return findCycles(roots, mentionsOf, ({ id }) => addressOf(kindName, id)).map((circle) => {
    const last = circle.at(-1) as Mention;
    return cycleProblem(circle, addressOf(kindName, last.id));
  });
}

function cycleProblem(circle: readonly Mention[], address: Address): Diagnostic {
  const [first, ...rest] = circle.map((mention) => ({ span: mentionSpan(mention), text: `leads to "${mention.id}"` }));
  const span = first?.span as Span;
  const { by, to } = circle[0] as Mention;
  const text =
    rest.length === 0
      ? `this ${to.label} names itself in "${by}"`
      : `${first?.text}, which leads back to this ${to.label}`;
  return problemAt("reference-cycle", span, text, {
    address,
    others: rest,
    help: ["take one of them out of the list"],
  });
}

/** Problems of links between resources of one kind. There are no circles among `known`. */
function checkNesting(known: ByAddress, catalog: Catalog): readonly Diagnostic[] {
  return catalog.flatMap((kind) =>
    kind.links.filter(({ acyclic }) => acyclic === true).flatMap((link) => checkLink(known, kind, link)),
  );
}

interface Inner {
  readonly mention: Mention;
  readonly address: Address;
}

function checkLink(known: ByAddress, kind: Kind, link: Link): readonly Diagnostic[] {
  const inner = new Map<Address, readonly Inner[]>();
  for (const [address, declaration] of known) {
    if (declaration.kind === kind) inner.set(address, innerOf(declaration, link, known));
  }
  const field = kind.fields.find(({ type }) => type === "conditions");
  // Without conditions of their own they are only followed from what uses them.
  if (field === undefined && !isUsed(known, kind, inner)) return [];
  const depths = depthsOf(inner.keys(), (address) => (inner.get(address) ?? []).map((each) => each.address));
  const found: Diagnostic[] = [];
  for (const [address, depth] of depths) {
    if (depth !== MAXIMUM_DEPTH + 1) continue;
    const deepest = inner.get(address)?.find((each) => depths.get(each.address) === depth - 1);
    if (deepest === undefined) continue;
    const label = `more than ${MAXIMUM_DEPTH} levels of "${link.name}" begin here`;
    found.push(
      problemAt("too-deep", spanOf(deepest.mention.part), label, { address, help: ["nest them less deeply"] }),
    );
  }
  return found;
}

/** Whether another kind refers to something that holds others. */
function isUsed(known: ByAddress, kind: Kind, inner: ReadonlyMap<Address, readonly Inner[]>): boolean {
  const isLinked = new Set(
    [...inner].flatMap(([address, own]) => (own.length > 0 ? [address, ...own.map((each) => each.address)] : [])),
  );
  return [...known.values()].some(
    (each) =>
      each.kind !== kind && each.mentions.some(({ to, id }) => to === kind && isLinked.has(addressOf(to.name, id))),
  );
}

function innerOf({ mentions }: Declaration, link: Link, known: ByAddress): readonly Inner[] {
  return mentions.flatMap((mention) => {
    const address = addressOf(mention.to.name, mention.id);
    return mention.by === link.name && known.has(address) ? [{ mention, address }] : [];
  });
}
