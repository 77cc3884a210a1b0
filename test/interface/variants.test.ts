/**
 * The whole life of a game on every reading of the interface: created, changed and partly deleted,
 * without loss.
 */
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import type { LiteralState } from "../support/literal/service.ts";
import type { Members } from "../support/literal/values.ts";
import { LITERAL, type Variant } from "../support/literal/variant.ts";
import { inLiteralGame, type LiteralGame } from "./literal-game.ts";
import {
  ACHIEVEMENT_HIDDEN,
  ENDPOINTS,
  everyLink,
  ROWS,
  type Row,
  UNREADABLE,
} from "./variants.ts";
import {
  ALLOWED,
  CHANGED_PATHS,
  CREATED,
  CREATED_STATE,
  DELETED_STATE,
  DELETING,
  DELETING_BY_NAME,
  FOREIGN,
  UPDATED,
  UPDATED_STATE,
} from "./whole-game.ts";

interface Applied {
  /** Ids of the steps that were read back. */
  readonly done: readonly string[];
  /** Names of the members that could not be verified, by address. */
  readonly unseen: ReadonlyMap<string, readonly string[]>;
}

interface Result {
  readonly not_verified: readonly {
    readonly address: string;
    readonly fields: readonly string[];
  }[];
  readonly steps: readonly { readonly id: string; readonly status: string }[];
  readonly diagnostics: readonly object[];
}

/** Applies the manifest. A failed or skipped step fails the test. */
async function apply(game: LiteralGame, ...flags: readonly string[]): Promise<Applied> {
  const run = await game.run("apply", "--yes", "--format", "json", ...flags);
  const [result]: readonly Result[] = JSON.parse(run.stdout).results;
  const failed =
    result?.steps.filter(({ status }) => status !== "done" && status !== "not-verified") ?? [];
  const problems = result?.diagnostics ?? [];
  expect({ exit: run.exit, failed, problems }, run.stderr).toEqual({
    exit: 0,
    failed: [],
    problems: [],
  });
  const done = result?.steps.filter(({ status }) => status === "done").map(({ id }) => id) ?? [];
  return {
    done,
    unseen: new Map(result?.not_verified.map(({ address, fields }) => [address, fields])),
  };
}

/** The state without the members that were not verified. */
function seenIn(state: LiteralState, unseen: Applied["unseen"]): LiteralState {
  const all = Object.entries(state).map(([path, members]): [string, Members] => {
    const seen = Object.entries(members).filter(
      ([name]) => unseen.get(addressOf(path))?.includes(name) !== true,
    );
    return [path, Object.fromEntries(seen)];
  });
  return Object.fromEntries(all);
}

/** The state of a service that ignores the links which the row names. */
function withoutIgnored(state: LiteralState, { ignores = [] }: Row): LiteralState {
  const all = Object.entries(state).map(([path, members]): [string, Members] => {
    const kept = Object.entries(members).filter(([name]) => !ignores.some((link) => link === name));
    return [path, Object.fromEntries(kept)];
  });
  return Object.fromEntries(all);
}

/** Expects a new plan without changes, and without a write. */
async function expectNothingToDo(game: LiteralGame, ...flags: readonly string[]): Promise<void> {
  game.service.forget();
  const plan = await game.run("plan", "--detailed-exitcode", ...flags);
  expect(plan.exit, `${plan.stdout}${plan.stderr}`).toBe(0);
  expect(game.service.requests.filter(({ method }) => method !== "GET")).toEqual([]);
}

/**
 * Members that no record shows, with their values from before the update: no plan can see that they
 * differ.
 */
function unseenBefore(path: string, members: Members, row: Row): Members {
  const before = CREATED_STATE[path] ?? {};
  const names = unseenIn(row).get(addressOf(path)) ?? [];
  return Object.fromEntries(
    names.filter((name) => name in members).map((name) => [name, before[name] ?? null]),
  );
}

