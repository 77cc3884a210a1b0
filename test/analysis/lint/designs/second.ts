/** A second list of legitimate and flawed designs, written when the rules were made for the first one. */
import type { FlawedDesign } from "./flawed.ts";
import type { SoundDesign } from "./sound-texts.ts";

const ORDINARY = { name: "Welcome", description: "Leave the harbour.", needs: "leave-harbour gte:1" };

export const MORE_SOUND: readonly SoundDesign[] = [
  {
    title: "fishing game",
    game: {
      goals: [
        { name: "First cast", description: "Catch your first fish.", needs: "catch gte:1" },
        { name: "Bucket of fish", description: "Catch ten fish in a day.", needs: "catch gte:10 days:1" },
        { name: "Trawler", description: "Land one and a half tonnes of fish.", needs: "land-fish gte:1500" },
        {
          name: "Early riser",
          description: "Catch a fish before six in the morning.",
          needs: "catch gte:1 if betweenHours:4,2",
        },
      ],
    },
  },
  {
    title: "chess",
    game: {
      goals: [
        {
          name: "Queen's Gambit",
          description: "Open with 1. d4 d5 2. c4 and win.",
          needs: "win-opening gte:1 if activityData:opening,eq,queensgambit",
        },
        { name: "Blitz", description: "Win a 3+2 game.", needs: "win gte:1 if activityData:clock,eq,blitz" },
        { name: "Class A", description: "Get a rating of 1800 or higher.", needs: "rating amount gte:1800" },
        { name: "Endurance", description: "Play a game of over 100 moves.", needs: "game-length amount gt:100" },
      ],
    },
  },
  {
    title: "football manager",
    game: {
      goals: [
        {
          name: "4-4-2",
          description: "Win 20 games with two strikers.",
          needs: "win gte:20 if activityData:formation,eq,f442",
        },
        { name: "Nil-nil", description: "Draw 0-0 five times.", needs: "goalless-draw gte:5" },
        {
          name: "The double",
          description: "Win the league and the cup.",
          needs: ["win-league gte:1", "win-cup gte:1"],
        },
        {
          name: "Clean sheet",
          description: "Concede no goal in 10 consecutive matches.",
          needs: "clean-sheets-in-row amount gte:10",
        },
      ],
    },
  },
  {
    title: "idle clicker",
    game: {
      goals: [
        { name: "A start", description: "Click 1,000 times.", needs: "click gte:1000" },
        { name: "Kilo", description: "Own 1k grandmas.", needs: "buy-grandma gte:1000", points: 5 },
        { name: "Mega", description: "Earn 1 million coins in one click.", needs: "earn amount gte:1000000" },
        {
          name: "Quick start",
          description: "Earn a million within the first half hour.",
          needs: "first-half-hour amount gte:1000000",
        },
      ],
    },
  },
  {
    title: "speedrun game with leaderboards",
    game: {
      leaderboards: {
        any: {
          name: "Any% runs",
          description: "Fastest completion of the story, in milliseconds.",
          type: "custom",
          ordering: "smaller-is-better",
          score_preference: "prefer-lower",
        },
        hundred: {
          name: "100% runs",
          description: "All collectibles, in milliseconds.",
          type: "custom",
          ordering: "smaller-is-better",
          score_preference: "prefer-lower",
        },
        deaths: { name: "Deaths", description: "Who died most often. Sorry.", type: "custom" },
        best: {
          name: "Best of the best",
          description: "Season rating.",
          type: "custom",
          score_preference: "prefer-last",
        },
        fast: { name: "Fastest fingers", description: "Words per minute.", type: "custom" },
      },
    },
  },
  {
    title: "German game",
    game: {
      goals: [
        { name: "Wanderer", description: "Laufe einen Kilometer.", needs: "laufe gte:1000" },
        { name: "Sammlerin", description: "Sammle alle 12 Sternzeichen.", needs: "sternzeichen gte:12" },
        {
          name: "Nachtschicht",
          description: "Spiele zwischen 23 und 5 Uhr.",
          needs: "spiele gte:1 if betweenHours:23,6",
        },
        { name: "Dreimal täglich", description: "Melde dich dreimal an einem Tag an.", needs: "anmelden gte:3 days:1" },
      ],
    },
  },
  {
    title: "event with years and weekdays",
    game: {
      goals: [
        {
          name: "Class of 2026",
          description: "Take part in the 2026 summer games.",
          needs: "take-part gte:1 if months:6,7,8",
        },
        { name: "Halloween hunter", description: "Slay 31 ghosts in October.", needs: "slay-ghost gte:31 if month:10" },
        {
          name: "Advent",
          description: "Open a door on each of the 24 days before Christmas.",
          needs: "open-door gte:1 days:24 if month:12",
        },
      ],
    },
  },
  {
    title: "cooking",
    game: {
      goals: [
        { name: "Sous-chef", description: "Cook 3 dishes at 180 °C.", needs: "cook gte:3 if activityData:heat,eq,180" },
        {
          name: "Three stars",
          description: "Earn a three-star review.",
          needs: "review gte:1 if activityData:stars,eq,3",
        },
        { name: "Baker's dozen", description: "Bake thirteen rolls.", needs: "bake-roll gte:13" },
        { name: "Half a loaf", description: "Better than none: sell some bread.", needs: "sell-bread gte:1" },
      ],
    },
  },
  {
    title: "racing with several units",
    game: {
      goals: [
        { name: "200 club", description: "Go faster than 200 km/h.", needs: "top-speed amount gt:200" },
        {
          name: "Quarter mile",
          description: "Finish the quarter mile in under 10 seconds.",
          needs: "quarter-mile amount lt:10000",
        },
        { name: "Road trip", description: "Drive 100 miles.", needs: "drive gte:160934" },
        { name: "Podium", description: "Finish in the top 3.", needs: "finish amount lte:3" },
      ],
    },
  },
  {
    title: "several languages at once",
    game: {
      goals: [
        { name: "Победитель", id: "pobeda", description: "Выиграйте 10 матчей.", needs: "win gte:10" },
        { name: "Победители", id: "pobedy", description: "Выиграйте командой 10 раз.", needs: "team-win gte:10" },
        { name: "ผู้ชนะ", id: "thai", description: "ชนะ 25 ครั้ง", needs: "win gte:25", points: 20 },
        { name: "승리자", id: "korean", description: "5만 코인을 모으세요.", needs: "coin gte:50000" },
      ],
    },
  },
  {
    title: "stealth game without kills reported as an amount",
    game: {
      goals: [
        { name: "Ghost", description: "Finish a mission unseen.", needs: "finish-mission amount lte:0" },
        {
          name: "Nearly a ghost",
          description: "Finish a mission seen at most once.",
          points: 5,
          needs: "finish-mission amount lte:1",
        },
      ],
    },
  },
  {
    title: "shop with free gifts",
    game: {
      goals: [
        { ...ORDINARY, rewards: ["chest"] },
        { name: "Back again", description: "Return to the harbour.", needs: "return gte:1", rewards: ["chest"] },
      ],
      rewards: { chest: { name: "Wooden chest" } },
    },
  },
  {
    title: "alternative endings that give the same cloak",
    game: {
      goals: [
        { name: "Saviour", description: "Save the village.", needs: "save-village gte:1", rewards: ["cloak"] },
        { name: "Destroyer", description: "Burn the village.", needs: "burn-village gte:1", rewards: ["cloak"] },
      ],
      rewards: { cloak: { name: "Grey cloak" } },
    },
  },
  {
    title: "telemetry events",
    game: {
      goals: [ORDINARY],
      actions: {
        "telemetry-fps": { name: "Frame rate" },
        session: { name: "Session", description: "Not used by achievements, only for metrics." },
      },
    },
  },
  {
    title: "hidden jokes without points",
    game: {
      goals: [
        ORDINARY,
        { name: "Why?", description: "You did what?", secret: true, points: 0, needs: "eat-boot gte:1" },
        { name: "Again?", description: "Really?", secret: true, points: 0, needs: "eat-boot gte:2" },
        { name: "North", description: "Sail north.", needs: "sail-north gte:1" },
        { name: "South", description: "Sail south.", needs: "sail-south gte:1" },
        { name: "East", description: "Sail east.", needs: "sail-east gte:1" },
      ],
    },
  },
  {
    title: "vocabulary with nested fields",
    game: {
      goals: [
        { name: "Archer", description: "Hit with a bow.", needs: "hit gte:1 if activityData:hero.weapon,eq,bow" },
        {
          name: "High level archer",
          description: "Hit with a bow at level 20 or above.",
          needs: "hit gte:1 if activityData:hero.weapon,eq,bow & activityData:hero.level,gte,20",
        },
      ],
    },
    project: "lint: { fields: { hit: { hero.weapon: [bow, sword], hero.level: number } } }\n",
  },
  {
    title: "ratings per mode with similar words",
    game: {
      goals: ["solo", "duo", "trio", "squad", "solos"].slice(0, 4).map((mode) => ({
        name: `King of ${mode}`,
        description: `Win in ${mode}.`,
        needs: `win gte:1 if activityData:mode,eq,${mode}`,
      })),
    },
  },
  {
    title: "levels as names",
    game: {
      goals: [
        { name: "Level 10", description: "You are getting somewhere.", needs: "level-up gte:9" },
        { name: "Level 20", description: "Reach level 20.", needs: "level-up gte:19", points: 20 },
        {
          name: "Level 99",
          description: "Reach level 99. There is no level 100.",
          needs: "level-up gte:98",
          points: 50,
        },
      ],
    },
  },
  {
    title: "counts that leave a margin",
    game: {
      goals: [
        { name: "Librarian", description: "Read hundreds of books.", needs: "read-book gte:300" },
        { name: "Couple", description: "Dance with a couple of friends.", needs: "dance gte:2" },
        { name: "Fortune", description: "Earn a fortune.", needs: "earn gte:1000000" },
        { name: "Marathon", description: "Win a few games more than most people do.", needs: "win gte:500" },
      ],
    },
  },
  {
    title: "small quest line with tiers by words",
    game: {
      goals: [
        { name: "Apprentice smith", description: "Forge a blade.", needs: "forge gte:1", points: 5 },
        { name: "Master smith", description: "Forge 100 blades.", needs: "forge gte:100", points: 50 },
        { name: "Gold rush", description: "Find gold.", needs: "find-gold gte:1", points: 5 },
        { name: "Silver rush", description: "Find silver.", needs: "find-silver gte:1", points: 10 },
      ],
    },
  },
];

