/** Kept resources of a plan, and its fields that cannot be verified. */

import { grouped } from "../../ground/collections.ts";
import { nameIn } from "../../ground/pointer.ts";
import { counted, inDigits, nameText } from "../../ground/words.ts";
import { partsOfAddress } from "../../model/catalog-lookup.ts";
import type { KeepReason, Kept, NotVerified, Plan } from "../../model/model.ts";
import { joinFirst } from "../parts/games.ts";
import type { Content, Words } from "../render/document.ts";
import * as doc from "../render/document.ts";

/** Resources that text lists for each reason to keep them. */
const MOST_KEPT = 10;

/** Says what matches: `The live game matches the manifests: 132 unchanged, 2 kept.` */
export function matchWords(what: string, counts: Readonly<Record<string, number>>): string {
  const isSeen = (counts["not verified"] ?? 0) === 0;
  const parts = countWords(counts);
  return `${what} the manifests${isSeen ? "" : " as far as the service returns it"}${parts === "" ? "" : `: ${parts}`}.`;
}

/** Joins counts without zeros: `132 unchanged, 2 kept`. */
export function countWords(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.map(([word, count]) => `${inDigits(count)} ${word}`).join(", ");
}

const REASONS: Readonly<Record<KeepReason, string>> = {
  "not-pruned": "In no manifest; kept, because prune is off:",
  "still-referenced": "In no manifest; kept, because a kept resource refers to it:",
  "unseen-referrers":
    "In no manifest; kept, because the service does not return everything that may refer to it:",
  "not-targeted": "Different, but not targeted:",
  ignored: "Different in ignored fields (`ignore`):",
  "create-only": "Different, but not updated, because of `create_only`:",
  forgotten: "Kept by `removed` with `keep: true`:",
};

/** Lists kept resources by reason. `ref`: the commit of `--base`. */
export function keptBlocks(
  { kept, not_verified, unknown = [] }: Plan,
  ref: string | undefined,
): Content {
  const deleted = unknown.map((address) => doc.name(address));
  return [
    listUnderTitle(
      "In no manifest; deleted. Add `--base COMMIT` to see which were created outside git:",
      deleted,
    ),
    Object.entries(REASONS).map(([reason, title]) => {
      return listUnderTitle(
        title,
        kept.filter((resource) => resource.reason === reason).map(keptWords),
      );
    }),
    notVerifiedBlocks(not_verified, notComparedTitle(ref)),
  ];
}

function notComparedTitle(ref: string | undefined): string {
  const sent =
    ref === undefined
      ? "with `--base COMMIT`, changes of them are sent"
      : `changes of them since ${ref} are sent`;
  return `Not verified: not shown by the service, so not compared; ${sent}:`;
}

function listUnderTitle(title: string, entries: readonly Words[]): Content {
  return (
    entries.length > 0 && [
      doc.paragraph(title),
      doc.list("resource", entries, { most: MOST_KEPT, isTight: true }),
    ]
  );
}

/** Words a kept resource: its address, its different fields, and the resources that refer to it. */
function keptWords({ address, by = [], fields = [] }: Kept): Words {
  const names = [...new Set(fields.map(({ path }) => nameIn(path)))].join(", ");
  return [
    doc.name(address, "keep"),
    names !== "" && [": ", doc.code(names)],
    by.length > 0 && [", used by ", doc.code(by.map(nameText).join(", "))],
  ];
}

/**
 * Lists unverified fields, with a line for each kind and field: `achievement.rewards of 2
 * resources: dragon-slayer, first-blood`.
 */
export function notVerifiedBlocks(
  unseen: readonly NotVerified[],
  title = "Not verified, because the service does not return it:",
): Content {
  const all = unseen.flatMap(({ address, fields }) => {
    const { kind, custom_id } = partsOfAddress(address);
    return fields.map((field) => ({ field: `${kind}.${field}`, custom_id }));
  });
  const entries = [...grouped(all, ({ field }) => field)].map(([field, those]): Words => {
    const ids = those.map(({ custom_id }) => nameText(custom_id));
    return [
      doc.code(field),
      ` of ${counted(those.length, "resource")}: ${joinFirst(ids, MOST_KEPT)}`,
    ];
  });
  return listUnderTitle(title, entries);
}
