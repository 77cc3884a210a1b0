/**
 * Blocks of a Markdown page that are made from data, between `<!-- generated: NAME -->` and `<!-- /generated -->`.
 * What stands outside of them belongs to people and stays.
 */

const BLOCK = /(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- \/generated -->)/g;

export interface ReplacedBlocks {
  /** The pages by their paths, as they came in but for the blocks. */
  readonly pages: ReadonlyMap<string, string>;
  /** Sentences: a block that nobody makes, or one that no page has. The pages are usable only without any. */
  readonly problems: readonly string[];
}

/**
 * Puts the texts into their blocks, of which a page may have none, and several pages the same. `pages`: Markdown by
 * path. `texts`: Markdown by the name of the block, without blank lines around it.
 */
export function replaceBlocks(
  pages: ReadonlyMap<string, string>,
  texts: Readonly<Record<string, string>>,
): ReplacedBlocks {
  const found = new Set<string>();
  const unknown: string[] = [];
  const replaced = [...pages].map(([path, page]) => {
    const text = page.replace(BLOCK, (block: string, open: string, name: string, close: string) => {
      found.add(name);
      const own = texts[name];
      if (own === undefined) unknown.push(`${path}: nothing makes block "${name}"`);
      return own === undefined ? block : `${open}\n${own.trim()}\n\n${close}`;
    });
    return [path, text] as const;
  });
  const missing = Object.keys(texts)
    .filter((name) => !found.has(name))
    .map((name) => `no page has the block "${name}": write <!-- generated: ${name} --> and <!-- /generated -->`);
  return { pages: new Map(replaced), problems: [...unknown, ...missing] };
}
