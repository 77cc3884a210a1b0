/**
 * A game of any size, always the same: quests of twenty resources with what real games have of each
 * kind, from plain actions to groups in groups and secret achievements. In: a number of resources.
 * Out: plain data, of which `manifests.js` makes files and `wire.js` the records of the service.
 * Keys of free data are sorted, as laurel sends them.
 *
 * @typedef {{ custom_id: string, name: string, [field: string]: unknown }} Resource
 * @typedef {Record<string, Resource[]>} Game resources by the keys of manifests
 */

/** Resources in a quest. */
export const QUEST = 20;

const PLACES = [
  "Larkhollow",
  "Mirefen",
  "Ashgate",
  "Thornwick",
  "Saltmarsh",
  "Highmoor",
  "Emberfall",
  "Gloomwater",
];
const FOES = [
  "rat",
  "goblin",
  "wight",
  "troll",
  "basilisk",
  "lich",
  "griffin",
  "dragon",
  "ogre",
  "harpy",
  "wyrm",
];
const SCHOOLS = ["fire", "frost", "storm", "shadow"];
const SLOTS = ["head", "hand", "back", "feet", "belt"];

/**
 * The quests that make up this number of resources.
 *
 * @param {number} count a multiple of twenty
 * @returns {Game[]}
 */
export function questsOf(count) {
  if (count <= 0 || count % QUEST !== 0)
    throw new Error(`a game has a multiple of ${QUEST} resources, not ${count}`);
  return Array.from({ length: count / QUEST }, (_, number) => quest(number));
}

/** @returns {Game} */
function quest(number) {
  const pick = (list, step) => list[(number * step + (number >> 3)) % list.length];
  const place = pick(PLACES, 3);
  const foe = pick(FOES, 5);
  const school = pick(SCHOOLS, 1);
  const id = (what) => `${place.toLowerCase()}-${number}-${what}`;
  const name = (what) => `${what} (${place} ${number})`;
  const amount = 5 + ((number * 37) % 995);
  return {
    actions: [
      { custom_id: id("slay"), name: name(`Slay a ${foe}`) },
      {
        custom_id: id("cast"),
        name: name(`Cast a ${school} spell`),
        description: `The activity carries the school of magic, for instance { school: ${school} }.`,
        custom_data: { icons: [`${school}.png`, "spell.png"], power: amount / 10, school },
      },
      {
        custom_id: id("finish"),
        name: name("Finish the quest"),
        description: `Reported once, when the hero has come back to ${place} and has told the tale at the inn. The amount is the number of ${foe}s that were met on the way, those that ran away among them.`,
        reactions: [id("slay")],
      },
    ],
    criteria: [
      { custom_id: id("first"), name: name(`The first ${foe}`), custom_action_id: id("slay") },
      {
        custom_id: id("many"),
        name: name(`${amount} ${foe}s`),
        custom_action_id: id("slay"),
        rule: `gte:${amount}`,
      },
      {
        custom_id: id("spells"),
        name: name(`Thirty ${school} spells`),
        custom_action_id: id("cast"),
        rule: "gte:30",
        conditions: {
          groups: [
            { conditions: [`activityData:school,eq,${school}`, "betweenHours:18,8"] },
            { conditions: ["dayOfMonth:last", "months:12,1,2"], operator: "or" },
          ],
          operator: "or",
        },
      },
      {
        custom_id: id("daily"),
        name: name("On seven days in a row"),
        description: "Resets when a day is left out: no excuses.",
        custom_action_id: id("finish"),
        streak: "days:7",
      },
      {
        custom_id: id("blow"),
        name: name("One mighty blow"),
        custom_action_id: id("slay"),
        type: "amount",
        rule: "gt:99",
        conditions: { groups: [{ conditions: ["dayOfMonth:last"] }] },
      },
      {
        custom_id: id("steady"),
        name: name("A steady arm"),
        custom_action_id: id("slay"),
        type: "average",
        rule: `gte:${amount}`,
      },
    ],
    criteria_groups: [
      { custom_id: id("slayer"), name: name("Slayer"), criteria: [id("first"), id("many")] },
      {
        custom_id: id("mage"),
        name: name("Mage"),
        operator: "or",
        criteria: [id("daily"), id("spells")],
      },
      {
        custom_id: id("hero"),
        name: name("Hero"),
        description: "Both of the others, and one mighty blow.",
        criteria: [id("blow")],
        criteria_groups: [id("mage"), id("slayer")],
      },
      { custom_id: id("arm"), name: name("Strong and steady"), criteria: [id("steady")] },
    ],
    rewards: [
      {
        custom_id: id("cloak"),
        name: name(`Cloak of the ${foe}`),
        custom_data: { slot: pick(SLOTS, 1), worth: amount },
      },
      { custom_id: id("title"), name: name("Title"), description: `"${place}'s own"` },
    ],
    achievements: [
      {
        custom_id: id("slayer"),
        name: name(`${foe} slayer`),
        description: `Slay ${amount} ${foe}s.`,
        points: 5,
        custom_criteria_group_id: id("slayer"),
        rewards: [id("cloak")],
      },
      {
        custom_id: id("mage"),
        name: name("Mage"),
        description: `Either way:\n- thirty ${school} spells in a winter's night\n- a quest a day, for a week`,
        points: 20,
        custom_data: { hint: "# the innkeeper knows", icon: `${school}.png`, rarity: "rare" },
        custom_criteria_group_id: id("mage"),
      },
      {
        custom_id: id("hero"),
        name: name("Hero"),
        description: `They sing of you in ${place} – and 'not only' there.`,
        is_secret: true,
        points: 100,
        custom_criteria_group_id: id("hero"),
        rewards: [id("cloak"), id("title")],
      },
      {
        custom_id: id("arm"),
        name: name("Strong and steady"),
        description: `On average, ${amount} at a blow.`,
        points: 10,
        custom_criteria_group_id: id("arm"),
      },
    ],
    leaderboards: [
      {
        custom_id: id("run"),
        name: name("Fastest run"),
        description: `Through ${place}, in seconds.`,
        custom_data: { format: "mm:ss", unit: "seconds" },
        type: "custom",
        ordering: "smaller-is-better",
        score_preference: "prefer-lower",
      },
    ],
  };
}
