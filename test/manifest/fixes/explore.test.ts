import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { loadDesired } from "../../../src/manifest/desired-game.ts";
import { fixTexts, type Texts } from "../../../src/manifest/fix-texts.ts";
import { randomFrom } from "../../fuzz/random.ts";
import { MUTATIONS } from "../mistakes/mutations.ts";
const folder = fileURLToPath(new URL("../../../examples/dungeon/game", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /(?<!\.test)\.yaml$/.test(file) && !file.includes("overrides"))
  .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
const names = Object.keys(MUTATIONS);
const check = (texts: Texts) => loadDesired([...texts].map(([file, text]) => ({ file, text })), catalog);
const plain = (v: unknown) => JSON.stringify(v, (k, x) => (x instanceof Map ? [...x] : x instanceof Set ? [...x] : k === "sources" || k === "origin" ? undefined : x));
it("explore", () => {
  const good = plain(check(new Map(files.map(({ file, text }) => [file, text]))).value);
  const stats: Record<string, number> = {};
  for (let i = 0; i < 1500; i += 1) {
    const random = randomFrom(`fix ${i}`);
    const name = names[i % names.length]!;
    const which = random.below(files.length);
    const texts = new Map(files.map(({ file, text }, n) => [file, n === which ? MUTATIONS[name]!(text, random) : text]));
    const r = fixTexts(texts, check, false);
    const before = check(texts);
    if (before.value !== undefined) { stats.valid = (stats.valid ?? 0) + 1; continue; }
    let k = "unfixed";
    if (r.count > 0) k = r.found.value === undefined ? "partly" : plain(r.found.value) === good ? "SAME" : "OTHER";
    stats[k] = (stats[k] ?? 0) + 1;
    if (k === "OTHER" || k === "partly") {
      const f = files[which]!.file;
      const a = texts.get(f)!.split("\n"), b = r.texts.get(f)!.split("\n"), o = files[which]!.text.split("\n");
      const at = a.findIndex((l, n) => l !== b[n]);
      console.log(k, name, i, "\n  orig:", o.slice(at-1,at+2).join("⏎"), "\n  slip:", a.slice(at-1, at + 2).join("⏎"), "\n  fix: ", b.slice(at-1, at + 2).join("⏎"), r.found.diagnostics[0]?.detail ?? "");
    }
  }
  console.log(JSON.stringify(stats));
}, 600000);
