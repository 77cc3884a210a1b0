/** `laurel apply`: plans or takes a saved plan, asks, carries the plans out and reads again. */
import { hasErrors, ofGame } from "../../core/diagnostics.ts";
import { applyPlanned } from "../applying/apply-games.ts";
import type { GameToApply } from "../applying/game-to-apply.ts";
import { reportInTheWay } from "../applying/report-flag.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { type Services, withServices } from "../games/services.ts";
import { type Flags, text } from "../line/command.ts";
import { unapproved } from "../planning/approval.ts";
import { misspeltDigests } from "../planning/expected-digests.ts";
import { type Attempts, attemptsOf, planGames } from "../planning/planned-games.ts";
import type { Ports } from "../ports.ts";
import { applyForms } from "../results/apply-forms.ts";
import { APPLY_FILE_FORMATS } from "../results/formats.ts";
import { openOutputs } from "../results/outputs.ts";
import { openScreen, type Screen } from "../telling/screen.ts";

export async function applyCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  const outputs = await openOutputs(APPLY_FILE_FORMATS, flags, ports);
  return withServices(ports, async (services) => {
    const wrong = [...outputs.diagnostics, ...misspeltDigests(flags), ...(await reportInTheWay(flags, ports))];
    const planned = hasErrors(wrong)
      ? attemptsOf<GameToApply>(wrong, [])
      : await gamesToApply(flags, ports, screen, services);
    const applied = await applyPlanned(planned, flags, ports, screen, services);
    const forms = applyForms(flags, ports);
    const format = text(flags, "format");
    // The others were written as things happened.
    if (format === "json" || format === "markdown") {
      ports.stdout.write(await forms[format](applied, { ...screen.result, alone: false }));
    }
    const unwritten = await outputs.write(forms, applied);
    screen.report(unwritten);
    return applied.code === EXIT.done ? exitCodeOf(unwritten) : applied.code;
  });
}

async function gamesToApply(
  flags: Flags,
  ports: Ports,
  screen: Screen,
  services: Services,
): Promise<Attempts<GameToApply>> {
  const file = text(flags, "plan");
  if (file !== undefined) {
    const { openSavedPlans } = await import("../planning/saved-plan.ts");
    return openSavedPlans(file, flags, ports, screen, services);
  }
  const planned = await planGames(flags, ports, screen, services);
  const each = planned.each.map((one) => {
    const open = one.planned === undefined ? [] : unapproved([one.planned], flags);
    const named = planned.isSeveral ? ofGame(one.game, open) : open;
    return { ...one, diagnostics: [...one.diagnostics, ...named] };
  });
  return attemptsOf<GameToApply>(planned.general, each, planned);
}
