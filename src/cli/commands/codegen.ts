/** `laurel codegen`: the ids of a game as constants of a programming language. Needs no network. */
import { resolve } from "node:path";
import { readTemplate } from "../../files/assets.ts";
import { diskTree, type FilePorts } from "../../files/disk.ts";
import { isTaken } from "../../files/paths.ts";
import { readOutputFile, shownPath } from "../../files/read.ts";
import { writeWhole } from "../../files/write.ts";
import { MAXIMUM_TEMPLATE } from "../../ground/limits.ts";
import { diagnostic } from "../../model/diagnostics.ts";
import { type SourceFile, sourceFile } from "../../model/source.ts";
import { renderConstants } from "../../view/codegen/constants.ts";
import { constantsView, oldConstantsView } from "../../view/codegen/view.ts";
import { maskLoaded, maskProblems } from "../../view/mask/mask.ts";
import { maskResources } from "../../view/mask/results.ts";
import { loadGames } from "../../workflow/load-games.ts";
import { Stop, unwrap } from "../../workflow/problems.ts";
import { onlyGame } from "../../workflow/selection.ts";
import {
  type CommandContext,
  defineCommand,
  EXIT,
  type Flags,
  type Result,
} from "../command/command.ts";
import { revealSecrets, text, toggle, whichGame } from "../command/options.ts";

const options = {
  language: {
    ...text,
    choices: ["typescript", "csharp", "cpp", "gdscript", "lua"],
    conflicts: "template",
    describe: "Language of the constants",
  },
  template: { ...text, describe: "Mustache template to use in place of a language" },
  out: { ...text, describe: "Write the constants to this file (default: stdout)" },
  check: {
    ...toggle,
    implies: "out",
    describe: "Write nothing; exit with 2 if the file of --out is not current",
  },
  ...whichGame,
  "reveal-secrets": revealSecrets,
} as const;
const examples = [
  ["laurel codegen --language typescript --out src/game-ids.ts", "Write the constants to a file"],
  [
    "laurel codegen --language typescript --out src/game-ids.ts --check",
    "Check in CI that the file is current",
  ],
] as const;

export const definition = defineCommand({ options, examples, run });

type CodegenFlags = Flags<typeof options>;

async function run(flags: CodegenFlags, context: CommandContext): Promise<Result> {
  const { reporter } = context;
  const { cwd } = context.ports;
  const template = await templateOf(flags, context.ports);
  const loaded = await loadGames(flags, context);
  const mask = maskLoaded(loaded, flags);
  const problems = maskProblems(loaded, mask);
  const { choice, desired } = onlyGame(loaded, "Constants are made of");
  const shown = maskResources({ ...desired, game: choice.game }, mask);
  const constants = unwrap(renderConstants(template, shown));
  if (flags.out === undefined) return { view: constantsView(constants, problems) };
  const path = resolve(cwd, flags.out);
  const file = shownPath(path, cwd);
  const before = (await isTaken(path)) ? unwrap(await readOutputFile(path, cwd)).text : undefined;
  // Git may be configured to convert line breaks.
  const isCurrent = before?.replaceAll("\r\n", "\n") === constants;
  if (!isCurrent && flags.check === true) {
    reporter.note(`${file} is not current; run the same command without --check`);
    const change = { file, before, after: constants };
    const view =
      before === undefined
        ? { problems }
        : oldConstantsView({ ...change, before }, { mask, problems });
    return { view, code: EXIT.changes, files: [] };
  }
  const problem = isCurrent ? undefined : await writeWhole(path, constants, cwd);
  if (problem !== undefined) throw new Stop(problem);
  reporter.note(isCurrent ? `${file} is current` : `wrote ${file}`);
  return { view: { problems }, files: [] };
}

async function templateOf(
  { language, template }: CodegenFlags,
  ports: FilePorts,
): Promise<SourceFile> {
  if (template !== undefined) {
    const path = resolve(ports.cwd, template);
    const read = unwrap(await diskTree(ports).read(path, MAXIMUM_TEMPLATE));
    return sourceFile({ ...read, text: read.text.replaceAll("\r\n", "\n") });
  }
  if (language === undefined)
    throw new Stop(diagnostic("usage", "codegen needs --language or --template."));
  const builtIn = readTemplate("codegen", `${language}.mustache`);
  return sourceFile(builtIn);
}
