/** The same job done with what people use today, at the embedded service. Laurel is what the others are compared with. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { servedIn, startEmbedded } from "./embedded-service.js";
import { figure, section } from "./figures.js";
import { questsOf } from "./game.js";
import { MAIN, measure } from "./measure.js";
import { leastToCreate, leastToRead } from "./requests.js";
import { jobOf } from "./usual/job.js";
import { playbookFor } from "./usual/playbook.js";

const SCRIPT = fileURLToPath(new URL("usual/script.js", import.meta.url));
/** Requests of Ansible take longer than any of these latencies, so one of them is enough. */
const LATENCY_FOR_ANSIBLE = 5;

/** @type {import("./main.js").Measurement} */
export async function usual({ games, sizes, latencies, roundsFor, say }) {
  const size = Math.min(200, ...sizes);
  const folder = mkdtempSync(join(tmpdir(), "laurel-bench-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [job, playbook] = [join(folder, "job.json"), join(folder, "playbook.json")];
  writeFileSync(job, JSON.stringify(jobOf(url, questsOf(size))));
  writeFileSync(playbook, JSON.stringify(playbookFor(job)));
  const target = ["--manifests", games.folder(size), "--base-url", url, "--game-id", "g"];
  const hasAnsible = spawnSync("ansible-playbook", ["--version"]).status === 0;
  if (!hasAnsible) say("Ansible is not installed, and is left out.\n");
  const figures = [];
  for (const latency of latencies) {
    const service = embeddedService(port, join(folder, "log"), latency);
    const twice = (name, how) => [
      { ...how, name: `${name}, ${size} creations, ${latency} ms`, before: service.start, after: service.asked },
      { ...how, name: `${name}, nothing to do, ${latency} ms`, after: service.stop },
    ];
    const env = { HOME: folder, LC_ALL: "C.UTF-8" };
    const ansible = { program: "ansible-playbook", words: ["-i", "localhost,", playbook], env, isSlow: true };
    const timings = await measure(
      [
        ...twice("laurel apply", { words: [MAIN, "apply", "--yes", ...target] }),
        ...twice("a script with fetch", { words: [SCRIPT, job] }),
        ...(hasAnsible && latency === LATENCY_FOR_ANSIBLE ? twice("Ansible", ansible) : []),
      ],
      Math.min(3, roundsFor(size)),
    );
    const least = [leastToCreate(size), leastToRead(size)];
    for (const [index, timing] of timings.entries()) {
      const isLaurel = index < 2;
      figures.push(figure(timing.name, timings[index % 2], timing, isLaurel ? { least: least[index] } : {}));
    }
  }
  rmSync(folder, { recursive: true });
  return section({
    name: "usual",
    title: `The same job without laurel: ${size} resources on the embedded service`,
    floor: "laurel; a game is made on an empty service, then the same is run again",
    heads: ["laurel", "this way"],
    figures,
  });
}

/** The addresses of the job are written before the service starts. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** The embedded service, which counts what it was asked since the last question. */
function embeddedService(port, log, latency) {
  let service;
  const asked = async () => {
    const count = servedIn(log).length;
    writeFileSync(log, "");
    return count;
  };
  const start = async () => {
    service = await startEmbedded(["--port", String(port), "--fault", `latency=${latency}`], log);
    await asked();
  };
  const stop = async () => {
    await service.stop();
    return asked();
  };
  return { start, asked, stop };
}
