/**
 * Finds the lines of files that reveal secrets. In: a file, and the places of resources. Out: line
 * numbers, counted from 1. A comment directly above a resource is about it.
 */
import type { Secrets } from "../../analysis/secrets.ts";
import { catalog } from "../../catalog/index.ts";
import { append, memoizedBy } from "../../ground/collections.ts";
import { CREATE_ONLY, IGNORE } from "../../manifest/forms.ts";
import { customIdOf, kindAt, namesOf } from "../../model/catalog-lookup.ts";
import type { Address, DesiredGame, Source } from "../../model/model.ts";

/** The first and the last line of a resource. */
interface ResourceLines {
  readonly address: Address;
  readonly from: number;
  readonly to: number;
}

/** A file by its name in places, with its text. */
interface NamedText {
  readonly name: string;
  readonly text: string;
}

type SecretPlaces = Pick<Secrets, "addresses" | "sources">;

/**
 * Returns the lines that are secret. In a file of manifests, these are the lines of secrets, and
 * those that belong to no resource and may be about one. A file that declares nothing, such as one
 * of scenarios, is secret as a whole if it names a secret.
 */
export function findSecretLines(
  { name, text }: NamedText,
  { addresses, sources }: SecretPlaces,
): ReadonlySet<number> {
  if (addresses.size === 0) return new Set();
  const lines = text.split("\n");
  const resources = sources && listResourceLines(sources).get(name);
  if (resources === undefined) {
    const all = namesSecret(text, addresses) ? lines.keys() : [];
    return new Set([...all].map((index) => index + 1));
  }
  const open = new Set<number>();
  const secret = new Set<number>();
  for (const { address, from, to } of resources) {
    const found = addresses.has(address) ? secret : open;
    for (let line = findFirstComment(lines, from); line <= to; line += 1) found.add(line);
  }
  for (const [index, line] of lines.entries()) {
    if (!open.has(index + 1) && !isFrame(line)) secret.add(index + 1);
  }
  return secret;
}

/** Lists the lines of resources by file of manifests. */
const listResourceLines = memoizedBy((sources: DesiredGame["sources"]) => {
  const lines = new Map<string, ResourceLines[]>();
  for (const [address, source] of sources) {
    const { source: file, start } = source.locate("", "value");
    append(lines, file.name, { address, from: start.line, to: findLastLine(address, source) });
  }
  return lines;
});

function findLastLine(address: Address, source: Source): number {
  const first = source.locate("", "value");
  const members = [...namesOf(kindAt(catalog, address)), IGNORE, CREATE_ONLY.name];
  // A value of overrides is in another file.
  const ends = members
    .map((name) => source.locate(`/${name}`, "value"))
    .filter((span) => span.source.name === first.source.name)
    .map((span) => span.end.line);
  return Math.max(first.end.line, ...ends);
}

function findFirstComment(lines: readonly string[], line: number): number {
  let first = line;
  while (first > 1 && /^\s*#/.test(lines[first - 2] ?? "")) first -= 1;
  return first;
}

/** Members of `moved` and `removed` entries that are ids or words of laurel. */
const ENTRY_MEMBERS = /"?\b(?:kind|from|to|allow|custom_id|keep)"?\s*:\s*"?[^\s"'#,{}]+"?/g;
const KEYS = /"?\b[a-z_]+"?\s*:(?=\s|$)/g;

/** Whether a line has keys, brackets, ids of entries and blanks only. */
function isFrame(line: string): boolean {
  const rest = line.replaceAll(ENTRY_MEMBERS, "").replaceAll(KEYS, "");
  return /^[\s\-[\]{},]*$/.test(rest);
}

/** Whether a text names one of the resources by its id. */
function namesSecret(text: string, addresses: ReadonlySet<Address>): boolean {
  const words = new Set(text.split(/[\s"'`,;:[\]{}()#]+/));
  return [...addresses].some((address) => words.has(customIdOf(address)));
}
