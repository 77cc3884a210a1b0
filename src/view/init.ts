/** What `init` and `serve` show: what is there, what to type next, and what is left to do for a pipeline. */
import { grouped } from "../ground/collections.ts";
import { inQuotes } from "../ground/words.ts";
import type { LiveManifests } from "../workflow/from-live.ts";
import type { MadeFiles } from "../workflow/init.ts";
import type { PipelineSteps } from "../workflow/init-pipelines.ts";
import type { PipelineName } from "../workflow/options.ts";
import type { MadeFile } from "../workflow/run.ts";
import { notVerifiedBlocks } from "./plan-kept.ts";
import { leftOutWords, waitingWords } from "./pull.ts";
import type { Block, Content, Document, Words } from "./render/document.ts";
import * as doc from "./render/document.ts";

const LINT: readonly [string, string] = ["laurel lint", "do the manifests make sense?"];

/** `folder`: as the user would name it. `cd`: the command that goes there, from elsewhere. */
export function initDocument({ files, game, pipeline }: MadeFiles, folder: string, cd?: string): Document {
  const where = folder === "." ? "this folder" : folder;
  const next = commandsTable([
    ...(cd === undefined ? [] : [[cd, ""] as const]),
    ["laurel validate", "are the manifests right?"],
    LINT,
    ["laurel test", "do players earn what they should?"],
    ["laurel plan", "what would change on the embedded service; needs no network"],
    ["laurel apply", "apply it; prompts first"],
    ["laurel plan --env production", "what would change live; first, set the variables in laurel.yaml"],
  ]);
  return {
    title:
      game === undefined
        ? `Added a pipeline to the project in ${where}`
        : `Created the game ${inQuotes(game)} in ${where}`,
    blocks: [
      filesTable(files),
      game !== undefined && [doc.paragraph("Next:"), next],
      pipeline && [doc.paragraph("To start the pipeline:"), pipelineSteps(pipeline)],
    ],
  };
}

/** `plan`: the command that plans the environment. */
export function liveManifestsDocument(
  { game, environment, files, notVerified, leftOut, waiting }: LiveManifests,
  plan: string,
): Document {
  const isWhole = leftOut + waiting.length === 0;
  return {
    title: `Wrote the live game ${inQuotes(game)} (${environment}) as manifests`,
    blocks: [
      filesTable(files),
      notVerifiedBlocks(notVerified),
      waiting.length > 0 && doc.paragraph(waitingWords(waiting)),
      leftOut > 0 && doc.paragraph(leftOutWords({ leftOut }).join(" ")),
      doc.paragraph("Next:"),
      commandsTable([[plan, isWhole ? "finds nothing to do" : "finds nothing else to do"], LINT]),
    ],
  };
}

const MARKS = { made: doc.painted("+", "create"), left: doc.painted("=", "keep") } as const;

/** Files of one folder below the project are one row. */
function filesTable(files: readonly MadeFile[]): Block {
  const folderOf = (file: string): string => file.slice(0, file.lastIndexOf("/") + 1);
  const alike = grouped(files, ({ file, outcome, what }) => `${outcome} ${folderOf(file) || file} ${what}`);
  const rows = [...alike.values()].flatMap(([first, ...others]): readonly (readonly Words[])[] => {
    if (first === undefined) return [];
    const { file, outcome, what } = first;
    const name = others.length === 0 ? file : `${folderOf(file)}*`;
    return [[[MARKS[outcome], ` ${name}`], doc.painted(what, "muted")]];
  });
  return doc.table("file", ["", ""], rows);
}

function commandsTable(commands: readonly (readonly [command: string, does: string])[]): Block {
  const rows = commands.map(([command, does]) => [command, does !== "" && doc.painted(`# ${does}`, "muted")]);
  return { ...doc.table("command", ["", ""], rows), isTight: true, isWhole: true };
}

/** Where to set secrets and variables, and who can look at a plan before it is applied. */
const SYSTEMS: Readonly<Record<PipelineName, string>> = {
  github:
    "On GitHub, set them under Settings > Secrets and variables > Actions. Under Settings > Environments, create ENV with required reviewers. Without it, a merge is applied at once.",
  gitlab:
    "On GitLab, set them under Settings > CI/CD > Variables (masked if secret, not protected). Under Settings > CI/CD > Protected environments, protect ENV: those who may deploy there start the apply.",
  shell:
    "For laurel-ci.sh, put laurel on the PATH, outside of the checkout. The comment in the file says what each job calls.",
};

function pipelineSteps({ environment, systems, settings, needsCommit }: PipelineSteps): Content {
  const rows = settings.map(({ name, role, what }) => [role, name, what]);
  const steps = [
    needsCommit && "In .github/workflows, replace COMMIT by the id of the commit with this release of laurel.",
    { text: "Set these in your CI:", blocks: doc.table("setting", ["", "", ""], rows) },
    ...systems.map((name) => SYSTEMS[name].replace("ENV", () => inQuotes(environment))),
    "Commit everything on a branch, and open a pull or merge request.",
  ];
  return doc.list("step", steps, { isNumbered: true, isTight: true });
}

/** The address and the token of the service, with the project file that points laurel at it. */
export function servingDocument(url: string, token: string): Document {
  const project = [
    "version: 1",
    `service: { base_url: ${inQuotes(url)} }`,
    "games: { my-game: { manifests: my-game, environments: { local: { game_id: my-game } } } }",
  ];
  return {
    title: "",
    blocks: [
      doc.paragraph(["The embedded service listens at ", doc.strong(url)]),
      doc.paragraph("In another terminal:"),
      doc.listing([doc.code(`export LAUREL_API_TOKEN=${token}`), "laurel plan"]),
      doc.paragraph("with this laurel.yaml:"),
      doc.listing(project),
      doc.paragraph("Ctrl-C stops it.", { role: "muted" }),
    ],
  };
}
