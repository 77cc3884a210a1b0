/** Why something can never be true, in words and with its place. */
import { counted } from "../../manifest/wording.ts";
import { addressOf } from "../../model/catalog-lookup.ts";
import type { Address, Pointer } from "../../model/model.ts";
import type { WhyNever } from "./certainty.ts";
import type { NeverMet, Requirement } from "./requirements.ts";

/** The part that keeps something from ever being true. */
export interface NeverReason {
  readonly address: Address;
  /** Relative to the resource. */
  readonly pointer: Pointer;
  /** What it refers to that does not exist. */
  readonly missing?: Address;
  /** Whether to point at the key, because the value may be long. */
  readonly isKey?: boolean;
  /** A sentence without capital and full stop. */
  readonly text: string;
}

export function reasonOf(why: WhyNever): NeverReason {
  switch (why.at) {
    case "achievement":
      return {
        address: addressOf("achievement", why.custom_id),
        pointer: "",
        ...(why.missing === undefined ? {} : { missing: addressOf("criteria_group", why.missing) }),
        text:
          why.missing === undefined
            ? "it has no criteria group, so nothing earns it"
            : "its criteria group does not exist",
      };
    case "criterion":
      return reasonOfCriterion(why.requirement, why.why);
    case "empty": {
      const address = addressOf("criteria_group", why.group.custom_id);
      return { address, pointer: "", text: "this group has no members, so it is never true" };
    }
    case "members": {
      const address = addressOf("criteria_group", why.group.custom_id);
      return { address, pointer: "/criteria", isKey: true, text: membersText(why) };
    }
    case "exclusive": {
      const address = addressOf("criteria_group", why.group.custom_id);
      return { address, pointer: "/operator", text: exclusiveText(why) };
    }
  }
}

function membersText({ group, pair }: Extract<WhyNever, { readonly at: "members" }>): string {
  if (pair === undefined) {
    const ids = [...group.criteria, ...group.criteria_groups].map((id) => `"${id}"`);
    return `${ids.length === 2 ? ids.join(" and ") : "its members"} are never true at the same time`;
  }
  const [one, other] = pair.criteria.map(({ criterion }) => `"${criterion.custom_id}"`);
  return pair.isTogether ? `${one} and ${other} exclude each other` : `${one} is never met without ${other}`;
}

function exclusiveText({ areAlike }: Extract<WhyNever, { readonly at: "exclusive" }>): string {
  return areAlike
    ? "its members are met together or not at all, so there is never just one"
    : "its members exclude or imply each other in such a way that there is never just one";
}

const WORDS = { sum: "total", amount: "amount", average: "average" } as const;

function reasonOfCriterion({ criterion, rule, streak }: Requirement, why: NeverMet): NeverReason {
  const address = addressOf("criterion", criterion.custom_id);
  switch (why.cause) {
    case "negative":
      return { address, pointer: "/rule", text: `no ${WORDS[rule.measure]} is below zero` };
    case "action":
      return {
        address,
        pointer: "/custom_action_id",
        missing: addressOf("action", criterion.custom_action_id),
        text: `the action "${criterion.custom_action_id}" does not exist`,
      };
    case "reported":
      return {
        address,
        pointer: "/custom_action_id",
        text: `no action that is reported records "${criterion.custom_action_id}"`,
      };
    case "streak": {
      const [interval, count] = [streak?.interval ?? "days", streak?.count ?? 1];
      const most = counted(why.most, interval.slice(0, -1));
      const text = `the conditions leave at most ${most} in a row, and the streak has ${count}`;
      return { address, pointer: "/streak", text };
    }
    case "conditions": {
      const [first] = why.groups;
      const at = why.isOwn || first === undefined ? address : addressOf("criteria_group", first.custom_id);
      const names = why.groups.map(({ custom_id }) => `"${custom_id}"`).join(" and ");
      const isJoint = why.groups.length > 1 || (why.isOwn && why.groups.length > 0);
      const text = isJoint
        ? `no activity can pass the conditions ${why.isOwn ? "here and " : ""}of ${names}`
        : "no activity can pass these conditions";
      return { address: at, pointer: "/conditions", isKey: true, text };
    }
  }
}