/**
 * Whether `prune` keeps resources that hidden achievements may use: then each deletion needs an
 * entry.
 */
function isPruneKept({ variant }: Row): boolean {
  const { unknownParameters = "ignored", hidden = [] } = variant;
  return unknownParameters !== "ignored" || hidden.includes("is_secret") || hidden.includes("*");
}

/** The address of a path: `criteria/ten-slain` is `criterion/ten-slain`. */
function addressOf(path: string): string {
  const [collection, id] = path.split("/");
  return `${catalog.find((one) => one.path === collection)?.name}/${id}`;
}

/** Members of the created game that no record shows, by address: they cannot be verified. */
function unseenIn({ variant }: Row): ReadonlyMap<string, readonly string[]> {
  const { hidden = [], links } = variant;
  const unseen = Object.entries(CREATED_STATE).map(
    ([path, members]): [string, readonly string[]] => {
      const isUnseen = (name: string): boolean => {
        if (links !== undefined && Object.hasOwn(links, name)) {
          const { shown, taken } = links[name as keyof typeof links];
          return (shown === "no" && taken !== "endpoint") || shown === "objects";
        }
        return (
          hidden.includes(name) || (hidden.includes("*") && name !== "custom_id" && name !== "name")
        );
      };
      return [addressOf(path), Object.keys(members).filter(isUnseen)];
    },
  );
  return new Map(unseen.filter(([, names]) => names.length > 0));
}

describe.each(ROWS.map((row) => [row.name, row] as const))("%s", (_, row) => {
  it("a game is created, changed and deleted as planned, and nothing is lost", async () => {
    const { variant, settings = "" } = row;
    const game = await inLiteralGame({ variant, settings });
    await game.write(CREATED);
    const { unseen, done } = await apply(game);
    expect(game.service.state()).toEqual(withoutIgnored(CREATED_STATE, row));
    for (const name of row.ignores ?? [])
      expect(done.filter((id) => id.includes(` ${name}: `))).toEqual([]);
    for (const [address, names] of unseenIn(row)) {
      expect(unseen.get(address), address).toEqual(expect.arrayContaining([...names]));
    }
    await expectNothingToDo(game, "--prune");

    const isOpaque = variant.hidden?.includes("*") === true && variant.update === "replaces";
    const foreign = isOpaque ? {} : FOREIGN;
    for (const path of CHANGED_PATHS) game.service.edit(path, foreign);
    const wanted = (state: LiteralState): LiteralState => {
      const all = Object.entries(withoutIgnored(state, row)).map(
        ([path, members]): [string, Members] => {
          const isChanged = CHANGED_PATHS.includes(path);
          return [
            path,
            { ...members, ...(isChanged && foreign), ...unseenBefore(path, members, row) },
          ];
        },
      );
      return Object.fromEntries(all);
    };
    await game.write(UPDATED);
    await apply(game, "--allow", "breaks-clients");
    expect(game.service.state()).toEqual(wanted(UPDATED_STATE));
    await expectNothingToDo(game);

    await game.write(isPruneKept(row) ? DELETING_BY_NAME : DELETING);
    await apply(game, "--prune", ...ALLOWED);
    expect(game.service.state()).toEqual(wanted(DELETED_STATE));
    await expectNothingToDo(game, "--prune");
  });
});

