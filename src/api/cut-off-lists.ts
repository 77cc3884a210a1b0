/** Whether lists that say nothing about pages were whole, which only shows when all of them have been read. */
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Client } from "./client.ts";
import { firstId, isCounted, pageOf } from "./list-pages.ts";

/**
 * Lists that came without a word about pages and were taken for whole, although that is not the form of this service:
 * another list had one, so that something on the way took it off, and maybe records, too. To be asked when all lists have
 * been read, because only then it does not matter which of them came first. A list that is the only one shows by its
 * second page, which has nothing or the same once more.
 */
export async function cutOffLists(client: Client): Promise<readonly Diagnostic[]> {
  const { isCounted: isOther, bare } = client.listForms;
  if (isOther) return [...bare.keys()].sort().map(otherForm);
  const [only, ...others] = bare;
  if (only === undefined || others.length > 0) return [];
  const [path, id] = only;
  const read = await client.read(path, { "page[size]": String(client.page_size), "page[number]": "2" });
  const second = read.outcome === "ok" ? pageOf(read.body) : undefined;
  if (second === undefined || second.records.length === 0) return [];
  return firstId(second) === id && !isCounted(second) ? [] : [otherForm(path)];
}

/** The problem of such a list. */
export function otherForm(path: string): Diagnostic {
  const detail = `The list ${path} came without \`meta\` and \`links\`, and that is not the form of this service: nothing says whether it is whole.`;
  return diagnostic("incomplete-read", detail, {
    help: ["Run again; if it stays so, look at what is between here and the service."],
  });
}
