/**
 * Different names for the same game on the same service. Two games of a project must not have one place: each would
 * undo what the other does. And an environment that takes only approved plans does so under every name of its place.
 */
import { quoted } from "../manifest/wording.ts";
import { memoizedBy } from "../model/collections.ts";
import { type Diagnostic, diagnostic, type Label } from "../model/diagnostics.ts";
import type { Target } from "../model/model.ts";
import type { ChosenGame, Each } from "./choose-games.ts";
import { placeOf } from "./game-place.ts";
import { type Project, projectPointer } from "./project.ts";
import { objectAt } from "./project-settings.ts";
import { resolved, type Variables } from "./variables.ts";
import { type WrittenTarget, writtenTarget } from "./written-target.ts";

/** An environment by its names in the project file. */
export type Named = Pick<ChosenGame, "game" | "environment">;

/**
 * The environment that requires approval for this target. One whose variables are not set here cannot be compared: a
 * job knows the places that it works on, and no others.
 */
export function approvalAt(
  project: Project,
  target: Pick<Target, "base_url" | "game_id">,
  variables: Variables,
): Named | undefined {
  return approvals(project)(variables).get(placeOf(target));
}

/** The places that require approval. Many games ask for them. */
const approvals = memoizedBy((project: Project) =>
  memoizedBy((variables: Variables): ReadonlyMap<string, Named> => {
    const places = new Map<string, Named>();
    const games = objectAt(project.settings, "games");
    for (const game of Object.keys(games)) {
      const environments = objectAt(objectAt(games, game), "environments");
      for (const environment of Object.keys(environments)) {
        if (objectAt(environments, environment).require_approval !== true) continue;
        const written = writtenTarget(project, game, environment);
        const base_url = resolved(written?.base_url ?? "", variables);
        const game_id = resolved(written?.game_id ?? "", variables);
        if (!base_url || !game_id) continue;
        const place = placeOf({ base_url, game_id });
        if (!places.has(place)) places.set(place, { game, environment });
      }
    }
    return places;
  }),
);

/**
 * `own`: the games to work on, out of `all` that are chosen for this job and the others of its shards. Those that have
 * a place in common with another one come out with an error that names both.
 */
export function refuseSharedPlaces(
  project: Project,
  own: readonly Each<ChosenGame>[],
  all: readonly Each<ChosenGame>[],
): readonly Each<ChosenGame>[] {
  const byPlace = new Map<string, ChosenGame[]>();
  for (const { value } of all) {
    const target = value === undefined ? undefined : targetOf(value);
    if (value === undefined || target === undefined) continue;
    const place = placeOf(target);
    byPlace.set(place, [...(byPlace.get(place) ?? []), value]);
  }
  return own.map((each) => {
    const target = each.value === undefined ? undefined : targetOf(each.value);
    if (each.value === undefined || target === undefined) return each;
    const other = byPlace.get(placeOf(target))?.find(({ game }) => game !== each.game);
    if (other === undefined) return each;
    const problem = sharedTarget(project, each.value, other);
    return { game: each.game, diagnostics: [...each.diagnostics, problem] };
  });
}

function targetOf({ service, game_id }: ChosenGame): Pick<Target, "base_url" | "game_id"> | undefined {
  const { base_url } = service;
  return base_url === undefined || game_id === undefined ? undefined : { base_url, game_id };
}

/** The address as it is written: the values of variables are not repeated. */
export function writtenPlace({ base_url = "--base-url", game_id }: WrittenTarget): string {
  return `${base_url}, game id ${game_id}`;
}

function sharedTarget(project: Project, one: Named, other: Named): Diagnostic {
  const label = ({ game, environment }: Named, text: string): Label => ({
    span: project.source.locate(projectPointer("games", game, "environments", environment), "key"),
    text,
  });
  const [mine, theirs] = [one, other].map(({ game, environment }) => `${quoted(game)} (${environment})`);
  const written = writtenTarget(project, one.game, one.environment);
  const place = written === undefined ? "" : `: ${writtenPlace(written)}`;
  const detail = `${mine} and ${theirs} are the same game on the same service${place}. Each would undo what the other does.`;
  return diagnostic("shared-target", detail, {
    primary: label(one, `${mine} is here`),
    others: [label(other, `and so is ${theirs}`)],
    help: ["give each game a game_id of its own, or keep the manifests of both in one folder"],
  });
}
