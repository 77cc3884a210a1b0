/** `npm run demo:pages`: the pages of HTML that laurel makes, for the example game, in the folder `demo`. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openReview, ROOT } from "./scene.js";

const pages = join(ROOT, "demo");
rmSync(pages, { recursive: true, force: true });
mkdirSync(pages);
const scene = openReview();
try {
  scene.laurel(
    ["plan", "--base", "HEAD", "--show-requests", "--out", "plan.json", "--output", `html=${join(pages, "plan.html")}`],
    [4],
  );
  scene.laurel(["graph", "--plan", "plan.json", "--output", `html=${join(pages, "graph.html")}`]);
  scene.laurel(["report", "--output", `html=${join(pages, "report.html")}`]);
} finally {
  scene.close();
}
for (const page of ["plan", "graph", "report"]) process.stdout.write(`${join("demo", `${page}.html`)}\n`);
