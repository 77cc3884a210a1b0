/**
 * After a pull the plan is empty, whatever the layout of the files and whatever has drifted, and
 * the rest stays as it is.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { pullGame } from "../../src/edit/pull.ts";
import { defined } from "../../src/ground/collections.ts";
import { type Json, type JsonObject, jsonText } from "../../src/ground/json.ts";
import { referencesOfResource } from "../../src/model/catalog-lookup.ts";
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import {
  type Address,
  type Desired,
  type DesiredGame,
  type LiveGame,
  membershipOf,
  type Plan,
  type Step,
} from "../../src/model/model.ts";
import { causesOf } from "../../src/plan/cause.ts";
import { identify } from "../../src/plan/identify.ts";
import { planned, problems } from "../plan/planning.ts";
import { arbitraryGame } from "../support/arbitrary-game.ts";
import { baseOf, type GameText, liveGame } from "../support/games.ts";
import { ofRuns, runs } from "../support/runs.ts";
import { type GivenText, givenText, loadTexts, parseTexts } from "../support/sources.ts";
import { gameTexts, type TextsOfGame } from "./game-texts.ts";
import {
  comparedTexts,
  isOverride,
  kindsWithList,
  leftToDo,
  lostComments,
} from "./pull-oracles.ts";
import { type Choose, choicesOf, layOut } from "./random-layout.ts";
import { rearranged, touched, withDefinitionsInPlace, withoutDefaults } from "./random-pulls.ts";

/** The game in one to three files, one of them perhaps JSON. */
function filesOf(game: GameText, choose: Choose): readonly GivenText[] {
  const count = 1 + choose(3);
  const parts = Array.from({ length: count }, (): Record<string, JsonObject[]> => ({}));
  const listAt = (at: number, key: string): JsonObject[] => {
    const part = parts[at] as Record<string, JsonObject[]>;
    const list = part[key] ?? [];
    part[key] = list;
    return list;
  };
  for (const [key, list] of Object.entries(game)) {
    const home = choose(count);
    // Without a list, a kind is not managed, or only defined in the place of references.
    if (list.length > 0 || choose(3) > 0) listAt(home, key);
    for (const resource of list) listAt(choose(4) === 0 ? choose(count) : home, key).push(resource);
  }
  const filled = parts.filter((content) => Object.keys(content).length > 0);
  return filled.map((content, index) => {
    const isJson = choose(5) === 0;
    const text = isJson ? jsonText(content, choose(3)) : layOut(content as Json, choose);
    return { file: `game-${index}.${isJson ? "json" : "yaml"}`, text };
  });
}

/** Overrides that say of some resources what another game says. */
function overridesOf(game: GameText, other: GameText, choose: Choose): readonly GivenText[] {
  const lists = Object.entries(game).map(([key, list]): [string, JsonObject[]] => {
    const overrides = list.flatMap(({ custom_id = null }): JsonObject[] => {
      const twin = other[key]?.find((each) => each.custom_id === custom_id);
      const given: JsonObject = defined({ description: twin?.description, points: twin?.points });
      if (Object.keys(given).length === 0 || choose(3) !== 0) return [];
      return [{ custom_id, ...given }];
    });
    return [key, overrides];
  });
  const content = Object.fromEntries(lists.filter(([, list]) => list.length > 0));
  return Object.keys(content).length === 0
    ? []
    : [{ file: "overrides/live.yaml", text: layOut(content, choose) }];
}

interface Written extends TextsOfGame {
  readonly desired: DesiredGame;
}

function write(game: GameText, other: GameText, choose: Choose): Written | undefined {
  const manifests = filesOf(withDefinitionsInPlace(withoutDefaults(game, choose), choose), choose);
  const overrides = overridesOf(game, other, choose);
  const { value } = loadTexts(manifests, catalog, overrides);
  if (value === undefined) return undefined;
  const texts = {
    manifests: parseTexts(manifests),
    overrides: new Map([["live", parseTexts(overrides)]]),
  };
  return { ...gameTexts(texts), desired: value };
}

const choices = fc.array(fc.nat({ max: 1000 }), { minLength: 20, maxLength: 60 });
const game = arbitraryGame({ allKinds: true });

/** A plan after a pull from a base, and what the pull has decided before. */
interface AfterPull {
  readonly plan: Plan;
  readonly again: DesiredGame;
  /** The game at the base. */
  readonly earlier: DesiredGame | undefined;
  readonly kept: readonly Address[];
}

/**
 * The check for a step that only brings back what the branch keeps although it was deleted live:
 * the resource is created again, and referred to as the branch says.
 */
