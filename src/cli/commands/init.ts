/**
 * `laurel init [folder]`: makes a project that validates and plans at once, or adds a pipeline to one that is there.
 * Everything is known and checked before the first file is written; what is there stays, but for lines that
 * `.gitignore` gets at its end.
 */
import { dirname, join, resolve } from "node:path";
import { ignoring } from "../../files/gitignore.ts";
import { findProjectFile, isTaken, PROJECT_FILE } from "../../files/paths.ts";
import { shownPath } from "../../files/read.ts";
import { alreadyThere, type FileText, removeFiles, writeFiles, writeWhole } from "../../files/write.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../../model/diagnostics.ts";
import { productionVariables } from "../../project/new-project.ts";
import { type MadeFile, type MadeProject, renderBeginning, renderInitText } from "../../view/init-text.ts";
import { type Answers, type Ask, readAnswers, wrongFlags } from "../../workflow/init-answers.ts";
import { outsideOfRoot } from "../../workflow/pipeline-files.ts";
import { PIPELINES } from "../../workflow/pipelines.ts";
import {
  liveManifests,
  livePlaces,
  newProject,
  PRODUCTION,
  type ProjectFile,
  pipelineFiles,
  projectFiles,
} from "../../workflow/project-files.ts";
import { type Flags, flag, text, texts } from "../args/command.ts";
import { shellLine } from "../args/shell-line.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { type Interrupts, withInterrupts } from "../interrupts.ts";
import type { Ports } from "../ports.ts";
import { openScreen, type Screen } from "../terminal/screen.ts";

/** What came of it; without a project and without a problem, the questions were ended. */
interface Outcome {
  readonly made?: MadeProject;
  readonly diagnostics: readonly Diagnostic[];
}

export async function initCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  const folder = resolve(ports.cwd, text(flags, "folder") ?? ".");
  return withInterrupts(ports, async (interrupts) => {
    const { made, diagnostics } = await init(folder, flags, ports, screen, interrupts);
    screen.report(diagnostics);
    if (made !== undefined) ports.stdout.write(renderInitText(made, screen.result));
    if (made !== undefined || hasErrors(diagnostics)) return exitCodeOf(diagnostics);
    screen.note("Nothing was written.");
    return EXIT.failed;
  });
}

async function init(
  folder: string,
  flags: Flags,
  ports: Ports,
  screen: Screen,
  interrupts: Interrupts,
): Promise<Outcome> {
  const wrong = wrongFlags(flags);
  if (wrong.length > 0) return { diagnostics: wrong };
  const project = await findProjectFile(folder);
  const isThere = project !== undefined && dirname(project) === folder;
  if (isThere && isPipelineOnly(flags)) return addPipelines(folder, flags, ports);
  if (project !== undefined)
    return { diagnostics: [isThere ? projectThere(folder, ports) : nested(folder, project, flags, ports)] };

  const ask: Ask = ports.canAsk && !screen.isLog && flag(flags, "yes") !== true ? ports.ask : undefined;
  if (ask !== undefined) screen.note(renderBeginning(shownPath(folder, ports.cwd), screen.notes));
  const answered = await readAnswers(flags, ask, folder, ports.env, screen.notes.width);
  if (ask !== undefined) screen.note("");
  if (answered.value === undefined) return { diagnostics: answered.diagnostics };
  const answers = answered.value;
  const files = await projectFiles(answers);
  const places = [...files.map(({ place }) => place), ...(answers.start === "live" ? livePlaces(answers) : [])];
  const problem =
    (await outsideOfRoot(folder, answers.pipelines, ports.cwd)) ?? (await inTheWay(folder, files, places, ports));
  if (problem !== undefined) return { diagnostics: [problem] };
  const live = answers.start === "live" ? await liveManifests(answers, folder, flags, ports, screen, interrupts) : NONE;
  if (live.files === undefined || interrupts.signal() !== undefined) return { diagnostics: live.diagnostics };
  const [first, ...rest] = files;
  const all = first === undefined ? [] : [first, ...live.files, ...rest];
  const { made, diagnostics } = await write(folder, all, true, ports);
  const game = madeGame(answers, folder, flags, ports);
  return {
    diagnostics: [...live.diagnostics, ...diagnostics],
    ...(made === undefined ? {} : { made: { ...made, game, hasPipeline: answers.pipelines.length > 0 } }),
  };
}

const NONE = { files: [], diagnostics: [] };

/** Whether the command line asks for the files of a pipeline and says nothing about a game. */
function isPipelineOnly(flags: Flags): boolean {
  const about = ["game-name", "base-url", "game-id", "empty", "from-live"];
  return namedPipelines(flags).length > 0 && about.every((name) => flags[name] === undefined);
}

function namedPipelines(flags: Flags): Answers["pipelines"] {
  return PIPELINES.filter((name) => texts(flags, "ci").includes(name));
}

async function addPipelines(folder: string, flags: Flags, ports: Ports): Promise<Outcome> {
  const names = namedPipelines(flags);
  const files = await pipelineFiles(names);
  const places = files.map(({ place }) => place);
  const problem = (await outsideOfRoot(folder, names, ports.cwd)) ?? (await inTheWay(folder, files, places, ports));
  if (problem !== undefined) return { diagnostics: [problem] };
  const { made, diagnostics } = await write(folder, files, false, ports);
  return { diagnostics, ...(made === undefined ? {} : { made: { ...made, hasPipeline: true } }) };
}

