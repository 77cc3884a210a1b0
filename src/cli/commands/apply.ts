/** `laurel apply`: plans or takes a saved plan, asks, carries the plans out and reads again. */
import { hasErrors, ofGame } from "../../core/diagnostics.ts";
import { applyForms } from "../apply-forms.ts";
import type { GameToApply } from "../apply-game.ts";
import { applyPlanned } from "../apply-games.ts";
import { unapproved } from "../approval.ts";
import { type Flags, text } from "../command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { misspeltDigests } from "../expected-digests.ts";
import { APPLY_FILE_FORMATS } from "../formats.ts";
import { openOutputs } from "../outputs.ts";
import { type Attempts, attemptsOf, planGames } from "../planned-games.ts";
import type { Ports } from "../ports.ts";
import { openScreen, type Screen } from "../screen.ts";
import { type Services, withServices } from "../services.ts";

export async function applyCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  const outputs = await openOutputs(APPLY_FILE_FORMATS, flags, ports);
  return withServices(ports, async (services) => {
    const wrong = [...outputs.diagnostics, ...misspeltDigests(flags)];
    const planned = hasErrors(wrong)
      ? attemptsOf<GameToApply>(wrong, [])
      : await gamesToApply(flags, ports, screen, services);
    const applied = await applyPlanned(planned, flags, ports, screen, services);
    const forms = applyForms(flags, ports);
    const format = text(flags, "format");
    // The others were written as things happened.
    if (format === "json" || format === "markdown") {
      ports.stdout.write(forms[format](applied, { ...screen.result, alone: false }));
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
    const { openSavedPlans } = await import("../saved-plan.ts");
    return openSavedPlans(file, flags, ports, screen, services);
  }
  const planned = await planGames(flags, ports, screen, services);
  const each = planned.each.map((one) => {
    const open = one.planned === undefined ? [] : unapproved([one.planned], flags);
    const named = planned.isSeveral ? ofGame(one.game, open) : open;
    return { ...one, diagnostics: [...one.diagnostics, ...named] };
  });
  return attemptsOf<GameToApply>(planned.general, each, planned.isSeveral);
}
