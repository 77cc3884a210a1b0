/** `laurel apply`: plans or takes a saved plan, asks, carries the plans out and reads again. */
import { hasErrors, ofGame } from "../../model/diagnostics.ts";
import { applyPlanned } from "../../workflow/apply-games.ts";
import { unapproved } from "../../workflow/approval.ts";
import { misspeltDigests } from "../../workflow/expected-digests.ts";
import type { GameToApply } from "../../workflow/game-to-apply.ts";
import { type Attempts, attemptsOf, planGames } from "../../workflow/planned-games.ts";
import { reportInTheWay } from "../../workflow/report-flag.ts";
import { type Services, withServices } from "../../workflow/services.ts";
import { type Flags, text } from "../args/command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { applyForms } from "../output/apply-forms.ts";
import { APPLY_FILE_FORMATS } from "../output/formats.ts";
import { openOutputs } from "../output/outputs.ts";
import type { Ports } from "../ports.ts";
import { openScreen, type Screen } from "../terminal/screen.ts";

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
    const { openSavedPlans } = await import("../../workflow/saved-plan.ts");
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
