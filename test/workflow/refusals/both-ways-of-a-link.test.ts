/**
 * A link that nothing live shows how to write: its own endpoint is tried, then PUT. Every answer to
 * both, with everything that can be read back: not verified is only what was answered with success,
 * and a refusal is a failure with the service's words.
 */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/ground/json.ts";
import { inGame, movingClock } from "../../support/cli.ts";
import type { Door } from "../../support/service/service.ts";

const ENDPOINT_WORDS = "no such route";
const PUT_WORDS = "rewards are read only";

/** What readings show after the PUT. `absent`: records show that the achievement has no rewards. */
const SHOWN = ["nothing", "list", "record", "absent"] as const;
type Shown = (typeof SHOWN)[number];

/** Answers to PUT; `cut` drops the connection. */
const PUT_ANSWERS = [200, 400, 403, 404, 405, 409, 422, 500, 503, "cut"] as const;
type PutAnswer = (typeof PUT_ANSWERS)[number];

interface Service {
  readonly endpoint: number;
  readonly put: PutAnswer;
  readonly shown: Shown;
}

/** The documented service, on which the rewards of `hop` are written and shown as described. */
function doorOf({ endpoint, put, shown }: Service): Door {
  let isSent = false;
  return async (_, carryOut, request) => {
    const { method } = request;
    const path = new URL(request.url).pathname;
    if (path.endsWith("/achievements/hop/rewards"))
      return answerOfEndpoint(method, endpoint, isSent && shown === "list");
    if (method === "PUT") isSent = true;
    const refusal = method === "PUT" ? answerToPut(put) : undefined;
    if (refusal !== undefined) return refusal;
    const answer = await carryOut();
    const isReading = method === "GET" && path.includes("/achievements") && answer.ok;
    return isReading && isSent ? withRewards(answer, shown) : answer;
  };
}

/** The answer of the link's own endpoint, which only shows the list or refuses. */
function answerOfEndpoint(method: string, refusal: number, isShown: boolean): Response {
  if (method === "GET" && isShown) return Response.json({ data: [{ custom_id: "egg" }] });
  const status = method === "GET" ? 404 : refusal;
  return Response.json({ message: ENDPOINT_WORDS }, { status });
}

/** The answer to a PUT that is not executed. */
function answerToPut(put: PutAnswer): Response | "cut" | undefined {
  if (put === "cut") return "cut";
  return put === 200 ? undefined : Response.json({ message: PUT_WORDS }, { status: put });
}

/** The answer with the rewards in its records, if they show any. */
async function withRewards(answer: Response, shown: Shown): Promise<Response> {
  if (shown !== "record" && shown !== "absent") return answer;
  const rewards = shown === "record" ? ["egg"] : [];
  const { data, ...rest } = (await answer.json()) as { data: JsonObject | readonly JsonObject[] };
  const shownOf = (record: JsonObject): JsonObject => ({ ...record, rewards });
  return Response.json({
    ...rest,
    data: Array.isArray(data) ? data.map(shownOf) : shownOf(data as JsonObject),
  });
}

const DECLARED = `rewards: [{ custom_id: egg, name: Egg }]
achievements: [{ custom_id: hop, name: Hop, rewards: [egg] }]
`;

async function attach(service: Service) {
  const clock = movingClock();
  const game = await inGame({
    service: { profile: "documented", door: doorOf(service) },
    live: { rewards: [{ custom_id: "egg", name: "Egg" }] },
    manifests: { "game.yaml": DECLARED },
  });
  const { exit, stdout } = await game.run(["apply", "--yes", "--format", "json"], { clock });
  const [{ converged, steps }] = JSON.parse(stdout).results;
  const { status, diagnostic = { code: undefined, detail: "" } } = steps[1];
  const puts = game.writes().filter(({ method }) => method === "PUT").length;
  return { exit, converged, status, code: diagnostic.code, detail: diagnostic.detail, puts };
}

const DONE = { exit: 0, converged: true, status: "done" };
const NOT_VERIFIED = { exit: 0, converged: true, status: "not-verified" };
const failed = (code: string, words: string) => ({
  exit: 1,
  converged: false,
  status: "failed",
  code,
  detail: expect.stringContaining(words),
});

/** The end of the step once the endpoint was answered with 404 or 405. */
function endAfterPut(put: PutAnswer, shown: Shown): object {
  const isShown = shown === "list" || shown === "record";
  if (put === 200) {
    if (shown === "absent") return failed("not-kept", "did not keep rewards.egg: it is absent");
    return isShown ? DONE : NOT_VERIFIED;
  }
  // A server error and a lost answer can come from a service that executed the request.
  const mayBeDone = put === "cut" || put >= 500;
  if (mayBeDone && isShown) return DONE;
  if (put === "cut") return failed("step-unknown", "PUT achievements/hop");
  return failed(
    put === 403 ? "not-authorised" : "step-failed",
    `was answered ${put}: "${PUT_WORDS}"`,
  );
}

