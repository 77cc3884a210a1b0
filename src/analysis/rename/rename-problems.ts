/** Why an id cannot be changed to another one. In: the game as it is. Out: one problem for each reason, with the fix. */
import type { Catalog } from "../../catalog/types.ts";
import { idHelp } from "../../manifest/explain.ts";
import { ID_PATTERN } from "../../manifest/schema.ts";
import { both, quoted } from "../../manifest/wording.ts";
import { addressOf, kindNamed, partsOfAddress } from "../../model/catalog-lookup.ts";
import { type Checked, type Diagnostic, diagnostic, type Label, labelAt } from "../../model/diagnostics.ts";
import type { Address, DesiredGame, Moved, Origin } from "../../model/model.ts";
import { didYouMean, nearest } from "../../model/nearest.ts";

/** One rename of a resource. */
export interface Rename {
  readonly kind: string;
  /** The `custom_id` as it is now. */
  readonly from: string;
  readonly to: string;
  /** Whether a `moved` entry is written. Without one, the resource was never live. */
  readonly moved: boolean;
}

/** Reads the two words of a rename: an address, and the new id or address. */
export function readRename(
  words: { readonly address: string; readonly newId: string; readonly moved?: boolean | undefined },
  catalog: Catalog,
): Checked<Rename> {
  const { kind, custom_id: from } = partsOfAddress(words.address as Address);
  const names = catalog.map(({ name }) => name);
  const wrong = (detail: string, help: string): Checked<Rename> => ({
    diagnostics: [diagnostic("usage", detail, { help: [help] })],
  });
  if (!words.address.includes("/") || !names.includes(kind)) {
    const near = nearest(kind, names);
    const help = near === undefined ? `write KIND/ID; the kinds are ${both(names)}` : `did you mean "${near}/${from}"?`;
    return wrong(`${quoted(words.address)} is no address of a resource.`, help);
  }
  const isAddress = words.newId.includes("/");
  const target = partsOfAddress(words.newId as Address);
  if (isAddress && target.kind !== kind) {
    return wrong(`A rename keeps the kind, found ${quoted(words.newId)}.`, `write the new id only, or ${kind}/ID`);
  }
  const to = isAddress ? target.custom_id : words.newId;
  if (!new RegExp(ID_PATTERN).test(to)) {
    return wrong(`${quoted(to)} cannot be an id.`, idHelp(to));
  }
  if (from === to) return wrong(`${words.address} has this id already.`, "choose another id");
  return { value: { kind, from, to, moved: words.moved !== false }, diagnostics: [] };
}

/** The problem of an address that is not declared. `where`: the beginning of the sentence. */
export function undeclared(address: Address, where: string, known: Iterable<Address>): Diagnostic {
  return diagnostic("unknown-target", `${where} ${address}.`, { help: didYouMean(address, known) });
}

/** All problems between the old id, the new one, the resources and the entries. */
export function renameProblems(rename: Rename, game: DesiredGame, catalog: Catalog): readonly Diagnostic[] {
  const { kind, from, to } = rename;
  const old = addressOf(kind, from);
  if (!game.resources.has(old)) return [undeclared(old, "The manifests do not declare", game.resources.keys())];
  const address = addressOf(kind, to);
  const name = `${kindNamed(catalog, kind).label} ${quoted(to)}`;
  if (game.resources.has(address)) {
    const primary = labelAt(game, address, `/${kindNamed(catalog, kind).fields[0]?.name}`, "declared here");
    return [cannotRename(`The ${name} is declared already.`, "choose another id", { address, primary })];
  }
  const gone = [...game.removed, ...(game.forgotten ?? [])].find(
    (entry) => entry.kind === kind && entry.custom_id === to,
  );
  if (gone !== undefined) {
    const detail = `The ${name} is removed by the entry at ${placeOf(gone.origin)}.`;
    return [cannotRename(detail, "choose another id, or delete the `removed` entry", { address })];
  }
  return contradictedMoves(rename, game.moved).map(([detail, help]) => cannotRename(detail, help, { address }));
}

export function cannotRename(
  detail: string,
  help: string,
  { address, primary }: { readonly address: Address; readonly primary?: Label | undefined },
): Diagnostic {
  return diagnostic("cannot-rename", `${detail} Nothing is written.`, { address, primary, help: [help] });
}

function placeOf({ file, line }: Origin): string {
  return `${file}:${line}`;
}

/** One id is moved to one other id, and nothing moves in a circle. Each problem with its fix. */
function contradictedMoves(
  { kind, from, to, moved }: Rename,
  all: readonly Moved[],
): readonly (readonly [detail: string, help: string])[] {
  const entries = all.filter((entry) => entry.kind === kind);
  const byFrom = new Map(entries.map((entry) => [entry.from, entry]));
  const entryWords = (entry: Moved): string => `the entry ${entry.from} → ${entry.to} at ${placeOf(entry.origin)}`;
  const ring = chainTo(from, to, byFrom);
  if (ring.length > 0) {
    const detail = `With ${both(ring.map(entryWords))}, ${quoted(from)} → ${quoted(to)} would lead in a circle.`;
    const which = ring.length === 1 ? "the entry" : "these entries";
    return [[detail, `delete ${which}, and rename again; with --no-moved if the first rename was never applied`]];
  }
  const into = entries.find((entry) => entry.to === to);
  // An id that is moved away is free only for what is moved to it.
  const isFree = moved || entries.some((entry) => entry.to === from);
  const blocking = [byFrom.get(from), into, isFree ? undefined : byFrom.get(to)];
  return blocking.flatMap((entry) =>
    entry === undefined
      ? []
      : [
          [
            `${capital(entryWords(entry))} already uses ${quoted(entry.from === from ? from : to)}.`,
            "delete the entry once it is applied in every environment, then rename",
          ] as const,
        ],
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The entries that lead from the new id back to the old one. */
function chainTo(from: string, to: string, byFrom: ReadonlyMap<string, Moved>): readonly Moved[] {
  const chain: Moved[] = [];
  const seen = new Set<string>();
  for (let entry = byFrom.get(to); entry !== undefined && !seen.has(entry.from); entry = byFrom.get(entry.to)) {
    seen.add(entry.from);
    chain.push(entry);
    if (entry.to === from) return chain;
  }
  return [];
}