/** The refusal that names everything in the way, found before a live game is read. */
async function inTheWay(
  folder: string,
  files: readonly ProjectFile[],
  places: readonly string[],
  { cwd }: Ports,
): Promise<Diagnostic | undefined> {
  const optional = new Set(files.filter(({ orElse }) => orElse !== undefined).map(({ place }) => place));
  const needed = places.filter((place) => !optional.has(place)).map((place) => join(folder, place));
  return alreadyThere(needed, cwd, (them) => [
    `move ${them} away, or make the project in another folder: laurel init FOLDER`,
  ]);
}

/** Writes all of the files or none. `.gitignore` comes last, so that nothing of it has to be taken back. */
async function write(
  folder: string,
  files: readonly ProjectFile[],
  isNew: boolean,
  { cwd }: Ports,
): Promise<{ readonly made?: Pick<MadeProject, "folder" | "files">; readonly diagnostics: readonly Diagnostic[] }> {
  const ignore = isNew ? await ignoring(join(folder, ".gitignore"), ".laurel", cwd) : NONE;
  if (hasErrors(ignore.diagnostics)) return { diagnostics: ignore.diagnostics };
  const change = "value" in ignore ? ignore.value : undefined;
  const left = new Set<string>();
  for (const { place, orElse } of files) {
    if (orElse !== undefined && (await isTaken(join(folder, place)))) left.add(place);
  }
  const texts = files
    .filter(({ place }) => !left.has(place))
    .map(({ place, ...file }) => ({ ...file, path: join(folder, place) }));
  const made = change?.isThere === false ? [...texts, change] : texts;
  // With its project file a folder is a project: it comes last, so that a run that is killed leaves a whole one or none.
  const isProject = ({ path }: FileText): boolean => path === join(folder, PROJECT_FILE);
  const inOrder = [...made.filter((file) => !isProject(file)), ...made.filter(isProject)];
  const { written, problem } = await writeFiles(inOrder, false, cwd);
  if (problem !== undefined) return { diagnostics: [problem] };
  if (change?.isThere === true) {
    const failed = await writeWhole(change.path, change.text, cwd);
    if (failed !== undefined) {
      await removeFiles(written);
      return { diagnostics: [failed] };
    }
  }
  const told = files.map(({ place, what, orElse }): MadeFile => {
    return left.has(place)
      ? { file: place, outcome: "left", what: orElse ?? what }
      : { file: place, outcome: "made", what };
  });
  const ignored: MadeFile[] =
    change === undefined
      ? []
      : [{ file: ".gitignore", outcome: change.isThere ? "changed" : "made", what: "leaves out .laurel/" }];
  return { made: { folder: shownPath(folder, cwd), files: [...told, ...ignored] }, diagnostics: [] };
}

function madeGame(answers: Answers, folder: string, flags: Flags, { cwd }: Ports): NonNullable<MadeProject["game"]> {
  const shown = shownPath(folder, cwd);
  const insecure = flag(flags, "allow-insecure-http") === true ? ["--allow-insecure-http"] : [];
  const planLive = shellLine(["laurel", "plan", "--env", PRODUCTION, ...insecure]);
  const lint = { command: "laurel lint", does: "do the manifests make sense?" };
  const go = shown === "." ? [] : [{ command: shellLine(["cd", shown]), does: "" }];
  const local = [
    { command: "laurel plan", does: "what would change on the embedded service; needs no network" },
    { command: "laurel apply", does: "make it so; asks first" },
  ];
  if (answers.start === "live") {
    return { name: answers.game, next: [...go, { command: planLive, does: "finds nothing to do" }, lint, ...local] };
  }
  const test =
    answers.start === "example" ? [{ command: "laurel test", does: "do players earn what they should?" }] : [];
  const validate = { command: "laurel validate", does: "are the manifests right?" };
  return {
    name: answers.game,
    next: [...go, validate, lint, ...test, ...local],
    production: {
      variables: [...productionVariables(newProject(answers)), "LAUREL_API_TOKEN"],
      command: planLive,
      does: "what would change there; writes nothing",
    },
  };
}

function projectThere(folder: string, { cwd }: Ports): Diagnostic {
  const shown = shownPath(join(folder, PROJECT_FILE), cwd);
  const detail = `Nothing is written, because there is a project already: ${shown}.`;
  const help = [
    "to add a game, write it into that file, under games",
    "to add the files of a pipeline: laurel init --ci github (or gitlab, or shell)",
  ];
  return diagnostic("file-exists", detail, { help });
}

function nested(folder: string, project: string, flags: Flags, { cwd }: Ports): Diagnostic {
  const shown = shownPath(project, cwd);
  const place = shownPath(folder, cwd);
  const above = `a folder above ${place === "." ? "this one" : place}`;
  const detail = `Nothing is written, because there is a project in ${above}: ${shown}. With two project files, it would depend on where a command is typed which of them it takes.`;
  const help = [`add the game to ${shown}, under games, with a folder of its own for its manifests`];
  const pipelines = namedPipelines(flags).flatMap((name) => ["--ci", name]);
  if (pipelines.length > 0) {
    const go = shellLine(["cd", shownPath(dirname(project), cwd)]);
    help.push(`to add the pipeline to that project: (${go} && ${shellLine(["laurel", "init", ...pipelines])})`);
  }
  return diagnostic("nested-project", detail, { help });
}
