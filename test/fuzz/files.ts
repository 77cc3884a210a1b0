/** Files that people write: a manifest, overrides, a project file or scenarios, each in a project that is valid otherwise. */
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import type { Json } from "../../src/model/json.ts";
import { runCli, writeFiles } from "../support/cli.ts";
import { type Corpus, EXAMPLE, ROOT, readCorpus, YAML_TEXTS } from "./corpus.ts";
import { mutatedBytes, mutatedJson, mutatedText } from "./mutations.ts";
import { NASTY_TEXTS, rawText } from "./nasty.ts";
import { checkRun, type Form, insist, type Target } from "./outputs.ts";
import type { Random } from "./random.ts";

interface FilesInput extends Form {
  readonly path: string;
  /** A character for each byte. */
  readonly bytes: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const PROJECT = "version: 1\ngames: { g: { manifests: game, environments: { local: { embedded: true } } } }\n";
const isScenarios = (path: string): boolean => /\.test\.ya?ml$/.test(path);
const isManifest = (path: string): boolean =>
  /\.(ya?ml|json)$/.test(path) && !/laurel\.yaml$|\/overrides\//.test(path) && !isScenarios(path);
const MANIFESTS = readCorpus(isManifest);

/** Paths, what stands there, and how many of a hundred inputs are of this sort. */
const SORTS: readonly { readonly path: string; readonly corpus: Corpus; readonly share: number }[] = [
  { path: "game/game.yaml", corpus: MANIFESTS, share: 65 },
  { path: "game/game.json", corpus: MANIFESTS, share: 10 },
  { path: "game/overrides/local.yaml", corpus: readCorpus((path) => path.includes("/overrides/")), share: 10 },
  { path: "laurel.yaml", corpus: readCorpus((path) => path.endsWith("laurel.yaml")), share: 10 },
  { path: "game/s.test.yaml", corpus: readCorpus(isScenarios), share: 5 },
];
const COMMANDS: readonly (Form & { readonly name: string })[] = [
  ...["text", "json", "markdown", "github", "sarif"].map((format) => ({ name: "validate", format })),
  ...["text", "json", "html", "sarif"].map((format) => ({ name: "plan", format, schema: "plan" as const })),
  ...["text", "json"].map((format) => ({ name: "lint", format })),
];
const TESTS = ["text", "json", "junit"].map((format) => ({ name: "test", format, schema: "test" as const }));
const VARIABLES = ["LAUREL_BASE_URL", "LAUREL_GAME_ID_DUNGEON", "HOME"];

export const files: Target<FilesInput> = {
  name: "files",
  share: 80,
  open: async (folder) => ({
    make,
    run: async ({ path, bytes, argv, env, ...form }) => {
      await rm(join(folder, "game"), { recursive: true, force: true });
      await writeFiles(folder, { "laurel.yaml": PROJECT, [path]: "" });
      if (isScenarios(path)) await cp(join(ROOT, EXAMPLE), join(folder, "game"), { recursive: true, filter: isNeeded });
      else if (dirname(path) !== "game")
        await cp(join(ROOT, EXAMPLE, "rewards.json"), join(folder, "game/rewards.json"));
      await writeFile(join(folder, path), bytes, "latin1");
      const run = await runCli(argv, { cwd: folder, env });
      checkRun(run, [0, 1, 3, 4, 64], form);
      if (form.format === "json" && run.stdout !== "") await checkPlaces(run.stdout, folder);
    },
    close: async () => undefined,
  }),
};

/** Of the example, everything but its own scenarios. */
const isNeeded = (path: string): boolean => !isScenarios(path);

function make(random: Random): FilesInput {
  const sort = random.pick(SORTS.flatMap((each) => Array.from({ length: each.share }, () => each)));
  const { path, corpus } = sort;
  const { name, ...form } = random.pick(isScenarios(path) ? TESTS : COMMANDS);
  const variables = VARIABLES.map((variable) => [variable, random.pick(NASTY_TEXTS)]);
  // No project file leads to another machine.
  const env = { ...Object.fromEntries(variables), LAUREL_ALLOWED_ORIGINS: "http://127.0.0.1:1" };
  return {
    path,
    bytes: hostileBytes(path, corpus, random).toString("latin1"),
    argv: [name, "--format", form.format],
    env,
    ...form,
  };
}

/** A file that was changed by its structure, by its text or by its bytes, or that the YAML test suite gave. */
function hostileBytes(path: string, { texts, values }: Corpus, random: Random): Buffer {
  const luck = random.below(100);
  const changes = 1 + random.below(4);
  if (luck < 45) return Buffer.from(written(mutatedJson(random.pick(values), changes, values, random), path, random));
  if (luck < 80) return Buffer.from(mutatedText(random.pick(texts), changes, texts, random));
  if (luck < 90) return mutatedBytes(Buffer.from(random.pick(texts)), changes, random);
  const text = random.pick(YAML_TEXTS);
  const within = `actions:\n  - custom_id: a\n    name: A\n    custom_data:\n${text.replaceAll(/^/gm, "      ")}\n`;
  const chosen = random.chance(0.4) ? within : text;
  return Buffer.from(random.chance(0.5) ? chosen : mutatedText(chosen, 1, [...texts, ...YAML_TEXTS], random));
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
  const whole = rawText(isJson ? JSON.stringify(value, null, random.below(3)) : stringify(value, style));
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
async function checkPlaces(stdout: string, folder: string): Promise<void> {
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly (Place & { others?: readonly Place[] })[] };
  for (const place of diagnostics.flatMap((diagnostic) => [diagnostic, ...(diagnostic.others ?? [])])) {
    const { file, line, column, end_line, end_column } = place;
    if (file === undefined) continue;
    const lines = (await readFile(join(folder, file), "utf8")).split("\n");
    const isInside = (at: number, character: number): boolean =>
      at >= 1 && character >= 1 && character <= (lines[at - 1] ?? "").length + 1 && at <= lines.length;
    insist(isInside(line, column) && isInside(end_line, end_column), () => `no such place: ${JSON.stringify(place)}`);
  }
}
