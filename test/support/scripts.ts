/**
 * Test cases as scripts, one a file: what exists (`-- path --` and its text), then command lines,
 * and below each what it did.
 *
 *     -- live --
 *     rewards: [{ custom_id: coin, name: Coin }]
 *     -- manifests/game.yaml --
 *     rewards: [{ custom_id: coin, name: Gold coin }]
 *     > laurel apply --yes
 *     PUT rewards/coin {"custom_id":"coin","name":"Gold coin"}
 *
 * `live` is the game on the service, `service` its behaviour; both are YAML. A file below a command
 * is written after it, `> commit` commits all files, and `> git …` runs git. Outputs are shown
 * without blank lines, and without what most plans say; `[stderr]` and `[exit 4]` follow where
 * there is one. `[wrote path]` names a changed file, with its text unless the output's diff makes
 * exactly that of it. An apply shows the requests that it sent, one a line, without members that
 * have their default and had it before, and of its output what went wrong with them. Behind `|
 * codes`, only the problems are shown, each as its code, place and address. `--update` writes all
 * of it. `checkPlan`, `checkApply` and `checkFiles` are what holds for every plan and apply, and
 * for files that were written.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { applyPatch, parsePatch } from "diff";
import { expect } from "vitest";
import { parse } from "yaml";
import { catalog } from "../../src/catalog/index.ts";
import { encodeState } from "../../src/emulator/state.ts";
import { escapeInvisible } from "../../src/ground/invisible-characters.ts";
import type { Json, JsonObject } from "../../src/ground/json.ts";
import type { DocumentDiagnostic } from "../../src/view/json/diagnostics.ts";
import type { PlanDocument } from "../../src/view/plan/json.ts";
import {
  type CliRun,
  GAME_ID,
  runCli,
  scratchFolder,
  TOKEN,
  testService,
  writeFiles,
} from "./cli.ts";
import { decodeRequestBody } from "./request-bodies.ts";
import { complaintsAboutApply, complaintsAboutPlan, pathOf } from "./script-checks.ts";
import type { Contents } from "./service/panel.ts";
import type { SeenRequest, ServiceOptions, TestService } from "./service/service.ts";

/** A file with its text, or a command line. */
type Part = { readonly path: string; readonly text: string } | { readonly line: string };

export interface Script {
  /** A line break, and what is above the first part. */
  readonly head: string;
  readonly parts: readonly Part[];
  /** The files that exist when the first command runs, `live` and `service` not among them. */
  readonly files: ReadonlyMap<string, string>;
  readonly live: Contents;
  readonly service: ServiceOptions;
  /** Command lines in order. */
  readonly lines: readonly string[];
}

type Texts = ReadonlyMap<string, string>;

interface Stage {
  readonly cwd: string;
  readonly service: TestService;
  readonly seen: SeenRequest[];
  /** Plans in JSON that were checked since something changed, by their command lines. */
  readonly checked: Map<string, CliRun>;
}

/**
 * The project of scripts that have none of their own. One request at a time, so that their order is
 * always the same.
 */
const PROJECT = `version: 1
service: { base_url: "\${LAUREL_BASE_URL}", concurrency: 1 }
games:
  dungeon:
    manifests: manifests
    environments: { test: { game_id: g } }
`;

/** Commands read no settings of the machine, and commits are the same each time. */
const GIT_ENV = {
  PATH: process.env.PATH ?? "",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

const WIDTH = 120;

/** Lines of plans that say the same in most scripts, and blank ones. */
const LEFT_OUT =
  /^(?:Plan for dungeon \(test\)|at http:\S+, game id g|Digest \S+|Not managed, not compared: .*|)\n/gm;

/** The paths of the scripts below a folder. */
export function scriptsIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".txt"),
  );
  return names.sort().map((name) => join(folder, name));
}

