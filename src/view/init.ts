/** What `laurel init` shows when the project is made. */
import { both } from "../manifest/wording.ts";
import { grouped } from "../model/collections.ts";
import type { NotVerified } from "../model/model.ts";
import type { PipelineSetting } from "../project/new-project.ts";
import { notVerifiedBlocks } from "./plan-kept.ts";
import { type Block, type Document, type Entry, list, painted, paragraph, table } from "./render/document.ts";

/** One file of the new project. */
interface InitFile {
  /** From the project's folder. */
  readonly file: string;
  readonly outcome: "made" | "left";
  /** What it is, or what became of it. */
  readonly what: string;
}

/** What is left to do until a pipeline runs. */
interface MadePipeline {
  readonly environment: string;
  readonly systems: readonly { readonly name: SystemName; readonly settings: readonly PipelineSetting[] }[];
  /** Whether the commit of laurel's action has to be filled in. */
  readonly needsCommit: boolean;
}

type SystemName = "github" | "gitlab" | "shell";

interface NextCommand {
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
    /** With the variables to set before the live service can be used. */
    readonly production: NextCommand & { readonly variables: readonly string[] };
  };
  /** Absent without files of a pipeline. */
  readonly pipeline?: MadePipeline;
}

/** Before the first question. */
export function beginningWords(folder: string): string {
  return `Creating a project in ${placeOf(folder)}. Existing files are kept; Ctrl-C exits without writing anything.`;
}

function placeOf(folder: string): string {
  return folder === "." ? "this folder" : folder;
}

/** A line for each file, what to type next, and what production needs. */
export function initDocument({ folder, files, game, pipeline }: MadeProject): Document {
  const place = placeOf(folder);
  return {
    title:
      game === undefined
        ? `Added a pipeline to the project in ${place}`
        : `Created the game "${game.name}" in ${place}`,
    blocks: [
      filesTable(files),
      ...(game === undefined ? [] : [paragraph("Next:"), commandsTable(game.next)]),
      ...(game === undefined || pipeline !== undefined
        ? []
        : [
            paragraph(`For the live service, set ${both(game.production.variables)}, then:`),
            commandsTable([game.production]),
          ]),
      ...(pipeline === undefined ? [] : pipelineBlocks(pipeline)),
    ],
  };
}

/** The manifests of a live game, with what to type next. */
export interface WrittenGame {
  readonly game: string;
  readonly environment: string;
  readonly files: readonly InitFile[];
  /** What the service does not show. */
  readonly notVerified: readonly NotVerified[];
  readonly next: readonly NextCommand[];
}

export function liveManifestsDocument({ game, environment, files, notVerified, next }: WrittenGame): Document {
  return {
    title: `Wrote the live game "${game}" (${environment}) as manifests`,
    blocks: [filesTable(files), ...notVerifiedBlocks(notVerified), paragraph("Next:"), commandsTable(next)],
  };
}

const MARKS = { made: ["+", "create"], left: ["=", "keep"] } as const;

/** From three files of one folder on, they are one row. */
function filesTable(files: readonly InitFile[]): Block {
  const folderOf = ({ file }: InitFile): string => file.slice(0, file.lastIndexOf("/") + 1);
  const alike = grouped(files, (each) => `${each.outcome} ${folderOf(each)} ${each.what}`);
  const rows = [...alike.values()].flatMap((some) => {
    const [first] = some;
    const one = first === undefined || some.length < 3 ? undefined : { ...first, file: `${folderOf(first)}*` };
    return (one === undefined ? some : [one]).map(({ file, outcome, what }) => {
      const [mark, role] = MARKS[outcome];
      return [[painted(mark, role), ` ${file}`], [painted(what, "muted")]];
    });
  });
  return table("file", ["", ""], rows);
}

function commandsTable(commands: readonly NextCommand[]): Block {
  const rows = commands.map(({ command, does }) => [command, does === "" ? "" : [painted(`# ${does}`, "muted")]]);
  return { ...table("command", ["", ""], rows), isTight: true };
}

/** Where secrets and variables are set, and who can look at a plan before it is applied. */
const SYSTEMS: Readonly<Record<SystemName, { readonly settings: string; readonly approval: string }>> = {
  github: {
    settings: "On GitHub, set under Settings > Secrets and variables > Actions:",
    approval:
      "Under Settings > Environments, create ENV with required reviewers. Without it, a merge is applied at once.",
  },
  gitlab: {
    settings: "On GitLab, set under Settings > CI/CD > Variables (masked if secret, not protected):",
    approval:
      "Under Settings > CI/CD > Protected environments, protect ENV: those who may deploy there start the apply.",
  },
  shell: {
    settings: "In your CI, set:",
    approval: "Put laurel on the PATH, outside of the checkout. The comment in laurel-ci.sh says what each job calls.",
  },
};

/** Numbered steps until the pipelines run. */
function pipelineBlocks({ environment, systems, needsCommit }: MadePipeline): readonly Block[] {
  const commit = "In .github/workflows, replace COMMIT by the id of the commit with this release of laurel.";
  const steps: readonly Entry[] = [
    ...(needsCommit ? [{ text: commit }] : []),
    ...systems.flatMap(({ name, settings }): readonly Entry[] => {
      const rows = settings.map(({ name: setting, role, what }) => [role, setting, what]);
      return [
        { text: SYSTEMS[name].settings, blocks: [table("setting", ["", "", ""], rows)] },
        { text: SYSTEMS[name].approval.replace("ENV", () => `"${environment}"`) },
      ];
    }),
    { text: "Commit everything on a branch, and open a pull or merge request." },
  ];
  return [
    paragraph("To start the pipeline:"),
    ...list("step", steps, { isNumbered: true, isTight: true }),
    paragraph("More about each step: docs/guides in laurel's repository", { role: "muted" }),
  ];
}
