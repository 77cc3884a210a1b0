/** Conflicts of a pull from a base: what both sides have changed, in different ways. */
import { pointerText } from "../ground/pointer.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import type { Address, DesiredGame } from "../model/model.ts";
import { type CausedChange, valueText } from "../plan/differences.ts";
import type { LiveRename } from "./live-renames.ts";

/**
 * A value that both sides have changed since the base. `path` is empty where one side deletes the
 * resource.
 */
export function conflictOf(
  { path, ...values }: Pick<CausedChange, "path" | "before" | "after" | "base">,
  address: Address,
  { sources, resources }: Pick<DesiredGame, "sources" | "resources">,
): Diagnostic {
  const [live, declared, then] = [values.before, values.after, values.base].map(valueText);
  const deleted = resources.has(address)
    ? `${address} was deleted live, and has been changed in the manifests since the base.`
    : `${address} is deleted in the manifests, and was changed live since the base.`;
  const name = pointerText(path);
  const changed = `${address} ${name}: live ${live}, in the manifests ${declared}, at the base ${then}.`;
  const primary = labelAt(
    sources.get(address),
    path,
    path === "" ? "changed here, and deleted live" : "changed here, and live",
  );
  return diagnostic("pull-conflict", path === "" ? deleted : changed, {
    address,
    help: PREFER_HELP,
    primary,
  });
}

const PREFER_HELP = [
  "to take the live values: --prefer live; to keep those of the manifests: --prefer files",
];

/** A resource that the manifests no longer declare, and that was renamed live. */
export function renamedAndDeleted({ kind, from, to }: LiveRename): Diagnostic {
  const address = addressOf(kind, from);
  const detail = `${address} is deleted in the manifests, and was renamed live to ${addressOf(kind, to)} since the base.`;
  return diagnostic("pull-conflict", detail, { address, help: PREFER_HELP });
}
