/** Rules about the fields and values that conditions on `activityData` name: against those that are declared, or each other. */
import { defined } from "../../model/collections.ts";
import { didYouMean, nearest } from "../../model/nearest.ts";
import type { ActionFields, Placed } from "../../project/lint-settings.ts";
import { declaredFor, type Use, usesIn } from "./fields.ts";
import { isComplete, type LintFinding, type LintRule, type RuleFix, typosAmong, unsafeFix } from "./rule.ts";

const CLASSES = ["mage", "bard", "rogue"].map(
  (name) => `  - custom_id: ${name}
    name: Won as a ${name}
    custom_action_id: win
    conditions: { groups: [{ conditions: ["activityData:class,eq,${name}"] }] }
`,
);
const wonWith = (condition: string): string => `criteria:
${CLASSES.join("")}  - custom_id: ten
    name: Often won as a bard
    custom_action_id: win
    rule: gte:10
    conditions: { groups: [{ conditions: ["${condition}"] }] }`;
const DECLARED = `lint:
  fields:
    win: { class: [mage, bard, rogue], level: number }`;

export const rules: readonly LintRule[] = [
  {
    code: "undeclared-condition",
    severity: "error",
    summary: "Undeclared field or value",
    explanation:
      "The project file declares in `lint.fields` what activities of the action have in their `custom_data`, and the condition names another field, a value that is not listed, or a comparison that the values do not allow. No activity passes it.",
    project: DECLARED,
    bad: wonWith("activityData:class,eq,Bard"),
    good: wonWith("activityData:class,eq,bard"),
    check: (game) =>
      usesIn(game).flatMap((use) => {
        const fields = declaredFor(game, use.action);
        const problem = fields === undefined ? undefined : undeclared(use, fields);
        return problem === undefined ? [] : [finding(use, problem.text, problem.help, [], problem.meant)];
      }),
  },
  {
    code: "unknown-action-fields",
    severity: "warning",
    summary: "Fields of an unknown action",
    explanation: "`lint.fields` in the project file names an action that no manifest declares, so it checks nothing.",
    project: `lint:
  fields:
    wn: { class: [mage, bard] }`,
    bad: "actions:\n  - { custom_id: win, name: Win a match }",
    good: "actions:\n  - { custom_id: wn, name: Win a match }",
    check: (game) => {
      if (!isComplete(game, "action")) return [];
      return Object.entries(game.settings.fields).flatMap(
        ([action, { span }]: readonly [string, Placed<ActionFields>]) =>
          game.design.actions.has(action)
            ? []
            : [
                {
                  span,
                  text: `no action is called "${action}"`,
                  help: [...didYouMean(action, game.design.actions.keys()), "declare the action, or remove its fields"],
                },
              ],
      );
    },
  },
  {
    code: "misspelt-condition",
    severity: "warning",
    summary: "Condition that may be misspelt",
    explanation:
      "A single condition names a field or a value that is one slip, or the case of a letter, away from what other conditions on the action name, or compares with a word where all others have a number. Declare the fields under `lint.fields` in the project file to have all of them checked.",
    bad: wonWith("activityData:class,eq,Bard"),
    good: wonWith("activityData:class,eq,bard"),
    check: (game) => {
      const open = usesIn(game).filter(({ action }) => declaredFor(game, action) === undefined);
      return [...misspeltFields(open), ...misspeltValues(open)];
    },
  },
];

function finding(
  use: Use,
  text: string,
  help: readonly string[],
  others: readonly Use[],
  meant: Partial<Pick<Use, "field" | "value">> = {},
): LintFinding {
  const { address, pointer } = use;
  const fixes = rewritten(use, meant);
  return { address, pointer, text, help, others: others.map((each) => ({ ...each, text: "as here" })), fixes };
}

/** The condition with what is meant. One with a reference stays as it is. */
function rewritten(use: Use, meant: Partial<Pick<Use, "field" | "value">>): readonly RuleFix[] {
  const { address, pointer, operator, field, value } = { ...use, ...meant };
  if (value === undefined || (meant.field ?? meant.value) === undefined) return [];
  const write = `activityData:${field},${operator},${value}`;
  return unsafeFix({ address, pointer }, `write ${write}`, { write });
}

interface Undeclared {
  readonly text: string;
  readonly help: readonly string[];
  readonly meant?: Partial<Pick<Use, "field" | "value">>;
}

function undeclared({ action, field, operator, value }: Use, fields: ActionFields): Undeclared | undefined {
  const declared = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (declared === undefined) {
    const help = didYouMean(field, Object.keys(fields));
    return {
      text: `"${action}" has no field "${field}"`,
      help: help.length > 0 ? help : ["declare it in lint.fields"],
      meant: defined({ field: nearest(field, Object.keys(fields)) }),
    };
  }
  if (declared === "any") return undefined;
  const isOrdered = operator !== "eq";
  const hasNumbers = declared === "number" || (declared !== "word" && declared.every(isNumeric));
  if (isOrdered && !hasNumbers) {
    return { text: `"${field}" of "${action}" has no numbers to compare`, help: ["compare with eq"] };
  }
  if (value === undefined) return undefined;
  if (declared === "number") {
    return isNumeric(value) ? undefined : { text: `"${field}" of "${action}" is a number`, help: ["write a number"] };
  }
  if (declared === "word" || isOrdered || declared.includes(value)) return undefined;
  const near = didYouMean(value, declared);
  const list = declared
    .slice(0, 8)
    .map((each) => `"${each}"`)
    .join(", ");
  return {
    text: `"${field}" of "${action}" is never "${value}"`,
    help: near.length > 0 ? near : [`it is one of ${list}`],
    meant: defined({ value: nearest(value, declared) }),
  };
}

