import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { loadDesired } from "../../src/manifest/desired-game.ts";
import { parseText } from "../../src/manifest/parse.ts";

/** `file`: default game.yaml. */
interface Mistake {
  readonly text: string;
  readonly code: string;
  readonly line: number;
  readonly says: string;
  readonly file?: string;
}

const MISTAKES: readonly Mistake[] = [
  {
    text: "actions:\n  - custom_id: slay\n    name Slay\n    description: x\n",
    code: "syntax-error",
    line: 3,
    says: "implicit keys need to be on a single line",
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: Slay\n  custom_id: run\n    name: Run\n",
    code: "syntax-error",
    line: 4,
    says: "all mapping items must start at the same column",
  },
  {
    text: "actions:\n  -custom_id: slay\n    name: Slay\n",
    code: "syntax-error",
    line: 2,
    says: "nested mappings are not allowed in compact mappings",
  },
  {
    text: "actions:\n  - - custom_id: slay\n    name: Slay\n",
    code: "syntax-error",
    line: 3,
    says: "sequence item without - indicator",
  },
  {
    text: "actions:\n\t- custom_id: slay\n\t  name: Slay\n",
    code: "syntax-error",
    line: 2,
    says: "YAML does not allow tabs as indentation",
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: Slay\n",
    code: "syntax-error",
    line: 3,
    says: "YAML does not read this as a space",
  },
  {
    text: "actions:\n  - custom_id: slay\n    reactions: [run, jump\n    name: Slay\n  - custom_id: run\n    name: Run\n",
    code: "syntax-error",
    line: 4,
    says: "flow sequence in block collection must be sufficiently indented and end with a ]",
  },
  {
    text: "actions: [\n  { custom_id: slay, name: Slay }\n  { custom_id: run, name: Run }\n]\n",
    code: "syntax-error",
    line: 3,
    says: "missing , or : between flow sequence items",
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: Slay\n - custom_id: run\n   name: Run\n",
    code: "syntax-error",
    line: 4,
    says: "a block sequence may not be used as an implicit map key",
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: Slay\n   - custom_id: run\n     name: Run\n",
    code: "syntax-error",
    line: 4,
    says: "all sequence items must start at the same column",
  },
  {
    text: "actions: - custom_id: slay\n",
    code: "syntax-error",
    line: 1,
    says: "unexpected block-seq-ind on same line with key",
  },
  {
    text: "actions:\n  - &s\n    custom_id: slay\n    name: Slay\n  - <<: *s\n    custom_id: run\n",
    code: "syntax-error",
    line: 5,
    says: "merge keys are not part of YAML 1.2",
  },
  {
    text: "actions:\n<<<<<<< HEAD\n  - custom_id: slay\n    name: Slay\n=======\n  - custom_id: slay\n    name: Slay it\n>>>>>>> feature\n",
    code: "merge-conflict",
    line: 2,
    says: "a merge conflict is not resolved",
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: @hero slays\n",
    code: "syntax-error",
    line: 3,
    says: "plain value cannot start with reserved character @",
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: *Slay* a dragon\n",
    code: "syntax-error",
    line: 3,
    says: "unexpected scalar at node end",
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: & more\n",
    code: "syntax-error",
    line: 3,
    says: "anchor cannot be an empty string",
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: Slay\n    custom_data: &shared { a: 1 }\n  - custom_id: run\n    name: Run\n    custom_data: *shard\n",
    code: "syntax-error",
    line: 7,
    says: 'no anchor "&shard" before this alias',
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: !Slay it\n",
    code: "unknown-tag",
    line: 3,
    says: 'the tag "!Slay" is not supported here',
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: | Slay\n",
    code: "syntax-error",
    line: 3,
    says: "not a YAML token: Slay",
  },
  {
    text: "actions:\n  - { custom_id: slay, name: Slay }}\n",
    code: "syntax-error",
    line: 2,
    says: 'unexpected flow-map-end token in YAML stream: "}"',
  },
  {
    text: 'actions:\n  - custom_id: slay\n    name: "Slay\n  - custom_id: run\n    name: Run\n',
    code: "syntax-error",
    line: 3,
    says: 'missing closing "quote',
  },
  {
    text: 'actions:\n  - custom_id: hoard\n    name: "C:\\games"\n',
    code: "syntax-error",
    line: 3,
    says: "invalid escape sequence \\g",
  },
  {
    text: "actions:\n  - { custom_id: slay name: Slay }\n",
    code: "syntax-error",
    line: 2,
    says: "block collections are not allowed within flow collections",
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: Slay\n    reactions: [slay,, run]\n  - custom_id: run\n    name: Run\n",
    code: "syntax-error",
    line: 4,
    says: "unexpected , in flow sequence",
  },
  {
    text: "criteria:\n  - custom_id: c\n    name: C\n    custom_action_id: slay\n    rule: >=10\n",
    code: "syntax-error",
    line: 5,
    says: "block scalar header includes extra characters: >=10",
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: {{ name }}\n",
    code: "syntax-error",
    line: 3,
    says: "expected a string as the key, found a mapping",
  },
  {
    text: "actions:\n  - custom_id: a\n    name: A\n    custom_data: &d { b: *d }\n",
    code: "syntax-error",
    line: 4,
    says: 'the alias "*d" is inside of the value that it names',
  },
  {
    text: "{ “actions”: [] }",
    code: "syntax-error",
    line: 1,
    says: "quoted object key expected but got '“'",
    file: "game.json",
  },
  {
    text: '{\n  "actions": [\n    { "custom_id": "slay", "name": "Slay" },\n  ]\n}\n',
    code: "syntax-error",
    line: 4,
    says: "array item expected but got ']'",
    file: "game.json",
  },
  {
    text: '{\n  "actions": []\n  "rewards": []\n}\n',
    code: "syntax-error",
    line: 3,
    says: "comma ',' expected after value but got '\"'",
    file: "game.json",
  },
  {
    text: '{ "actions": [ { "custom_id": "slay",',
    code: "syntax-error",
    line: 1,
    says: "quoted object key expected but reached end of input",
    file: "game.json",
  },
  {
    text: '{ "actions" [] }',
    code: "syntax-error",
    line: 1,
    says: "colon ':' expected after property name but got '['",
    file: "game.json",
  },
  {
    text: '{ "actions": [] }}',
    code: "syntax-error",
    line: 1,
    says: "expected end of input but got '}'",
    file: "game.json",
  },
  {
    text: '{\n<<<<<<< HEAD\n  "actions": []\n=======\n  "rewards": []\n>>>>>>> x\n}\n',
    code: "merge-conflict",
    line: 2,
    says: "a merge conflict is not resolved",
    file: "game.json",
  },
  {
    text: "actions:\n  custom_id: slay\n  name: Slay\n",
    code: "wrong-type",
    line: 1,
    says: '"actions": expected a list, found a mapping',
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: Slay\n    custom_id: run\n    name: Run\n",
    code: "duplicate-key",
    line: 4,
    says: 'the key "custom_id" is given a second time, and 1 key more',
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: Slay\n    reactions:\n      - - run\n  - custom_id: run\n    name: Run\n",
    code: "wrong-type",
    line: 5,
    says: 'an element of "reactions": expected a custom_id (a string) or an action (a mapping), found a list',
  },
  {
    text: "actions:\n  - custom_id: slay\n    na​me: Slay\n",
    code: "unknown-field",
    line: 3,
    says: 'an action has no field "na​me"',
  },
  {
    text: "actions:\n  - custom_id: “slay”\n    name: Slay\n",
    code: "invalid-id",
    line: 2,
    says: '"custom_id": expected an id of 1 to 255 letters, digits and _ . ~ -, found "“slay”"',
  },
  {
    text: "criteria:\n  - custom_id: c\n    name: C\n    custom_action_id: slay\n    conditions: { groups: [ { conditions: [betweenHours:9,8] } ] }\n",
    code: "wrong-type",
    line: 5,
    says: 'an element of "conditions": expected a string, found the number 8',
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: &Slay\n",
    code: "missing-field",
    line: 3,
    says: '"name": expected a string, found nothing',
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: #1 slayer\n",
    code: "missing-field",
    line: 3,
    says: '"name": expected a string, found nothing',
  },
  {
    text: "actions:\n  - custom_id = slay\n    name = Slay\n",
    code: "wrong-type",
    line: 2,
    says: 'an element of "actions": expected an action (a mapping), found "custom_id = slay name = Slay"',
  },
  {
    text: "actions:\n- custom_id: slay\nname: Slay\n",
    code: "unknown-key",
    line: 3,
    says: 'a manifest has no key "name"',
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: Slay\n    name: Slay it\n",
    code: "duplicate-key",
    line: 4,
    says: 'the key "name" is given a second time',
  },
  {
    text: "achievements:\n  - custom_id: a\n    name: A\n    is_secret: yes\n",
    code: "wrong-type",
    line: 4,
    says: '"is_secret": expected true or false, found "yes"',
  },
  {
    text: "achievements:\n  - custom_id: a\n    name: A\n    points: 99999999999999999999\n",
    code: "out-of-range",
    line: 4,
    says: '"points": expected a whole number from 0 to 9,007,199,254,740,991, found 99999999999999999999',
  },
  {
    text: "achievements:\n  - custom_id: a\n    name: A\n    points: 1e400\n",
    code: "wrong-type",
    line: 4,
    says: '"points": expected a whole number from 0 to 9,007,199,254,740,991, found 1e400',
  },
  {
    text: "achievements:\n  - custom_id: a\n    name: A\n    points: 2.5\n",
    code: "wrong-type",
    line: 4,
    says: '"points": expected a whole number from 0 to 9,007,199,254,740,991, found 2.5',
  },
  {
    text: "criteria:\n  - custom_id: c\n    name: C\n    custom_action_id: slay\n    rule: gte:99999999999999999999\n",
    code: "out-of-range",
    line: 5,
    says: 'the number in "rule" is too large',
  },
  {
    text: 'criteria:\n  - custom_id: c\n    name: C\n    custom_action_id: slay\n    rule: ">=10"\n',
    code: "invalid-value",
    line: 5,
    says: '"rule": expected an operator (eq, gt, gte, lt, lte), a colon and a whole number, such as gte:10, found ">=10"',
  },
  {
    text: "achievments:\n  - custom_id: a\n    name: A\n",
    code: "unknown-key",
    line: 1,
    says: 'a manifest has no key "achievments"',
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: Slay\n    reactions: [rnu]\n  - custom_id: run\n    name: Run\n",
    code: "dangling-reference",
    line: 4,
    says: 'there is no action "rnu"',
  },
  {
    text: "actions:\n  - custom_id: 5\n    name: Slay\ncriteria:\n  - custom_id: c\n    name: C\n    custom_action_id: slay\n",
    code: "wrong-type",
    line: 2,
    says: '"custom_id": expected a custom_id (a string), found the number 5',
  },
  {
    text: "actions:\n  - custom_id: slya\n    name: Slay\ncriteria:\n  - custom_id: c\n    name: C\n    custom_action_id: slay\n  - custom_id: d\n    name: D\n    custom_action_id: slay\n",
    code: "dangling-reference",
    line: 7,
    says: 'there is no action "slay", and 1 other reference to it',
  },
  {
    text: "actions:\n  -\n",
    code: "wrong-type",
    line: 2,
    says: 'an element of "actions": expected an action (a mapping), found nothing',
  },
  {
    text: "actions:\n  - custom_id: slay\n    name: Slay\n  - custom_id: ten\n    name: Ten\n    custom_action_id: slay\n    rule: gte:10\n  - custom_id: two\n    name: Two\n    custom_action_id: slay\n    rule: gte:2\n",
    code: "unknown-field",
    line: 6,
    says: 'an action has no field "custom_action_id", and 1 more unknown key',
  },
  {
    text: "actions:\n  - custom_id: slay\n  - custom_id: slay\n    name: Slay\n",
    code: "missing-field",
    line: 2,
    says: 'an action needs "name"',
  },
  {
    text: "actions:\n  - custom_id: slay\n      name Slay\n",
    code: "invalid-id",
    line: 2,
    says: '"custom_id": expected an id of 1 to 255 letters, digits and _ . ~ -, found "slay name Slay"',
  },
  {
    text: "leaderboards:\n  - custom_id: l\n    name: L\n    type: sesion\n",
    code: "invalid-value",
    line: 4,
    says: '"type": expected "standard", "custom" or "session", found "sesion"',
  },
];

