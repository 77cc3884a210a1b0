/**
 * Blocks of a Markdown page that are made from data, between `<!-- generated: NAME -->` and `<!-- /generated -->`.
 * What stands outside of them belongs to people and stays.
 */

const BLOCK = /(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- \/generated -->)/g;

export interface ReplacedBlocks {
  readonly page: string;
  /** Sentences: a block that nobody makes, or one that the page lacks. The page is usable only without any. */
  readonly problems: readonly string[];
}

/** Puts the texts into their blocks. `texts`: Markdown by the name of the block, without blank lines around it. */
export function replaceBlocks(page: string, texts: Readonly<Record<string, string>>): ReplacedBlocks {
  const found = new Set<string>();
  const replaced = page.replace(BLOCK, (block: string, open: string, name: string, close: string) => {
    found.add(name);
    const text = texts[name];
    return text === undefined ? block : `${open}\n${text.trim()}\n\n${close}`;
  });
  const unknown = [...found].filter((name) => texts[name] === undefined).map((name) => `nothing makes block "${name}"`);
  const missing = Object.keys(texts)
    .filter((name) => !found.has(name))
    .map((name) => `there is no block "${name}": write <!-- generated: ${name} --> and <!-- /generated -->`);
  return { page: replaced, problems: [...unknown, ...missing] };
}