function createBackCheck({ plan, again, earlier, kept }: AfterPull): (step: Step) => boolean {
  const recreated = new Set(
    plan.steps.flatMap(({ action, address }) => (action === "create" ? address : [])),
  );
  const isNewlyNamed = (address: Address): boolean =>
    [...again.resources.values()].some((each) => {
      const before = earlier?.resources.get(each.address);
      const isNamed = (one: Desired): boolean => referencesOfResource(catalog, one).has(address);
      return isNamed(each) && (before === undefined || !isNamed(before));
    });
  return (step) => {
    const { address, action } = step;
    if (action === "create" && isNewlyNamed(address)) return true;
    // A deletion of one side that the files decide, also of a resource that was renamed live.
    if ((action === "create" || action === "delete") && kept.includes(address)) return true;
    return targetsOf(step).some((target) => recreated.has(target));
  };
}

/** Resources that the fields of a step refer to after it, and the member that it attaches. */
function targetsOf(step: Step): readonly Address[] {
  const kind = catalog.find(({ name }) => step.address.startsWith(`${name}/`));
  const references = (kind?.fields ?? []).flatMap((field) =>
    field.type === "reference" ? [[`/${field.name}`, field.to] as const] : [],
  );
  const kindAt = new Map<string, string>(references);
  const named = step.fields.flatMap(({ path, after }) => {
    const to = kindAt.get(path);
    return to === undefined ? [] : [`${to}/${after}` as Address];
  });
  const membership = membershipOf(step);
  const link = kind?.links.find(({ name }) => name === membership?.name);
  return link === undefined ? named : [...named, `${link.to}/${membership?.member}` as Address];
}

