/**
 * Compares the target of a plan with the one that the same command has at an earlier commit. In:
 * both project files. Out: whether both are one live game, and the settings that differ. Variables
 * are not replaced.
 */
import { isJsonObject, type Json, type JsonObject } from "../ground/json.ts";
import { quoted } from "../ground/words.ts";
import type { BaseFacts, SettingChange, WrittenPlace } from "../model/base-facts.ts";
import { isSameJson } from "../model/normalise.ts";
import { targetsOf, type WrittenTarget } from "./game-settings.ts";
import { gameNamed, type Project } from "./project.ts";
import { formerName, placeKey } from "./project-changes.ts";
import { shownName } from "./variables.ts";

/** The target of a plan today, and how it was chosen. */
interface ChosenTarget {
  readonly game: string;
  readonly environment: string;
  /** The environment that the command names. Undefined: the default. */
  readonly env: string | undefined;
}

export interface ComparedTargets extends Pick<BaseFacts, "target" | "settings"> {
  /**
   * The same target in the earlier project file. Undefined if it is unknown, new, or another one.
   */
  readonly earlier: WrittenTarget | undefined;
}

/** `before`: undefined if the commit has no project file. */
export function compareTargets(
  before: Project | undefined,
  now: Project,
  chosen: ChosenTarget,
): ComparedTargets {
  const target = targetsOf(now, chosen.game).find(
    ({ environment }) => environment === chosen.environment,
  );
  if (target === undefined)
    throw new Error(`the game has no environment ${quoted(chosen.environment)}`);
  const place = writtenPlace(target);
  const after = settingsOf(now, target);
  if (before === undefined)
    return { target: { is: "unknown", now: place }, settings: grantsIn(after), earlier: undefined };
  const name = formerName(before, now, chosen.game);
  const game = name === undefined ? undefined : gameNamed(before, name);
  if (name === undefined || game === undefined) {
    return {
      target: { is: "new", what: "game", now: place },
      settings: grantsIn(after),
      earlier: undefined,
    };
  }
  const all = targetsOf(before, name);
  const named =
    chosen.env ?? game.default_environment ?? (all.length === 1 ? all[0]?.environment : undefined);
  const isSamePlace = (other: WrittenTarget): boolean => placeKey(other) === placeKey(target);
  const earlier =
    all.find(({ environment }) => environment === (named ?? chosen.environment)) ??
    all.find(isSamePlace);
  if (earlier === undefined) {
    return {
      target: { is: "new", what: "environment", now: place },
      settings: grantsIn(after),
      earlier,
    };
  }
  const settings = settingChanges(settingsOf(before, earlier), after);
  if (isSamePlace(earlier)) return { target: { is: "same" }, settings, earlier };
  return {
    target: { is: "changed", before: writtenPlace(earlier), now: place },
    settings,
    earlier: undefined,
  };
}

function writtenPlace({
  game,
  environment,
  game_id,
  service: { base_url },
}: WrittenTarget): WrittenPlace {
  const isLive = game_id !== undefined;
  // The text before the host may be a password.
  const shownUrl = base_url?.replace(/\/\/[^/]*@/, "//…@");
  return {
    game,
    environment,
    ...(isLive && { game_id }),
    ...(isLive && shownUrl !== undefined && { base_url: shownUrl }),
  };
}

/** By name, in the order of pages. */
type PlanSettings = Readonly<Record<string, Json>>;

/** The settings that hold for an environment. The embedded service has none of its own. */
function settingsOf(
  project: Project,
  { game: name, environment, game_id, service }: WrittenTarget,
): PlanSettings {
  const { prune = false, allow = [], actions = {}, environments } = gameNamed(project, name) ?? {};
  const own = environments?.[environment];
  const granted = { prune: own?.prune ?? prune, allow: [...(own?.allow ?? allow)].sort(), actions };
  if (game_id === undefined) return granted;
  return {
    ...granted,
    "service.wire": { ...service.wire },
    "service.token_env": shownName(service.token_env),
  };
}

/** Lists the permissions beyond the defaults, for a target that the commit does not have. */
function grantsIn({ prune = false, allow = [] }: PlanSettings): readonly SettingChange[] {
  return settingChanges({ prune: false, allow: [] }, { prune, allow });
}

/**
 * Lists the settings that both have, with different values. Mappings are cut to the members that
 * differ. Those of a game may name secrets: they are only counted.
 */
function settingChanges(before: PlanSettings, after: PlanSettings): readonly SettingChange[] {
  return Object.keys(after).flatMap((setting) => {
    const was = before[setting];
    const is = after[setting];
    if (was === undefined || is === undefined || isSameJson(was, is)) return [];
    if (!isJsonObject(was) || !isJsonObject(is)) return [{ setting, before: was, after: is }];
    const left = membersOnlyIn(was, is);
    const added = membersOnlyIn(is, was);
    if (setting.startsWith("service.")) return [{ setting, before: left, after: added }];
    return [{ setting, before: Object.keys(left).length, after: Object.keys(added).length }];
  });
}

function membersOnlyIn(one: JsonObject, other: JsonObject): JsonObject {
  const isIn = ([name, value]: readonly [string, Json]): boolean =>
    Object.hasOwn(other, name) && isSameJson(value, other[name]);
  return Object.fromEntries(Object.entries(one).filter((member) => !isIn(member)));
}
