/** JSON Schema of the document of `report --format json`. */
import type { JsonObject } from "../../model/json.ts";
import {
  ADDRESS_SCHEMA,
  countSchema,
  DIAGNOSTIC_SCHEMA,
  DIAGNOSTICS_MEMBER,
  documentSchema,
  listSchema,
  objectSchema,
  sharedSchema,
  textSchema,
} from "../../model/schema/output.ts";

const ID = textSchema("A custom_id.");

const SHARE = objectSchema("How many achievements, and their points.", {
  achievements: countSchema("How many achievements."),
  points: countSchema("Their points together."),
});

const TOTALS = objectSchema("The game as a whole.", {
  achievements: countSchema("How many achievements."),
  points: countSchema("Their points together."),
  secret: sharedSchema("share", "Those that are hidden from players until they are earned."),
  without_points: countSchema("Achievements that give no points."),
  without_reward: countSchema("Achievements that give no reward."),
  exact: countSchema("Achievements of which nothing cheaper than the way shown earns them."),
  bound: countSchema("Achievements of which something cheaper than the way shown may earn them."),
  unknown: countSchema("Achievements of which no way was found, though there may be one."),
  impossible: countSchema("Achievements that can never be earned."),
  reachable_points: countSchema("Points of the achievements of which a way is known."),
});

const TIER = objectSchema(
  "Achievements that give about as much. The steps between tiers are the same for every game.",
  {
    from: countSchema("The least points."),
    to: { type: ["integer", "null"], minimum: 0, description: "The most points; null: and more." },
    achievements: countSchema("How many achievements."),
    points: countSchema("Their points together."),
    secret: countSchema("How many of them are secret."),
    effort: {
      description: "The efforts of the cheapest ways; null where no way is known.",
      anyOf: [
        { type: "null" },
        objectSchema("Efforts.", {
          least: countSchema("The least."),
          median: countSchema("The one in the middle; of an even number the lower one of two."),
          most: countSchema("The most."),
        }),
      ],
    },
  },
);

const REWARD = objectSchema("A reward.", {
  address: ADDRESS_SCHEMA,
  custom_id: ID,
  name: textSchema("Its name."),
  given_by: listSchema("The achievements that give it.", ID),
});

const STEP = objectSchema("Something to report.", {
  custom_action_id: textSchema("The action."),
  amount: { type: "integer", description: "The amount of each activity." },
  times: countSchema("How many activities."),
  note: textSchema("When and with what, in words, such as `on 7 days in a row`; empty where that does not matter."),
});

const WAY = objectSchema("The cheapest way to earn an achievement.", {
  certainty: textSchema(
    "`exact`: nothing cheaper earns it. `bound`: this earns it, something cheaper may. `unknown`: no way was found, though there may be one. `impossible`: there is none.",
    { enum: ["exact", "bound", "unknown", "impossible"] },
  ),
  steps: listSchema("What to report, in its order. Empty where no way is known.", STEP),
  effort: countSchema("The sum of the amounts without their signs, each activity counting 1 or more. 0 without steps."),
  at_least: countSchema("No way has less effort than this."),
  reasons: listSchema("Why there is no way, or none was found.", { type: "string" }),
  player: { description: "The custom_data of a player to whom the way is open; null where that does not matter." },
});

const ACHIEVEMENT = objectSchema("An achievement.", {
  address: ADDRESS_SCHEMA,
  custom_id: ID,
  name: textSchema("Its name."),
  is_secret: { type: "boolean", description: "Whether it is hidden from players until they earn it." },
  points: countSchema("What it gives."),
  rewards: listSchema("The rewards that it gives.", ID),
  way: sharedSchema("way", "The cheapest way to earn it."),
  "earned?": objectSchema(
    "Its place in the order in which a typical player earns: one who always goes for what takes the least beyond everything done already. Absent where no way is known.",
    {
      effort: countSchema("Beyond what was done before."),
      total_effort: countSchema("Up to and with this one."),
      total_points: countSchema("Up to and with this one."),
    },
  ),
});

const REPORT = objectSchema("The points economy of a game.", {
  game: textSchema("The game's name in the project file."),
  totals: TOTALS,
  distribution: listSchema(
    "How many achievements give each number of points, from few to many; `points` is that of each.",
    sharedSchema("share", "Achievements of equal points."),
  ),
  tiers: listSchema("From the lowest with an achievement in it to the highest.", TIER),
  rewards: listSchema("In the order of the manifests.", REWARD),
  achievements: listSchema(
    "Those of `--achievement`, or all: what can be earned in the order in which a typical player does, then the others.",
    ACHIEVEMENT,
  ),
  assumptions: listSchema(
    "What the result rests on where the service's behaviour is not documented.",
    objectSchema("An assumption.", {
      name: textSchema("Its name; a setting of `semantics` in the project file where `value` is there."),
      sentence: textSchema("What is assumed."),
      "value?": textSchema("The value in force."),
    }),
  ),
});

export const economySchema: JsonObject = documentSchema(
  "laurel report",
  "What `laurel report --format json` prints.",
  {
    reports: listSchema("One for each game without an error.", REPORT),
    diagnostics: DIAGNOSTICS_MEMBER,
  },
  { share: SHARE, way: WAY, diagnostic: DIAGNOSTIC_SCHEMA },
);
