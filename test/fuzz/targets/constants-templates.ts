/** Templates for `laurel codegen`: read, and where they have no mistake made into constants of every language. */
import { catalog } from "../../../src/catalog/index.ts";
import { sourceText } from "../../../src/text/parts.ts";
import { type IdsOfKind, renderConstants, VOCABULARY } from "../../../src/view/codegen/constants.ts";
import { LANGUAGES } from "../../../src/view/codegen/languages.ts";
import { parseTemplate } from "../../../src/view/codegen/template.ts";
import { readCorpus } from "../corpus.ts";
import { NASTY_TEXTS } from "../nasty.ts";
import type { Random } from "../random.ts";
import { checkPlaces, insist, type Target } from "../target.ts";
import { mutatedText } from "../text-mutations.ts";

interface TemplateInput {
  readonly template: string;
  /** Said of each id. */
  readonly words: string;
}

const FILE = "own.mustache";
const NAMES = [
  "namespace",
  "kinds",
  "constants",
  "kind",
  "block",
  "id",
  "identifier",
  "comment",
  "isLast",
  "__proto__",
];
const SIGNS = ["", "#", "^", "/", "!", "{", "&", ">", " "];

export const constantsTemplates: Target<TemplateInput> = {
  name: "templates of constants",
  share: 20,
  open: async (root) => {
    const { templates } = readCorpus(root);
    return {
      make: (random) => ({ template: changed(templates, random), words: random.pick(NASTY_TEXTS) }),
      run: async (input) => render(input),
      close: async () => undefined,
    };
  },
};

function changed(templates: readonly string[], random: Random): string {
  let template = random.pick(templates);
  const tags = random.below(4);
  for (let count = 0; count < tags; count += 1) {
    const at = random.below(template.length + 1);
    const tag = `{{${random.pick(SIGNS)}${random.pick(NAMES)}}}`;
    const times = random.chance(0.1) ? 3000 : 1 + random.below(3);
    template = template.slice(0, at) + tag.repeat(times) + template.slice(at);
  }
  return random.chance(0.5)
    ? mutatedText(template, 1 + random.below(3), [...templates, ...NASTY_TEXTS], random)
    : template;
}

function render({ template, words }: TemplateInput): void {
  const { value, diagnostics } = parseTemplate(sourceText(FILE, template), VOCABULARY);
  insist((value === undefined) === diagnostics.length > 0, () => "a template with mistakes, or none without");
  checkPlaces(diagnostics, new Map([[FILE, template]]));
  if (value === undefined) return;
  const kinds = catalog.map((kind): IdsOfKind => {
    const ids = ["a", "a-b", "a_b", "0"].map((custom_id) => ({ custom_id, name: words, description: words }));
    return { kind, ids };
  });
  for (const language of Object.values(LANGUAGES)) {
    const made = renderConstants(value, kinds, language);
    insist(made === renderConstants(value, kinds, language), () => "the same game gives other constants");
    insist(made.endsWith("\n"), () => "the constants end without a line break");
  }
}
