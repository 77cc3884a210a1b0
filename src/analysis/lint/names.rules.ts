/** The rule about names that may be misspelt forms of each other. */
import { grouped, repeatedIn } from "../../model/collections.ts";
import type { Titled } from "../design/design.ts";
import { isLeftOpen, type LintedGame, type LintFinding, type LintRule, typosAmong } from "./rule.ts";
import { wordsOf } from "./words.ts";

export const rules: readonly LintRule[] = [
  {
    code: "near-identical-names",
    severity: "warning",
    summary: "Names nearly the same",
    explanation:
      "Two names of a kind differ in a single letter of a long word, in accents alone, or only in spaces and punctuation. One of them may be misspelt.",
    bad: `rewards:
  - { custom_id: laurels, name: Wreath of laurel }
  - { custom_id: laurels-gold, name: Wreath of laurell }`,
    good: `rewards:
  - { custom_id: laurels, name: Wreath of laurel }
  - { custom_id: laurels-gold, name: Golden wreath of laurel }`,
    check: (game) => {
      const { actions, criteria, groups, rewards, achievements, leaderboards } = game.design;
      const kinds: readonly ReadonlyMap<string, Titled>[] = [
        actions,
        criteria,
        groups,
        rewards,
        achievements,
        leaderboards,
      ];
      return kinds.flatMap((all) => alikeAmong(game, [...all.values()]));
    },
  },
];

/** In shorter names, one letter makes another word: a rat is no bat. */
const LONG_NAME = 8;
const LONG_WORD = 5;

function alikeAmong(game: LintedGame, all: readonly Titled[]): readonly LintFinding[] {
  const declared = all.filter((each) => !isLeftOpen(game, each, "name") && lettersOf(each.name) !== "");
  const byLetters = grouped(declared, ({ name }) => lettersOf(name));
  // Names that differ in case alone are reported when the manifests are checked.
  const same = repeatedIn(declared, ({ name }) => lettersOf(name))
    .filter(([each, first]) => first.name.toLowerCase() !== each.name.toLowerCase())
    .map(([each, first]) => alike(each, first, "but for spaces and punctuation, the name is that of"));
  const long = [...byLetters.keys()].filter((name) => name.length >= LONG_NAME);
  const firstOf = (letters: string): Titled | undefined => byLetters.get(letters)?.[0];
  const accents = repeatedIn(long, withoutAccents).flatMap(([text, like]) => {
    const [one, other] = [firstOf(text), firstOf(like)];
    return one === undefined || other === undefined ? [] : alike(one, other, "but for accents, the name is that of");
  });
  const typos = typosAmong(long).flatMap(([text, like]) => {
    const [one, other] = [firstOf(text), firstOf(like)];
    if (one === undefined || other === undefined || !isTypo(one.name, other.name)) return [];
    return alike(one, other, "but for one letter, the name is that of");
  });
  return [...same, ...accents, ...typos];
}

function alike(one: Titled, other: Titled, how: string): LintFinding {
  return {
    ...{ address: one.address, pointer: "/name" },
    text: `${how} "${other.custom_id}"`,
    others: [{ address: other.address, pointer: "/name", text: "nearly the same" }],
    help: ["correct the one that is misspelt, or make the names more different"],
  };
}

/** Letters with their marks, digits and symbols, without case; what is between digits is kept: 1-1 is not 11. */
function lettersOf(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/(?<!\d)[^\p{L}\p{M}\p{N}\p{S}]+|[^\p{L}\p{M}\p{N}\p{S}]+(?!\d)/gu, "");
}

/** Without the accents of Latin letters. Marks of other scripts make other words. */
function withoutAccents(letters: string): string {
  return letters
    .normalize("NFD")
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .normalize("NFC");
}

/** Whether the names, which differ in one letter, may be one: not in a number, in a short word, or in singular and plural. */
function isTypo(name: string, other: string): boolean {
  const [words, others] = [wordsOf(name), wordsOf(other)];
  if (numeralsIn(words) !== numeralsIn(others)) return false;
  if (words.length !== others.length) return true;
  return words.every((word, index) => {
    const like = others[index] ?? "";
    if (word === like) return true;
    const [short, long] = word.length < like.length ? [word, like] : [like, word];
    return short.length >= LONG_WORD && long !== `${short}s`;
  });
}

/** The numbers of a name: two steps of a ladder, Slayer I and Slayer II, differ in nothing else. */
function numeralsIn(words: readonly string[]): string {
  return words.filter((word) => /\p{N}/u.test(word) || /^[ivxlc]+$/.test(word)).join(" ");
}
