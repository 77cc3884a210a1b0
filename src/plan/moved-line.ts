/** The line to paste where a deletion and a creation are really a rename. */
import type { Live } from "../model/model.ts";

/** Such as `moved: [{ kind: reward, from: egg, to: dragon-egg }]`. */
export function movedLine({ kind, custom_id }: Pick<Live, "kind" | "custom_id">, to: string): string {
  return `moved: [{ kind: ${kind}, from: ${custom_id}, to: ${to} }]`;
}