describe.each<[string, Partial<Variant>]>([
  ["every member", {}],
  ["neither points nor secrecy nor group", ACHIEVEMENT_HIDDEN],
  ["no members", { links: everyLink({ shown: "no" }) }],
])("PUT replaces the resource, records show %s, and no setting says so", (_, variant) => {
  it("what manifests declare is not lost", async () => {
    const game = await inLiteralGame({ variant: { ...variant, update: "replaces" } });
    await game.write(CREATED);
    await apply(game);
    await game.write(UPDATED);
    const run = await game.run("apply", "--yes", "--allow", "breaks-clients");
    for (const [path, members] of Object.entries(game.service.state())) {
      expect([CREATED_STATE[path], UPDATED_STATE[path]], `${path}\n${run.stderr}`).toContainEqual(
        members,
      );
    }
  });

  it("members that laurel does not know are lost by one resource of each kind at most, and the apply stops", async () => {
    const game = await inLiteralGame({ variant: { ...variant, update: "replaces" } });
    await game.write(CREATED);
    await apply(game);
    for (const path of CHANGED_PATHS) game.service.edit(path, FOREIGN);
    await game.write(UPDATED);
    const run = await game.run("apply", "--yes", "--allow", "breaks-clients");
    expect(run.exit).toBe(1);
    expect(run.stdout + run.stderr).toContain("wire: { update: whole }");
    const state = game.service.state();
    const touched = CHANGED_PATHS.filter((path) => state[path]?.artwork === undefined);
    const kinds = touched.map((path) => path.split("/")[0]);
    expect(new Set(kinds).size).toBe(kinds.length);
    for (const path of touched) game.service.edit(path, FOREIGN);
    await game.configure("wire: { update: whole }");
    await apply(game, "--allow", "breaks-clients");
    for (const path of CHANGED_PATHS)
      expect(game.service.state()[path], path).toMatchObject(FOREIGN);
    await expectNothingToDo(game);
  });
});

const UNSET = ROWS.filter(({ names }) => names !== undefined).map(
  (row) => [row.name, row] as const,
);

describe.each(UNSET)("%s, and no setting says so", (_, row) => {
  it("laurel stops and names the setting, and with it the game becomes as it is declared", async () => {
    const { variant, names = "", settings = "" } = row;
    const game = await inLiteralGame({ variant });
    await game.write(CREATED);
    let stopped = await game.run("apply", "--yes");
    const isCreated = stopped.exit === 0;
    if (isCreated) {
      await game.write(UPDATED);
      stopped = await game.run("apply", "--yes", "--allow", "breaks-clients");
      for (const [path, members] of Object.entries(game.service.state())) {
        expect([CREATED_STATE[path], UPDATED_STATE[path]], path).toContainEqual(members);
      }
    }
    expect(stopped.exit).toBe(1);
    const words = `${stopped.stdout}${stopped.stderr}`.replaceAll(/\s+/g, " ");
    expect(words.replaceAll("wire.", "wire: { ")).toContain(`wire: { ${names}`);
    await game.configure(settings);
    const { unseen } = await apply(game, "--allow", "breaks-clients");
    const wanted = isCreated ? UPDATED_STATE : CREATED_STATE;
    expect(seenIn(game.service.state(), unseen)).toEqual(seenIn(wanted, unseen));
  });
});

describe.each(UNREADABLE.map((row) => [row.name, row] as const))("%s", (_, { variant }) => {
  it("the list is never taken for whole: the command ends, and what is live stays", async () => {
    const game = await inLiteralGame({ variant });
    await game.write(CREATED);
    const first = await game.run("apply", "--yes", "--format", "json");
    expect(first.exit).toBe(1);
    expect(JSON.parse(first.stdout).results[0]).toMatchObject({
      converged: false,
      diagnostics: [{ code: "incomplete-read", help: [expect.stringContaining("page_size")] }],
    });
    expect(game.service.state()).toEqual(CREATED_STATE);
    await game.write(DELETING);
    game.service.forget();
    const second = await game.run("apply", "--yes", "--prune", ...ALLOWED);
    expect(second.exit).toBe(1);
    expect(game.service.writes()).toEqual([]);
    expect(game.service.state()).toEqual(CREATED_STATE);
  });
});

