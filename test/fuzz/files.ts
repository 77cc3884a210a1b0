/**
 * Files that people write: a manifest, overrides, a project file or scenarios, each in a project
 * that is valid otherwise.
 */
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import type { Json } from "../../src/ground/json.ts";
import { runCli, writeFiles } from "../support/cli.ts";
import { type Corpus, EXAMPLE, ROOT, readCorpus, YAML_TEXTS } from "./corpus.ts";
import { mutatedBytes, mutatedJson, mutatedText } from "./mutations.ts";
import { NASTY_TEXTS, rawText } from "./nasty.ts";
import { checkRun, type Form, insist, type Target } from "./outputs.ts";
import type { Random } from "./random.ts";

interface FilesInput extends Form {
  /** By their paths, with a character for each byte. */
  readonly files: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * So many hostile files come in one run, each in a game of its own: starting the program takes
 * longer than reading one.
 */
const GAMES = Array.from({ length: 8 }, (_, index) => `g${index}`);
const game = (name: string): string =>
  `  ${name}: { manifests: ${name}, environments: { local: { embedded: true } } }\n`;
const PROJECT = `version: 1\ngames:\n${GAMES.map(game).join("")}`;
const isScenarios = (path: string): boolean => /\.test\.ya?ml$/.test(path);
const isManifest = (path: string): boolean =>
  /\.(ya?ml|json)$/.test(path) && !/laurel\.yaml$|\/overrides\//.test(path) && !isScenarios(path);
const MANIFESTS = readCorpus(isManifest);

interface Sort {
  readonly pathIn: (game: string) => string;
  readonly corpus: Corpus;
}

const OF_MANIFESTS: Sort = { pathIn: (name) => `${name}/game.yaml`, corpus: MANIFESTS };
const OF_SCENARIOS: Sort = {
  pathIn: (name) => `g0/${name}.test.yaml`,
  corpus: readCorpus(isScenarios),
};
const SORTS: readonly Sort[] = [
  ...[OF_MANIFESTS, OF_MANIFESTS, OF_MANIFESTS, OF_MANIFESTS, OF_MANIFESTS, OF_SCENARIOS],
  { pathIn: (name) => `${name}/game.json`, corpus: MANIFESTS },
  {
    pathIn: (name) => `${name}/overrides/local.yaml`,
    corpus: readCorpus((path) => path.includes("/overrides/")),
  },
  { pathIn: () => "laurel.yaml", corpus: readCorpus((path) => path.endsWith("laurel.yaml")) },
];
const COMMANDS: readonly (Form & { readonly name: string })[] = [
  ...["text", "json", "markdown", "github", "sarif"].map((format) => ({
    name: "validate",
    format,
  })),
  ...["text", "json", "html", "sarif"].map((format) => ({
    name: "plan",
    format,
    schema: "plan" as const,
  })),
  ...["text", "json"].map((format) => ({ name: "lint", format })),
];
const TESTS = ["text", "json", "junit"].map((format) => ({
  name: "test",
  format,
  schema: "test" as const,
}));
const VARIABLES = ["LAUREL_BASE_URL", "LAUREL_GAME_ID_DUNGEON", "HOME"];

export const files: Target<FilesInput> = {
  name: "files",
  share: 10,
  open: async (folder) => ({
    make,
    run: async ({ files: hostile, argv, env, ...form }) => {
      await rm(folder, { recursive: true, force: true });
      await writeFiles(folder, { "laurel.yaml": PROJECT });
      for (const name of GAMES)
        await cp(join(ROOT, EXAMPLE, "rewards.json"), join(folder, name, "rewards.json"));
      if (argv[0] === "test")
        await cp(join(ROOT, EXAMPLE), join(folder, "g0"), { recursive: true, filter: isNeeded });
      for (const [path, bytes] of Object.entries(hostile)) {
        await writeFiles(folder, { [path]: "" });
        await writeFile(join(folder, path), bytes, "latin1");
      }
      const run = await runCli(argv, { cwd: folder, env });
      checkRun(run, [0, 1, 3, 4, 64], form);
      if (form.format === "json" && run.stdout !== "") await checkPlaces(run.stdout, folder);
      return run.exit;
    },
    close: async () => undefined,
  }),
};

/** Of the example, everything but its own scenarios. */
const isNeeded = (path: string): boolean => !isScenarios(path);

function make(random: Random): FilesInput {
  const { pathIn, corpus } = random.pick(SORTS);
  const all = [...new Set(GAMES.map(pathIn))];
  // Of many hostile files, one is always refused; one alone may be taken, and then the rest of the
  // command runs with it.
  const paths = random.chance(0.5) ? all : [random.pick(all)];
  const { name, ...form } = random.pick(corpus === OF_SCENARIOS.corpus ? TESTS : COMMANDS);
  const hostile = paths.map((path) => [
    path,
    hostileBytes(path, corpus, random).toString("latin1"),
  ]);
  const variables = VARIABLES.map((variable) => [variable, random.pick(NASTY_TEXTS)]);
  // No project file leads to another machine.
  const env = { ...Object.fromEntries(variables), LAUREL_ALLOWED_ORIGINS: "http://127.0.0.1:1" };
  return {
    files: Object.fromEntries(hostile),
    argv: [name, "--format", form.format],
    env,
    ...form,
  };
}

/**
 * A file that was changed by its structure, by its text or by its bytes, or that the YAML test
 * suite gave.
 */
function hostileBytes(path: string, { texts, values }: Corpus, random: Random): Buffer {
  const luck = random.below(100);
  const changes = 1 + random.below(4);
  if (luck < 45)
    return Buffer.from(
      written(mutatedJson(random.pick(values), changes, values, random), path, random),
    );
  if (luck < 80) return Buffer.from(mutatedText(random.pick(texts), changes, texts, random));
  if (luck < 90) return mutatedBytes(Buffer.from(random.pick(texts)), changes, random);
  const text = random.pick(YAML_TEXTS);
  const within = `actions:\n  - custom_id: a\n    name: A\n    custom_data:\n${text.replaceAll(/^/gm, "      ")}\n`;
  const chosen = random.chance(0.4) ? within : text;
  return Buffer.from(
    random.chance(0.5) ? chosen : mutatedText(chosen, 1, [...texts, ...YAML_TEXTS], random),
  );
}

/** As JSON, or as YAML in one of the ways to write it; a part of them is changed as text, too. */
function written(value: Json, path: string, random: Random): string {
  const collectionStyle = random.pick(["any", "flow", "block"] as const);
  const defaultStringType = random.pick([
    "PLAIN",
    "QUOTE_DOUBLE",
    "QUOTE_SINGLE",
    "BLOCK_LITERAL",
    "BLOCK_FOLDED",
  ] as const);
  const style = {
    collectionStyle,
    defaultStringType,
    lineWidth: random.pick([0, 20, 80]),
    indent: 1 + random.below(4),
  };
  const isJson = path.endsWith(".json") || random.chance(0.2);
  const whole = rawText(
    isJson ? JSON.stringify(value, null, random.below(3)) : stringify(value, style),
  );
  return random.chance(0.2) ? mutatedText(whole, 1, [whole], random) : whole;
}

interface Place {
  readonly file?: string;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
}

/** Insists that each place of each problem lies inside of its file. */
export async function checkPlaces(stdout: string, folder: string): Promise<void> {
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly (Place & { others?: readonly Place[] })[];
  };
  for (const place of diagnostics.flatMap((diagnostic) => [
    diagnostic,
    ...(diagnostic.others ?? []),
  ])) {
    const { file, line, column, end_line, end_column } = place;
    if (file === undefined) continue;
    const lines = (await readFile(join(folder, file), "utf8")).split("\n");
    const isInside = (at: number, character: number): boolean =>
      at >= 1 &&
      character >= 1 &&
      character <= (lines[at - 1] ?? "").length + 1 &&
      at <= lines.length;
    insist(
      isInside(line, column) && isInside(end_line, end_column),
      () => `no such place: ${JSON.stringify(place)}`,
    );
  }
}
