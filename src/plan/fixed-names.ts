/** What of a resource the service is not known to change after its creation (docs/service.md#kinds). */
import type { Kind } from "../catalog/types.ts";
import type { LiveGame } from "../model/model.ts";
import { writesByEndpoint } from "./diff.ts";

/** The names of changed fields and links that the service is not known to take in PUT. */
export function fixedNames(kind: Kind, names: ReadonlySet<string>, live: LiveGame): readonly string[] {
  const fields = kind.fields.filter((field) => field.createOnly === true && names.has(field.name));
  const links = kind.links.filter((link) => {
    const access = live.access.get(`${kind.name}.${link.name}`);
    return names.has(link.name) && !writesByEndpoint(link, kind, live) && access?.read !== "record";
  });
  return [...fields, ...links].map(({ name }) => name);
}