export function readScript(path: string): Script {
  const [head = "", ...sections] = `\n${readFileSync(path, "utf8")}`.split(
    /(?<=\n)(?=-- \S+ --\n|> (?:laurel|git) |> commit\n)/,
  );
  const parts = sections.map((section): Part => {
    const [first = ""] = section.split("\n", 1);
    if (first.startsWith("> ")) return { line: first.slice("> ".length) };
    return {
      path: first.slice("-- ".length, -" --".length),
      text: section.slice(first.length + 1),
    };
  });
  const firstLine = parts.findIndex((part) => "line" in part);
  const files = new Map(
    parts.slice(0, firstLine).flatMap((part) => ("path" in part ? [[part.path, part.text]] : [])),
  );
  const yaml = (name: string): unknown => parse(files.get(name) ?? "{}");
  const live = yaml("live") as Contents;
  const service = yaml("service") as ServiceOptions;
  files.delete("live");
  files.delete("service");
  const lines = parts.flatMap((part) => ("line" in part ? [part.line] : []));
  return { head, parts, files, live, service, lines };
}

/** Runs a script, and compares what its commands did with what it says. */
export async function expectScript(path: string): Promise<void> {
  const script = readScript(path);
  const seen: SeenRequest[] = [];
  const service = await testService({
    ...script.service,
    onRequest: (request) => seen.push(request),
  });
  const stage: Stage = { cwd: await scratchFolder(), service, seen, checked: new Map() };
  await writeFiles(stage.cwd, { "laurel.yaml": PROJECT });
  const empty = service.snapshot();
  const texts = [script.head.slice(1)];
  for (const part of script.parts) {
    if ("line" in part) {
      texts.push(`> ${part.line}\n${await runLine(stage, part.line)}`);
      continue;
    }
    texts.push(`-- ${part.path} --\n${part.text}`);
    stage.checked.clear();
    if (part.path === "live") {
      await service.restore(empty);
      await service.seed(GAME_ID, parse(part.text) as Contents);
    } else if (part.path.endsWith("/"))
      await mkdir(join(stage.cwd, part.path), { recursive: true });
    else if (part.path !== "service") await writeFiles(stage.cwd, { [part.path]: part.text });
  }
  await expect(texts.join("")).toMatchFileSnapshot(path);
}

async function runLine(stage: Stage, commandLine: string): Promise<string> {
  const [line = "", filter] = commandLine.split(" | ");
  const [program = "", ...argv] = [...line.matchAll(/"([^"]*)"|\S+/g)].map(
    ([word, quoted]) => quoted ?? word,
  );
  if (program === "commit") return commitAll(stage.cwd);
  if (program === "git") {
    execFileSync("git", argv, { cwd: stage.cwd, env: GIT_ENV, stdio: "pipe" });
    stage.checked.clear();
    return "";
  }
  const isApply = argv[0] === "apply";
  const planned = isApply ? await checkPlan(stage, planOf(argv)) : undefined;
  const live = stage.service.contents(GAME_ID);
  const stored = encodeState(stage.service.state);
  const files = textsBelow(stage.cwd);
  stage.seen.length = 0;
  const ran = await run(stage, filter === undefined ? argv : [...argv, "--format", "json"]);
  const writes = writesAmong(stage);
  const changes = changesShown(files, textsBelow(stage.cwd), ran.stdout);
  const output = shownOutput(ran, filter, isApply);
  const requests = writes.map((request) => requestLine(request, live));
  const shown = [output, ...requests, ...changes, ran.exit === 0 ? "" : `[exit ${ran.exit}]\n`];
  if (ran.exit > 1)
    expect(encodeState(stage.service.state), "a refusal changes nothing").toEqual(stored);
  if (argv[0] === "plan") await checkAsPlanned(stage, argv, ran);
  else stage.checked.clear();
  if (changes.length > 0) await checkFiles(stage, argv);
  if (planned !== undefined && ran.exit === 0) await checkApply(stage, argv, planned);
  return shown.join("");
}

/** Returns the output that a script shows: codes of problems, failures of an apply, or all of it. */
function shownOutput(ran: CliRun, filter: string | undefined, isApply: boolean): string {
  if (filter !== undefined) return codesIn(ran);
  return isApply ? failuresIn(ran) : outputOf(ran);
}

