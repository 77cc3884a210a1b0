/** `npm run fuzz`: bundles the fuzzer, which is written in TypeScript, and runs it; see `command.ts`. */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = new URL(".", import.meta.url);
// One of its own, for several may run at the same time, and the threads read it again and again.
const outdir = new URL(`.build-${process.pid}/`, here);
process.on("exit", () => rmSync(outdir, { recursive: true, force: true }));
await build({
  entryPoints: ["command.ts", "worker.ts"].map((name) => fileURLToPath(new URL(name, here))),
  outdir: fileURLToPath(outdir),
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "inline",
  logLevel: "error",
});
process.setSourceMapsEnabled(true);
const { fuzzCommand } = await import(new URL("command.js", outdir).href);
const root = fileURLToPath(new URL("../..", here));
process.exitCode = await fuzzCommand(process.argv.slice(2), root, new URL("worker.js", outdir));
