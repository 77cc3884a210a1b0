/** Addresses in words from outside: `reward/egg`. In: what somebody wrote. Out: an address of a kind of the catalog, or what was meant. */
import type { Catalog, Kind } from "../catalog/types.ts";
import { jsonText } from "../ground/json.ts";
import { didYouMean, nearest } from "../ground/nearest.ts";
import { addressOf, customIdOf } from "./catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "./diagnostics.ts";
import type { Address } from "./model.ts";

/** Reads an address: the name of a kind, a slash, and a `custom_id`. Undefined for everything else. */
export function parseAddress(text: string, catalog: Catalog): Address | undefined {
  const slash = text.indexOf("/");
  const kind = slash < 0 ? undefined : catalog.find(({ name }) => name === text.slice(0, slash));
  const customId = text.slice(slash + 1);
  return kind === undefined || customId === "" ? undefined : addressOf(kind.name, customId);
}

/** The error for words that are no address. `known`: addresses that may have been meant. */
export function addressProblem(text: string, known: readonly Address[], catalog: Catalog): Diagnostic {
  const near = nearestAddresses(text, known, catalog);
  const kinds = catalog.map(({ name }) => name).join(", ");
  const form = `an address is kind/custom_id; the kinds are ${kinds}`;
  return diagnostic("unknown-target", `${jsonText(text)} is not an address.`, {
    help: near.length === 0 ? [form] : near,
  });
}

/** The known address that somebody probably meant, as a list for the help of a diagnostic. */
export function nearestAddresses(text: string, known: readonly Address[], catalog: Catalog): readonly string[] {
  const slash = text.indexOf("/");
  const id = text.slice(slash + 1);
  const kind = slash < 0 ? undefined : kindMeant(text.slice(0, slash), catalog);
  const meant = kind === undefined ? text : addressOf(kind.name, id);
  const exact = known.find((address) => address === meant) ?? known.find((address) => customIdOf(address) === id);
  return exact === undefined ? didYouMean(meant, known) : [`did you mean "${exact}"?`];
}

/** The kind that a misspelt name or a plural means. */
function kindMeant(word: string, catalog: Catalog): Kind | undefined {
  const names = catalog.flatMap(({ name, plural }) => [name, plural]);
  const name = nearest(word, names);
  return catalog.find((kind) => kind.name === name || kind.plural === name);
}
