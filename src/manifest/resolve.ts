/**
 * Rules between resources: ids and names are unique, references have targets, links have no cycles,
 * and a choice that is allowed once occurs once. All walks over the resources are linear and do not
 * recurse.
 */
import type { Catalog, Field, Kind, KindName } from "../catalog/types.ts";
import { append, memoizedBy, repeatedIn } from "../ground/collections.ts";
import { depthsOf, findCycles } from "../ground/graph.ts";
import { MAXIMUM_DEPTH } from "../ground/limits.ts";
import { suggestionsFrom } from "../ground/nearest.ts";
import { counted, inQuotes, quoted, withArticle } from "../ground/words.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { type Diagnostic, type Label, problemAt } from "../model/diagnostics.ts";
import type { Address } from "../model/model.ts";
import type { Span } from "../model/source.ts";
import type { Declaration, Mention } from "./hoist.ts";
import { memberNamed, sourceOf, spanOf, startSpan } from "./parts.ts";

/** Returns declarations by address, the first of those with one id. */
export type ByAddress = ReadonlyMap<Address, Declaration>;

export function byAddress(declarations: readonly Declaration[]): ByAddress {
  const declared = new Map<Address, Declaration>();
  for (const declaration of declarations) {
    if (!declared.has(declaration.address)) declared.set(declaration.address, declaration);
  }
  return declared;
}

/** The reason in an entry why a resource is no longer declared. */
export interface Gone {
  /** End of a sentence that begins with the resource. */
  readonly what: string;
  readonly label: Label;
  readonly help: string;
}

/** The declarations of a game, and the possible targets of references. */
interface Resolvable {
  readonly declarations: readonly Declaration[];
  readonly known: ByAddress;
  /** Resources that references can no longer have as targets. */
  readonly gone: ReadonlyMap<Address, Gone>;
  readonly managed: ReadonlySet<KindName>;
}

/** Returns all problems between declarations. */
export function checkTogether(game: Resolvable, catalog: Catalog): readonly Diagnostic[] {
  const { declarations, known, managed } = game;
  const ofKinds = new Map(catalog.map((kind) => [kind.name, checkKind(kind, declarations)]));
  const isRepeated = (kind: KindName): boolean =>
    ofKinds.get(kind)?.some(({ code }) => code === "duplicate-id") === true;
  // A reference may have the id that one of the two should have.
  const certain = new Set([...managed].filter((kind) => !isRepeated(kind)));
  return [
    ...[...ofKinds.values()].flat(),
    ...declarations.flatMap(repeatedMembers),
    ...danglingReferences(unresolvedReferences(game, certain), game, catalog),
    ...chainProblems(known),
  ];
}

function checkKind(kind: Kind, declarations: readonly Declaration[]): readonly Diagnostic[] {
  const ofKind = declarations.filter((declaration) => declaration.kind === kind);
  const [idField] = kind.fields;
  if (idField === undefined) return [];
  const unique = kind.fields.filter((field) => field.unique === true);
  return [
    ...taken(ofKind, idField, "duplicate-id"),
    ...unique.flatMap((field) => taken(ofKind, field, "duplicate-name")),
    ...kind.fields.flatMap((field) => moreThanOne(ofKind, field)),
  ];
}

/** Reports values of a field that two declarations share. */
function taken(
  ofKind: readonly Declaration[],
  field: Field,
  code: DiagnosticCode,
): readonly Diagnostic[] {
  const textOf = ({ written }: Declaration): string => String(written[field.name]);
  const having = ofKind.filter(({ written }) => typeof written[field.name] === "string");
  const name = field.type === "id" ? "id" : field.name;
  return repeatedIn(having, textOf).flatMap(([declaration, earlier]) => {
    // Two resources with one id are one mistake, also if they share their name.
    if (field.type !== "id" && earlier.id === declaration.id) return [];
    // The problem is reported at the override, because the manifests alone have no problem.
    const isLater = isOverridden(earlier, field) && !isOverridden(declaration, field);
    const [last, other] = isLater ? [earlier, declaration] : [declaration, earlier];
    const { kind, isInPlace, address } = last;
    const fix =
      field.type === "id" && isInPlace
        ? `to name the ${kind.label} that is defined elsewhere, write its id alone: ${textOf(last)}`
        : `give one of the two another ${name}${field.type === "id" ? ", or delete it" : ""}`;
    const label = `another ${kind.label} has the ${name} ${quoted(textOf(other))}`;
    const others = [{ span: valueSpanOf(other, field.name), text: "first given here" }];
    return [
      problemAt(code, valueSpanOf(last, field.name), { label, address, others, help: [fix] }),
    ];
  });
}