const one = (
  title: string,
  name: string,
  description: string,
  needs: string,
  code = "description-disagrees",
): FlawedDesign => ({
  title,
  game: { goals: [ORDINARY, { name, id: "it", description, needs }] },
  expected: `${code} achievement/it`,
});

export const MORE_FLAWED: readonly FlawedDesign[] = [
  one("thousands lost", "Hoarder", "Gather one thousand logs.", "gather-log gte:100"),
  one("off by one", "Ten up", "Win 10 duels.", "win-duel gt:10"),
  one("swapped minutes", "Patient", "Wait for 15 minutes.", "wait-seconds gte:90"),
  one("hours or more", "Veteran", "Play 100 hours or more.", "play-minutes gte:600"),
  one("no more than", "Thrifty", "Build a house with no more than 200 bricks.", "build-house amount gte:200"),
  one("maximum of", "Light traveller", "Carry a maximum of 20 kg to the summit.", "summit-weight amount gte:20"),
  one("wins in a row", "Unbeaten", "Win three times in a row.", "win gte:3"),
  one("ten days straight", "Loyal", "Open the game ten days straight.", "open-game gte:10"),
  one("within one game", "Scorer", "Score 5 goals within one game.", "goal gte:5"),
  one("wrong level", "Basement", "Finish level 13.", "finish-level gte:1 if activityData:level,eq,31"),
  one("ordinal", "Third time lucky", "Lose for the third time.", "lose gte:5"),
  one("in July", "Summer", "Swim on ten days in July.", "swim gte:10 if month:6"),
  one("percent sign", "Template", "Deal %s damage.", "damage gte:500", "placeholder-text"),
  one(
    "description missing in translation",
    "Sailor",
    "achievement.sailor.description",
    "sail gte:3",
    "placeholder-text",
  ),
  one("to be written", "Sailor", "FIXME: ask Anna for a better text", "sail gte:3", "placeholder-text"),
  {
    title: "secret with the deed as its name",
    game: {
      goals: [
        ORDINARY,
        { name: "Feeding the seagulls", id: "it", description: "???", secret: true, needs: "feed-seagulls gte:10" },
      ],
    },
    expected: "secret-told achievement/it",
  },
  {
    title: "value with a missing letter",
    game: {
      goals: ["knight", "archer", "wizard"].flatMap((name) => [
        {
          name: `${name} I`,
          id: `${name}-1`,
          description: `Win as a ${name}.`,
          needs: `win gte:1 if activityData:hero,eq,${name}`,
        },
        {
          name: `${name} II`,
          id: `${name}-2`,
          description: `Win twice as a ${name}.`,
          points: 20,
          needs: `win gte:2 if activityData:hero,eq,${name === "archer" ? "arher" : name}`,
        },
        {
          name: `${name} III`,
          id: `${name}-3`,
          description: `Win three times as a ${name}.`,
          points: 30,
          needs: `win gte:3 if activityData:hero,eq,${name}`,
        },
      ]),
    },
    expected: "misspelt-condition criterion/win-gte-2-if-activitydata-hero-eq-arher",
  },
  {
    title: "quickest finish upside down",
    game: {
      leaderboards: { it: { name: "Quickest finish", description: "Seconds from start to finish.", type: "custom" } },
    },
    expected: "wrong-ordering leaderboard/it",
  },
  {
    title: "veteran III cheaper",
    game: {
      goals: [
        { name: "Veteran I", description: "Play in the first season.", points: 10, needs: "play-first gte:1" },
        { name: "Veteran II", description: "Play in the second season.", points: 20, needs: "play-second gte:1" },
        {
          name: "Veteran III",
          id: "it",
          description: "Play in the third season.",
          points: 3,
          needs: "play-third gte:1",
        },
      ],
    },
    expected: "tier-worth-less achievement/it",
  },
  {
    title: "field in camel case",
    game: {
      goals: [
        { name: "Bow", description: "Hit with a bow.", needs: "hit gte:1 if activityData:weaponType,eq,bow" },
        { name: "Axe", description: "Hit with an axe.", needs: "hit gte:1 if activityData:weaponType,eq,axe" },
        { name: "Club", description: "Hit with a club.", needs: "hit gte:1 if activityData:weapontype,eq,club" },
      ],
    },
    expected: "misspelt-condition criterion/hit-gte-1-if-activitydata-weapontype-eq-club",
  },
];
