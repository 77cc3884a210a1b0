/** What `laurel init` shows before its questions and when the project is made. */
import { both } from "../manifest/wording.ts";
import { hanging, padTo, type TextView, widthOf, wrapText } from "./text/layout.ts";
import { safeText } from "./text/safe-text.ts";

/** Before the first question. */
export function renderBeginning(folder: string, { width }: TextView): string {
  const place = folder === "." ? "this folder" : safeText(folder);
  const words = `Creating a project in ${place}. Existing files are kept; Ctrl-C exits without writing anything.`;
  return `${wrapText(words, width).join("\n")}\n`;
}

/** One file of the new project. */
export interface InitFile {
  /** From the project's folder. */
  readonly file: string;
  readonly outcome: "made" | "changed" | "left";
  /** What it is, or what became of it. */
  readonly what: string;
}

export interface NextCommand {
  readonly command: string;
  readonly does: string;
}

export interface MadeProject {
  /** As the user would name it; `.` is the working directory. */
  readonly folder: string;
  readonly files: readonly InitFile[];
  /** Absent when only files of pipelines were added. */
  readonly game?: {
    readonly name: string;
    /** Command lines that make sense now, with what they do. */
    readonly next: readonly NextCommand[];
    /** With the variables to set before the live service can be used. Absent where it was used already. */
    readonly production?: NextCommand & { readonly variables: readonly string[] };
  };
  /** Whether there are files of a pipeline. */
  readonly hasPipeline: boolean;
}

/** A line for each file, what to type next, and what production needs. */
export function renderInitText(project: MadeProject, view: TextView): string {
  const { folder, game, hasPipeline } = project;
  const place = folder === "." ? "this folder" : safeText(folder);
  const title =
    game === undefined
      ? `Added a pipeline to the project in ${place}`
      : `Created the game "${safeText(game.name)}" in ${place}`;
  const blocks = [[view.style.strong(title)], fileLines(project, view)];
  if (game !== undefined) {
    blocks.push(["Next:", ...commandLines(game.next, view)]);
    if (game.production !== undefined) {
      const set = `For the live service, set ${both(game.production.variables)}, then:`;
      blocks.push([...wrapText(set, view.width), ...commandLines([game.production], view)]);
    }
  }
  if (hasPipeline) {
    const words =
      "In the settings of the pipeline, set LAUREL_API_TOKEN as a secret, and as variables LAUREL_ALLOWED_ORIGINS (where the token may be sent) and any others that laurel.yaml reads. In the repository, commit a package.json and package-lock.json that pin laurel (npm install --save-dev FILE.tgz), and the tarball.";
    blocks.push([...wrapText(words, view.width)]);
  }
  return blocks.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

const MARKS = { made: ["+", "create"], changed: ["~", "update"], left: ["=", "keep"] } as const;

function fileLines({ files }: MadeProject, view: TextView): string[] {
  const column = Math.max(0, ...files.map(({ file }) => widthOf(safeText(file))));
  return files.flatMap(({ file, outcome, what }) => {
    const [mark, role] = MARKS[outcome];
    return besides(`  ${view.style[role](mark)} `, safeText(file), column, "", safeText(what), view);
  });
}

function commandLines(commands: readonly NextCommand[], view: TextView): string[] {
  const column = Math.max(0, ...commands.map(({ command }) => widthOf(safeText(command))));
  return commands.flatMap(({ command, does }) => {
    const words = safeText(command);
    return does === "" ? [`  ${words}`] : besides("  ", words, column, "# ", does, view);
  });
}

/** Two columns; where there is no space for both, the right one is below. */
function besides(
  lead: string,
  left: string,
  column: number,
  mark: string,
  right: string,
  { style, width }: TextView,
): readonly string[] {
  const whole = `${lead}${padTo(left, column)}  ${style.muted(mark + right)}`;
  return widthOf(whole) <= width
    ? [whole]
    : [lead + left, ...hanging(`      ${mark}`, right, width).map((line) => style.muted(line))];
}
