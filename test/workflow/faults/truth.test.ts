/** The judge of applies complains about every lie, and about no truth. */
import { expect, it } from "vitest";
import { planned } from "../../plan/planning.ts";
import { desiredGame, type GameText } from "../../support/games.ts";
import { ModelService, sendStep } from "../../support/model-service.ts";
import { TOKEN } from "../../support/run-cli.ts";
import type { Contents } from "../../support/service/panel.ts";
import { SERVICES, type ServiceShape } from "../../support/service-shapes.ts";
import { complaintsAbout, difference, stateOf, type ToldResult } from "./truth.ts";

const shape = SERVICES.extended as ServiceShape;
const LIVE: GameText = {
  criteria: [{ custom_id: "jumps", name: "Jumps" }],
  criteria_groups: [{ custom_id: "jumpers", name: "Jumpers", criteria: [] }],
  rewards: [{ custom_id: "cup", name: "Cup" }],
};
const WANTED: GameText = {
  criteria: [{ custom_id: "jumps", name: "Jumps" }],
  criteria_groups: [{ custom_id: "jumpers", name: "Jumpers", criteria: ["jumps"] }],
  rewards: [
    { custom_id: "cup", name: "Golden cup" },
    { custom_id: "medal", name: "Medal" },
  ],
};
const UPDATE = "update reward/cup";
const CREATE = "create reward/medal";
const ATTACH = "attach criteria_group/jumpers criteria jumps";

const serviceWith = (contents: GameText) => new ModelService(shape, "ignored").fill(contents);
const plan = planned(desiredGame(WANTED), serviceWith(LIVE).live());

/** The game after some steps of the plan. */
function after(sent: readonly string[]): Contents {
  const service = serviceWith(LIVE);
  for (const step of plan.steps.filter(({ id }) => sent.includes(id))) sendStep(service, step);
  return service.contents();
}

type Status = ToldResult["steps"][number]["status"] | "unknown";

interface Told extends Partial<Omit<ToldResult, "steps">> {
  readonly exit: number | null;
  readonly steps?: Readonly<Record<string, Status>>;
  readonly general?: readonly unknown[];
}

function complaints(told: Told, found: Contents, isMisled = false): readonly string[] {
  const { exit, steps = {}, general = [], ...rest } = told;
  const result = {
    converged: exit === 0,
    diagnostics: [],
    steps: Object.entries(steps).map(([id, status]) => {
      const code = status === "unknown" ? "step-unknown" : "step-failed";
      const isDone = status === "done" || status === "not-verified";
      return {
        id,
        status: status === "unknown" ? "failed" : status,
        ...(isDone ? {} : { diagnostic: { code } }),
      };
    }),
    ...rest,
  };
  const stdout = JSON.stringify({ results: [result], diagnostics: general });
  const stay = { before: serviceWith(LIVE).contents(), after: found, shape };
  return complaintsAbout(
    { exit, stdout, stderr: "" },
    { stay, plan, state: stateOf(after(ALL)), isMisled },
  );
}

const ALL = [UPDATE, CREATE, ATTACH];
const DONE = { [UPDATE]: "done", [CREATE]: "done", [ATTACH]: "done" } as const;

it("the plan of the judged game has the steps that are told of", () => {
  expect(plan.steps.map(({ id }) => id).sort()).toEqual([...ALL].sort());
});