describe.each([404, 405])("with an endpoint that answers %i", (endpoint) => {
  it.each(PUT_ANSWERS)(
    "and a PUT that is answered %s, the step ends as the service shows it",
    async (put) => {
      for (const shown of SHOWN) {
        const end = await attach({ endpoint, put, shown });
        expect({ shown, ...end }).toMatchObject({ shown, ...endAfterPut(put, shown) });
        expect(end.puts).toBeGreaterThan(0);
        if (end.status === "failed")
          expect(end.detail).toContain(`was answered ${endpoint}: "${ENDPOINT_WORDS}"`);
      }
    },
  );
});

it.each([
  [410, "step-failed"],
  [501, "step-unknown"],
])(
  "an endpoint that answers %i is not a missing one: its refusal is the failure",
  async (endpoint, code) => {
    for (const put of [200, 422] as const) {
      const end = await attach({ endpoint, put, shown: "nothing" });
      expect(end).toMatchObject({
        ...failed(code, `was answered ${endpoint}: "${ENDPOINT_WORDS}"`),
        puts: 0,
      });
    }
  },
);

describe("a group that is created with its criteria", () => {
  const manifests = {
    "game.yaml": `actions: [{ custom_id: jump, name: Jump }]
criteria: [{ custom_id: jumps, name: Jumps, custom_action_id: jump }]
criteria_groups: [{ custom_id: able, name: Able, criteria: [jumps] }]
`,
  };

  async function create(
    door: Door | undefined,
    profile: "documented" | "mixed",
    dropFields: readonly string[] = [],
  ) {
    const game = await inGame({
      service: { profile, dropFields, ...(door && { door }) },
      manifests,
    });
    const { exit, stdout } = await game.run(["apply", "--yes", "--format", "json"]);
    const [{ outcome, converged, steps, diagnostics }] = JSON.parse(stdout).results;
    return { exit, outcome, converged, problems: [...diagnostics, ...steps.flatMap(problemOf)] };
  }

  const problemOf = ({ diagnostic }: { readonly diagnostic?: object }): readonly object[] =>
    diagnostic === undefined ? [] : [diagnostic];

  const isCreation = ({ method, url }: Request): boolean =>
    method === "POST" && url.endsWith("/criteria-groups");

  it.each(["documented", "mixed"] as const)(
    "is not kept if the record shows none (%s)",
    async (profile) => {
      const { problems, ...end } = await create(undefined, profile, ["criteria"]);
      expect(end).toEqual({ exit: 1, outcome: "failed", converged: false });
      expect(problems).toMatchObject([{ code: "not-kept", address: "criteria_group/able" }]);
    },
  );

  it("fails with the service's words if that is refused, whatever the body looks like", async () => {
    const body = {
      message: "criteria are read only",
      data: { custom_id: "able", name: "Able", criteria: ["jumps"] },
    };
    const door: Door = async (_, carryOut, request) =>
      isCreation(request) ? Response.json(body, { status: 422 }) : carryOut();
    const { problems, ...end } = await create(door, "documented");
    expect(end).toEqual({ exit: 1, outcome: "failed", converged: false });
    expect(problems).toMatchObject([
      {
        code: "step-failed",
        detail: expect.stringContaining('was answered 422: "criteria are read only".'),
      },
    ]);
  });

  it("fails if the service failed after it had created the group, and shows no criteria of any group", async () => {
    const door: Door = async (_, carryOut, request) => {
      const answer = await carryOut();
      if (isCreation(request))
        return Response.json({ message: "failed at the criteria" }, { status: 500 });
      if (request.method !== "GET" || !request.url.includes("/criteria-groups") || !answer.ok)
        return answer;
      const { data, ...rest } = (await answer.json()) as {
        data: JsonObject | readonly JsonObject[];
      };
      const bare = ({ criteria: _, criteria_groups: __, ...record }: JsonObject): JsonObject =>
        record;
      return Response.json({
        ...rest,
        data: Array.isArray(data) ? data.map(bare) : bare(data as JsonObject),
      });
    };
    const { problems, ...end } = await create(door, "documented");
    expect(end).toEqual({ exit: 1, outcome: "failed", converged: false });
    expect(problems).toMatchObject([
      {
        code: "step-unknown",
        detail: expect.stringContaining('was answered 500: "failed at the criteria".'),
      },
    ]);
  });
});