/** Checks a plan; an apply ends as its refusal does. */
async function checkAsPlanned(
  stage: Stage,
  argv: readonly string[],
  planned: CliRun,
): Promise<void> {
  await checkPlan(stage, argv, planned);
  if (planned.exit <= 2) return;
  expect((await run(stage, applyOf(argv))).exit, "an apply is refused, too").toBe(planned.exit);
}

/** Commits everything on the branch `main`. */
function commitAll(cwd: string): string {
  const git = (...argv: readonly string[]) => execFileSync("git", argv, { cwd, env: GIT_ENV });
  if (!existsSync(join(cwd, ".git"))) git("init", "--quiet", "--initial-branch", "main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "change");
  return "";
}

function run({ cwd, service }: Stage, argv: readonly string[]): Promise<CliRun> {
  return runCli(argv, {
    cwd,
    env: { ...GIT_ENV, LAUREL_BASE_URL: service.url, LAUREL_API_TOKEN: TOKEN },
  });
}

/** The plan of an apply. */
function planOf(argv: readonly string[]): readonly string[] {
  return ["plan", ...argv.slice(1).filter((word) => word !== "--yes")];
}

/** The apply of a plan. */
function applyOf(argv: readonly string[]): readonly string[] {
  return ["apply", "--yes", ...argv.slice(1)];
}

/**
 * A plan writes nothing, a second one has the same digest, and its JSON is valid. Returns the plan
 * in JSON.
 */
async function checkPlan(stage: Stage, argv: readonly string[], planned?: CliRun): Promise<CliRun> {
  const done = stage.checked.get(argv.join(" "));
  if (done !== undefined) return done;
  if (planned === undefined) stage.seen.length = 0;
  const format = argv.indexOf("--format");
  const unformatted = format < 0 ? argv : argv.toSpliced(format, 2);
  const json = await run(stage, [...unformatted, "--reveal-secrets", "--format", "json"]);
  expect(complaintsAboutPlan({ planned, again: json, writes: writesAmong(stage) })).toEqual([]);
  stage.checked.set(argv.join(" "), json);
  return json;
}

/**
 * The requests were those of the plan, and nothing is left to do. The same base shows changes of
 * hidden values again.
 */
async function checkApply(stage: Stage, argv: readonly string[], planned: CliRun): Promise<void> {
  expect(complaintsAboutApply(planned, writesAmong(stage))).toEqual([]);
  if (/"not_shown": ?true/.test(planned.stdout)) {
    const left = JSON.parse(
      (await run(stage, [...planOf(argv), "--format", "json"])).stdout,
    ) as PlanDocument;
    const fields = left.plans.flatMap(({ steps }) => steps.flatMap((step) => step.fields));
    expect(fields.filter(({ not_shown }) => not_shown !== true)).toEqual([]);
    return;
  }
  const again = await run(stage, [...planOf(argv), "--detailed-exitcode"]);
  expect(again.exit, again.stdout + again.stderr).toBe(0);
}

/** What `mv` writes is valid, and after a whole `pull` there is nothing to do. */
async function checkFiles(stage: Stage, argv: readonly string[]): Promise<void> {
  const next = { mv: ["validate"], pull: ["plan", "--prune", "--detailed-exitcode"] }[
    argv[0] ?? ""
  ];
  if (next === undefined || argv.includes("--target") || argv.includes("--base")) return;
  const checked = await run(stage, next);
  expect(checked.exit, checked.stdout + checked.stderr).toBe(0);
}

function writesAmong({ seen }: Stage): readonly SeenRequest[] {
  return seen.filter(({ method }) => method !== "GET");
}

/** Code, place and address of each problem in a document. */
function codesIn({ stdout }: CliRun): string {
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly DocumentDiagnostic[];
  };
  const lines = diagnostics.map(({ code, file, line, column, address = "" }) => {
    return `${code} ${file === undefined ? "" : `${file}:${line}:${column} `}${address}`.trimEnd();
  });
  return lines.map((line) => `${line}\n`).join("");
}

/** What an apply says of steps that it has begun. What it says without beginning, its plan says. */
function failuresIn(ran: CliRun): string {
  const from = Math.max(0, ran.stdout.search(/^(?:Not fully|Nothing was) applied/m));
  return ran.exit !== 1 ? "" : outputOf({ ...ran, stdout: ran.stdout.slice(from) });
}

