/**
 * Golden cases, one behaviour a folder. In: `manifests/`, `live.json` (what the service has; absent: nothing), and
 * `case.json` with flags, the service's behaviour and exit codes. Out, in `expect/`: the output of `plan` (`plan.txt`),
 * of an `apply` that fails (`apply.txt`), and the writes that the service received (`requests.json`). The JSON document
 * repeats both, so only some cases keep it as a golden file (`plan.json`); in all of them it is valid and holds the
 * requests that are sent. Every case is planned twice, applied, and planned and applied again. Golden files leave out
 * members that have their default and had it before, so that a new optional field changes none of them.
 */
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { escapeInvisible } from "../../src/model/invisible-characters.ts";
import { type JsonObject, jsonText } from "../../src/model/json.ts";
import { planSchema } from "../../src/view/json/plan-document.ts";
import { type CliRun, GAME_ID, runCli, scratchFolder, TOKEN, testService } from "../support/cli.ts";
import { parseJson } from "../support/parse-json.ts";
import { decodeRequestBody } from "../support/request-bodies.ts";
import { schemaProblems } from "../support/schemas.ts";
import type { Contents } from "../support/service/panel.ts";
import type { SeenRequest, ServiceOptions } from "../support/service/service.ts";

interface Case {
  /** Flags of `plan` and `apply`. */
  readonly args?: readonly string[];
  readonly planArgs?: readonly string[];
  readonly service?: ServiceOptions;
  readonly planExit?: number;
  readonly applyExit?: number;
}

interface PlanDocument {
  readonly plans: readonly {
    readonly basis: { readonly touched: readonly { readonly address: string; live: { body: JsonObject } | null }[] };
    readonly steps: readonly { readonly request: PlannedRequest; readonly otherwise?: PlannedRequest }[];
  }[];
}
interface PlannedRequest {
  readonly method: string;
  readonly path: string;
  body?: JsonObject;
}

const here = dirname(fileURLToPath(import.meta.url));
const cases = readdirSync(here, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name)
  .sort();

describe("each case is planned, applied, and then has nothing to do", () => {
  it.each(cases)("%s", async (name) => {
    const {
      args = [],
      planArgs = [],
      service: behaviour = {},
      planExit = 0,
      applyExit = 0,
    } = readJson<Case>(name, "case.json") ?? {};
    const seen: SeenRequest[] = [];
    const service = await testService({ ...behaviour, onRequest: (request) => seen.push(request) });
    const live = readJson<Contents>(name, "live.json") ?? {};
    await service.seed(GAME_ID, live);
    const cwd = await scratchFolder();
    if (!existsSync(join(here, name, "laurel.yaml"))) copyFileSync(join(here, "laurel.yaml"), join(cwd, "laurel.yaml"));
    cpSync(join(here, name), cwd, { recursive: true });
    const env = { LAUREL_BASE_URL: service.url, LAUREL_API_TOKEN: TOKEN };
    const run = (...argv: readonly string[]): Promise<CliRun> => runCli([...argv, ...args], { cwd, env });
    const golden = (file: string, text: string) =>
      expect(withoutPort(text)).toMatchFileSnapshot(join(here, name, "expect", file));

    const planned = await run("plan", ...planArgs);
    expect(await run("plan", ...planArgs), "a second plan says the same to the byte").toEqual(planned);
    await golden("plan.txt", screenOf(planned));
    expect(planned.exit).toBe(planExit);
    const json = await run("plan", ...planArgs, "--format", "json");
    expect(json.exit).toBe(planExit);
    const document = JSON.parse(json.stdout) as PlanDocument;
    expect(schemaProblems(planSchema, json.stdout)).toEqual([]);
    if (existsSync(join(here, name, "expect/plan.json")))
      await golden("plan.json", planWithoutDefaults(json.stdout, live));
    expect(writesAmong(seen), "planning writes nothing").toEqual([]);

    const before = service.snapshot();
    const applied = await run("apply", "--yes");
    const writes = writesAmong(seen);
    const shown = writes.map((write) => ({
      ...write,
      ...shownBody(write.request.split(" ")[1] ?? "", write.body, live),
    }));
    await golden("requests.json", `${JSON.stringify(shown, null, 2)}\n`);
    // After a refusal of a request that the service may not have, another one takes its place.
    const isRefused = writes.some(({ status }) => status !== null && status >= 400);
    if (applyExit === 0 && !isRefused) expect(sent(writes), "the plan is what happens").toEqual(requestsOf(document));
    if (applyExit !== 0) await golden("apply.txt", screenOf(applied));
    expect(applied.exit, screenOf(applied)).toBe(applyExit);
    if (applyExit > 1) expect(service.snapshot(), "a refusal changes nothing").toEqual(before);
    if (applyExit !== 0) return;

    const again = await run("plan", "--detailed-exitcode");
    expect(again.exit, screenOf(again)).toBe(0);
    seen.length = 0;
    expect((await run("apply", "--yes")).exit).toBe(0);
    expect(writesAmong(seen), "a second apply writes nothing").toEqual([]);
  });
});

