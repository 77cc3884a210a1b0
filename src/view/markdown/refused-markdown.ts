/** Hazards of plans as Markdown: what is refused and the exact words to go on, and what somebody has allowed. */
import { counted } from "../../manifest/wording.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostics.ts";
import type { Plan } from "../../model/model.ts";
import { type HazardOfStep, hazardsOf, refusedWords, SETTING_PLACE } from "../plan/refused-words.ts";
import { nameOf } from "./markdown-page.ts";
import { box, bytesOf, code, prose } from "./markdown-text.ts";
import { quotation } from "./problem-markdown.ts";
import type { Pile } from "./size-budget.ts";

/** A plan and what the safety rules say about it. */
interface RefusedPlan {
  readonly plan: Plan;
  readonly refusals: readonly Diagnostic[];
}

/** Bytes of the sentences of one refusal, where there are several games. */
const SENTENCES_EACH = 2_000;
/** And where there is only one. */
const SENTENCES = 15_000;

/** What is refused, game by game, with the exact words to go on. */
export function refusedPile(plans: readonly RefusedPlan[], isSeveral: boolean): readonly Pile[] {
  const refused = plans.filter(({ refusals }) => hasErrors(refusals));
  if (refused.length === 0) return [];
  return [
    {
      rank: 0,
      counts: "refusal",
      head: "",
      units: refused.map((each) => () => `${refusedBox(each, isSeveral)}\n\n`),
      foot: "",
      more: (left) => `… and ${counted(left, "more game")} refused.\n`,
    },
  ];
}

/** The dangers, and the exact words to go on. */
function refusedBox({ plan, refusals }: RefusedPlan, isNamed: boolean): string {
  const words = refusedWords(plan, refusals);
  const sentences = [
    ...hazardsOf(plan, refusals).refused.map(hazardLine),
    ...words.beyond.map((sentence) => `- ${prose(sentence)}`),
  ];
  const shown = beginningWithin(sentences, isNamed ? SENTENCES_EACH : SENTENCES);
  const left = sentences.length - shown.length;
  const others =
    words.others.length === 0 ? [] : [`${words.others.map((name) => code(name)).join(", ")}: see the problems.`];
  const goOn = [
    `To go ahead, add ${code(words.flags, 1_000)}`,
    `or ${prose(SETTING_PLACE)} ${code(words.setting, 1_000)}`,
  ];
  return box("CAUTION", [
    `**Refused${isNamed ? ` for ${nameOf(plan)}` : ""}${words.hazards.length === 0 ? "" : `: ${words.what}`}.**`,
    ...others,
    ...(words.hazards.length === 0 ? [] : goOn),
    "",
    ...shown,
    ...(left > 0 ? [`- and ${counted(left, "more sentence")}; the hazards are listed with their changes`] : []),
  ]);
}

/** As many of the lines as there is room for, from the first. */
function beginningWithin(lines: readonly string[], bytes: number): readonly string[] {
  let left = bytes;
  const end = lines.findIndex((line) => {
    left -= bytesOf(line);
    return left < 0;
  });
  return end === -1 ? lines : lines.slice(0, end);
}

function hazardLine({ name, sentence }: HazardOfStep): string {
  return `- ${code(name)}: ${prose(sentence)}`;
}

/** Dangers that somebody has allowed are still dangers. */
export function allowedPile(plans: readonly RefusedPlan[], isSeveral: boolean): readonly Pile[] {
  const lines = plans.flatMap(({ plan, refusals }) => {
    const mine = hazardsOf(plan, refusals).allowed.map(hazardLine);
    return isSeveral ? mine.map((line) => `- ${nameOf(plan)} ${line.slice(2)}`) : mine;
  });
  if (lines.length === 0) return [];
  return [
    {
      rank: 1,
      counts: "hazard",
      head: "> [!WARNING]\n> **Allowed hazards:**\n>\n",
      units: lines.map((line) => () => quotation([line])),
      foot: "",
      more: (left) => quotation([`- and ${counted(left, "more hazard")}, not shown here`]),
    },
  ];
}
