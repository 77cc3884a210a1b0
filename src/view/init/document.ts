/**
 * The documents of `init` and `serve`: the files, the next commands, and the setup of a pipeline.
 */
import { grouped } from "../../ground/collections.ts";
import { both, inQuotes } from "../../ground/words.ts";
import type { PipelineSetting } from "../../project/new-project.ts";
import type { LiveManifests } from "../../workflow/from-live.ts";
import type { MadeFiles } from "../../workflow/init.ts";
import type { PipelineName, PipelineSetup } from "../../workflow/init-pipelines.ts";
import type { MadeFile } from "../../workflow/run.ts";
import { notVerifiedBlocks } from "../plan/kept.ts";
import { leftOutWords, waitingWords } from "../pull/document.ts";
import type { Block, Content, Document, Entry, Words } from "../render/document.ts";
import * as doc from "../render/document.ts";

const LINT: readonly [string, string] = ["laurel lint", "do the manifests make sense?"];

/**
 * Lists the files of a new project and the next commands. `folder`: the user's name for the folder.
 * `cd`: the command that changes to the folder; absent if the user is there.
 */
export function initDocument(
  { files, game, setups }: MadeFiles,
  folder: string,
  cd?: string,
): Document {
  const where = folder === "." ? "this folder" : folder;
  const next = commandsTable([
    ...(cd === undefined ? [] : [[cd, ""] as const]),
    ["laurel validate", "are the manifests right?"],
    LINT,
    ["laurel test", "do players earn what they should?"],
    ["laurel plan", "what would change on the embedded service; needs no network"],
    ["laurel apply", "apply it; prompts first"],
    [
      "laurel plan --env production",
      "what would change live; first, set the variables in laurel.yaml",
    ],
  ]);
  return {
    title:
      game === undefined
        ? `Added a pipeline to the project in ${where}`
        : `Created the game ${inQuotes(game)} in ${where}`,
    blocks: [
      filesTable(files),
      game !== undefined && [doc.paragraph("Next:"), next],
      setups.map(setupSteps),
    ],
  };
}

/**
 * Lists the files of live manifests and the next commands. `plan`: the command that plans the
 * environment.
 */
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

const MARKS = { made: doc.paint("+", "create"), left: doc.paint("=", "keep") } as const;

/** Lists the files. Similar files of one folder below the project share a row. */
function filesTable(files: readonly MadeFile[]): Block {
  const folderOf = (file: string): string => file.slice(0, file.lastIndexOf("/") + 1);
  const alike = grouped(
    files,
    ({ file, outcome, what }) => `${outcome} ${folderOf(file) || file} ${what}`,
  );
  const rows = [...alike.values()].flatMap(([first, ...others]): readonly (readonly Words[])[] => {
    if (first === undefined) return [];
    const { file, outcome, what } = first;
    const name = others.length === 0 ? file : `${folderOf(file)}*`;
    return [[[MARKS[outcome], ` ${name}`], doc.paint(what, "muted")]];
  });
  return doc.table("file", ["", ""], rows);
}

function commandsTable(commands: readonly (readonly [command: string, does: string])[]): Block {
  const rows = commands.map(([command, does]) => [
    command,
    does !== "" && doc.paint(`# ${does}`, "muted"),
  ]);
  return { ...doc.table("command", ["", ""], rows), isTight: true, isWhole: true };
}

/** A step for a person. */
type SetupStep = Words | Entry;

/** Setup steps of each system, one for each place. */
const SYSTEMS: Readonly<Record<PipelineName, (setup: PipelineSetup) => readonly SetupStep[]>> = {
  github: ({ environment, branch, settings, needsCommit }) => [
    needsCommit &&
      "In .github/workflows, replace COMMIT by the id of the commit with this release of laurel.",
    settingsStep(
      "Settings > Secrets and variables > Actions: set these. Every branch can use the secret: take a token that can only read.",
      settings,
    ),
    `Settings > Environments: create ${inQuotes(environment)} with required reviewers, for deployments from ${branch} only. Save the token that may write there, again as ${joinSecrets(settings)}.`,
    "Settings > Actions > General: allow GitHub Actions to create and approve pull requests, or delete laurel-drift.yml.",
    `Settings > Rules > Rulesets: for ${branch}, require pull requests, a review from code owners, the check "plan", and branches that are up to date or a merge queue.`,
    "In .github/CODEOWNERS, name the owners of /.github/ and laurel.yaml.",
  ],
  gitlab: ({ environment, branch, settings }) => [
    settingsStep(
      "Settings > CI/CD > Variables: set these, the secrets masked and hidden. Merge requests can't use protected ones, so that only LAUREL_GITLAB_TOKEN is protected: take a token of the service that can only read.",
      settings,
    ),
    `In the same place, save the service's token that may write under the same name: protected, for the environment ${inQuotes(environment)} only.`,
    `Settings > CI/CD > Protected environments: protect ${inQuotes(environment)}. Those who may deploy there start the apply.`,
    'Settings > Merge requests: select "Pipelines must succeed", and enable merged results pipelines if GitLab has them.',
    `Settings > Access tokens: create the project access token for LAUREL_GITLAB_TOKEN. Build > Pipeline schedules: run ${branch} every morning. Or delete the job laurel:drift.`,
    "In CODEOWNERS, name the owners of .gitlab-ci.yml, laurel.gitlab-ci.yml and laurel.yaml.",
  ],
  shell: ({ environment, branch, settings }) => [
    settingsStep(
      "In your CI, where no pull request can change them, set these. Take a token that can only read, and never give it to forks.",
      settings,
    ),
    `Give the job that applies to ${inQuotes(environment)}, and no other, the token that may write. Let it wait for an approval, and run one at a time.`,
    branch !== "main" && `Set DEFAULT_BRANCH to ${branch}, too.`,
    "Put laurel on the PATH, outside of the checkout. The comment in laurel-ci.sh says what each job calls.",
  ],
};

/** Makes a step that sets secrets and variables. */
function settingsStep(text: string, settings: readonly PipelineSetting[]): Entry {
  const rows = settings.map(({ name, role, what }) => [role, name, what]);
  return { text, blocks: doc.table("setting", ["", "", ""], rows) };
}

/** Name of each system in the title of its steps. */
const PLACES: Readonly<Record<PipelineName, string>> = {
  github: "on GitHub",
  gitlab: "on GitLab",
  shell: "with laurel-ci.sh",
};

function setupSteps(setup: PipelineSetup): Content {
  const { system } = setup;
  const request = system === "gitlab" ? "merge request" : "pull request";
  const steps = [
    ...SYSTEMS[system](setup),
    `Commit everything on a branch, and open a ${request}.`,
  ];
  return [
    doc.paragraph(`To start the pipeline ${PLACES[system]}:`),
    doc.list("step", steps, { isNumbered: true, isTight: true }),
  ];
}

function joinSecrets(settings: readonly PipelineSetting[]): string {
  return both(settings.filter(({ role }) => role === "secret").map(({ name }) => name));
}

/** Shows the address and the token of the service, with a project file that points laurel at it. */
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