it("a list that is cut without a word loses nothing: what is missing in it is never reported as done", async () => {
  const game = await inLiteralGame({ variant: { paging: "cut" } });
  await game.write(CREATED);
  const first = await game.run("apply", "--yes", "--format", "json");
  expect(first.exit).toBe(1);
  expect(JSON.parse(first.stdout).results[0]).toMatchObject({ converged: false });
  const created = game.service.state();
  for (const [path, members] of Object.entries(created))
    expect(CREATED_STATE[path], path).toMatchObject(members);
  const second = await game.run("apply", "--yes", "--prune", ...ALLOWED);
  expect(second.exit).toBe(1);
  expect(Object.keys(game.service.state())).toEqual(expect.arrayContaining(Object.keys(created)));
});

/** The members of the update: a reward joins an achievement, and a criterion a group. */
const JOINED = CREATED.replace("rewards: [egg]", "rewards: [coin, egg]").replace(
  "criteria: [fought]",
  "criteria: [fought, ten-slain]",
);

describe.each<[string, Partial<Variant>]>([
  ["members of records", {}],
  ["members of records, and PUT replaces", { update: "replaces" }],
  ["lists of their own", { links: ENDPOINTS }],
  ["records in records", { links: everyLink({ taken: "always", shown: "records" }) }],
])("members that are %s", (_, variant) => {
  it("join, leave, and nothing else changes", async () => {
    const settings = variant.update === "replaces" ? "wire: { update: whole }" : "";
    const game = await inLiteralGame({ variant, settings });
    await game.write(CREATED);
    await apply(game);
    await game.write(JOINED);
    await apply(game);
    const {
      "achievements/slayer": slayer,
      "criteria-groups/fighters": fighters,
      ...others
    } = game.service.state();
    expect([slayer?.rewards].flat().sort()).toEqual(["coin", "egg"]);
    expect([fighters?.criteria].flat().sort()).toEqual(["fought", "ten-slain"]);
    expect({ ...others, "achievements/slayer": { ...slayer, rewards: ["egg"] } }).toEqual(
      Object.fromEntries(
        Object.entries(CREATED_STATE).filter(([path]) => path !== "criteria-groups/fighters"),
      ),
    );
    await expectNothingToDo(game);
    await game.write(CREATED);
    await apply(game, "--allow", "breaks-earning");
    expect(game.service.state()).toEqual(CREATED_STATE);
    await expectNothingToDo(game);
  });
});

it("members that are taken at creation only are not lost, and their change is no step that is done", async () => {
  const taken = { taken: "creation", shown: "ids" } as const;
  const game = await inLiteralGame({ variant: { links: { ...LITERAL.links, criteria: taken } } });
  await game.write(CREATED);
  await apply(game);
  await game.write(JOINED);
  const run = await game.run("apply", "--yes", "--format", "json");
  expect(run.exit).toBe(1);
  expect(`${run.stdout}${run.stderr}`).toContain("not-kept");
  expect(game.service.state()["criteria-groups/fighters"]).toEqual(
    CREATED_STATE["criteria-groups/fighters"],
  );
});

describe.each<[string, Partial<Variant>]>([
  ["records do not show points", { hidden: ["points"] }],
  ["records show only id and name", { hidden: ["*"] }],
  ["records show what was sent, and a text was not", {}],
])("%s, and its declaration changes", (_, variant) => {
  it("the change is sent if the plan has a base, and is not verified where no record shows it", async () => {
    const game = await inLiteralGame({ variant });
    await game.write(CREATED);
    await apply(game);
    game.commit();
    await game.write(UPDATED.replace("name: Jump }", "name: Jump, description: Up. }"));
    const { unseen } = await apply(game, "--base", "main", "--allow", "breaks-clients");
    const jump = { ...UPDATED_STATE["actions/jump"], description: "Up." };
    expect(game.service.state()).toEqual({ ...UPDATED_STATE, "actions/jump": jump });
    if (variant.hidden !== undefined) expect(unseen.get("achievement/fighter")).toContain("points");
  });
});