function isOverridden({ overridden }: Declaration, field: Field): boolean {
  return overridden?.members.some(({ name }) => name === field.name) === true;
}

function valueSpanOf(declaration: Declaration, name: string): Span {
  return sourceOf(declaration.part).locate(`/${name}`, "value");
}

/**
 * Reports a choice that only one resource can have. An omitted choice counts as its default
 * (docs/service.md#surprises).
 */
function moreThanOne(ofKind: readonly Declaration[], field: Field): readonly Diagnostic[] {
  if (field.type !== "choice" || field.atMostOne === undefined) return [];
  const choice = field.atMostOne;
  const place = ({ part, written }: Declaration): Span =>
    written[field.name] === undefined
      ? startSpan(part)
      : sourceOf(part).locate(`/${field.name}`, "value");
  const [first, ...rest] = ofKind.filter(
    ({ written }) => (written[field.name] ?? field.default) === choice,
  );
  if (first === undefined) return [];
  const others = [{ span: place(first), text: `the first ${choice} ${first.kind.label}` }];
  const free = field.choices
    .filter(({ value }) => value !== choice)
    .map(({ value }) => `${field.name}: ${value}`);
  const help = [`a game has at most one; give this one ${free.join(" or ")}`];
  return rest.map((declaration) => {
    const why =
      declaration.written[field.name] === undefined
        ? `, because ${inQuotes(field.name)} is left out`
        : "";
    const label = `this is a second ${choice} ${declaration.kind.label}${why}`;
    return problemAt("more-than-one", place(declaration), {
      label,
      address: declaration.address,
      others,
      help,
    });
  });
}

function repeatedMembers({ mentions, address }: Declaration): readonly Diagnostic[] {
  const ofLinks = mentions.filter(({ link }) => link !== undefined);
  return repeatedIn(ofLinks, ({ by, id }) => `${by} ${id}`).flatMap(([mention, earlier]) => {
    // Two definitions with one id have an error of their own.
    if (earlier.part.type === "map" && mention.part.type === "map") return [];
    const others = [{ span: mentionSpan(earlier), text: "first given here" }];
    const label = `${inQuotes(mention.id)} is in ${inQuotes(mention.by)} twice`;
    return [problemAt("duplicate-member", mentionSpan(mention), { label, address, others })];
  });
}

function mentionSpan({ part }: Mention): Span {
  const id = memberNamed(part, "custom_id")?.value;
  return spanOf(id ?? part);
}

/** A reference to a resource that no manifest declares. */
export interface Dangling {
  readonly to: Kind;
  readonly id: string;
  readonly span: Span;
  /** Address of the resource with the reference. */
  readonly by?: Address;
  /** Other references to it. */
  readonly others?: readonly Span[];
  /** Words after `there is no achievement "a"`. */
  readonly use?: string;
  /** Help if there is no better suggestion. */
  readonly fix: string;
}

/**
 * Explains references without a target: an entry has renamed or removed the resource, another kind
 * has the id, or the id is misspelt. Only the first problems get a suggestion, because each
 * suggestion compares all ids.
 */
