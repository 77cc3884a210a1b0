/** Answers of the service: every command that asks it, in every form, while answers are spoiled. */
import { EXIT } from "../../../src/cli/command/command.ts";
import { HAZARDS } from "../../../src/model/model.ts";
import { checkRun } from "../outputs.ts";
import type { Random } from "../random.ts";
import { BOARD, openScene } from "../scene.ts";
import { type Spoiling, spoilWith } from "../spoiled-answers.ts";
import { insist, type Target } from "../target.ts";

interface AnswersInput extends Spoiling {
  readonly argv: readonly string[];
  readonly format: string;
  readonly schema?: string;
}

interface Command {
  readonly argv: readonly string[];
  readonly formats: readonly string[];
  readonly schema?: string;
  readonly writes?: true;
}

const REVIEW = ["text", "json", "markdown", "html", "github", "sarif"];
const COMMANDS: readonly Command[] = [
  { argv: ["plan"], formats: REVIEW, schema: "plan" },
  { argv: ["plan", "--detailed-exitcode", "--verbose"], formats: REVIEW, schema: "plan" },
  {
    argv: ["apply", "--yes", ...HAZARDS.flatMap((name) => ["--allow", name])],
    formats: ["text", "json", "markdown"],
    schema: "apply",
    writes: true,
  },
  { argv: ["rankings", BOARD, "--query", "page[size]=5"], formats: ["text", "json"], schema: "rankings" },
  { argv: ["rankings", BOARD, "--player", "lea"], formats: ["text", "json"], schema: "rankings" },
];
const EXITS = [EXIT.done, EXIT.failed, EXIT.changes, EXIT.invalid, EXIT.refused];

export const answers: Target<AnswersInput> = {
  name: "answers",
  share: 40,
  open: async (_, folder) => {
    const scene = await openScene(folder);
    return {
      make,
      run: async (input) => {
        await scene.reset(spoilWith(input));
        const run = await scene.run(input.argv);
        checkRun(run, EXITS, input);
        const mayWrite = input.argv[0] === "apply";
        insist(mayWrite || scene.writes().length === 0, () => `wrote: ${JSON.stringify(scene.writes())}`);
      },
      close: scene.close,
    };
  },
};

function make(random: Random): AnswersInput {
  const command = random.pick([...COMMANDS, ...COMMANDS.filter(({ writes }) => writes)]);
  const format = random.pick(command.formats);
  return {
    argv: [...command.argv, "--format", format],
    format,
    seed: String(random.below(2 ** 32)),
    part: random.pick([1, 0.3, 0.1, 0.05]),
    ...(command.schema === undefined ? {} : { schema: command.schema }),
  };
}