it.each<[string, RegExp, Told, Contents]>([
  [
    "a step told as done that was not sent",
    /would make another game/,
    { exit: 1, steps: { ...DONE, [CREATE]: "failed" } },
    after([UPDATE]),
  ],
  [
    "a step told as failed that was executed",
    /\+ reward\/cup/,
    { exit: 1, steps: { [UPDATE]: "failed" } },
    after([UPDATE]),
  ],
  [
    "a step told as skipped that was executed",
    /would make another game/,
    { exit: 1, steps: { ...DONE, [ATTACH]: "skipped" } },
    after(ALL),
  ],
  [
    "a lost member",
    /criteria_group\/jumpers/,
    { exit: 1, steps: { [UPDATE]: "failed", [CREATE]: "done", [ATTACH]: "done" } },
    after([CREATE]),
  ],
  [
    "a resource that no step has made",
    /\+ reward\/stray/,
    { exit: 1, steps: { [UPDATE]: "failed" } },
    serviceWith({
      ...LIVE,
      rewards: [...(LIVE.rewards ?? []), { custom_id: "stray", name: "Stray" }],
    }).contents(),
  ],
  [
    "a step that is not of the plan",
    /not of the plan: delete reward\/cup/,
    { exit: 1, steps: { "delete reward/cup": "failed" } },
    after([]),
  ],
  [
    "an unknown step, although another one was executed",
    /another game/,
    { exit: 1, steps: { [UPDATE]: "unknown", [CREATE]: "failed" } },
    after([CREATE]),
  ],
  [
    "exit 0 without convergence",
    /without convergence/,
    { exit: 0, converged: false, steps: DONE },
    after(ALL),
  ],
  [
    "exit 0 for another game",
    /exit 0, and the game is another one: - criteria_group\/jumpers/,
    { exit: 0, steps: DONE },
    after([UPDATE, CREATE]),
  ],
  [
    "exit 0 for a game with one resource too many",
    /\+ reward\/stray/,
    { exit: 0, steps: DONE },
    serviceWith({
      ...WANTED,
      rewards: [...(WANTED.rewards ?? []), { custom_id: "stray", name: "Stray" }],
    }).contents(),
  ],
  [
    "a link not verified, although another resource differs",
    /- reward\/cup/,
    { exit: 0, steps: DONE, not_verified: [{ address: "criteria_group/jumpers" }] },
    after([CREATE]),
  ],
  ["a failure without a word why", /exit 1 without a word why/, { exit: 1, steps: {} }, after([])],
  ["the token in the output", /the token/, { exit: 1, general: [TOKEN], steps: {} }, after([])],
])("%s is a lie", (_, complaint, told, found) => {
  expect(complaints(told, found)).toContainEqual(expect.stringMatching(complaint));
});

it.each<[string, Told, Contents, boolean?]>([
  ["everything done", { exit: 0, steps: DONE }, after(ALL)],
  ["one step failed", { exit: 1, steps: { ...DONE, [CREATE]: "failed" } }, after([UPDATE, ATTACH])],
  [
    "an unknown step that was executed",
    { exit: 1, steps: { [UPDATE]: "unknown" } },
    after([UPDATE]),
  ],
  ["an unknown step that was not executed", { exit: 1, steps: { [UPDATE]: "unknown" } }, after([])],
  ["nothing begun, with a reason", { exit: 1, general: [{}], steps: {} }, after([])],
  [
    "a link not verified",
    { exit: 0, steps: DONE, not_verified: [{ address: "criteria_group/jumpers" }] },
    after([UPDATE, CREATE]),
  ],
  [
    "other steps on a service that misleads",
    { exit: 1, steps: { "attach other": "failed" } },
    after([UPDATE]),
    true,
  ],
])("%s is the truth", (_, told, found, isMisled) => {
  expect(complaints(told, found, isMisled)).toEqual([]);
});

it("too many unknown steps are a complaint, and so is a success without a result", () => {
  const many: GameText = {
    rewards: Array.from({ length: 11 }, (_, index) => ({
      custom_id: `r${index}`,
      name: `R${index}`,
    })),
  };
  const long = planned(desiredGame(many), serviceWith({}).live());
  const steps = long.steps.map(({ id }) => ({
    id,
    status: "failed",
    diagnostic: { code: "step-unknown" },
  }));
  const stdout = JSON.stringify({
    results: [{ converged: false, diagnostics: [], steps }],
    diagnostics: [],
  });
  const stay = { before: {}, after: {}, shape };
  const evidence = { stay, plan: long, state: "", isMisled: false };
  expect(complaintsAbout({ exit: 1, stdout, stderr: "" }, evidence)).toEqual([
    expect.stringContaining("11 steps are unknown"),
  ]);
  expect(complaintsAbout({ exit: 0, stdout: "", stderr: "" }, evidence)).toEqual([
    "exit 0 without a result",
  ]);
});

it("a difference names the lines of either side", () => {
  expect(difference("a\nb", "b\nc")).toBe("- a\n+ c");
});
