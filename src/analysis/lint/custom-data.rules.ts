/** Rules about `custom_data`: what nearly all resources of a kind have in it, the others should have, too. */
import { append, grouped } from "../../model/collections.ts";
import { isJsonObject, isNumber, type Json, type JsonObject } from "../../model/json.ts";
import { pointerTo } from "../../text/parts.ts";
import type { Titled } from "../design/design.ts";
import {
  isLeftOpen,
  type LintedGame,
  type LintFinding,
  type LintRule,
  type RuleFix,
  type RulePart,
  typosAmong,
  unsafeFix,
} from "./rule.ts";

const WITH_ICONS = `rewards:
  - { custom_id: cup, name: Cup, custom_data: { icon: cup.png, weight: 3 } }
  - { custom_id: egg, name: Egg, custom_data: { icon: egg.png, weight: 1 } }
  - { custom_id: key, name: Key, custom_data: { icon: key.png } }
  - { custom_id: map, name: Map, custom_data: { icon: map.png } }
`;
const WITH_WEIGHTS = `rewards:
  - { custom_id: cup, name: Cup, custom_data: { weight: 3 } }
  - { custom_id: egg, name: Egg, custom_data: { weight: 1 } }
  - { custom_id: key, name: Key, custom_data: { weight: 1 } }
  - { custom_id: map, name: Map, custom_data: { weight: 0 } }
`;

export const rules: readonly LintRule[] = [
  {
    code: "uneven-custom-data",
    severity: "warning",
    summary: "custom_data lacks a key of its siblings",
    explanation:
      "Nearly all resources of the kind have the key in their `custom_data`, so the game may rely on it; or the key is one typo away from a key of the others. A resource that shares no key with the others is of another sort, and is left alone.",
    bad: `${WITH_ICONS}  - { custom_id: hat, name: Hat, custom_data: { weight: 1 } }`,
    good: `${WITH_ICONS}  - { custom_id: hat, name: Hat, custom_data: { icon: hat.png, weight: 1 } }`,
    check: (game) => siblingsIn(game).flatMap((siblings) => [...lackingIn(siblings), ...misspeltIn(siblings)]),
  },
  {
    code: "custom-data-type",
    severity: "warning",
    summary: "custom_data of another type than its siblings",
    explanation:
      "Nearly all resources of the kind have a value of one type under the key, a number say, and this one has another.",
    bad: `${WITH_WEIGHTS}  - { custom_id: hat, name: Hat, custom_data: { weight: "2" } }`,
    good: `${WITH_WEIGHTS}  - { custom_id: hat, name: Hat, custom_data: { weight: 2 } }`,
    check: (game) =>
      siblingsIn(game).flatMap((siblings) =>
        [...holdersByKey(siblings)].flatMap(([key, all]) => {
          const holders = all.filter(({ data }) => typeOf(data[key]) !== "nothing");
          const types = [...grouped(holders, ({ data }) => typeOf(data[key]))];
          const [usual] = types.filter(([, same]) => isUsual(same.length, holders.length));
          if (usual === undefined) return [];
          const [type, [example]] = usual;
          return types.flatMap(([other, odd]) =>
            (other === type ? [] : odd).map((each) => ({
              ...partOf(each, key),
              text: `"${key}" is ${other} here, and ${type} nearly everywhere else`,
              others: example === undefined ? [] : [{ ...partOf(example, key), text: `${type}, as usual` }],
              help: [`write ${type}`],
              fixes: ofType(partOf(each, key), each.data[key], type),
            })),
          );
        }),
      ),
  },
];

/** A resource whose `custom_data` is an object. */
interface Holder extends Titled {
  readonly data: JsonObject;
}

/** With fewer siblings than this, nothing counts as usual. */
const ENOUGH = 5;
/** The share of siblings that makes something usual. */
const SHARE = 0.8;

