/**
 * `npm run pictures`: the pictures of the documentation, in `docs/images`, made from what the commands print now. Terminals
 * become SVG. With `--pages`, a browser also makes screenshots of the pages; it needs Chromium.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openScene, ROOT } from "./scene.js";
import { terminalSvg } from "./terminal-svg.js";

const IMAGES = join(ROOT, "docs/images");
const COLUMNS = 100;

/** Each: what is done to the example game, then what is typed. */
const SCENES = [
  {
    name: "plan",
    label:
      "laurel plan: a criterion is updated, which makes an achievement harder, and the deletion of another achievement is refused.",
    prepare: (scene) => {
      scene.laurel(["apply", "--yes"]);
      scene.edit("combat/battles.yaml", "rule: gte:100\n", "rule: gte:250\n");
      scene.removeLast("town/fellowship.yaml");
    },
    words: ["plan"],
    exit: 4,
  },
  {
    name: "error",
    label: "laurel validate: an unknown field, the line it is on, and the field that was meant.",
    prepare: (scene) => scene.edit("secrets.yaml", "is_secret: true", "is_secrect: true"),
    words: ["validate"],
    exit: 3,
  },
  {
    name: "test",
    label: "laurel test: a scenario fails, and shows the criterion that is not met.",
    prepare: (scene) => scene.edit("combat/battles.yaml", "rule: gte:100\n", "rule: gte:250\n"),
    words: ["test", "--filter", "sellsword"],
    exit: 1,
  },
];

/** The terminals, as SVG by file name. */
export async function terminalPictures() {
  const pictures = new Map();
  for (const { name, label, prepare, words, exit } of SCENES) {
    const scene = openScene();
    try {
      prepare(scene);
      const { stdout, stderr } = scene.laurel([...words, "--color", "always"], [exit]);
      const output = `\u001b[1m$ laurel ${words.join(" ")}\u001b[22m\n${stdout}${stderr}`;
      pictures.set(`${name}.svg`, await terminalSvg(output, { columns: COLUMNS, label }));
    } finally {
      scene.close();
    }
  }
  return pictures;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(IMAGES, { recursive: true });
  for (const [name, svg] of await terminalPictures()) writeFileSync(join(IMAGES, name), svg);
  if (process.argv.includes("--pages")) await (await import("./screenshots.js")).writeScreenshots(IMAGES);
}