/**
 * Without blank lines and what is the same in all scripts, or changes from run to run. JSON is
 * folded.
 */
function outputOf({ stdout, stderr }: CliRun): string {
  const result = stdout.startsWith("{\n") ? `${folded(JSON.parse(stdout), "")}\n` : stdout;
  return `${result}${stderr === "" ? "" : `[stderr]\n${stderr}`}`
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replaceAll(/\b[0-9a-f]{40}\b/g, "COMMIT")
    .replaceAll(/(?<=\bat |\bat `)[0-9a-f]{12}\b/g, "COMMIT")
    .replaceAll(/sha256:[0-9a-f]{64}/g, "DIGEST")
    .replaceAll(LEFT_OUT, "");
}

/** JSON, as many members on a line as there is room for. */
function folded(value: Json, indent: string): string {
  const text = escapeInvisible(JSON.stringify(value));
  if (typeof value !== "object" || value === null || indent.length + text.length < WIDTH)
    return text;
  const isList = Array.isArray(value);
  const lines: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const next = `${isList ? "" : `${JSON.stringify(name)}:`}${folded(member, `${indent} `)}`;
    const line = `${lines.at(-1)},${next}`;
    const isRoom = lines.length > 0 && !line.includes("\n") && indent.length + line.length < WIDTH;
    if (isRoom) lines.splice(-1, 1, line);
    else lines.push(next);
  }
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${indent} ${lines.join(`,\n${indent} `)}\n${indent}${close}`;
}

function requestLine(request: SeenRequest, live: Contents): string {
  const body =
    request.body === null ? "" : ` ${escapeInvisible(JSON.stringify(shownBody(request, live)))}`;
  const isDone = request.status !== null && request.status < 400;
  return `${request.method} ${pathOf(request)}${body}${isDone ? "" : ` -> ${request.status}`}\n`;
}

/** The body without members that have their default, and have it live, too. */
function shownBody(request: SeenRequest, live: Contents): Json {
  const [collection = "", id = "", ...below] = pathOf(request).split("/");
  const kind = catalog.find((each) => each.path === collection);
  if (kind === undefined || below.length > 0) return request.body;
  const found =
    live[kind.plural]?.find(({ custom_id }) => custom_id === decodeURIComponent(id)) ?? {};
  const isDefault = (name: string, { [name]: value }: JsonObject): boolean => {
    const field = kind.fields.find((each) => each.name === name && each.required !== true);
    const meant =
      value === undefined ? undefined : decodeRequestBody(kind, { [name]: value }).body[name];
    return field !== undefined && (value === undefined || meant === (field.default ?? null));
  };
  const body = request.body as JsonObject;
  const isShown = ([name]: readonly [string, Json]): boolean =>
    !isDefault(name, body) || !isDefault(name, found);
  return Object.fromEntries(Object.entries(body).filter(isShown));
}

/**
 * The files of a folder by their paths in it, `.git` and what laurel keeps for itself not among
 * them.
 */
function textsBelow(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = entries
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const wanted = paths.filter((path) => !/^\.(?:git|laurel)\//.test(path));
  return new Map(wanted.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/**
 * Changed files: those that the output's diff makes of what was there in one line, others with
 * their text.
 */
function changesShown(before: Texts, after: Texts, output: string): readonly string[] {
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  const patches =
    changed.length === 0 ? [] : parsePatch(output.slice(Math.max(0, output.search(/^--- /m))));
  const isPrinted = (path: string): boolean => {
    const patch = patches.find(({ newFileName }) => newFileName === path);
    return patch !== undefined && applyPatch(before.get(path) ?? "", patch) === after.get(path);
  };
  const printed = changed.filter(isPrinted);
  const others = changed.filter((path) => !isPrinted(path));
  return [
    ...(printed.length === 0 ? [] : [`[wrote ${printed.join(" ")}]\n`]),
    ...others.map((path) =>
      after.has(path) ? `[wrote ${path}]\n${after.get(path)}` : `[deleted ${path}]\n`,
    ),
  ];
}
