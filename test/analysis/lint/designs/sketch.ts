/** Games in short form, for lists of designs: an achievement a line, and actions and criteria made from what it needs. */
import type { Json } from "../../../../src/model/json.ts";

type JsonRecord = Record<string, Json>;

/** `#CRITERION`, or `ACTION [TYPE] RULE [streak] [if CONDITION & CONDITION …]`, such as `race amount lt:300 if activityData:track,eq,alps`. */
export type Need = string;

export interface Needs {
  readonly operator?: "and" | "or" | "xor";
  readonly conditions?: string;
  readonly all: readonly (Need | Needs)[];
}

export interface Goal {
  readonly name: string;
  readonly id?: string;
  readonly description?: string;
  readonly points?: number;
  readonly secret?: boolean;
  readonly rewards?: readonly string[];
  readonly data?: Json;
  readonly needs?: Need | readonly Need[] | Needs;
}

export interface Sketch {
  readonly goals?: readonly Goal[];
  /** What actions have besides their ids, by id. An action that nothing needs is declared here only. */
  readonly actions?: Readonly<Record<string, JsonRecord>>;
  /** Criteria that are written in full, by id. */
  readonly criteria?: Readonly<Record<string, JsonRecord>>;
  readonly rewards?: Readonly<Record<string, JsonRecord>>;
  readonly leaderboards?: Readonly<Record<string, JsonRecord>>;
  /** Whether groups and criteria are written where they are used, instead of under keys of their own. */
  readonly isInline?: boolean;
}

/** The manifest, as JSON. */
export function manifestOf(sketch: Sketch): string {
  const parts = new Parts(sketch);
  const achievements = (sketch.goals ?? []).map((goal) => parts.achievement(goal));
  if (sketch.isInline === true) {
    const inline = achievements.map((each) => parts.inline(each));
    return JSON.stringify({ actions: [...parts.actions.values()], achievements: inline }, null, 1);
  }
  const kinds = {
    actions: [...parts.actions.values()],
    criteria: [...parts.criteria.values()],
    criteria_groups: [...parts.groups.values()],
    rewards: named(sketch.rewards),
    achievements,
    leaderboards: named(sketch.leaderboards),
  };
  const used = Object.entries(kinds).filter(([, list]) => list.length > 0);
  return JSON.stringify(Object.fromEntries(used), null, 1);
}

function named(resources: Readonly<Record<string, JsonRecord>> = {}): JsonRecord[] {
  return Object.entries(resources).map(([id, fields]) => ({ custom_id: id, name: sentence(id), ...fields }));
}

class Parts {
  readonly actions = new Map<string, JsonRecord>();
  readonly criteria = new Map<string, JsonRecord>();
  readonly groups = new Map<string, JsonRecord>();

  constructor(sketch: Sketch) {
    for (const action of named(sketch.actions)) this.actions.set(String(action.custom_id), action);
    for (const criterion of named(sketch.criteria)) this.criteria.set(String(criterion.custom_id), criterion);
  }

  achievement(goal: Goal): JsonRecord {
    const id = goal.id ?? idOf(goal.name);
    const { needs } = goal;
    if (needs !== undefined)
      this.#group(id, goal.name, Array.isArray(needs) ? { all: needs } : (needs as Need | Needs));
    return {
      custom_id: id,
      name: goal.name,
      ...(goal.description === undefined ? {} : { description: goal.description }),
      points: goal.points ?? 10,
      ...(goal.secret === true ? { is_secret: true } : {}),
      ...(goal.data === undefined ? {} : { custom_data: goal.data }),
      ...(needs === undefined ? {} : { custom_criteria_group_id: id }),
      ...(goal.rewards === undefined ? {} : { rewards: [...goal.rewards] }),
    };
  }

  /** The achievement with the definition of its group instead of the id. */
  inline(achievement: JsonRecord): JsonRecord {
    const group = this.groups.get(String(achievement.custom_criteria_group_id));
    const ids = (group?.criteria ?? []) as readonly string[];
    const criteria = ids.map((id) => this.criteria.get(id) ?? id);
    return { ...achievement, custom_criteria_group_id: { ...group, criteria } };
  }

  #group(id: string, name: string, needs: Need | Needs): string {
    const { operator, conditions, all }: Needs = typeof needs === "string" ? { all: [needs] } : needs;
    const criteria = all.filter((each) => typeof each === "string");
    const inner = all.filter((each) => typeof each !== "string");
    this.groups.set(id, {
      custom_id: id,
      name,
      ...(operator === undefined ? {} : { operator }),
      ...(conditions === undefined ? {} : { conditions: conditionsOf(conditions) }),
      ...(criteria.length === 0 ? {} : { criteria: criteria.map((each) => this.#criterion(each)) }),
      ...(inner.length === 0
        ? {}
        : { criteria_groups: inner.map((each, n) => this.#group(`${id}.${n}`, `${name}, part ${"abcdef"[n]}`, each)) }),
    });
    return id;
  }

  #criterion(need: Need): string {
    if (need.startsWith("#")) return need.slice(1);
    const [measure = "", conditions] = need.split(" if ");
    const [action = "", ...words] = measure.split(" ");
    const type = words.find((word) => !word.includes(":"));
    const rule = words.find((word) => /^(?:eq|gte?|lte?):/.test(word));
    const streak = words.find((word) => /^(?:days|hours):/.test(word));
    if (!this.actions.has(action)) this.actions.set(action, { custom_id: action, name: sentence(action) });
    const id = idOf(need);
    this.criteria.set(id, {
      custom_id: id,
      name: need,
      custom_action_id: action,
      ...(type === undefined ? {} : { type }),
      ...(rule === undefined ? {} : { rule }),
      ...(streak === undefined ? {} : { streak }),
      ...(conditions === undefined ? {} : { conditions: conditionsOf(conditions) }),
    });
    return id;
  }
}

function conditionsOf(text: string): JsonRecord {
  return { operator: "and", groups: [{ operator: "and", conditions: text.split(" & ") }] };
}

function sentence(id: string): string {
  const words = id.replaceAll(/[-_.]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function idOf(text: string): string {
  const ascii = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return /[^\p{ASCII}]/u.test(text)
    ? `${ascii}-${[...text].reduce((sum, each) => (sum * 31 + (each.codePointAt(0) ?? 0)) % 9973, 7)}`
    : ascii;
}
