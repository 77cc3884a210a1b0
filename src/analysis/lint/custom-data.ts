/** Rules about `custom_data`: what nearly all resources of a kind have in it, the others should have, too. */
import { pointerTo } from "../../manifest/parts.ts";
import { append, grouped } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { isJsonObject, isNumber, type Json, type JsonObject } from "../../model/json.ts";
import type { Titled } from "../design/design.ts";
import { finding, isLeftOpen, type LintedGame, type LintRules, labelAt } from "./linted-game.ts";
import { slipsAmong } from "./slips.ts";

/** A resource whose `custom_data` is an object. */
interface Holder extends Titled {
  readonly data: JsonObject;
}

/** With fewer siblings than this, nobody knows what is usual. */
const ENOUGH = 5;

/** What so many have is usual. */
const SHARE = 0.8;

export const CUSTOM_DATA_RULES = {
  "uneven-custom-data": (game) =>
    siblingsIn(game).flatMap((siblings) => [...lackingIn(game, siblings), ...misspeltIn(game, siblings)]),

  "custom-data-type": (game) =>
    siblingsIn(game).flatMap((siblings) =>
      [...holdersByKey(siblings)].flatMap(([key, all]): readonly Diagnostic[] => {
        const holders = all.filter(({ data }) => typeOf(data[key]) !== "nothing");
        const types = [...grouped(holders, ({ data }) => typeOf(data[key]))];
        const [usual] = types.filter(([, same]) => isUsual(same.length, holders.length));
        if (usual === undefined) return [];
        const [type, [example]] = usual;
        return types.flatMap(([other, odd]) =>
          other === type ? [] : odd.map((each) => wrongType(game, each, key, other, type, example)),
        );
      }),
    ),
} satisfies LintRules;

/** The resources of each kind that have keys in their `custom_data`. */
function siblingsIn(game: LintedGame): readonly (readonly Holder[])[] {
  const { design, desired } = game;
  const kinds: readonly (readonly Titled[])[] = [
    [...design.actions.values()],
    [...design.rewards.values()],
    [...design.achievements.values()],
    [...design.leaderboards.values()],
  ];
  return kinds.map((all) =>
    all.flatMap((each) => {
      const data = desired.resources.get(each.address)?.body.custom_data ?? null;
      return isJsonObject(data) && !isLeftOpen(game, each, "custom_data") ? [{ ...each, data }] : [];
    }),
  );
}

function isUsual(count: number, all: number): boolean {
  return all >= ENOUGH && count >= all * SHARE;
}

/** Who has each of the keys. */
function holdersByKey(siblings: readonly Holder[]): ReadonlyMap<string, readonly Holder[]> {
  const found = new Map<string, Holder[]>();
  for (const each of siblings) for (const key of Object.keys(each.data)) append(found, key, each);
  return found;
}

function lackingIn(game: LintedGame, siblings: readonly Holder[]): readonly Diagnostic[] {
  return [...holdersByKey(siblings)].flatMap(([key, holders]): readonly Diagnostic[] => {
    const [example] = holders;
    if (!isUsual(holders.length, siblings.length) || example === undefined) return [];
    return siblings
      .filter(({ data }) => !Object.hasOwn(data, key))
      .map(({ address }) => {
        const text = `"${key}" is missing, which ${holders.length} of ${siblings.length} of its siblings have`;
        return finding(game, "uneven-custom-data", { address, pointer: "/custom_data", isKey: true }, text, {
          others: [labelAt(game, partOf(example, key), "as here")],
          help: [`write "${key}" under custom_data`],
        });
      });
  });
}

/** A key that a single resource has, one slip away from one that many have. */
function misspeltIn(game: LintedGame, siblings: readonly Holder[]): readonly Diagnostic[] {
  const holders = holdersByKey(siblings);
  return slipsAmong([...holders.keys()]).flatMap(([one, other]): readonly Diagnostic[] => {
    const isFewer = (holders.get(one)?.length ?? 0) < (holders.get(other)?.length ?? 0);
    const [rare, common] = isFewer ? [one, other] : [other, one];
    const [odd, more] = holders.get(rare) ?? [];
    const usual = holders.get(common) ?? [];
    const [example] = usual;
    const isOdd = odd !== undefined && more === undefined && !Object.hasOwn(odd.data, common);
    if (!isOdd || example === undefined || usual.length < ENOUGH - 1) return [];
    return [
      finding(
        game,
        "uneven-custom-data",
        partOf(odd, rare),
        `"${rare}" is nearly "${common}", which its siblings have`,
        {
          others: [labelAt(game, partOf(example, common), "as here")],
          help: [`write "${common}"`],
        },
      ),
    ];
  });
}

function wrongType(
  game: LintedGame,
  holder: Holder,
  key: string,
  found: string,
  usual: string,
  example: Holder | undefined,
): Diagnostic {
  const text = `"${key}" is ${found} here, and ${usual} nearly everywhere else`;
  return finding(game, "custom-data-type", partOf(holder, key), text, {
    others: example === undefined ? [] : [labelAt(game, partOf(example, key), `${usual}, as usual`)],
    help: [`write ${usual}`],
  });
}

function partOf({ address }: Holder, key: string): { readonly address: Holder["address"]; readonly pointer: string } {
  return { address, pointer: `/custom_data${pointerTo(key)}` };
}

function typeOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isNumber(value)) return "a number";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a text" : "true or false";
}
