/** What an export wrote, for people: a line for each file, and what to do next. */
import { largest } from "../model/collections.ts";
import type { Target } from "../model/model.ts";
import { padTo, type TextView, widthOf } from "./text/layout.ts";
import { renderTarget } from "./text/phrases.ts";
import { safeText } from "./text/safe-text.ts";

/** One file that was written. */
export interface WrittenManifest {
  /** As the user would name it. */
  readonly file: string;
  /** The top-level key in it. */
  readonly key: string;
  readonly resources: number;
  /** The resources with their noun, such as `12 criteria`. */
  readonly counted: string;
}

/** One game that was exported. */
export interface WrittenGame {
  readonly target: Target;
  readonly files: readonly WrittenManifest[];
}

/** `next`: command lines that make sense now. */
export function renderExportText(games: readonly WrittenGame[], next: readonly string[], view: TextView): string {
  const blocks = games.map((game) => renderGame(game, view));
  const commands = ["Next:", ...next.map((command) => `  ${safeText(command)}`)];
  return [...blocks, commands].map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function renderGame({ target, files }: WrittenGame, { style }: TextView): readonly string[] {
  const title = `Exported game "${safeText(target.game)}" (${safeText(target.environment)})`;
  const width = largest(
    files.map(({ file }) => widthOf(safeText(file))),
    0,
  );
  const lines = files.map(({ file, key, resources, counted }) => {
    const said = resources === 0 ? style.muted(`none; "${key}: []" marks the kind as managed`) : counted;
    return `  ${style.create("+")} ${padTo(safeText(file), width)}  ${said}`;
  });
  return [`${style.strong(title)} ${style.muted(renderTarget(target))}`, "", ...lines];
}