/** The manifest without a text, a streak, conditions, `custom_data` and a criteria group. */
const CLEARED = CREATED.replace(", description: Slay one.", "")
  .replace("    streak: days:3\n", "")
  .replace(/ {4}conditions: .*\n/, "")
  .replace(", custom_data: { icon: fist.png, big: 12 }", "")
  .replace("points: 0, custom_criteria_group_id: fighters", "points: 0");

const CLEARED_STATE: LiteralState = Object.fromEntries(
  Object.entries(CREATED_STATE).map(([path, members]): [string, Members] => {
    const cleared: Readonly<Record<string, readonly string[]>> = {
      "actions/slay": ["description"],
      "criteria/ten-slain": ["streak", "conditions"],
      "actions/fight": ["custom_data"],
      "achievements/fighter": ["custom_criteria_group_id"],
    };
    return [
      path,
      Object.fromEntries(
        Object.entries(members).filter(([name]) => cleared[path]?.includes(name) !== true),
      ),
    ];
  }),
);

describe.each<[string, Partial<Variant>, string]>([
  ["takes nulls", {}, ""],
  ["takes nulls, and PUT replaces", { update: "replaces" }, "wire: { update: whole }"],
  [
    "refuses nulls, and PUT replaces",
    { update: "replaces", nulls: "refused" },
    "wire: { update: whole, nulls: omit }",
  ],
])("a service that %s", (_, variant, settings) => {
  it("has no value any more that the manifests do not declare any more", async () => {
    const game = await inLiteralGame({ variant, settings });
    await game.write(CREATED);
    await apply(game);
    await game.write(CLEARED);
    await apply(game, "--allow", "breaks-earning");
    expect(game.service.state()).toEqual(CLEARED_STATE);
    await expectNothingToDo(game);
  });
});

it("a service that keeps what PUT omits, and refuses nulls, keeps values: the apply says so", async () => {
  const game = await inLiteralGame({
    variant: { nulls: "refused" },
    settings: "wire: { nulls: omit }",
  });
  await game.write(CREATED);
  await apply(game);
  await game.write(CLEARED);
  const run = await game.run("apply", "--yes", "--format", "json", "--allow", "breaks-earning");
  expect(run.exit).toBe(1);
  const [{ converged, diagnostics }] = JSON.parse(run.stdout).results;
  expect(converged).toBe(false);
  const details = diagnostics.map(({ detail }: { readonly detail: string }) => detail).join();
  for (const [path, members] of Object.entries(game.service.state())) {
    if (!isDeepStrictEqual(members, CLEARED_STATE[path]))
      expect(details).toContain(addressOf(path));
  }
});

it("a path of POST criteria that the service refuses fails the steps, and nothing that needs them is sent", async () => {
  const game = await inLiteralGame({ variant: { slash: "refused" } });
  await game.write(CREATED);
  const run = await game.run("apply", "--yes", "--format", "json");
  const [{ totals, steps }] = JSON.parse(run.stdout).results;
  expect(run.exit).toBe(1);
  expect(totals).toMatchObject({ failed: 3, not_verified: 0 });
  const done: readonly string[] = steps
    .filter(({ status }: { readonly status: string }) => status === "done")
    .map(({ address }: { readonly address: string }) => address);
  expect(done.toSorted()).toEqual(Object.keys(game.service.state()).map(addressOf).toSorted());
});

it("conditions that are only taken as text fail the steps that have some, and only these are not sent", async () => {
  const game = await inLiteralGame({ variant: { conditions: { taken: "text", shown: "text" } } });
  await game.write(CREATED);
  const run = await game.run("apply", "--yes", "--format", "json");
  expect(run.exit).toBe(1);
  const [{ steps }] = JSON.parse(run.stdout).results;
  const failed = steps.filter(({ status }: { readonly status: string }) => status === "failed");
  expect(failed.map(({ address }: { readonly address: string }) => address)).toEqual([
    "criterion/ten-slain",
  ]);
  for (const [path, members] of Object.entries(game.service.state()))
    expect(CREATED_STATE[path], path).toMatchObject(members);
});
