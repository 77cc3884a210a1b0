/** What a finding says, for tools that show it beside the line that it is about. */
import type { Finding } from "../../model/findings.ts";
import { safeText } from "../text/safe-text.ts";

/** The problem first, then what to do; lines without line breaks in them. */
export function findingLines({ game, address, detail, help }: Finding): readonly string[] {
  const about = [game, address].filter((each) => each !== undefined);
  return [[...about, detail].join(": "), ...help.map((each) => `help: ${each}`)]
    .flatMap((text) => text.split("\n"))
    .map(safeText);
}
