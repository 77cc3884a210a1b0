/** The whole life of a game on every reading of the interface: created, changed and partly deleted, without loss. */
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import type { LiteralState } from "../support/literal/service.ts";
import type { Members } from "../support/literal/values.ts";
import { inLiteralGame, type LiteralGame } from "./literal-game.ts";
import { ROWS, type Row } from "./variants.ts";
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
  /** Steps that laurel has seen done. */
  readonly done: readonly string[];
  /** What is not verified, by address. */
  readonly unseen: ReadonlyMap<string, readonly string[]>;
}

interface Result {
  readonly not_verified: readonly { readonly address: string; readonly fields: readonly string[] }[];
  readonly steps: readonly { readonly id: string; readonly status: string }[];
  readonly diagnostics: readonly object[];
}

/** Applies, and returns what could not be verified. A step that is not done fails the test. */
async function apply(game: LiteralGame, ...flags: readonly string[]): Promise<Applied> {
  const run = await game.run("apply", "--yes", "--format", "json", ...flags);
  const [result]: readonly Result[] = JSON.parse(run.stdout).results;
  const failed = result?.steps.filter(({ status }) => status !== "done" && status !== "not-verified") ?? [];
  const problems = result?.diagnostics ?? [];
  expect({ exit: run.exit, failed, problems }, run.stderr).toEqual({ exit: 0, failed: [], problems: [] });
  const done = result?.steps.filter(({ status }) => status === "done").map(({ id }) => id) ?? [];
  return { done, unseen: new Map(result?.not_verified.map(({ address, fields }) => [address, fields])) };
}

/** The state of a service that ignores the links which the row names. */
function withoutIgnored(state: LiteralState, { ignores = [] }: Row): LiteralState {
  const all = Object.entries(state).map(([path, members]): [string, Members] => {
    const kept = Object.entries(members).filter(([name]) => !ignores.some((link) => link === name));
    return [path, Object.fromEntries(kept)];
  });
  return Object.fromEntries(all);
}

/** A new plan has nothing to do, and sends nothing. */
async function expectNothingToDo(game: LiteralGame, ...flags: readonly string[]): Promise<void> {
  game.service.forget();
  const plan = await game.run("plan", "--detailed-exitcode", ...flags);
  expect(plan.exit, `${plan.stdout}${plan.stderr}`).toBe(0);
  expect(game.service.requests.filter(({ method }) => method !== "GET")).toEqual([]);
}

/** Values from before the update of members that no record shows: nobody can see that they have to change. */
function unseenBefore(path: string, members: Members, row: Row): Members {
  const before = CREATED_STATE[path] ?? {};
  const names = unseenIn(row).get(addressOf(path)) ?? [];
  return Object.fromEntries(names.filter((name) => name in members).map((name) => [name, before[name] ?? null]));
}

/** The address of a path: `criteria/ten-slain` is `criterion/ten-slain`. */
function addressOf(path: string): string {
  const [collection, id] = path.split("/");
  return `${catalog.find((one) => one.path === collection)?.name}/${id}`;
}

/** Members of the state that no record shows: what cannot be verified. */
function unseenIn({ variant }: Row): ReadonlyMap<string, readonly string[]> {
  const { hidden = [], links } = variant;
  const unseen = Object.entries(CREATED_STATE).map(([path, members]): [string, readonly string[]] => {
    const isUnseen = (name: string): boolean => {
      if (links !== undefined && Object.hasOwn(links, name)) {
        const { shown, taken } = links[name as keyof typeof links];
        return (shown === "no" && taken !== "endpoint") || shown === "objects";
      }
      return hidden.includes(name) || (hidden.includes("*") && name !== "custom_id" && name !== "name");
    };
    return [addressOf(path), Object.keys(members).filter(isUnseen)];
  });
  return new Map(unseen.filter(([, names]) => names.length > 0));
}

describe.each(ROWS.map((row) => [row.name, row] as const))("%s", (_, row) => {
  it("a game is created, changed and deleted as planned, and nothing is lost", async () => {
    const { variant, settings = "" } = row;
    const game = await inLiteralGame({ variant, settings });
    await game.write(CREATED);
    const { unseen, done } = await apply(game);
    expect(game.service.state()).toEqual(withoutIgnored(CREATED_STATE, row));
    for (const name of row.ignores ?? []) expect(done.filter((id) => id.includes(` ${name}: `))).toEqual([]);
    for (const [address, names] of unseenIn(row)) {
      expect(unseen.get(address), address).toEqual(expect.arrayContaining([...names]));
    }
    await expectNothingToDo(game, "--prune");

    const isOpaque = variant.hidden?.includes("*") === true && variant.update === "replaces";
    const foreign = isOpaque ? {} : FOREIGN;
    for (const path of CHANGED_PATHS) game.service.edit(path, foreign);
    const wanted = (state: LiteralState): LiteralState => {
      const all = Object.entries(withoutIgnored(state, row)).map(([path, members]): [string, Members] => {
        const isChanged = CHANGED_PATHS.includes(path);
        return [path, { ...members, ...(isChanged && foreign), ...unseenBefore(path, members, row) }];
      });
      return Object.fromEntries(all);
    };
    await game.write(UPDATED);
    await apply(game, "--allow", "breaks-clients");
    expect(game.service.state()).toEqual(wanted(UPDATED_STATE));
    await expectNothingToDo(game);

    await game.write(row.isPruneKept ? DELETING_BY_NAME : DELETING);
    await apply(game, "--prune", ...ALLOWED);
    expect(game.service.state()).toEqual(wanted(DELETED_STATE));
    await expectNothingToDo(game, "--prune");
  });
});

const UNSET = ROWS.filter(({ names }) => names !== undefined).map((row) => [row.name, row] as const);

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
    expect(stopped.stdout + stopped.stderr).toMatch(new RegExp(`wire: \\{ ${names}\\b`));
    await game.configure(settings);
    await apply(game, "--allow", "breaks-clients");
    expect(game.service.state()).toEqual(isCreated ? UPDATED_STATE : CREATED_STATE);
  });
});
