/** Every chosen game checked, opened and planned. A game that cannot be planned does not keep the others from it. */

import { impactRefusals } from "../analysis/impact/impacts.ts";
import { type Secrets, secretsOf, secretsWithoutPlan, unknownSecrets } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { type Checked, hasErrors } from "../model/diagnostics.ts";
import { type Address, HAZARDS, type HazardName } from "../model/model.ts";
import { addressesNamedBy, type Base, causesOf } from "../plan/cause.ts";
import { refusals } from "../plan/hazards.ts";
import { noLongerManaged } from "../plan/no-longer-managed.ts";
import { openBase, type ReadBase } from "./base.ts";
import {
  eachGame,
  type GameChoice,
  type GameResult,
  type GameResults,
  named,
  type PlannedGame,
  resultsOf,
} from "./game.ts";
import { loadGame } from "./load-games.ts";
import type { ConsentOptions, PlanGamesOptions } from "./options.ts";
import { type PlanGameOptions, planGame, planImpact, touchedOf, verifyByPlanning, withPlayerData } from "./planning.ts";
import type { RunContext } from "./run.ts";
import { partLines, selectGames } from "./selection.ts";
import { inSession } from "./session.ts";

/** Of each game, the manifests are checked first; only when they are valid is its service read. */
export async function planGames(options: PlanGamesOptions, run: RunContext): Promise<GameResults<PlannedGame>> {
  const chosen = await selectGames(options, run.ports);
  const base: Checked<ReadBase> = hasErrors(chosen.general)
    ? { diagnostics: [] }
    : await openBase(chosen.games, options, run.ports);
  const general = [...chosen.general, ...base.diagnostics];
  if (hasErrors(general)) return resultsOf(general);
  for (const line of partLines(chosen)) run.reporter.note(line);
  return eachGame(resultsOf(general, chosen.each, chosen), async (choice) => {
    const planned = await planOne(choice, base.value, options, run);
    if (planned.value === undefined) return planned;
    const refused = named(chosen, choice.game, planned.value.refusals);
    return { ...planned, value: { ...planned.value, refusals: refused } };
  });
}

async function planOne(
  choice: GameChoice,
  readBase: ReadBase | undefined,
  options: PlanGamesOptions,
  run: RunContext,
): Promise<Omit<GameResult<PlannedGame>, "game">> {
  if (run.stop.aborted) return { diagnostics: [] };
  const loaded = await loadGame(choice, run.ports);
  const base = loaded.value === undefined ? undefined : await readBase?.(choice);
  const desired = loaded.value?.desired();
  const lost = base?.value && desired ? noLongerManaged(desired, base.value, catalog) : [];
  const known = [...loaded.diagnostics, ...(base?.diagnostics ?? []), ...lost];
  if (desired === undefined || hasErrors(known)) return { diagnostics: known };
  const planned = await inSession(
    choice,
    run,
    async ({ client, target }): Promise<Omit<GameResult<PlannedGame>, "game">> => {
      const planOptions = planOptionsOf(choice, options, base?.value);
      const readAt = run.ports.clock.now();
      const { value: made, live, diagnostics } = await planGame(client, { target, desired }, planOptions);
      if (live === undefined) return { desired, diagnostics };
      if (made === undefined) {
        return { desired, secrets: secretsFor(options, () => secretsWithoutPlan(desired, live, catalog)), diagnostics };
      }
      const allowed = allowedHazards(choice, options);
      const plan = await withPlayerData(made, allowed, client);
      const impact = await planImpact(plan, { desired, live, play: choice });
      const value: PlannedGame = {
        choice,
        plan,
        desired,
        live: touchedOf(live, plan),
        readAt,
        allowed,
        refusals: refusals(plan.steps, allowed),
        ...(base?.value === undefined ? {} : { causes: causesOf(plan, { desired, live, base: base.value }, catalog) }),
        impact,
        secrets: secretsFor(options, () => secretsOf({ plan, desired, live }, catalog)),
        verify: (results, open, ports) =>
          verifyByPlanning({ plan, desired, target, results, options: planOptions }, open, ports),
      };
      return { value, diagnostics: [...diagnostics, ...impactRefusals(impact, new Set(options.failOn))] };
    },
  );
  return { ...planned, diagnostics: [...known, ...planned.diagnostics] };
}

/** A base without the game is known to declare nothing of it. */
function planOptionsOf(choice: GameChoice, options: PlanGamesOptions, base: Base | undefined): PlanGameOptions {
  const known = base?.game === undefined ? new Set<Address>() : addressesNamedBy(base.game);
  return {
    prune: choice.prune,
    targets: options.target as Address[],
    scalars: choice.scalars,
    play: choice,
    ...(base === undefined ? {} : { known }),
  };
}

/** Hazards that the options and the project allow. */
function allowedHazards(choice: GameChoice, { allow }: Pick<ConsentOptions, "allow">): ReadonlySet<HazardName> {
  return new Set(HAZARDS.filter((name) => choice.allow.includes(name) || allow.includes(name)));
}

/** What pages for many people conceal. Finding it walks over the whole game; unknown, all that may be secret is concealed. */
function secretsFor({ needsSecrets }: Pick<ConsentOptions, "needsSecrets">, find: () => Secrets): Secrets {
  return needsSecrets ? find() : unknownSecrets(catalog);
}
