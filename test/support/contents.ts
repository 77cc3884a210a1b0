/** What is live, in the form in which it is compared. */
import { catalog } from "../../src/catalog/index.ts";
import type { JsonObject } from "../../src/ground/json.ts";
import { sortedMembers } from "../../src/model/catalog-lookup.ts";
import { canonicalForm, comparableText } from "../../src/model/normalise.ts";
import { GAME_ID, type TestGame } from "./cli.ts";
import { parseJson } from "./parse-json.ts";

/** Without order, moments, and the many ways to say "empty". */
export function contentsOf(game: TestGame): unknown {
  const contents = game.service().contents(GAME_ID);
  return Object.fromEntries(
    catalog.map((kind) => [
      kind.plural,
      (contents[kind.plural] ?? []).map((record) => ({
        ...(parseJson(comparableText(canonicalForm(kind, record).body)) as JsonObject),
        ...Object.fromEntries(
          kind.links.map(({ name }) => [name, sortedMembers(record[name] as string[])]),
        ),
      })),
    ]),
  );
}
