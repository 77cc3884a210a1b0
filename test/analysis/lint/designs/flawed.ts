/** Designs with one mistake each, and the finding that lint owes: any of the codes, at the resource. */
import type { Sketch } from "./sketch.ts";

export interface FlawedDesign {
  readonly title: string;
  readonly game: Sketch;
  /** Top-level settings of the project file. */
  readonly project?: string;
  /** `CODE ADDRESS`, or several codes with `|` between them. */
  readonly expected: string;
}

const ORDINARY = { name: "First steps", description: "Finish the tutorial.", needs: "finish-tutorial gte:1" };
const CLASSES = ["mage", "bard", "rogue"].map((name) => ({
  name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  description: `Win as a ${name}.`,
  needs: `win gte:1 if activityData:class,eq,${name}`,
}));

/** One achievement, whose text disagrees with what it takes. */
function disagrees(title: string, name: string, description: string, needs: string): FlawedDesign {
  return {
    title,
    game: { goals: [{ name, id: "it", description, needs }] },
    expected: "description-disagrees achievement/it",
  };
}

/** One achievement with a text that was never written. */
function unwritten(title: string, name: string, description: string): FlawedDesign {
  return {
    title,
    game: { goals: [ORDINARY, { name, id: "it", description, needs: "win gte:10" }] },
    expected: "placeholder-text achievement/it",
  };
}

