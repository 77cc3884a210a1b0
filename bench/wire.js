/** A game as a service has it: the records of its lists, and the requests that make it. */

/** Of each kind its path, and all fields of its records with what they are when nothing is said. */
const KINDS = {
  actions: { path: "actions", fields: { description: null, custom_data: null, reactions: [] } },
  criteria: {
    path: "criteria",
    fields: {
      description: null,
      custom_action_id: null,
      type: "sum",
      rule: "gte:1",
      streak: null,
      conditions: null,
    },
  },
  criteria_groups: {
    path: "criteria-groups",
    fields: {
      description: null,
      operator: "and",
      conditions: null,
      criteria: [],
      criteria_groups: [],
    },
  },
  rewards: { path: "rewards", fields: { description: null, custom_data: null } },
  achievements: {
    path: "achievements",
    fields: {
      description: null,
      custom_data: null,
      is_secret: false,
      points: 1,
      custom_criteria_group_id: null,
      rewards: [],
    },
  },
  leaderboards: {
    path: "leaderboards",
    fields: {
      description: null,
      custom_data: null,
      type: "standard",
      ordering: "larger-is-better",
      score_preference: "prefer-higher",
      custom_session_id: null,
    },
  },
};

/** The paths of the lists, below the game. */
export const PATHS = Object.values(KINDS).map(({ path }) => path);

const FIELDS = new Map(Object.values(KINDS).map(({ path, fields }) => [path, fields]));
const TIME = "2030-01-01T00:00:00.000000Z";

/**
 * The record that a list shows. `given` may have the data field as text, as requests do.
 *
 * @param {string} path
 * @param {Record<string, unknown>} given
 */
export function recordOf(path, given) {
  const record = { custom_id: given.custom_id, name: given.name };
  for (const [field, usual] of Object.entries(FIELDS.get(path) ?? {})) {
    const value = given[field] ?? usual;
    record[field] =
      field === "custom_data" && typeof value === "string" ? JSON.parse(value) : value;
  }
  return { ...record, created_at: TIME, updated_at: TIME };
}

/**
 * All records by the path of their list. `changed`: one in this number has another description than
 * the manifests.
 *
 * @param {readonly import("./game.js").Game[]} quests
 * @param {number} [changed]
 * @returns {Map<string, Record<string, unknown>[]>}
 */
export function recordsOf(quests, changed = Number.POSITIVE_INFINITY) {
  let count = 0;
  return new Map(
    Object.entries(KINDS).map(([key, { path }]) => [
      path,
      quests.flatMap((quest) =>
        quest[key].map((resource) => {
          count += 1;
          const record = recordOf(path, resource);
          return count % changed === 0
            ? { ...record, description: "Other words, from the admin panel." }
            : record;
        }),
      ),
    ]),
  );
}

/**
 * The requests that make an empty game this one: a POST for each resource, and one for each reward
 * of an achievement.
 *
 * @param {readonly import("./game.js").Game[]} quests
 * @returns {{ path: string, body: Record<string, unknown> }[]} paths below the game
 */
export function requestsFor(quests) {
  const creations = Object.entries(KINDS).flatMap(([key, { path }]) =>
    quests.flatMap((quest) =>
      quest[key].map((resource) => ({ path, body: bodyOf(path, resource) })),
    ),
  );
  const attachments = quests.flatMap(({ achievements = [] }) =>
    achievements.flatMap(({ custom_id, rewards = [] }) =>
      rewards.map((reward) => ({
        path: `achievements/${custom_id}/rewards`,
        body: { custom_reward_id: reward },
      })),
    ),
  );
  return [...creations, ...attachments];
}

/**
 * A creation says everything that is not empty; the rewards of an achievement have requests of
 * their own.
 */
function bodyOf(path, resource) {
  const { created_at: _, updated_at: __, rewards: ___, ...record } = recordOf(path, resource);
  const body = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
  return body.custom_data === undefined
    ? body
    : { ...body, custom_data: JSON.stringify(body.custom_data) };
}