/** The resources of each kind that have keys in their `custom_data`. */
function siblingsIn(game: LintedGame): readonly (readonly Holder[])[] {
  const { actions, rewards, achievements, leaderboards } = game.design;
  const kinds: readonly ReadonlyMap<string, Titled>[] = [actions, rewards, achievements, leaderboards];
  return kinds.map((all) =>
    [...all.values()].flatMap((each) => {
      const data = game.desired.resources.get(each.address)?.body.custom_data ?? null;
      return isJsonObject(data) && !isLeftOpen(game, each, "custom_data") ? [{ ...each, data }] : [];
    }),
  );
}

function isUsual(count: number, all: number): boolean {
  return all >= ENOUGH && count >= all * SHARE;
}

function holdersByKey(siblings: readonly Holder[]): ReadonlyMap<string, readonly Holder[]> {
  const found = new Map<string, Holder[]>();
  for (const each of siblings) for (const key of Object.keys(each.data)) append(found, key, each);
  return found;
}

function lackingIn(siblings: readonly Holder[]): readonly LintFinding[] {
  return [...holdersByKey(siblings)].flatMap(([key, holders]) => {
    const [example] = holders;
    if (!isUsual(holders.length, siblings.length) || example === undefined) return [];
    const shared = holdersByKey(siblings);
    const isOfTheSort = ({ data }: Holder): boolean =>
      Object.keys(data).some((each) => (shared.get(each)?.length ?? 0) > 1);
    const lacking = siblings.filter((each) => !Object.hasOwn(each.data, key) && isOfTheSort(each));
    return lacking.map(({ address }) => ({
      ...{ address, pointer: "/custom_data", isKey: true },
      text: `"${key}" is missing, which ${holders.length} of ${siblings.length} of its siblings have`,
      others: [{ ...partOf(example, key), text: "as here" }],
      help: [`write "${key}" under custom_data`],
    }));
  });
}

/** A key that a single resource has, one typo away from one that many have. */
function misspeltIn(siblings: readonly Holder[]): readonly LintFinding[] {
  const holders = holdersByKey(siblings);
  return typosAmong([...holders.keys()]).flatMap(([one, other]) => {
    const isFewer = (holders.get(one)?.length ?? 0) < (holders.get(other)?.length ?? 0);
    const [rare, common] = isFewer ? [one, other] : [other, one];
    const [odd, more] = holders.get(rare) ?? [];
    const usual = holders.get(common) ?? [];
    const [example] = usual;
    const isOdd =
      odd !== undefined &&
      more === undefined &&
      !Object.hasOwn(odd.data, common) &&
      typeOf(odd.data[rare]) === typeOf(usual[0]?.data[common]);
    if (!isOdd || example === undefined || usual.length < ENOUGH - 1) return [];
    return {
      ...partOf(odd, rare),
      text: `"${rare}" is nearly "${common}", which its siblings have`,
      others: [{ ...partOf(example, common), text: "as here" }],
      help: [`write "${common}"`],
      fixes: unsafeFix(partOf(odd, rare), `write "${common}"`, { writeKey: common }),
    };
  });
}

function partOf({ address }: Holder, key: string): RulePart {
  return { address, pointer: `/custom_data${pointerTo(key)}` };
}

/** The same value in the usual type, where it has one there. */
function ofType(part: RulePart, value: Json | undefined, type: string): readonly RuleFix[] {
  const fix = (write: string | number | boolean): readonly RuleFix[] => unsafeFix(part, `write ${type}`, { write });
  if (typeof value === "string" && type === "a number" && /^-?(?:0|[1-9]\d{0,14})$/.test(value))
    return fix(Number(value));
  if ((value === "true" || value === "false") && type === "true or false") return fix(value === "true");
  const isPlain = typeof value === "boolean" || (value !== undefined && isNumber(value));
  return isPlain && type === "a string" ? fix(String(value)) : [];
}

function typeOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isNumber(value)) return "a number";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a string" : "true or false";
}
