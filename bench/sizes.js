/**
 * Time and memory of every command as its input grows: an honest game, and input that is made to be
 * costly, each at two sizes of which one is half of the other.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXPLOSIONS } from "./explosions.js";
import { figure, section } from "./figures.js";
import { projectOf } from "./games.js";
import { MAIN, measureOnce } from "./measure.js";
import { TARGETS } from "./targets.js";

/** What the commands do to a folder with one game. `exit`: what they end with. */
const COMMANDS = [
  { words: ["validate"] },
  { words: ["lint"] },
  { words: ["test"] },
  { words: ["report"] },
  { words: ["graph", "--format", "json"] },
  { words: ["changelog", "--base", "HEAD"] },
  { words: ["codegen", "--language", "typescript"] },
  { words: ["mv", "reward/larkhollow-0-cloak", "reward/renamed", "--check"], exit: 2 },
  { words: ["plan"] },
  { words: ["apply", "--yes"] },
  { words: ["pull", "--check"] },
];

const HONEST = [2_000, 4_000];

/** Milliseconds; what takes longer misses its target. */
const LIMIT = 20_000;

/** Some of the explosions, at their own sizes. The tests have the others. */
const EXPLODED = [
  "codegen: a template of unknown names",
  "test: 100,000 times an action of many criteria",
  "report: achievements on one or-group of 900",
  "report: equal or-groups of 900",
  "lint: actions that react into one",
  "lint: criteria inside of 480 conditions",
  "changelog: 99 xor-groups in each other",
  "changelog: actions that react into one",
  "plan: achievements on one xor-group of 900",
  "plan: equal and-groups of 900",
];

/** Characters of files whose signs, at two sizes, are below and beyond the limit of a file. */
const SIGNS = [
  { name: "commas", begin: "rewards: [", sign: ",", end: "]", sizes: [2_000_000, 4_000_000] },
  { name: "words in a list", begin: "rewards: [", sign: "a,", end: "]", sizes: [450_000, 900_000] },
  {
    name: "empty mappings in a list",
    begin: "rewards: [",
    sign: "{},",
    end: "]",
    sizes: [450_000, 900_000],
  },
  {
    name: "lines of nothing",
    begin: "rewards: []",
    sign: "\n",
    end: "",
    sizes: [450_000, 900_000],
  },
  { name: "comments", begin: "rewards: []\n", sign: "#\n", end: "", sizes: [450_000, 900_000] },
  {
    name: "resources without a name",
    begin: "rewards:\n",
    sign: "- custom_id: a\n",
    end: "",
    sizes: [450_000, 900_000],
  },
];

/** Games that share a folder of 1,000 resources. */
const SHARED = [50, 100];

const FLOOR = "laurel itself with half of the input. Times are those of the processors";

const SCENARIO = "scenarios:\n  - { name: nothing, steps: [], expect: { earned_exactly: [] } }\n";

/** @type {import("./main.js").Measurement} */
export async function sizes({ games, service }) {
  const root = mkdtempSync(join(tmpdir(), "laurel-bench-sizes-"));
  const figures = [];
  const empty = () => service.fill({ resources: 0 });
  /**
   * Measures a command in folders, the first of which has half the input of the second, and so on.
   */
  const compare = async (name, words, folders, { exit = 0, before } = {}) => {
    const candidates = folders.map(({ folder, size }) => {
      return {
        name: `${name}, ${size}`,
        words: [MAIN, ...words],
        cwd: folder,
        exit,
        before: before?.(size),
      };
    });
    const timings = await measureOnce(candidates, LIMIT);
    for (const [index, { size }] of folders.entries()) {
      if (index === 0) continue;
      const shown = `${name}, ${size.toLocaleString("en")}`;
      figures.push(figure(shown, timings[index - 1], timings[index], { most: TARGETS.doubled }));
    }
  };
  try {
    const honest = HONEST.map((size) => ({
      size,
      folder: honestGame(root, games.folder(size), size, service.url),
    }));
    for (const { words, exit } of COMMANDS) {
      const isNew = words[0] === "apply";
      const fill = (size) => (isNew ? empty : () => service.fill({ resources: size }));
      await compare(`${words[0]}, resources`, words, honest, { exit, before: fill });
    }
    const shared = SHARED.map((size) => ({
      size,
      folder: sharedFolder(root, games.folder(1000), size, service.url),
    }));
    for (const words of [
      ["validate"],
      ["lint"],
      ["test"],
      ["report"],
      ["graph", "--format", "json"],
    ]) {
      await compare(`${words[0]}, games with one folder`, words, shared);
    }
    for (const { name, begin, sign, end, sizes: lengths } of SIGNS) {
      const exit = begin.startsWith("rewards: []") ? 0 : 3;
      const folders = lengths.map((size) => {
        const folder = projectIn(join(root, `${name}-${size}`), {});
        writeFileSync(
          join(folder, "game", "a.yaml"),
          begin + sign.repeat(size / sign.length) + end,
        );
        return { size, folder };
      });
      await compare(`validate, characters of ${name}`, ["validate"], folders, { exit });
    }
    for (const explosion of EXPLOSIONS.filter(({ name }) => EXPLODED.includes(name))) {
      const folders = [];
      for (const size of explosion.sizes) {
        const folder = join(root, `exploded-${EXPLOSIONS.indexOf(explosion)}-${size}`);
        mkdirSync(folder);
        await explosion.write(folder, size);
        folders.push({ size, folder });
      }
      await compare(`${explosion.name}, size`, explosion.command, folders, {
        exit: explosion.exit,
      });
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  const heads = ["half of it", "input"];
  return section({ name: "sizes", title: "Sizes", floor: FLOOR, heads, figures });
}

/** A folder with a project of one game and its files. */
function projectIn(folder, files, url = "http://127.0.0.1") {
  mkdirSync(join(folder, "game"), { recursive: true });
  writeFileSync(join(folder, "laurel.yaml"), projectOf("game", url));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "game", name), text);
  return folder;
}

/** A game in a repository of its own, so that it has a changelog. */
function honestGame(root, manifests, size, url) {
  const folder = projectIn(join(root, `honest-${size}`), { "a.test.yaml": SCENARIO }, url);
  cpSync(manifests, join(folder, "game"), { recursive: true });
  const git = (...words) => execFileSync("git", words, { cwd: folder, stdio: "ignore" });
  git("init", "-q");
  git("add", ".");
  git(
    "-c",
    "user.name=laurel",
    "-c",
    "user.email=bench@example.com",
    "commit",
    "-q",
    "-m",
    "Before",
  );
  return folder;
}

/** A project with so many games that name one folder. */
function sharedFolder(root, manifests, size, url) {
  const folder = projectIn(join(root, `shared-${size}`), { "a.test.yaml": SCENARIO });
  cpSync(manifests, join(folder, "game"), { recursive: true });
  const line = (index) =>
    `  g${index}: { manifests: game, environments: { live: { game_id: g${index} } } }\n`;
  const lines = Array.from({ length: size }, (_, index) => line(index));
  writeFileSync(
    join(folder, "laurel.yaml"),
    `version: 1\nservice: { base_url: "${url}" }\ngames:\n${lines.join("")}`,
  );
  return folder;
}