export const FLAWED_DESIGNS: readonly FlawedDesign[] = [
  // Numbers.
  disagrees("a number word", "Pest control", "Slay five rats.", "slay-rat gte:50"),
  disagrees("an article", "Winner", "Win a match.", "win gte:10"),
  disagrees("a dozen", "Egg basket", "Collect a dozen eggs.", "collect-egg gte:10"),
  disagrees("a compound number word", "Duellist", "Win twenty-five duels.", "win-duel gte:20"),
  disagrees("a multiple", "Regular", "Visit the inn twice.", "visit-inn gte:3"),
  disagrees("digits", "Angler", "Catch 100 fish.", "catch-fish gte:10"),
  disagrees("a unit that no conversion leads to", "Regular", "Play for 10 hours.", "play-time gte:60"),
  disagrees("a distance", "Runner", "Run 5 km.", "run gte:500"),
  disagrees("a suffix", "Rich", "Earn 50k coins.", "earn-coin gte:5000"),
  disagrees("another language", "Sieger", "Gewinne 10 Spiele.", "win gte:100"),
  disagrees("full-width digits", "收藏家", "收集１００个金币。", "coin gte:10"),
  disagrees("a number word of hundreds", "Hoarder", "Collect two hundred coins.", "coin gte:20"),
  disagrees("a number in the name", "100 wins", "Win and win and win.", "win gte:50"),
  disagrees("a number word in the name", "Fifty rats", "The cellar is full of them.", "slay-rat gte:5"),
  {
    title: "a number in the name of a criterion",
    game: {
      goals: [{ name: "Dragonslayer", description: "The mountain is safe.", needs: "#ten-dragons" }],
      actions: { "slay-dragon": {} },
      criteria: { "ten-dragons": { name: "Slay ten dragons", custom_action_id: "slay-dragon", rule: "gte:100" } },
    },
    expected: "description-disagrees criterion/ten-dragons",
  },
  // Comparisons.
  disagrees(
    "an upper limit written as a lower one",
    "Fast",
    "Finish a race in under 60 seconds.",
    "race amount gte:60",
  ),
  disagrees(
    "fewer than, with at least",
    "Careful",
    "Finish a run with fewer than 3 deaths.",
    "finish-run amount gte:3",
  ),
  disagrees("at least, with at most", "Trader", "Sell at least 10 apples at once.", "sell-apples amount lte:10"),
  disagrees(
    "no more than, with more than",
    "Planner",
    "Solve a maze in no more than 5 moves.",
    "solve-maze amount gt:5",
  ),
  // Streaks and measures.
  disagrees("days in a row, without a streak", "Creature of habit", "Log in 7 days in a row.", "log-in gte:7"),
  disagrees("every day, without a streak", "Devoted", "Feed the cat every day for a week.", "feed-cat gte:7"),
  disagrees("consecutive days, without a streak", "Steady", "Win on five consecutive days.", "win gte:5"),
  disagrees("days in a row, with another streak", "Early bird", "Log in 3 days in a row.", "log-in gte:1 days:5"),
  disagrees("in a single match, on a total", "Striker", "Score 20 goals in a single match.", "score-goal gte:20"),
  disagrees("in one hit, on a total", "Crusher", "Deal 500 damage in one hit.", "deal-damage gte:500"),
  disagrees("on average, on a total", "Sharpshooter", "Have an average accuracy of 80.", "shoot gte:80"),
  disagrees("in a single day, without a streak", "Busy", "Win 10 matches in a single day.", "win gte:10"),
  disagrees("another month", "Winter star", "Win a match in December.", "win gte:1 if month:11"),
  // Secrets.
  {
    title: "a secret that its own name tells",
    game: {
      goals: [
        ORDINARY,
        {
          name: "Pet the cat seven times",
          id: "it",
          description: "Somebody purrs.",
          secret: true,
          needs: "pet-the-cat gte:7",
        },
      ],
    },
    expected: "secret-told achievement/it",
  },
  {
    title: "a secret that its description tells, with a prefix on the names of actions",
    game: {
      actions: {
        bell: { name: "Action: Ring the bell" },
        door: { name: "Action: Open the door" },
        "finish-tutorial": { name: "Action: Finish the tutorial" },
      },
      goals: [
        ORDINARY,
        { name: "Toll", id: "it", description: "Ring the bell.", secret: true, needs: "bell gte:1" },
        { name: "Open sesame", description: "Get in.", needs: "door gte:1" },
      ],
    },
    expected: "secret-told achievement/it",
  },
  {
    title: "a secret that its reward tells by name",
    game: {
      goals: [
        ORDINARY,
        {
          name: "Toll",
          id: "it",
          description: "For whom?",
          secret: true,
          needs: "ring-bell gte:1",
          rewards: ["spoiler"],
        },
      ],
      rewards: { spoiler: { name: "Thanks for ringing the bell" } },
    },
    expected: "secret-told reward/spoiler",
  },
  {
    title: "a secret that its reward tells by description",
    game: {
      goals: [
        ORDINARY,
        {
          name: "Toll",
          id: "it",
          description: "For whom?",
          secret: true,
          needs: "ring-midnight-bell gte:1",
          rewards: ["rope"],
        },
      ],
      rewards: { rope: { description: "Given to those who ring the midnight bell." } },
    },
    expected: "secret-told reward/rope",
  },
  // Contradictions.
  {
    title: "a limit that a reaction of the goal breaks",
    game: {
      actions: { "slay-dragon": { reactions: ["take-damage"] } },
      goals: [
        {
          name: "Untouched",
          id: "it",
          description: "Slay ten dragons without damage.",
          needs: ["slay-dragon gte:10", "take-damage lt:5"],
        },
      ],
    },
    expected: "impossible-group|unreachable-achievement criteria_group/it|achievement/it",
  },
  {
    title: "an inner choice of which nothing is left",
    game: {
      goals: [
        {
          name: "Balance",
          id: "it",
          description: "Slay ten rats, or fewer.",
          needs: { all: ["slay-rat gte:10", { operator: "or", all: ["slay-rat lt:5", "slay-rat eq:7"] }] },
        },
      ],
    },
    expected: "impossible-group|unreachable-achievement criteria_group/it|achievement/it",
  },
  // Conditions.
  {
    title: "a misspelt field",
    game: {
      goals: [
        ...CLASSES,
        { name: "Knight", description: "Win as a knight.", needs: "win gte:1 if activityData:clas,eq,knight" },
      ],
    },
    expected: "misspelt-condition criterion/win-gte-1-if-activitydata-clas-eq-knight",
  },
  {
    title: "a value in another case",
    game: {
      goals: [
        ...CLASSES,
        { name: "Singer", description: "Win ten times as a bard.", needs: "win gte:10 if activityData:class,eq,Bard" },
      ],
    },
    expected: "misspelt-condition criterion/win-gte-10-if-activitydata-class-eq-bard",
  },
  {
    title: "a misspelt value",
    game: {
      goals: [
        ...CLASSES,
        {
          name: "Robber",
          description: "Win ten times as a rogue.",
          needs: "win gte:10 if activityData:class,eq,rouge",
        },
        {
          name: "Thief",
          description: "Win 20 times as a rogue.",
          points: 20,
          needs: "win gte:20 if activityData:class,eq,rogue",
        },
      ],
    },
    expected: "misspelt-condition criterion/win-gte-10-if-activitydata-class-eq-rouge",
  },
  {
    title: "a field in another case",
    game: {
      goals: [
        ...CLASSES,
        { name: "Knight", description: "Win as a knight.", needs: "win gte:1 if activityData:Class,eq,knight" },
      ],
    },
    expected: "misspelt-condition criterion/win-gte-1-if-activitydata-class-eq-knight",
  },
  {
    title: "a word where all others have numbers",
    game: {
      goals: [
        { name: "Third", description: "Finish level 3.", needs: "finish gte:1 if activityData:level,eq,3" },
        { name: "Fourth", description: "Finish level 4.", needs: "finish gte:1 if activityData:level,eq,4" },
        { name: "Fifth", description: "Finish level 5.", needs: "finish gte:1 if activityData:level,eq,five" },
      ],
    },
    expected: "misspelt-condition criterion/finish-gte-1-if-activitydata-level-eq-five",
  },
  {
    title: "a value outside of the vocabulary",
    game: {
      goals: [
        ...CLASSES,
        { name: "Knight", description: "Win as a knight.", needs: "win gte:1 if activityData:class,eq,knight" },
      ],
    },
    project: "lint: { fields: { win: { class: [mage, bard, rogue] } } }\n",
    expected: "undeclared-condition criterion/win-gte-1-if-activitydata-class-eq-knight",
  },
  {
    title: "a field outside of the vocabulary",
    game: {
      goals: [
        { name: "Swordsman", description: "Win with a sword.", needs: "win gte:1 if activityData:weapn,eq,sword" },
      ],
    },
    project: "lint: { fields: { win: { weapon: [sword, bow] } } }\n",
    expected: "undeclared-condition criterion/win-gte-1-if-activitydata-weapn-eq-sword",
  },
  // Leaderboards.
  {
    title: "the slowest lap first",
    game: { leaderboards: { it: { name: "Fastest lap", type: "custom" } } },
    expected: "wrong-ordering leaderboard/it",
  },
  {
    title: "the most moves first",
    game: { leaderboards: { it: { name: "Fewest moves", type: "custom" } } },
    expected: "wrong-ordering leaderboard/it",
  },
  {
    title: "the longest time first",
    game: {
      leaderboards: {
        it: {
          name: "Speedruns",
          description: "Time to finish the story, in seconds. Lower is better.",
          type: "custom",
        },
      },
    },
    expected: "wrong-ordering leaderboard/it",
  },
  {
    title: "the lowest score first",
    game: {
      leaderboards: {
        it: { name: "Highest score", type: "custom", ordering: "smaller-is-better", score_preference: "prefer-lower" },
      },
    },
    expected: "wrong-ordering leaderboard/it",
  },
  // Texts.
  unwritten("a text to do", "Winner", "TODO"),
  unwritten("a text to be decided", "Winner", "Win ten matches (text tbd)"),
  unwritten("a placeholder in braces", "Winner", "Win {count} matches."),
  unwritten("a placeholder of printf", "%d wins", "Win and win."),
  unwritten("a key of translations for a description", "Winner", "ACH_WINNER_DESC"),
  unwritten("an id for a name", "ach_winner_10", "Win ten matches."),
  unwritten("filler", "Winner", "Lorem ipsum dolor sit amet."),
  unwritten("a name that a tool gave", "New achievement (3)", "Win ten matches."),
  // Worth.
  {
    title: "tier III worth less than tier II",
    game: {
      goals: [
        { name: "Hunter I", description: "Slay ten rats.", needs: "slay-rat gte:10", points: 10 },
        { name: "Hunter II", description: "Slay ten wolves.", needs: "slay-wolf gte:10", points: 25 },
        { name: "Hunter III", id: "it", description: "Slay ten dragons.", needs: "slay-dragon gte:10", points: 20 },
      ],
    },
    expected: "harder-worth-less|tier-worth-less achievement/it",
  },
  {
    title: "gold worth less than silver",
    game: {
      goals: [
        { name: "Bronze racer", description: "Finish third.", needs: "finish amount eq:3", points: 5 },
        { name: "Silver racer", description: "Finish second.", needs: "finish amount eq:2", points: 20 },
        { name: "Gold racer", id: "it", description: "Finish first.", needs: "finish amount eq:1", points: 10 },
      ],
    },
    expected: "harder-worth-less|tier-worth-less achievement/it",
  },
  {
    title: "a title that two achievements give",
    game: {
      goals: [
        { ...ORDINARY, rewards: ["title"] },
        {
          name: "Dragonslayer",
          id: "it",
          description: "Slay the dragon.",
          needs: "slay-dragon gte:1",
          rewards: ["title"],
        },
      ],
      rewards: { title: { name: "Title: Dragonslayer" } },
    },
    expected: "repeated-reward reward/title|achievement/it|achievement/first-steps",
  },
  {
    title: "an item that comes again with the next tier",
    game: {
      goals: [
        { name: "Hunter", description: "Slay ten rats.", needs: "slay-rat gte:10", points: 10, rewards: ["bow"] },
        {
          name: "Master hunter",
          id: "it",
          description: "Slay fifty rats.",
          needs: "slay-rat gte:50",
          points: 20,
          rewards: ["bow"],
        },
      ],
      rewards: { bow: { name: "Golden bow" } },
    },
    expected: "repeated-reward reward/bow|achievement/it|achievement/hunter",
  },
  // Stores.
  {
    title: "points that no store takes in these steps",
    game: { goals: [{ ...ORDINARY, id: "it", points: 12 }] },
    project: "lint: { profiles: [google-play] }\n",
    expected: "unconfirmed-store-limit achievement/it",
  },
  {
    title: "a name too long for a store",
    game: {
      goals: [
        {
          ...ORDINARY,
          id: "it",
          name: "The very first steps of a journey that never seems to come to any end at all, whatever you may try or leave",
        },
      ],
    },
    project: "lint: { profiles: [google-play] }\n",
    expected: "store-limit achievement/it",
  },
];
