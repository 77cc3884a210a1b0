/** Odd but legitimate structures: lint has to find nothing in any of these games. */
import type { SoundDesign } from "./sound-texts.ts";

const ORDINARY = { name: "First steps", description: "Finish the tutorial.", needs: "finish-tutorial gte:1" };

export const SOUND_STRUCTURES: readonly SoundDesign[] = [
  {
    title: "an exclusive choice of three, with its meaning in the project",
    game: {
      goals: [
        {
          name: "Sworn",
          description: "Swear to exactly one of the houses.",
          needs: { operator: "xor", all: ["swear-red gte:1", "swear-blue gte:1", "swear-green gte:1"] },
        },
      ],
    },
    project: "semantics: { xor: exactly-one }\n",
  },
  {
    title: "conditions around inner groups, with their meaning in the project",
    game: {
      goals: [
        {
          name: "Winter games",
          description: "In winter, win a race, and a duel or a quiz.",
          needs: {
            conditions: "months:12,1,2",
            all: ["win-race gte:1", { operator: "or", all: ["win-duel gte:1", "win-quiz gte:1"] }],
          },
        },
      ],
    },
    project: "semantics: { group_conditions: inward }\n",
  },
  {
    title: "two ways of reactions to one action, with their meaning in the project",
    game: {
      actions: {
        "win-final": { reactions: ["win-match", "win-cup"] },
        "win-cup": { reactions: ["win-match"] },
      },
      goals: [
        { name: "Finalist", description: "Win the final.", needs: "win-final gte:1" },
        { name: "Winner", description: "Win ten matches.", needs: "win-match gte:10" },
      ],
    },
    project: "semantics: { reactions: once }\n",
  },
  {
    title: "a store without points",
    game: {
      goals: [
        { name: "First steps", description: "Finish the tutorial.", points: 0, needs: "finish-tutorial gte:1" },
        { name: "Long way", description: "Walk to the other end of the world.", points: 0, needs: "reach-end gte:1" },
      ],
    },
    project: "lint: { profiles: [steam] }\n",
  },
  {
    title: "a game without points",
    game: {
      goals: [
        { name: "First steps", description: "Finish the tutorial.", points: 0, needs: "finish-tutorial gte:1" },
        { name: "Long way", description: "Walk to the other end of the world.", points: 0, needs: "reach-end gte:1" },
        {
          name: "Long way back",
          description: "Return from the other end of the world.",
          points: 0,
          needs: "return-home gte:1",
        },
      ],
    },
  },
  {
    title: "no points, and a reward instead",
    game: {
      goals: [
        ORDINARY,
        {
          name: "Thank you",
          description: "Watch the credits to their end.",
          points: 0,
          rewards: ["postcard"],
          needs: "watch-credits gte:1",
        },
      ],
      rewards: { postcard: {} },
    },
  },
  {
    title: "a budget that allows no points",
    game: {
      goals: [ORDINARY, { name: "Just for fun", description: "Honk at a cow.", points: 0, needs: "honk-at-cow gte:1" }],
    },
    project: "lint: { budget: { min_points: 0 } }\n",
  },
  {
    title: "a negative achievement that gives nothing, and says so",
    game: {
      goals: [
        ORDINARY,
        {
          name: "Butterfingers",
          description: "Drop the vase. No points for that!",
          points: 0,
          needs: "drop-vase gte:1",
        },
      ],
    },
  },
  {
    title: "actions for analytics, by description",
    game: {
      goals: [ORDINARY],
      actions: {
        "open-shop": { description: "For analytics only." },
        "close-shop": { description: "Telemetry: how long players look at the shop." },
        "see-ad": { description: "Tracked for the dashboard; counts for no achievement." },
      },
    },
  },
  {
    title: "actions for analytics, by id and custom_data",
    game: {
      goals: [ORDINARY],
      actions: {
        "analytics.session-start": { name: "Session start" },
        "analytics.session-end": { name: "Session end" },
        "tutorial-skipped": { custom_data: { purpose: "analytics" } },
      },
    },
  },
  {
    title: "a lone key in the custom_data of one of many",
    game: {
      goals: ["North", "East", "South", "West"].map((name, n) => ({
        name: `${name} wind`,
        description: `Sail ${name.toLowerCase()} with the wind.`,
        needs: `sail gte:1 if activityData:course,eq,${name.toLowerCase()}`,
        data: n === 2 ? { icon: `${n}.png`, video: "south.webm" } : { icon: `${n}.png` },
      })),
    },
  },
  {
    title: "custom_data on one reward only, and another shape for another sort",
    game: {
      goals: [{ ...ORDINARY, rewards: ["hat", "coins", "boots"] }],
      rewards: { hat: { custom_data: { slot: "head" } }, coins: { custom_data: { amount: 100 } }, boots: {} },
    },
  },
  {
    title: "coins that several achievements give",
    game: {
      goals: ["Red", "Green", "Blue"].map((name) => ({
        name: `${name} gem`,
        description: `Find the ${name.toLowerCase()} gem.`,
        rewards: ["100-coins"],
        needs: `find-${name.toLowerCase()}-gem gte:1`,
      })),
      rewards: { "100-coins": { name: "100 coins", custom_data: { currency: "coins", amount: 100 } } },
    },
  },
  {
    title: "leaderboards of a racing game",
    game: {
      leaderboards: {
        "best-lap": {
          name: "Best lap",
          description: "In milliseconds.",
          type: "custom",
          ordering: "smaller-is-better",
          score_preference: "prefer-lower",
        },
        "fewest-crashes": {
          name: "Fewest crashes",
          description: "In one race.",
          type: "custom",
          ordering: "smaller-is-better",
          score_preference: "prefer-lower",
        },
        "top-speed": { name: "Top speed", description: "The fastest car, in km/h.", type: "custom" },
        "most-laps": { name: "Most laps", description: "In one day.", type: "custom" },
        drift: { name: "Longest drift", description: "In metres.", type: "custom" },
        survival: { name: "Survival", description: "Time survived, in seconds.", type: "custom" },
        "lap-record-points": { name: "Speed points", description: "Points for fast laps.", type: "custom" },
      },
    },
  },
  {
    title: "values that look alike and are different things",
    game: {
      goals: ["rat", "bat", "cat"].map((name) => ({
        name: `${name.charAt(0).toUpperCase()}${name.slice(1)} friend`,
        description: `Feed a ${name}.`,
        needs: `feed gte:1 if activityData:animal,eq,${name}`,
      })),
    },
  },
  {
    title: "numbered stages and directions as values",
    game: {
      goals: ["stage1", "stage2", "stage3", "stage10"].map((name, n) => ({
        name: ["Meadow", "Forest", "Mountain", "Summit"][n] ?? "",
        description: `Cross the ${["meadow", "forest", "mountain", "summit"][n]}.`,
        needs: `finish-stage gte:1 if activityData:stage,eq,${name}`,
      })),
    },
  },
  {
    title: "a secret whose texts only hint",
    game: {
      goals: [
        ORDINARY,
        { name: "Echo", description: "Some wells answer.", secret: true, needs: "shout-into-well gte:1" },
        {
          name: "???",
          id: "mystery",
          description: "You will know it when you see it.",
          secret: true,
          needs: "see-ghost gte:1",
          rewards: ["pale-lantern"],
        },
      ],
      rewards: { "pale-lantern": { description: "It glows a little." } },
    },
  },
  {
    title: "secrets that share one description",
    game: {
      goals: [
        ORDINARY,
        { name: "The owl", description: "A secret achievement.", secret: true, needs: "greet-owl gte:1" },
        { name: "The raven", description: "A secret achievement.", secret: true, needs: "insult-raven gte:1" },
        { name: "The heron", description: "A secret achievement.", secret: true, needs: "follow-heron gte:1" },
      ],
    },
  },
  {
    title: "a finish without a kill, where none counts as zero",
    game: {
      goals: [
        {
          name: "Pacifist",
          description: "Finish the story without a single kill.",
          needs: ["finish-story gte:1", "kill lt:1"],
        },
      ],
    },
    project: "semantics: { no_activity: zero }\n",
  },
  {
    title: "braces, percent signs and underscores that stand for nothing",
    game: {
      goals: [
        { name: "100%", id: "complete", description: "Complete everything :}", needs: "complete gte:1" },
        {
          name: "snake_case",
          id: "snake",
          description: "Feed the snake_case terrarium { really }.",
          needs: "feed-snake gte:1",
        },
        { name: "C:\\>", id: "dos", description: "Type dir /w in the old terminal.", needs: "type-dir gte:1" },
        {
          name: "XXX",
          id: "strikes",
          description: "Get three strikes in one game of bowling.",
          needs: "strikes-in-game amount gte:3",
        },
      ],
    },
  },
  {
    title: "names that equal their ids",
    game: {
      goals: [
        { name: "champion", id: "champion", description: "Win the cup.", needs: "win-cup gte:1" },
        { name: "2048", id: "2048", description: "Make the tile 2048.", needs: "make-tile amount gte:2048" },
      ],
    },
  },
  {
    title: "a prestige that needs all of the tiers below",
    game: {
      goals: [
        { name: "Miner", description: "Mine 100 ore.", needs: "mine-ore gte:100", points: 10 },
        { name: "Smelter", description: "Smelt 100 bars.", needs: "smelt-bar gte:100", points: 10 },
        {
          name: "Industrialist",
          description: "Mine 100 ore and smelt 100 bars.",
          needs: ["mine-ore gte:100", "smelt-bar gte:100"],
          points: 50,
        },
      ],
    },
  },
  {
    title: "a vocabulary that conditions keep to",
    game: {
      goals: [
        { name: "Spellsinger", description: "Win as a bard.", needs: "win gte:1 if activityData:class,eq,bard" },
        {
          name: "Wizard",
          description: "Win as a mage on level 5 or above.",
          needs: "win gte:1 if activityData:class,eq,mage & activityData:level,gte,5",
        },
      ],
    },
    project: "lint: { fields: { win: { class: [mage, bard, rogue], level: number } } }\n",
  },
];
