/** What `laurel init` shows when the project is made: the files, what to type next, and what production needs. */
import { both } from "../manifest/wording.ts";
import { grouped } from "../model/collections.ts";
import type { NotVerified } from "../model/model.ts";
import { type PipelineSetting, PRODUCTION_VARIABLES } from "../project/new-project.ts";
import { DEFAULT_TOKEN } from "../project/variables.ts";
import { notVerifiedBlocks } from "./plan-kept.ts";
import type { Block, Content, Document, Entry, Words } from "./render/document.ts";
import * as doc from "./render/document.ts";

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

export interface MadeProject {
  /** As the user would name it; `.` is the working directory. */
  readonly folder: string;
  /** The command that goes there, from elsewhere. */
  readonly cd?: string;
  readonly files: readonly InitFile[];
  /** Absent when only files of pipelines were added. */
  readonly game?: string;
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

const LINT: readonly [string, string] = ["laurel lint", "do the manifests make sense?"];

/** A line for each file, what to type next, and what production needs. */
export function initDocument({ folder, cd, files, game, pipeline }: MadeProject): Document {
  const place = placeOf(folder);
  const next = commandsTable(
    [cd ?? "", ""],
    ["laurel validate", "are the manifests right?"],
    LINT,
    ["laurel test", "do players earn what they should?"],
    ["laurel plan", "what would change on the embedded service; needs no network"],
    ["laurel apply", "apply it; prompts first"],
  );
  const variables = both([...Object.values(PRODUCTION_VARIABLES), DEFAULT_TOKEN]);
  const production = commandsTable(["laurel plan --env production", "what would change there; writes nothing"]);
  return {
    title:
      game === undefined ? `Added a pipeline to the project in ${place}` : `Created the game "${game}" in ${place}`,
    blocks: [
      filesTable(files),
      game !== undefined && [doc.paragraph("Next:"), next],
      pipeline === undefined
        ? [doc.paragraph(`For the live service, set ${variables}, then:`), production]
        : pipelineBlocks(pipeline),
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
  /** The command that plans the environment. */
  readonly plan: string;
}

export function liveManifestsDocument({ game, environment, files, notVerified, plan }: WrittenGame): Document {
  return {
    title: `Wrote the live game "${game}" (${environment}) as manifests`,
    blocks: [
      filesTable(files),
      notVerifiedBlocks(notVerified),
      doc.paragraph("Next:"),
      commandsTable([plan, "finds nothing to do"], LINT),
    ],
  };
}

const MARKS = { made: doc.painted("+", "create"), left: doc.painted("=", "keep") } as const;

/** From three files of one folder below the project on, they are one row. */
function filesTable(files: readonly InitFile[]): Block {
  const folderOf = ({ file }: InitFile): string => file.slice(0, file.lastIndexOf("/") + 1);
  const alike = grouped(files, (each) => `${each.outcome} ${folderOf(each)} ${each.what}`);
  const rows = [...alike.values()].flatMap((some) => {
    const [first] = some;
    const isFew = first === undefined || folderOf(first) === "" || some.length < 3;
    const shown = isFew ? some : [{ ...first, file: `${folderOf(first)}*` }];
    return shown.map(({ file, outcome, what }) => [[MARKS[outcome], ` ${file}`], doc.painted(what, "muted")]);
  });
  return doc.table("file", ["", ""], rows);
}

/** Commands with what they do; those that are empty are left out. */
function commandsTable(...commands: readonly (readonly [command: string, does: string])[]): Block {
  const rows = commands.flatMap(([command, does]): readonly (readonly Words[])[] =>
    command === "" ? [] : [[command, does !== "" && doc.painted(`# ${does}`, "muted")]],
  );
  return { ...doc.table("command", ["", ""], rows), isTight: true };
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
function pipelineBlocks({ environment, systems, needsCommit }: MadePipeline): Content {
  const steps = systems.flatMap(({ name, settings }): readonly (Words | Entry)[] => {
    const rows = settings.map(({ name: setting, role, what }) => [role, setting, what]);
    return [
      { text: SYSTEMS[name].settings, blocks: doc.table("setting", ["", "", ""], rows) },
      SYSTEMS[name].approval.replace("ENV", () => `"${environment}"`),
    ];
  });
  return [
    doc.paragraph("To start the pipeline:"),
    doc.list(
      "step",
      [
        needsCommit && "In .github/workflows, replace COMMIT by the id of the commit with this release of laurel.",
        ...steps,
        "Commit everything on a branch, and open a pull or merge request.",
      ],
      { isNumbered: true, isTight: true },
    ),
    doc.note("More about each step: docs/guides in laurel's repository", { isTight: false }),
  ];
}
