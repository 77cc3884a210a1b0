/** Project files, with every choice of game and environment and with hostile values of variables. */

import { textOfBytes } from "../../../src/files/read.ts";
import { parseText } from "../../../src/manifest/parse.ts";
import { hasErrors } from "../../../src/model/diagnostics.ts";
import { chooseFolders, chooseGames } from "../../../src/project/choose-games.ts";
import { parseProject } from "../../../src/project/project.ts";
import { plainStyle } from "../../../src/view/render/document.ts";
import { renderDiagnosticsText } from "../../support/diagnostics-text.ts";
import { readCorpus } from "../corpus.ts";
import { NASTY_TEXTS } from "../nasty.ts";
import { checkPlaces, insist, type Target } from "../target.ts";
import { bytesOf, type HostileFile, hostileFile } from "../texts.ts";

interface ProjectInput extends HostileFile {
  readonly variables: Readonly<Record<string, string>>;
  readonly env?: string;
}

const VARIABLES = ["LAUREL_BASE_URL", "LAUREL_GAME_ID_DUNGEON", "HOME"];

export const projects: Target<ProjectInput> = {
  name: "project files",
  share: 60,
  open: async (root) => {
    const { projects: texts, values } = readCorpus(root);
    return {
      make: (random) => {
        const variables = VARIABLES.filter(() => random.chance(0.7)).map((name) => [name, random.pick(NASTY_TEXTS)]);
        const env = random.pick([undefined, undefined, "local", "production", "test", random.pick(NASTY_TEXTS)]);
        return {
          ...hostileFile("laurel.yaml", { texts, values: values.projects }, random),
          variables: Object.fromEntries(variables),
          ...(env === undefined ? {} : { env }),
        };
      },
      run: async (input) => read(input),
      close: async () => undefined,
    };
  },
};

function read(input: ProjectInput): void {
  const { value: file } = textOfBytes(bytesOf(input), input.file);
  if (file === undefined) return;
  const project = parseProject(parseText(file.file, file.text));
  insist((project.value === undefined) === hasErrors(project.diagnostics), () => "a project where there are errors");
  const choice = { games: [], variables: input.variables, ...(input.env === undefined ? {} : { env: input.env }) };
  const chosen =
    project.value === undefined ? [] : [chooseGames(project.value, choice), chooseFolders(project.value, choice)];
  const further = chosen.flatMap(({ diagnostics, games }) => [
    ...diagnostics,
    ...games.flatMap((game) => game.diagnostics),
  ]);
  const diagnostics = [...project.diagnostics, ...further];
  checkPlaces(diagnostics, new Map([[file.file, file.text]]));
  renderDiagnosticsText(diagnostics, { style: plainStyle, textOf: () => file.text });
}
