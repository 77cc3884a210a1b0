/** `npm run fuzz`: bundles the fuzzer, which is written in TypeScript, and runs it; see `command.ts`. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = new URL(".", import.meta.url);
const outdir = new URL(".build/", here);
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