function isNumeric(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

/** Where something is written, by how it is written. A group with several actions is one place. */
function placesBy(uses: readonly Use[], textOf: (use: Use) => string | undefined): ReadonlyMap<string, readonly Use[]> {
  const found = new Map<string, Map<string, Use>>();
  for (const use of uses) {
    const text = textOf(use);
    if (text === undefined) continue;
    const places = found.get(text) ?? new Map<string, Use>();
    found.set(text, places.set(`${use.address} ${use.pointer}`, use));
  }
  return new Map([...found].map(([text, places]) => [text, [...places.values()]]));
}

function misspeltFields(uses: readonly Use[]): readonly LintFinding[] {
  const found = new Map<string, LintFinding>();
  for (const ofAction of groupedByAction(uses).values()) {
    for (const each of oddAmong(placesBy(ofAction, ({ field }) => field))) {
      const { odd, usual, example } = each;
      const text = `"${odd.field}" ${each.how} "${usual}", which other conditions on "${odd.action}" name`;
      found.set(`${odd.address} ${odd.pointer}`, finding(odd, text, [`write "${usual}"`], [example], { field: usual }));
    }
  }
  return [...found.values()];
}

function misspeltValues(uses: readonly Use[]): readonly LintFinding[] {
  const found = new Map<string, LintFinding>();
  for (const ofAction of groupedByAction(uses).values()) {
    const byField = new Map<string, Use[]>();
    for (const use of ofAction) byField.set(use.field, [...(byField.get(use.field) ?? []), use]);
    for (const [field, ofField] of byField) {
      const places = placesBy(ofField, ({ value }) => value);
      for (const { odd, usual, example, how } of oddAmong(places)) {
        const text = `"${odd.value}" ${how} "${usual}", which other conditions on "${field}" have`;
        found.set(
          `${odd.address} ${odd.pointer}`,
          finding(odd, text, [`write "${usual}"`], [example], { value: usual }),
        );
      }
      for (const odd of oneOfAnotherType(places)) {
        const isWord = !isNumeric(odd.use.value ?? "");
        const text = `"${odd.use.value}" is a ${isWord ? "word" : "number"}, and other conditions on "${field}" have ${isWord ? "numbers" : "words"}`;
        found.set(
          `${odd.use.address} ${odd.use.pointer}`,
          finding(odd.use, text, [`write a ${isWord ? "number" : "word"}`], [odd.example]),
        );
      }
    }
  }
  return [...found.values()];
}

function groupedByAction(uses: readonly Use[]): ReadonlyMap<string, readonly Use[]> {
  const found = new Map<string, Use[]>();
  for (const use of uses) found.set(use.action, [...(found.get(use.action) ?? []), use]);
  return found;
}

interface Odd {
  readonly odd: Use;
  readonly usual: string;
  readonly example: Use;
  readonly how: string;
}

/** Shorter words are words of their own: a rat is no cat. */
const LONG_ENOUGH = 4;

/** Texts that are written once, and nearly as others: in another case, or one slip away from what is written more often. */
function oddAmong(places: ReadonlyMap<string, readonly Use[]>): readonly Odd[] {
  const found: Odd[] = [];
  const texts = [...places.keys()];
  const add = (rare: string, usual: string, how: string): void => {
    const [[odd, more] = [], [example] = []] = [places.get(rare), places.get(usual)];
    if (odd !== undefined && more === undefined && example !== undefined) found.push({ odd, usual, example, how });
  };
  const count = (text: string): number => places.get(text)?.length ?? 0;
  const byCase = new Map<string, string>();
  for (const text of texts) {
    const first = byCase.get(text.toLowerCase());
    if (first === undefined) byCase.set(text.toLowerCase(), text);
    else if (count(first) < count(text)) add(first, text, "differs in case from");
    else add(text, first, "differs in case from");
  }
  for (const [one, other] of typosAmong(texts)) {
    const [rare, usual] = count(one) < count(other) ? [one, other] : [other, one];
    const isNumbered = one.replaceAll(/\D/g, "") !== other.replaceAll(/\D/g, "");
    if (isNumbered || rare.length < LONG_ENOUGH || usual.length < LONG_ENOUGH || count(usual) < 2) continue;
    add(rare, usual, "is nearly");
  }
  return found;
}

/** A value that is written once, a word among numbers or a number among words. */
function oneOfAnotherType(
  places: ReadonlyMap<string, readonly Use[]>,
): readonly { readonly use: Use; readonly example: Use }[] {
  const all = [...places].flatMap(([text, uses]) => uses.map((use) => ({ use, isNumber: isNumeric(text) })));
  const [numbers, words] = [all.filter(({ isNumber }) => isNumber), all.filter(({ isNumber }) => !isNumber)];
  const [odd, usual] = numbers.length < words.length ? [numbers, words] : [words, numbers];
  const [[only, more] = [], [example] = []] = [odd, usual];
  return only === undefined || more !== undefined || example === undefined || usual.length < 2
    ? []
    : [{ use: only.use, example: example.use }];
}
