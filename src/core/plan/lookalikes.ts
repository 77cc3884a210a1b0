/**
 * Points out a deletion and a creation that look like a rename. In: changes and what is kept. Out: warnings with the
 * `moved` entry to paste; without it, players lose what they have on the old resource.
 */
import type { Catalog, Kind } from "../../catalog/types.ts";
import { kindNamed } from "../catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../diagnostics.ts";
import type { Change, Desired, Kept, Live, LiveGame } from "../model.ts";
import { fieldChanges } from "./diff.ts";
import { movedLine } from "./moved-line.ts";

export function lookalikes(
  changes: readonly Change[],
  kept: readonly Kept[],
  live: LiveGame,
  catalog: Catalog,
): readonly Diagnostic[] {
  const created = changes.flatMap((change) =>
    change.action === "create" && change.replaces === undefined ? [change.desired] : [],
  );
  const gone = changes.flatMap((change) =>
    change.action === "delete" && change.removed === undefined && change.replaces === undefined ? [change.live] : [],
  );
  const left = kept.flatMap(({ address, reason }) =>
    reason === "not-pruned" ? (live.resources.get(address) ?? []) : [],
  );
  const taken = new Set<Live>();
  return created.flatMap((desired) => {
    const kind = kindNamed(catalog, desired.kind);
    const twin = [...gone, ...left].find(
      (each) => !taken.has(each) && each.kind === desired.kind && isAlike(kind, desired, each),
    );
    if (twin === undefined) return [];
    taken.add(twin);
    const fate = gone.includes(twin) ? "would be deleted" : "stays";
    return [
      diagnostic(
        "looks-like-rename",
        `${desired.address} would be created, and ${twin.address}, which is like it, ${fate}.`,
        {
          address: desired.address,
          help: [
            "if it is the same one under a new id, add to the manifests:",
            `  ${movedLine(twin, desired.custom_id)}`,
          ],
        },
      ),
    ];
  });
}

/** The same name, or everything the same but the name, if there is more to it than defaults. */
function isAlike(kind: Kind, desired: Desired, live: Live): boolean {
  const fields = kind.fields.filter(({ type }) => type !== "id");
  const differing = fields.filter(({ name }) => fieldChanges("", live.body[name], desired.body[name]).length > 0);
  if (fields.some(({ unique, name }) => unique === true && live.body[name] === desired.body[name])) return true;
  const telling = fields.filter(
    ({ name, unique, default: fallback }) => unique !== true && (desired.body[name] ?? null) !== (fallback ?? null),
  );
  return differing.every(({ unique }) => unique === true) && telling.length > 1;
}
