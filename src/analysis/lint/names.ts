/** The rule about names of one kind that are nearly the same. */

import { grouped } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { Design, Titled } from "../design/design.ts";
import { finding, isLeftOpen, type LintedGame, type LintRules, labelAt } from "./linted-game.ts";
import { slipsAmong } from "./slips.ts";

/** In shorter names, one letter makes another word: a rat is no bat. */
const LONG_ENOUGH = 8;

export const NAME_RULES = {
  "near-identical-names": (game) => kindsOf(game.design).flatMap((titled) => alikeAmong(game, titled)),
} satisfies LintRules;

function kindsOf(design: Design): readonly (readonly Titled[])[] {
  const { actions, criteria, groups, rewards, achievements, leaderboards } = design;
  return [actions, criteria, groups, rewards, achievements, leaderboards].map((all) => [...all.values()]);
}

function alikeAmong(game: LintedGame, all: readonly Titled[]): readonly Diagnostic[] {
  const declared = all.filter((each) => !isLeftOpen(game, each, "name") && plain(each.name) !== "");
  const byPlain = grouped(declared, ({ name }) => plain(name));
  const same = [...byPlain.values()].flatMap(([first, ...others]) =>
    // Names that differ in case alone are told when the manifests are checked.
    others.flatMap((each) =>
      first === undefined || first.name.toLowerCase() === each.name.toLowerCase()
        ? []
        : [alike(game, each, first, "but for blanks, accents and punctuation, the name is that of")],
    ),
  );
  const long = [...byPlain.keys()].filter((name) => name.length >= LONG_ENOUGH);
  const slips = slipsAmong(long).flatMap(([text, like]) => {
    const [one, other] = [byPlain.get(text)?.[0], byPlain.get(like)?.[0]];
    if (one === undefined || other === undefined || numbersIn(one.name) !== numbersIn(other.name)) return [];
    return [alike(game, one, other, "but for one letter, the name is that of")];
  });
  return [...same, ...slips];
}

function alike(game: LintedGame, one: Titled, other: Titled, how: string): Diagnostic {
  return finding(
    game,
    "near-identical-names",
    { address: one.address, pointer: "/name" },
    `${how} "${other.custom_id}"`,
    {
      others: [labelAt(game, { address: other.address, pointer: "/name" }, "nearly the same")],
      help: ["correct the one that is misspelt, or tell them apart more clearly"],
    },
  );
}

/** Letters and digits alone, without case and accents. */
function plain(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The numbers of a name: two steps of a ladder, Slayer I and Slayer II, are meant to differ in nothing else. */
function numbersIn(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => /\d/.test(word) || /^[ivxlc]+$/.test(word)).join(" ");
}