describe("a pull", () => {
  it("leaves an empty plan, and every declaration that did not change as it was", () => {
    let done = 0;
    let same = 0;
    fc.assert(
      fc.property(game, game, game, choices, (mine, theirs, overriding, numbers) => {
        const choose = choicesOf(numbers);
        const written = write(mine, overriding, choose);
        if (written === undefined) return;
        const live = liveGame(choose(2) === 0 ? theirs : touched(mine, theirs, choose));
        const { value: pull, diagnostics } = pullGame({ ...written, live }, catalog);
        expect(diagnostics.filter(({ code }) => code !== "looks-like-rename")).toEqual([]);
        const old = [...written.manifests, ...(written.overrides.get("live") ?? [])].map(
          ({ source }) => givenText(source),
        );
        const texts = old.map((each) => {
          const found = pull?.files.find(({ file }) => file === each.file);
          return { file: each.file, text: found?.after ?? each.text };
        });
        const listed = kindsWithList(written.manifests.map(({ source }) => givenText(source)));
        expect(leftToDo(texts, { live, listed })).toEqual([]);
        done += 1;
        const changed = (pull?.resources ?? []).flatMap(({ address, action, fields }) =>
          action === "rename"
            ? [address, address.replace(/\/.*/, `/${fields[0]?.before}`)]
            : [address],
        );
        const before = written.manifests.map(({ source }) => givenText(source));
        const { kept, damaged } = comparedTexts(
          before,
          texts.filter((each) => !isOverride(each)),
          changed,
        );
        expect(damaged).toEqual([]);
        same += kept;
      }),
      runs(100, 25),
    );
    expect(done).toBeGreaterThan(ofRuns(75, 18));
    expect(same).toBeGreaterThan(ofRuns(25, 5));
  });

  it("of renames and exchanged groups keeps every definition and every comment, also without lists", () => {
    const seen = { renamed: 0, moved: 0 };
    fc.assert(
      fc.property(game, choices, (mine, numbers) => {
        const choose = choicesOf(numbers);
        const nested = withDefinitionsInPlace(mine, (below) => (below === 3 ? 0 : choose(below)));
        const text = layOut(
          Object.fromEntries(Object.entries(nested).filter(([, list]) => list.length > 0)),
          choose,
        );
        const files = [{ file: "game.yaml", text }];
        const { value: desired } = loadTexts(files, catalog);
        if (desired === undefined) return;
        const live = liveGame(rearranged(mine, choose));
        const texts = gameTexts({ manifests: parseTexts(files) });
        const { value, diagnostics } = pullGame({ ...texts, desired, live }, catalog);
        expect([
          value === undefined,
          diagnostics.filter(({ code }) => code !== "looks-like-rename"),
        ]).toEqual([false, []]);
        const after = value?.files[0]?.after ?? text;
        const again = loadTexts([{ file: "game.yaml", text: after }], catalog).value as DesiredGame;
        expect(
          leftToDo([{ file: "game.yaml", text: after }], { live, listed: desired.managed }),
        ).toEqual([]);
        const known = new Set([...desired.resources.values()].map(({ kind }) => kind));
        const lost = [...live.resources.values()].filter(
          (each) => known.has(each.kind) && !again.resources.has(each.address),
        );
        expect(lost).toEqual([]);
        const resources = value?.resources ?? [];
        seen.renamed += resources.filter(({ action }) => action === "rename").length;
        if (resources.some(({ action }) => action === "add" || action === "remove")) return;
        seen.moved += 1;
        expect(lostComments(text, after), `${text}=====\n${after}`).toEqual([]);
      }),
      runs(120, 40),
    );
    expect(seen.renamed).toBeGreaterThan(ofRuns(40, 10));
    expect(seen.moved).toBeGreaterThan(ofRuns(40, 10));
  });

  it("changes nothing where nothing differs", () => {
    let done = 0;
    fc.assert(
      fc.property(game, choices, (mine, numbers) => {
        const written = write(mine, {}, choicesOf(numbers));
        if (written === undefined) return;
        const { value } = pullGame({ ...written, live: liveGame(mine) }, catalog);
        const nothing = {
          files: [],
          resources: [],
          kept: [],
          waiting: [],
          notVerified: [],
          leftOut: 0,
        };
        expect(value).toMatchObject(nothing);
        done += 1;
      }),
      runs(50, 20),
    );
    expect(done).toBeGreaterThan(ofRuns(35, 14));
  });

  it("leaves out live keys that manifests cannot have", () => {
    const text = "rewards:\n  - custom_id: egg\n    name: Egg\n    custom_data: { a: 1 }\n";
    const custom_data = JSON.parse('{ "a": 2, "k": [{ "__proto__": 3 }] }');
    for (const before of [text, "rewards: []\n"]) {
      const files = [{ file: "game.yaml", text: before }];
      const desired = loadTexts(files, catalog).value as DesiredGame;
      const live = liveGame({
        rewards: [{ custom_id: "egg", name: "Egg", description: "", custom_data }],
      } as GameText);
      const texts = gameTexts({ manifests: parseTexts(files) });
      const { value, diagnostics } = pullGame({ ...texts, desired, live }, catalog);
      expect([value?.files, diagnostics.map(({ code }) => code)]).toEqual([[], ["left-out"]]);
    }
  });

  it.each(["live", "files"] as const)("from a base leaves no drift, with --prefer %s", (prefer) => {
    let done = 0;
    let pulled = 0;
    let left = 0;
    fc.assert(
      fc.property(game, game, game, choices, (atBase, mine, theirs, numbers) => {
        const choose = choicesOf(numbers);
        // Three games that have nothing to do with each other are hardly ever expressible together.
        const sideOf = (other: GameText): GameText =>
          choose(5) === 0 ? other : touched(atBase, other, choose);
        const branch = sideOf(mine);
        const panel = sideOf(theirs);
        const written = write(branch, {}, choose);
        if (written === undefined) return;
        const earlier = loadTexts(
          [{ file: "base.yaml", text: layOut(atBase as Json, choicesOf([1])) }],
          catalog,
        ).value;
        const base = defined({ game: earlier });
        const live: LiveGame = liveGame(panel);
        const { value, diagnostics } = pullGame({ ...written, live, base, prefer }, catalog);
        const isStuck = ({ code }: Diagnostic): boolean =>
          code === "not-expressible" || code === "looks-like-rename";
        expect(diagnostics.filter((each) => !isStuck(each))).toEqual([]);
        if (value === undefined) return;
        const texts = written.manifests.map(({ source }) => {
          const found = value.files.find(({ file }) => file === source.name);
          return { file: source.name, text: found?.after ?? source.text };
        });
        const again = loadTexts(texts, catalog).value as DesiredGame;
        // Some games cannot be planned: what they change closes a circle.
        if (problems(again, live, { prune: true }).length > 0) return;
        const plan = planned(again, live, { prune: true });
        done += 1;
        pulled += value.files.length;
        left += plan.steps.length;
        const identification = identify(again, live, catalog).identification;
        const causes = causesOf(
          plan,
          { desired: again, live, base: baseOf(earlier), identification },
          catalog,
        ).steps;
        const disputed = new Set(
          plan.steps
            .filter(({ id }) => causes.get(id)?.cause === "conflict")
            .map((step) => step.address),
        );
        const isBack = createBackCheck({ plan, again, earlier, kept: value.kept });
        const drift = plan.steps.filter(
          (step) =>
            causes.get(step.id)?.cause === "drift" && !disputed.has(step.address) && !isBack(step),
        );
        expect(drift.map(({ id }) => id)).toEqual([]);
        if (prefer === "files" || value.kept.length > 0) return;
        // Of a list, the plan sees a conflict where each side has another member.
        const links = catalog.flatMap((kind) => kind.links.map(({ name }) => `/${name}`));
        const open = plan.steps.flatMap(({ id, fields, replaces }) =>
          fields.filter(
            ({ path, before, after }, index) =>
              ![before, after].some((value) => String(value).includes("~laurel-")) &&
              replaces === undefined &&
              causes.get(id)?.fields[index]?.cause === "conflict" &&
              !links.includes(path),
          ),
        );
        expect(open).toEqual([]);
      }),
      runs(80, 20),
    );
    expect(done).toBeGreaterThan(ofRuns(40, 10));
    expect(Math.min(pulled, left)).toBeGreaterThan(ofRuns(10, 2));
  });
});