function readJson<Content>(name: string, file: string): Content | undefined {
  const path = join(here, name, file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Content) : undefined;
}

/** What a person sees: the result, and below it what went to stderr. */
function screenOf({ stdout, stderr }: CliRun): string {
  return stderr === "" ? stdout : `${stdout}--- stderr ---\n${stderr}`;
}

/** Without what the port of the moment changes: the address, and what covers it, the digest. */
function withoutPort(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replaceAll(/("(?:digest|manifests|live)": "|Digest )sha256:[0-9a-f]{64}/g, "$1sha256:DIGEST");
}

/** The body without members that have their default, and have it live, too. `path` is below the game. */
function shownBody(path: string, body: unknown, live: Contents): { readonly body?: JsonObject } {
  if (body === null || body === undefined) return {};
  const [collection = "", id = "", ...below] = path.split("/");
  const kind = catalog.find((each) => each.path === collection);
  if (kind === undefined || below.length > 0) return { body: body as JsonObject };
  const found = live[kind.plural]?.find(({ custom_id }) => custom_id === decodeURIComponent(id)) ?? {};
  const isDefault = (name: string, { [name]: value }: JsonObject): boolean => {
    const field = kind.fields.find((each) => each.name === name && each.required !== true);
    const meant = value === undefined ? undefined : decodeRequestBody(kind, { [name]: value }).body[name];
    return field !== undefined && (value === undefined || meant === (field.default ?? null));
  };
  const members = Object.entries(body as JsonObject);
  return {
    body: Object.fromEntries(
      members.filter(([name]) => !isDefault(name, body as JsonObject) || !isDefault(name, found)),
    ),
  };
}

function planWithoutDefaults(text: string, live: Contents): string {
  const document = parseJson(text) as unknown as PlanDocument;
  for (const { basis, steps } of document.plans) {
    for (const { address, live: was } of basis.touched) {
      const kind = catalog.find(({ name }) => address.startsWith(`${name}/`));
      if (was !== null) was.body = shownBody(kind?.path ?? "", was.body, {}).body as JsonObject;
    }
    for (const request of steps.flatMap((step) => [
      step.request,
      ...(step.otherwise === undefined ? [] : [step.otherwise]),
    ])) {
      Object.assign(request, shownBody(request.path, request.body, live));
    }
  }
  return `${escapeInvisible(jsonText(document, 2))}\n`;
}

function writesAmong(seen: readonly SeenRequest[]) {
  return seen
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body, status }) => ({
      request: `${method} ${path.replace(`/v1/games/${GAME_ID}/`, "")}`,
      ...(body === null ? {} : { body }),
      status,
    }));
}

function requestsOf({ plans }: PlanDocument): readonly string[] {
  const requests = plans.flatMap(({ steps }) => steps.map(({ request }) => request));
  return requests.map(({ method, path, body }) => JSON.stringify([`${method} ${path}`, body])).sort();
}

function sent(writes: ReturnType<typeof writesAmong>): readonly string[] {
  return writes.map(({ request, body }) => JSON.stringify([request, body])).sort();
}
