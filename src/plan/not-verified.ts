/**
 * What cannot be seen. In: both sides under the same ids. Out: the declared resources, with the fields and links that the
 * service does not return: `fields: ["points"]` where it shows no points. A link is named also where the manifests declare no
 * member: one that was removed from them may still be live.
 */
import type { Catalog } from "../catalog/types.ts";
import { inAddressOrder, kindNamed, nameIn, namesOf, valueIn } from "../model/catalog-lookup.ts";
import type { StepResult } from "../model/events.ts";
import type { DesiredGame, LiveGame, NotVerified, Step } from "../model/model.ts";

/** Not of resources that are still to be created, and not what `ignore` and `create_only` leave to the admin panel. */
export function notVerified({ resources }: DesiredGame, live: LiveGame, catalog: Catalog): readonly NotVerified[] {
  const unseen: NotVerified[] = [];
  for (const { address, kind: name, ignore, create_only } of resources.values()) {
    const resource = live.resources.get(address);
    if (resource === undefined || create_only) continue;
    const fields = namesOf(kindNamed(catalog, name)).filter(
      (name) => valueIn(resource, name) === undefined && !ignore.includes(name),
    );
    if (fields.length > 0) unseen.push({ address, fields });
  }
  return inAddressOrder(unseen, catalog);
}

/** The results of the steps of an apply: what was answered with success and cannot be read back is not verified. */
export function withNotVerified(
  results: readonly StepResult[],
  steps: readonly Step[],
  unseen: readonly NotVerified[],
): readonly StepResult[] {
  const fieldsOf = new Map(unseen.map(({ address, fields }) => [address, fields]));
  const changed = new Map(steps.map(({ id, fields }) => [id, fields.map(({ path }) => nameIn(path))]));
  return results.map((result) => {
    const isUnseen = fieldsOf.get(result.address)?.some((name) => changed.get(result.id)?.includes(name)) === true;
    return isUnseen && result.status === "done" ? { ...result, status: "not-verified" } : result;
  });
}
