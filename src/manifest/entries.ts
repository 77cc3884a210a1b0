/** `moved` and `removed` entries as they are written: each held against its form, with the place that it has. */
import type { Catalog, Kind } from "../catalog/types.ts";
import { addressOf, addressOrder } from "../model/catalog-lookup.ts";
import { pushAll } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Json } from "../model/json.ts";
import type { Address, Moved, Origin, Removed, Span } from "../model/model.ts";
import { type EntryForm, MOVED } from "./forms.ts";
import { meansDefault, plainValue } from "./hoist.ts";
import type { EntryList } from "./manifest-keys.ts";
import { type MapPart, type Part, sourceOf, spanOf, startSpan } from "./parts.ts";
import { problemAt } from "./problem.ts";
import { shapeChecks } from "./validate.ts";
import { describe, withArticle } from "./wording.ts";

/** A well-formed entry of either sort: which ids it names, and where it stands. */
interface Entry {
  readonly kind: Kind;
  readonly part: MapPart;
}
export interface MovedEntry extends Entry {
  readonly from: string;
  readonly to: string;
}
export interface RemovedEntry extends Entry {
  readonly custom_id: string;
  readonly reason: string;
  /** Whether the resource stays live and is only forgotten. */
  readonly keep: boolean;
}

/** The well-formed entries in the order in which they are written, and what is wrong with the others. */
export interface Entries {
  readonly moved: readonly MovedEntry[];
  readonly removed: readonly RemovedEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

export function readEntries(lists: readonly EntryList[], catalog: Catalog): Entries {
  const moved: MovedEntry[] = [];
  const removed: RemovedEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  const checks = shapeChecks(catalog);
  const seen = new Set<Part>();
  for (const { form, list } of lists) {
    for (const part of list.elements) {
      const isRepeated = seen.has(part);
      seen.add(part);
      if (part.type !== "map") diagnostics.push(notAMapping(part, form));
      else if (isRepeated) diagnostics.push(repeated(part, form));
      else {
        const written = writtenMembers(part, form);
        const found = checks.get(form.key)?.({ part, written, isInPlace: false }) ?? [];
        pushAll(diagnostics, found);
        const kind = catalog.find(({ name }) => name === written.kind);
        if (found.length > 0 || kind === undefined) continue;
        // The form has been checked: every required member is there, and is text.
        const { from = "", to = "", custom_id = "", reason = "" } = written as Readonly<Record<string, string>>;
        if (form.key === MOVED) moved.push({ kind, part, from, to });
        else removed.push({ kind, part, custom_id, reason, keep: written.keep === true });
      }
    }
  }
  return { moved, removed, diagnostics };
}

/** Where a member of an entry is written. */
export function memberSpan({ part }: Entry, name: string): Span {
  return sourceOf(part).locate(`/${name}`, "value");
}

/** The entries without their places, in the order of the catalog, then of ids. */
export function sortedMoved({ moved }: Entries, catalog: Catalog): readonly Moved[] {
  const plain = moved.map(
    (entry): Moved => ({ kind: entry.kind.name, from: entry.from, to: entry.to, origin: originOf(entry) }),
  );
  return sortedBy(plain, ({ kind, from }) => addressOf(kind, from), catalog);
}

/** The same for deletions, or for what is kept. */
export function sortedRemoved({ removed }: Entries, catalog: Catalog, keep: boolean): readonly Removed[] {
  const plain = removed
    .filter((entry) => entry.keep === keep)
    .map(
      (entry): Removed => ({
        kind: entry.kind.name,
        custom_id: entry.custom_id,
        reason: entry.reason,
        origin: originOf(entry),
      }),
    );
  return sortedBy(plain, ({ kind, custom_id }) => addressOf(kind, custom_id), catalog);
}

function sortedBy<T>(entries: readonly T[], address: (entry: T) => Address, catalog: Catalog): readonly T[] {
  const compare = addressOrder(catalog);
  return [...entries].sort((a, b) => compare(address(a), address(b)));
}

function originOf({ part }: Entry): Origin {
  const { file, start } = startSpan(part);
  return { file, line: start.line, column: start.column };
}

function repeated(part: Part, form: EntryForm): Diagnostic {
  return problemAt(
    "contradicting-entry",
    startSpan(part),
    `this ${form.label} is listed a second time through an alias`,
  );
}

function notAMapping(part: Part, form: EntryForm): Diagnostic {
  const label = `${withArticle(form.label)} is a mapping, and this is ${describe(part)}`;
  const required = form.fields.filter((field) => field.required === true);
  const example = required.map(({ name }) => `${name}: …`).join(", ");
  return problemAt("wrong-type", spanOf(part), label, { help: [`write { ${example} }`] });
}

/** Members as their form sees them: what means nothing is left out, and of unknown ones only the name counts. */
function writtenMembers(part: MapPart, form: EntryForm): Readonly<Record<string, Json>> {
  const written: Record<string, Json> = {};
  for (const member of part.members) {
    const { name } = member;
    if (name === "__proto__" || Object.hasOwn(written, name) || meansDefault(member.value)) continue;
    const field = form.fields.find((each) => each.name === name);
    const value = field === undefined ? true : plainValue(field, member.value);
    if (value !== undefined) written[name] = value;
  }
  return written;
}