export function danglingReferences(
  references: readonly Dangling[],
  { known, gone }: Pick<Resolvable, "known" | "gone">,
  catalog: Catalog,
): readonly Diagnostic[] {
  const suggestFor = memoizedBy((kind: Kind) =>
    suggestionsFrom(
      [...known.values()].flatMap((declared) => (declared.kind === kind ? [declared.id] : [])),
    ),
  );
  return references.map(({ to, id, span, by, others = [], use = "", fix }) => {
    const address = addressOf(to.name, id);
    const why = gone.get(address);
    const count =
      others.length === 0 ? "" : `, and ${counted(others.length, "other reference")} to it`;
    const missing =
      why === undefined
        ? `there is no ${to.label} ${quoted(id)}${use}`
        : `the ${to.label} ${quoted(id)} ${why.what}`;
    const other = catalog.find((kind) => kind !== to && known.has(addressOf(kind.name, id)));
    const kinds =
      other &&
      `${inQuotes(id)} is ${withArticle(other.label)}; ${withArticle(to.label)} is needed here`;
    return problemAt("dangling-reference", span, {
      label: missing + count,
      address: by ?? address,
      others: [
        ...(why === undefined ? [] : [why.label]),
        ...others.map((span) => ({ span, text: "named here too" })),
      ],
      help: [why?.help ?? kinds ?? suggestFor(to)(id)[0] ?? fix],
    });
  });
}

/**
 * Returns references without a target. A renamed or removed resource is no target, even if its kind
 * is not managed. `certain`: kinds whose resources are all declared.
 */
function unresolvedReferences(
  { declarations, known, gone }: Resolvable,
  certain: ReadonlySet<KindName>,
): readonly Dangling[] {
  const wrong = new Map<Address, { readonly mention: Mention; readonly by: Address }[]>();
  for (const { mentions, address: by } of declarations) {
    for (const mention of mentions) {
      const address = addressOf(mention.to.name, mention.id);
      const isWrong = !known.has(address) && (gone.has(address) || certain.has(mention.to.name));
      if (isWrong) append(wrong, address, { mention, by });
    }
  }
  return [...wrong.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const { to, id } = first.mention;
    const others = rest.map(({ mention }) => mentionSpan(mention));
    const fix = `declare the ${to.label}, or correct the id`;
    return [{ to, id, span: mentionSpan(first.mention), by: first.by, others, fix }];
  });
}

/**
 * Reports the cycles of links that cannot have any, each once with all its members; else chains
 * that are too long.
 */
function chainProblems(known: ByAddress): readonly Diagnostic[] {
  const target = ({ to, id }: Mention): Address => addressOf(to.name, id);
  const inner = (address: Address): readonly Mention[] =>
    (known.get(address)?.mentions ?? []).filter(
      (next) => next.link?.acyclic === true && known.has(target(next)),
    );
  const circular = findCycles(known.keys(), inner, target).map((circle) => {
    const [first, ...rest] = circle;
    const last = rest.at(-1) ?? first;
    const labelOf = (mention: Mention): Label => ({
      span: mentionSpan(mention),
      text: `leads to ${inQuotes(mention.id)}`,
    });
    const { span, text } = labelOf(first);
    const others = rest.map(labelOf);
    const label =
      others.length === 0
        ? `this names itself in ${inQuotes(last.by)}`
        : `${text}, which leads back here`;
    const help = ["take one of them out of the list"];
    return problemAt("reference-cycle", span, { label, address: target(last), others, help });
  });
  if (circular.length > 0) return circular;
  const depths = depthsOf(known.keys(), (address) => inner(address).map(target));
  return [...depths].flatMap(([address, depth]) => {
    // Only the first resource of each chain is reported.
    const deepest = inner(address).find((mention) => depths.get(target(mention)) === depth - 1);
    if (depth !== MAXIMUM_DEPTH + 1 || deepest === undefined) return [];
    const label = `more than ${MAXIMUM_DEPTH} levels of ${inQuotes(deepest.by)} begin here`;
    return [
      problemAt("too-deep", spanOf(deepest.part), {
        label,
        address,
        help: ["nest them less deeply"],
      }),
    ];
  });
}
