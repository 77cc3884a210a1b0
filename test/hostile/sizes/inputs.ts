/** Files that a stranger could send: small to write down, and large or deep for whoever works on them. */

/** Paths and texts of one input of the given size. */
export type Files = Readonly<Record<string, string>>;

export interface HostileInput {
  /** What there are `size` of. */
  readonly size: number;
  files(size: number): Files;
}

const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => row(index)).join("");
const game = (text: string): Files => ({ "laurel.yaml": PROJECT, "game/game.yaml": text });
const games = (files: Files): Files => ({ "laurel.yaml": PROJECT, ...files });
const scenarios = (text: string): Files => ({ ...game(ONE_ACHIEVEMENT), "game/s.test.yaml": text });

const PROJECT = "version: 1\ngames: { g: { manifests: game, environments: { local: { embedded: true } } } }\n";
const ONE_ACHIEVEMENT = `actions: [{ custom_id: act, name: Act }]
criteria: [{ custom_id: often, name: Often, custom_action_id: act, rule: "gte:10" }]
criteria_groups: [{ custom_id: all, name: All, criteria: [often] }]
achievements: [{ custom_id: deed, name: Deed, custom_criteria_group_id: all }]
`;
const ACTION = "actions:\n  - { custom_id: act, name: Act }\n";
const often = (index: number): string =>
  `  - { custom_id: c-${index}, name: C ${index}, custom_action_id: act, rule: "gte:${index + 2}" }\n`;
const deed = (group: string): string =>
  `achievements:\n  - { custom_id: deed, name: Deed, custom_criteria_group_id: ${group} }\n`;

/** Levels of two groups, each of which holds both of the next: 2 to the power of `levels` ways down. */
function diamond(levels: number): string {
  const group = (id: string, members: string): string =>
    `  - { custom_id: ${id}, name: Group ${id}, operator: ${id.startsWith("a") ? "or" : "and"}, ${members} }\n`;
  const pair = (level: number): string =>
    level === 0 ? "criteria: [c-0, c-1]" : `criteria_groups: [a-${level - 1}, b-${level - 1}]`;
  const groups = rows(levels, (level) => group(`a-${level}`, pair(level)) + group(`b-${level}`, pair(level)));
  return `${ACTION}criteria:\n${rows(2, often)}criteria_groups:\n${groups}${group("top", pair(levels))}${deed("top")}`;
}

function chain(length: number): string {
  const groups = rows(
    length,
    (index) =>
      `  - { custom_id: g-${index}, name: G ${index}, ${index + 1 < length ? `criteria_groups: [g-${index + 1}]` : "criteria: [c-0]"} }\n`,
  );
  return `${ACTION}criteria:\n${often(0)}criteria_groups:\n${groups}${deed("g-0")}`;
}

const repeated = (words: string, size: number) => ({
  size,
  files: (count: number) => game(words.repeat(Math.ceil(count / words.length))),
});

/** Of characters: what a file of ten million holds. */
const TEXT = 10_000_000;

export const INPUTS: Readonly<Record<string, HostileInput>> = {
  "levels of two groups that share their members": { size: 60, files: (size) => game(diamond(size)) },
  "groups nested in a chain": { size: 5_000, files: (size) => game(chain(size)) },
  "actions that react in a chain": {
    size: 5_000,
    files: (size) =>
      game(
        `actions:\n${rows(size, (index) => `  - { custom_id: a-${index}, name: A ${index}, reactions: [${index + 1 < size ? `a-${index + 1}` : ""}] }\n`)}criteria:\n  - { custom_id: c, name: C, custom_action_id: a-${size - 1} }\ncriteria_groups:\n  - { custom_id: g, name: G, criteria: [c] }\n${deed("g")}`,
      ),
  },
  "achievements for one group": {
    size: 20_000,
    files: (size) =>
      game(
        `${ONE_ACHIEVEMENT}---\nachievements:\n${rows(size, (index) => `  - { custom_id: d-${index}, name: D ${index}, custom_criteria_group_id: all }\n`)}`,
      ),
  },
  "unknown keys in one resource": {
    size: 100_000,
    files: (size) =>
      game(`rewards:\n  - custom_id: egg\n    name: Egg\n${rows(size, (index) => `    key-${index}: 1\n`)}`),
  },
  "misspelt references": {
    size: 20_000,
    files: (size) =>
      game(
        `actions:\n${rows(size, (index) => `  - { custom_id: act-${index}, name: Act ${index} }\n`)}criteria:\n${rows(size, (index) => `  - { custom_id: c-${index}, name: C ${index}, custom_action_id: axt-${index} }\n`)}`,
      ),
  },
  "moves in a chain": {
    size: 20_000,
    files: (size) =>
      game(
        `rewards:\n  - { custom_id: r-${size}, name: R }\nmoved:\n${rows(size, (index) => `  - { kind: reward, from: r-${index}, to: r-${index + 1} }\n`)}`,
      ),
  },
  "levels of folders": {
    size: 400,
    files: (size) => games({ [`game/${"d/".repeat(size)}game.yaml`]: "rewards: []\n" }),
  },
  "overrides of nothing": {
    size: 20_000,
    files: (size) => ({
      ...game(`rewards:\n${rows(size, (index) => `  - { custom_id: r-${index}, name: R ${index} }\n`)}`),
      "game/overrides/local.yaml": `rewards:\n${rows(size, (index) => `  - { custom_id: x-${index}, name: S ${index} }\n`)}`,
    }),
  },
  "repetitions of a step": {
    size: 1_000_000_000,
    files: (size) =>
      scenarios(
        `scenarios:\n  - name: S\n    steps:\n      - { do: act, times: ${size} }\n    expect: { earned: [deed] }\n`,
      ),
  },
  "players of a scenario": {
    size: 20_000,
    files: (size) =>
      scenarios(
        `scenarios:\n  - name: S\n    players:\n${rows(size, (index) => `      p-${index}: {}\n`)}    steps:\n${rows(size, (index) => `      - { player: p-${index}, do: act }\n`)}`,
      ),
  },
  dashes: repeated("- ", TEXT),
  brackets: repeated("[", TEXT),
  "closing brackets": repeated("]", TEXT),
  "question marks a line": repeated("?\n", TEXT),
  "anchors a line": repeated("&a\n", TEXT),
  "backslashes in quotes": { size: TEXT, files: (size) => game(`a: "${"\\".repeat(size)}`) },
};
