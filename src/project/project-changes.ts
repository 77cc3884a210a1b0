/**
 * Finds changes of two project files that affect live games: games and environments that were
 * deleted, renamed, or given another live game. Addresses and ids are compared as written, with
 * their variables.
 */

import { grouped } from "../ground/collections.ts";
import { jsonText } from "../ground/json.ts";
import { pointerTo } from "../ground/pointer.ts";
import { both, quoted } from "../ground/words.ts";
import { withoutVersion } from "../model/base-url.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";

import type { Span } from "../model/source.ts";
import { targetsOf, type WrittenTarget } from "./game-settings.ts";
import { gameNamed, type Project } from "./project.ts";

/** A target of the earlier project file whose live game has another name today, or none. */
interface ChangedTarget {
  readonly before: WrittenTarget;
  /** The target with the same live game. */
  readonly now: WrittenTarget | undefined;
}

interface ProjectComparison {
  readonly before: Project;
  readonly now: Project;
  /** The commit of the earlier project file, as given. */
  readonly ref: string;
}

/** A warning about the targets of a game. */
export interface ProjectChange {
  readonly game: string;
  /**
   * The environment that leads to another live game. Absent: the warning is about a game or an
   * environment that has left the project.
   */
  readonly environment?: string;
  readonly warning: Diagnostic;
}

/** Returns warnings about the chosen games (`names`). Default: all games of both project files. */
export function projectChanges(
  { before, now, ref }: ProjectComparison,
  names: readonly string[] | undefined,
): readonly ProjectChange[] {
  const byGame = grouped(changedTargets(before, now), ({ before: { game } }) => game);
  return [...byGame].flatMap(([game, changed]): readonly ProjectChange[] => {
    if (names?.includes(game) === false) return [];
    const today = gameNamed(now, game);
    if (today === undefined) return [{ game, warning: gameChange(game, changed, { now, ref }) }];
    return changed.map((target) => {
      const { environment } = target.before;
      const isNamed = Object.hasOwn(today.environments, environment);
      return {
        game,
        ...(isNamed && { environment }),
        warning: environmentChange(target, { now, ref }),
      };
    });
  });
}

/**
 * Returns the name that a game had in the earlier project file. A renamed game shares a live game
 * with it.
 */
export function formerName(before: Project, now: Project, game: string): string | undefined {
  if (gameNamed(before, game) !== undefined) return game;
  return changedTargets(before, now).find((target) => target.now?.game === game)?.before.game;
}

function changedTargets(before: Project, now: Project): readonly ChangedTarget[] {
  const today = new Map(allTargets(now).map((target) => [placeKey(target), target]));
  return allTargets(before).flatMap((target): readonly ChangedTarget[] => {
    const same = today.get(placeKey(target));
    const isUnchanged = same?.game === target.game && same.environment === target.environment;
    return isUnchanged ? [] : [{ before: target, now: same }];
  });
}

function allTargets(project: Project): readonly WrittenTarget[] {
  return Object.keys(project.settings.games).flatMap((game) => targetsOf(project, game));
}

/**
 * Makes one text for each live game. The data of the embedded service belongs to the name of the
 * game and of its environment.
 */
export function placeKey({
  game,
  environment,
  game_id,
  service: { base_url = "" },
}: WrittenTarget): string {
  if (game_id === undefined) return jsonText([game, environment]);
  return jsonText([game_id, withoutVersion(base_url), "live"]);
}

const DELETE_FIRST =
  "to delete them, apply empty lists with --prune before the game leaves the project";

type Today = Pick<ProjectComparison, "now" | "ref">;

function gameChange(
  game: string,
  targets: readonly ChangedTarget[],
  { now, ref }: Today,
): Diagnostic {
  const primary = { span: keySpan(now), text: `${quoted(game)} was here` };
  const left = targets.filter((target) => target.now === undefined);
  const names = [...new Set(targets.flatMap((target) => target.now?.game ?? []))];
  const renamed =
    names.length === 0 ? "" : ` It is ${both(names.map(quoted))} now, with the same live game.`;
  const detail = `The game ${quoted(game)} of ${ref} is no longer in the project.${renamed}`;
  if (left.length === 0) return diagnostic("project-changed", detail, { primary });
  const environments = both(left.map(({ before }) => quoted(before.environment)));
  const what = `laurel does nothing with its resources in ${environments}: they stay as they are.`;
  return diagnostic("project-changed", `${detail} ${what}`, { primary, help: [DELETE_FIRST] });
}

function environmentChange(
  { before: { game, environment }, now: same }: ChangedTarget,
  { now, ref }: Today,
): Diagnostic {
  const isNamed = Object.hasOwn(gameNamed(now, game)?.environments ?? {}, environment);
  const span = isNamed
    ? keySpan(now, game, "environments", environment)
    : keySpan(now, game, "environments");
  const primary = {
    span,
    text: isNamed ? "another live game than before" : `${quoted(environment)} was here`,
  };
  const subject = `The environment ${quoted(environment)} of the game ${quoted(game)}`;
  const change = isNamed
    ? `leads to another live game than at ${ref}`
    : "is no longer in the project";
  if (same !== undefined) {
    const owner = same.game === game ? "" : ` of the game ${quoted(same.game)}`;
    const detail = `${subject} ${change}. Its live game now belongs to ${quoted(same.environment)}${owner}.`;
    return diagnostic("project-changed", detail, { primary });
  }
  const what =
    "laurel does nothing with the resources of the live game before: they stay as they are.";
  return diagnostic("project-changed", `${subject} ${change}. ${what}`, { primary });
}

/** Returns the place of the key `games`, or of a key in it. */
function keySpan({ source }: Project, ...names: readonly string[]): Span {
  return source.locate(pointerTo("games", ...names), "key");
}
