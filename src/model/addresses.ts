/**
 * Addresses that people write, such as `reward/egg`. In: a text. Out: an address of a kind of the
 * catalog, or an error with a suggestion.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { jsonText } from "../ground/json.ts";
import { didYouMean, nearest } from "../ground/nearest.ts";
import { inQuotes } from "../ground/words.ts";
import { addressOf, customIdOf, splitAddress } from "./catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "./diagnostics.ts";
import type { Address, ResourceName } from "./model.ts";

/**
 * Reads an address: the name of a kind, a slash, and a `custom_id`. Undefined for everything else.
 */
export function parseAddress(text: string, catalog: Catalog): ResourceName | undefined {
  const parts = splitAddress(text);
  if (
    parts === undefined ||
    parts.custom_id === "" ||
    !catalog.some(({ name }) => name === parts.kind)
  )
    return undefined;
  return { address: addressOf(parts.kind, parts.custom_id), ...parts };
}

/** Makes the error for a text that is no address. `known`: addresses to suggest. */
export function addressProblem(
  text: string,
  known: readonly Address[],
  catalog: Catalog,
): Diagnostic {
  const near = nearestAddresses(text, known, catalog);
  const kinds = catalog.map(({ name }) => name).join(", ");
  const form = `an address is kind/custom_id; the kinds are ${kinds}`;
  return diagnostic("unknown-target", `${jsonText(text)} is not an address.`, {
    help: near.length === 0 ? [form] : near,
  });
}

/** Suggests a known address, as a list for the help of a diagnostic. */
export function nearestAddresses(
  text: string,
  known: readonly Address[],
  catalog: Catalog,
): readonly string[] {
  const parts = splitAddress(text);
  const kind = parts && kindMeant(parts.kind, catalog);
  const meant =
    parts === undefined || kind === undefined ? text : addressOf(kind.name, parts.custom_id);
  const id = parts?.custom_id ?? text;
  const exact =
    known.find((address) => address === meant) ??
    known.find((address) => customIdOf(address) === id);
  return exact === undefined ? didYouMean(meant, known) : [`did you mean ${inQuotes(exact)}?`];
}

/** Finds a kind by its misspelt name or by its plural. */
function kindMeant(word: string, catalog: Catalog): Kind | undefined {
  const names = catalog.flatMap(({ name, plural }) => [name, plural]);
  const name = nearest(word, names);
  return catalog.find((kind) => kind.name === name || kind.plural === name);
}
