/** What is said where a plan means something to players that must not be. */
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { gravestFirst, type Impact, type ImpactClass } from "./impact.ts";

/** The refusal of a plan that does not say what it means. */
export function unknownImpact(): Diagnostic {
  const detail = "The plan was saved without what it means to players, so that --fail-on cannot be answered.";
  return diagnostic("impact-refused", detail, { help: ["plan again, or apply it without --fail-on"] });
}

/** The refusal of `--fail-on`, with the sentences of what is refused; nothing where there is none. */
export function impactRefusals(impacts: readonly Impact[], refused: ReadonlySet<ImpactClass>): readonly Diagnostic[] {
  const found = gravestFirst(impacts.filter((each) => refused.has(each.class)));
  if (found.length === 0) return [];
  const names = [...new Set(found.map((each) => each.class))];
  const addresses = new Set(found.map(({ address }) => address));
  const [only] = addresses.size === 1 ? addresses : [];
  return [
    diagnostic("impact-refused", found.map((each) => `${each.class}: ${each.sentence}`).join("\n"), {
      ...(only === undefined ? {} : { address: only }),
      help: [
        `to go ahead, leave ${names.length === 1 ? "the class" : "the classes"} ${names.join(", ")} out of --fail-on`,
      ],
    }),
  ];
}
