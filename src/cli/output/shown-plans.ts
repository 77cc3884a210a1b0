/** The plans of a run as a person reads them: one after the other in the order of the project, and a line that counts. */
import { isEmpty } from "../../plan/plan.ts";
import { renderGamesLine, renderPlanText, renderQuietGames } from "../../view/plan/plan-text.ts";
import type { TextView } from "../../view/text/layout.ts";
import type { GameResults, GameToApply } from "../../workflow/game.ts";
import { planOutcome } from "../../workflow/planning.ts";
import type { OutputFlags } from "../args/flag-specs.ts";

type ShownGame = Pick<GameToApply, "plan" | "refusals" | "causes" | "impact" | "needsApprovalOf">;

/** In a run over several games, those with nothing to tell share a line, unless everything is asked for. */
export function renderPlans(
  { each, games, isSeveral }: Pick<GameResults<ShownGame>, "each" | "games" | "isSeveral">,
  flags: OutputFlags,
  { result }: { readonly result: TextView },
): string {
  const view = { ...result, showRequests: flags.showRequests ?? false };
  const quiet = isSeveral && !view.verbose ? games.filter(hasNothingToTell) : [];
  const blocks = games
    .filter((game) => !quiet.includes(game))
    .map((game) => {
      const { plan, refusals, causes, impact, needsApprovalOf: approvedBy } = game;
      return renderPlanText(plan, refusals, {
        ...view,
        ...(approvedBy === undefined ? {} : { approvedBy }),
        ...(causes === undefined ? {} : { causes }),
        ...(impact === undefined ? {} : { impact }),
      });
    });
  if (quiet.length > 0)
    blocks.push(
      renderQuietGames(
        quiet.map(({ plan }) => plan.game),
        view,
      ),
    );
  const ends = each.map((one) => ({ game: one.game, outcome: planOutcome(one) }));
  if (isSeveral && games.length > 0) blocks.push(renderGamesLine(ends, view));
  return blocks.join("\n");
}

/** Nothing to do, and nothing that is left as it is although it differs. */
function hasNothingToTell({ plan, refusals }: ShownGame): boolean {
  return isEmpty(plan) && plan.kept.length === 0 && plan.not_comparable.length === 0 && refusals.length === 0;
}