const variants: readonly (readonly [string, (text: string) => string])[] = [
  ["as it is", (text) => text],
  ["with line breaks of Windows", (text) => text.replaceAll("\n", "\r\n")],
  ["after a byte order mark", (text) => `\ufeff${text}`],
];

describe.each(variants)("one mistake is one problem, %s", (_, variant) => {
  it.each(MISTAKES)("$says: $text", ({ file = "game.yaml", text, code, line, says }) => {
    const { diagnostics } = loadDesired([{ file, text: variant(text) }], catalog);
    expect(diagnostics.map((each) => [each.code, each.primary?.span.start.line, each.primary?.text])).toEqual([
      [code, line, says],
    ]);
    expect(diagnostics[0]?.help.length).toBeLessThanOrEqual(2);
  });
});

describe("merge conflicts", () => {
  const conflict = "<<<<<<< HEAD\nactions: []\n=======\nrewards: []\n>>>>>>> other\n";

  it("are one problem with their number, at the first marker", () => {
    const { diagnostics, documents } = parseText("game.yaml", `moved: []\n${conflict}removed: []\n${conflict}`);
    expect(documents).toEqual([]);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({
      code: "merge-conflict",
      primary: { span: { start: { line: 2, column: 1 } }, text: "the first of 2 merge conflicts" },
    });
  });

  it.each([
    ["a quoted text", `{ name: "one\n${conflict}\n" }\n`],
    ["a block text", `--- |\n${conflict}`],
    ["an indented block text", `name: |\n${conflict.replaceAll(/^/gm, "  ")}\n`],
  ])("are none in %s", (_, text) => {
    expect(parseText("game.yaml", text).diagnostics).toEqual([]);
  });

  it.each(["======== \n", "<<<<<<<<\n", "#<<<<<<< HEAD\n", " <<<<<<< HEAD\n", ">>>>>> a\n"])("are not %j", (text) => {
    const { diagnostics } = parseText("game.yaml", `${text}]`);
    expect(diagnostics.map(({ code }) => code)).not.toContain("merge-conflict");
  });

  it("keep references into the file from being reported", () => {
    const files = [
      { file: "actions.yaml", text: `actions: []\n${conflict}` },
      { file: "more.yaml", text: "actions:\n  - { custom_id: a, name: A, reactions: [b] }\n" },
    ];
    expect(loadDesired(files, catalog).diagnostics.map(({ code }) => code)).toEqual(["merge-conflict"]);
  });
});
