/** The proof catches each sort of false sentence about players. */
import { expect, it } from "vitest";
import type { LintFinding } from "../../src/analysis/lint/rule.ts";
import type { LintCode } from "../../src/model/lint-codes.ts";
import type { Address } from "../../src/model/model.ts";
import { proveGames, SAID, type Said } from "./proof.ts";

type Check = Said["rules"][number]["check"];

/** The rules, with another check for one code. */
const withCheck = (code: LintCode, change: (check: Check) => Check): Said => ({
  ...SAID,
  rules: SAID.rules.map((rule) =>
    rule.code === code ? { ...rule, check: change(rule.check) } : rule,
  ),
});

const findingAt = ({ address }: { readonly address: Address }): LintFinding => {
  return { address, pointer: "", text: "wrong", help: [] };
};

const { impactBetween, economyOf, changelogOf } = SAID;

it.each<[string, Said]>([
  [
    "no change of what must be done is noticed",
    {
      ...SAID,
      impactBetween: (...sides) =>
        impactBetween(...sides).filter(({ topic }) => topic !== "earning"),
    },
  ],
  [
    "what becomes harder is called easier",
    {
      ...SAID,
      impactBetween: (...sides) =>
        impactBetween(...sides).map((finding) =>
          finding.class === "harder" ? { ...finding, class: "easier" } : finding,
        ),
    },
  ],
  [
    "mixed changes have one witness",
    {
      ...SAID,
      impactBetween: (...sides) =>
        impactBetween(...sides).map((finding) => {
          const { easier } = finding.witnesses ?? {};
          return easier === undefined ? finding : { ...finding, witnesses: { easier } };
        }),
    },
  ],
  [
    "a witness shows nothing",
    {
      ...SAID,
      impactBetween: (...sides) =>
        impactBetween(...sides).map((finding) => {
          const { harder } = finding.witnesses ?? {};
          return harder === undefined
            ? finding
            : { ...finding, witnesses: { ...finding.witnesses, harder: { ...harder, steps: [] } } };
        }),
    },
  ],
  ["nothing is unreachable", withCheck("unreachable-achievement", () => () => [])],
  [
    "everything is unreachable",
    withCheck(
      "unreachable-achievement",
      () =>
        ({ design }) =>
          [...design.achievements.values()].map(findingAt),
    ),
  ],
  [
    "every criterion is impossible",
    withCheck(
      "impossible-criterion",
      () =>
        ({ design }) =>
          [...design.criteria.values()].map(findingAt),
    ),
  ],
  [
    "every criterion is always met",
    withCheck(
      "always-met-criterion",
      () =>
        ({ design }) =>
          [...design.criteria.values()].map(findingAt),
    ),
  ],
  [
    "the easier achievement is called the harder one",
    withCheck(
      "harder-worth-less",
      (check) => (game) =>
        check(game).map((finding) => {
          const [other] = finding.others ?? [];
          if (other === undefined || !("address" in finding)) return finding;
          return {
            ...finding,
            address: other.address,
            others: [{ ...other, address: finding.address }],
          };
        }),
    ),
  ],
  [
    "the shown way is too short",
    {
      ...SAID,
      economyOf: (...given) => {
        const economy = economyOf(...given);
        const achievements = economy.achievements.map((entry) => ({
          ...entry,
          way: { ...entry.way, steps: entry.way.steps.slice(1) },
        }));
        return { ...economy, achievements };
      },
    },
  ],
  [
    "the effort is another one",
    {
      ...SAID,
      economyOf: (...given) => {
        const economy = economyOf(...given);
        const achievements = economy.achievements.map((entry) => ({
          ...entry,
          way: { ...entry.way, effort: entry.way.effort + 1 },
        }));
        return { ...economy, achievements };
      },
    },
  ],
  ["no hazard is seen", { ...SAID, findUnearnable: () => () => [] }],
  [
    "the changelog leaves changes out",
    { ...SAID, changelogOf: (...given) => ({ ...changelogOf(...given), entries: [] }) },
  ],
])("the proof fails when %s", (_, said) => {
  expect(() => proveGames(300, 10, said)).toThrow(/Property failed/);
});
