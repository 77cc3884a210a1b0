/** Odd but legitimate texts: lint has to find nothing in any of these games. */
import type { Sketch } from "./sketch.ts";

export interface SoundDesign {
  readonly title: string;
  readonly game: Sketch;
  /** Top-level settings of the project file. */
  readonly project?: string;
}

export const SOUND_TEXTS: readonly SoundDesign[] = [
  {
    title: "minutes in the text, seconds in the rule",
    game: {
      goals: [{ name: "Speed demon", description: "Finish a race in under 5 minutes.", needs: "race amount lt:300" }],
    },
  },
  {
    title: "minutes and seconds with a colon",
    game: {
      goals: [{ name: "Ring master", description: "Lap the Ring in less than 7:30.", needs: "lap amount lt:450" }],
    },
  },
  {
    title: "hours in the text, minutes in the rule",
    game: { goals: [{ name: "Regular", description: "Play for 10 hours in total.", needs: "play-minutes gte:600" }] },
  },
  {
    title: "seconds with a decimal, milliseconds in the rule",
    game: { goals: [{ name: "Cat reflexes", description: "React within 1.5 s.", needs: "react amount lte:1500" }] },
  },
  {
    title: "kilometres in the text, metres in the rule, and miles, too",
    game: {
      goals: [
        { name: "Jogger", description: "Run 10 km.", needs: "run gte:10000" },
        {
          name: "Runner",
          description: "Run a marathon: 42.195 km in one go.",
          points: 20,
          needs: "run amount gte:42195",
        },
      ],
    },
  },
  {
    title: "kilograms in the text, grams in the rule",
    game: {
      goals: [{ name: "Big fish", description: "Catch a fish heavier than 2 kg.", needs: "catch-fish amount gt:2000" }],
    },
  },
  {
    title: "large numbers with suffixes and words",
    game: {
      goals: [
        { name: "Well off", description: "Bake 50k cookies.", needs: "bake gte:50000", points: 10 },
        { name: "Rich", description: "Bake 5M cookies.", needs: "bake gte:5000000", points: 20 },
        { name: "Richer", description: "Bake half a billion cookies.", needs: "bake gte:500000000", points: 30 },
        { name: "Richest", description: "Bake 1.5 billion cookies.", needs: "bake gte:1500000000", points: 40 },
      ],
    },
  },
  {
    title: "dozens and scores",
    game: {
      goals: [
        { name: "Egg basket", description: "Collect 2 dozen eggs.", needs: "collect-egg gte:24" },
        { name: "Egg cart", description: "Collect a dozen dozen eggs.", needs: "collect-egg gte:144", points: 20 },
        { name: "Henhouse", description: "Keep half a dozen hens.", needs: "buy-hen gte:6" },
      ],
    },
  },
  {
    title: "separators of thousands of several countries",
    game: {
      goals: [
        { name: "Sammler", description: "Sammle 1.500 Münzen.", needs: "coin gte:1500" },
        { name: "Collectionneur", description: "Ramassez 25 000 pièces.", needs: "coin gte:25000", points: 20 },
        { name: "Collector", description: "Collect 1,000,000 coins.", needs: "coin gte:1000000", points: 30 },
        { name: "Raffzahn", description: "Sammle 2'500'000 Münzen.", needs: "coin gte:2500000", points: 40 },
      ],
    },
  },
  {
    title: "decades, races and formats with a number in their names",
    game: {
      goals: [
        {
          name: "Roaring twenties",
          description: "Win a race with a car of the 1920s.",
          needs: "win-race gte:1 if activityData:era,eq,twenties",
        },
        {
          name: "Round the clock",
          description: "Finish a 24-hour race.",
          needs: "finish-race gte:1 if activityData:kind,eq,endurance",
        },
        { name: "Duellist", description: "Win ten 1v1 matches.", needs: "win-duel gte:10" },
        { name: "Off-road", description: "Drive through the swamp in a 4x4.", needs: "cross-swamp gte:1" },
      ],
    },
  },
  {
    title: "levels and stars that conditions name",
    game: {
      goals: [
        {
          name: "Perfectionist",
          description: "Finish level 7 with 3 stars.",
          needs: "finish-level gte:1 if activityData:level,eq,7 & activityData:stars,gte,3",
        },
        {
          name: "Chapter 2",
          description: "Finish the second chapter.",
          needs: "finish-chapter gte:1 if activityData:chapter,eq,2",
        },
      ],
    },
  },
  {
    title: "hours of the day",
    game: {
      goals: [
        { name: "Night owl", description: "Win between 22:00 and 6:00.", needs: "win gte:1 if betweenHours:22,8" },
        { name: "Early bird", description: "Log in before 7 am.", needs: "log-in gte:1 if betweenHours:4,3" },
        {
          name: "Lunch break",
          description: "Win 5 matches between noon and 2pm.",
          needs: "win gte:5 if betweenHours:12,2",
        },
      ],
    },
  },
  {
    title: "dates of the calendar",
    game: {
      goals: [
        { name: "Present", description: "Log in on December 24th.", needs: "log-in gte:1 if month:12 & dayOfMonth:24" },
        { name: "Fool", description: "Lose a match on April 1.", needs: "lose gte:1 if month:4 & dayOfMonth:1" },
        {
          name: "Summer 2026",
          description: "Win 20 races in July or August 2026.",
          needs: "win-race gte:20 if months:7,8",
        },
      ],
    },
  },
  {
    title: "prices in cents",
    game: { goals: [{ name: "Patron", description: "Spend $4.99 or more at once.", needs: "spend amount gte:499" }] },
  },
  {
    title: "a level is reached from the first one",
    game: { goals: [{ name: "Veteran", description: "Reach level 50.", needs: "level-up gte:49" }] },
  },
  {
    title: "more than, over, fewer than, at most, up to",
    game: {
      goals: [
        { name: "Centurion", description: "Win more than 100 matches.", needs: "win gt:100" },
        { name: "Cautious", description: "Finish a run with fewer than 3 mistakes.", needs: "finish-run amount lt:3" },
        { name: "Steady", description: "Finish a puzzle with at most two hints.", needs: "finish-puzzle amount lte:2" },
        { name: "Thrower", description: "Throw over 90 metres.", needs: "throw amount gt:90" },
        { name: "Planner", description: "Solve a maze in no more than 30 steps.", needs: "solve-maze amount lte:30" },
      ],
    },
  },
  {
    title: "one more than the text excludes",
    game: {
      goals: [
        { name: "Overachiever", description: "Score more than 99 points in one game.", needs: "score amount gte:100" },
      ],
    },
  },
  {
    title: "number words, ordinals and multiples",
    game: {
      goals: [
        { name: "Hat-trick", description: "Score three goals in a match.", needs: "goals-in-match amount gte:3" },
        { name: "Again", description: "Win for the third time.", needs: "win gte:3" },
        { name: "Twice shy", description: "Lose twice.", needs: "lose gte:2" },
        { name: "Collector", description: "Find twenty-five shells.", needs: "find-shell gte:25" },
        {
          name: "Beachcomber",
          description: "Find one hundred and fifty shells.",
          needs: "find-shell gte:150",
          points: 20,
        },
      ],
    },
  },
  {
    title: "numbers that are the count of members",
    game: {
      goals: [
        {
          name: "Jack of all trades",
          description: "Win with each of the four classes.",
          needs: ["mage", "bard", "rogue", "knight"].map((each) => `win gte:1 if activityData:class,eq,${each}`),
        },
        {
          name: "Key ring",
          description: "Find all 3 keys.",
          needs: ["find-red-key gte:1", "find-blue-key gte:1", "find-green-key gte:1"],
        },
      ],
    },
  },
  {
    title: "several numbers for several criteria",
    game: {
      goals: [
        {
          name: "Exterminator",
          description: "Slay 50 rats and 25 goblins.",
          needs: ["slay-rat gte:50", "slay-goblin gte:25"],
        },
      ],
    },
  },
  {
    title: "number words that count nothing",
    game: {
      goals: [
        { name: "One for all", description: "Win a team match.", needs: "win-team-match gte:1" },
        { name: "Two-faced", description: "Betray an ally after a truce.", needs: "betray gte:1" },
        { name: "Catch 22", description: "Fall into the trap that you have set.", needs: "own-trap gte:1" },
        {
          name: "Thousand-yard stare",
          description: "Look at one of the portraits for a while.",
          needs: "look-at-portrait gte:1",
        },
        { name: "Cloud nine", description: "Reach the top of the tower.", needs: "reach-top gte:1" },
      ],
    },
  },
  {
    title: "articles with many of them",
    game: {
      goals: [
        { name: "A long way", description: "Walk a thousand steps with a friend.", needs: "step-with-friend gte:1000" },
        { name: "Locksmith", description: "Open 20 chests in a dungeon.", needs: "open-chest gte:20" },
        { name: "Loyal", description: "Be a member of a guild for 30 days.", needs: "guild-day gte:30" },
      ],
    },
  },
  {
    title: "a run of wins that the game counts itself",
    game: {
      goals: [
        { name: "On fire", description: "Win 5 matches in a row.", needs: "win-streak amount gte:5" },
        { name: "Combo", description: "Land 30 hits in a single combo.", needs: "combo amount gte:30" },
        { name: "One blow", description: "Deal 500 damage in one hit.", needs: "deal-damage amount gte:500" },
      ],
    },
  },
  {
    title: "days in a row, with a streak",
    game: {
      goals: [
        { name: "Creature of habit", description: "Log in on 7 days in a row.", needs: "log-in gte:1 days:7" },
        { name: "Week of war", description: "Win 3 matches every day for a week.", needs: "win gte:3 days:7" },
        { name: "All-nighter", description: "Play every hour for 8 hours.", needs: "play gte:1 hours:8" },
        { name: "Busy day", description: "Win ten matches in a single day.", needs: "win gte:10 days:1" },
      ],
    },
  },
  {
    title: "averages in words",
    game: {
      goals: [
        {
          name: "Sharpshooter",
          description: "Keep an average accuracy of 80% or more.",
          needs: ["shoot average gte:80", "shoot gte:1000"],
        },
      ],
    },
  },
  {
    title: "tiers of averages that are next to each other",
    game: {
      goals: [
        {
          name: "Good eye",
          description: "Have an average accuracy above 5.",
          needs: ["shoot average gt:5", "shoot gte:100"],
          points: 10,
        },
        {
          name: "Better eye",
          description: "Have an average accuracy of 6 or more.",
          needs: ["shoot average gte:6", "shoot gte:100"],
          points: 20,
        },
        {
          name: "Eagle eye",
          description: "Have an average accuracy above 6.",
          needs: ["shoot average gt:6", "shoot gte:100"],
          points: 30,
        },
      ],
    },
  },
  {
    title: "an average between two neighbours",
    game: {
      goals: [
        {
          name: "Middle of the road",
          description: "Stay between lanes: an average above 5 and below 6.",
          needs: ["drive average gt:5", "drive average lt:6", "drive gte:100"],
        },
      ],
    },
  },
  {
    title: "names in Devanagari that differ in a vowel sign",
    game: {
      actions: { day: { name: "दिन" }, gift: { name: "दान" } },
      goals: [{ name: "दानवीर", description: "दस दिन दान करें।", needs: ["day gte:10", "gift gte:10"] }],
    },
  },
  {
    title: "names in kana that differ in a voiced mark",
    game: {
      goals: [
        { name: "かき", id: "oyster", description: "牡蠣を食べる。", needs: "eat-oyster gte:1" },
        { name: "かぎ", id: "key", description: "鍵を見つける。", needs: "find-key gte:1" },
        { name: "はし", id: "bridge", description: "橋を渡る。", needs: "cross-bridge gte:1" },
        { name: "ばし", id: "bashi", description: "場所を知る。", needs: "find-place gte:1" },
      ],
    },
  },
  {
    title: "words of Latin scripts that differ in an accent",
    game: {
      goals: [
        { name: "Papa", description: "Cosecha una papa.", needs: "harvest-potato gte:1" },
        { name: "Papá", id: "father", description: "Visita a tu padre.", needs: "visit-father gte:1" },
        { name: "Schon", description: "Sei früh da.", needs: "arrive-early gte:1" },
        { name: "Schön", id: "beautiful", description: "Baue ein schönes Haus.", needs: "build-house gte:1" },
      ],
    },
  },
  {
    title: "Chinese, Arabic and Thai texts",
    game: {
      goals: [
        { name: "十连胜", id: "ten-wins", description: "连续赢得10场比赛。", needs: "win-streak amount gte:10" },
        { name: "全勤", id: "attendance", description: "连续7天登录。", needs: "log-in gte:1 days:7" },
        { name: "الجامع", id: "collector", description: "اجمع ٥٠ عملة.", needs: "coin gte:50" },
        { name: "นักสะสม", id: "collector-th", description: "สะสมเหรียญ ๑๐๐ เหรียญ", needs: "coin gte:100", points: 20 },
        {
          name: "百万長者",
          id: "millionaire",
          description: "コインを100万枚集める。",
          needs: "coin gte:1000000",
          points: 30,
        },
      ],
    },
  },
  {
    title: "singular and plural",
    game: {
      goals: [
        { name: "Champion", description: "Win the cup.", needs: "win-cup gte:1" },
        { name: "Champions", description: "Win the cup of teams.", needs: "win-team-cup gte:1" },
      ],
      actions: { star: { name: "Star" }, stars: { name: "Stars" } },
      leaderboards: { stars: { name: "Stars", description: "Stars that were seen.", type: "custom" } },
    },
    project: "lint: { rules: { unused-action: off } }\n",
  },
  {
    title: "singular and plural actions, both counted",
    game: {
      goals: [
        { name: "Wish", description: "See a star fall.", needs: "star gte:1" },
        { name: "Meteor shower", description: "See a whole shower of stars.", needs: "stars gte:1" },
      ],
    },
  },
  {
    title: "numbered and ranked tiers",
    game: {
      goals: [
        { name: "Hunter I", description: "Slay 10 beasts.", needs: "slay-beast gte:10", points: 5 },
        { name: "Hunter II", description: "Slay 50 beasts.", needs: "slay-beast gte:50", points: 10 },
        { name: "Hunter III", description: "Slay 250 beasts.", needs: "slay-beast gte:250", points: 25 },
        { name: "Bronze angler", description: "Catch 5 fish.", needs: "catch-fish gte:5", points: 5 },
        { name: "Silver angler", description: "Catch 50 fish.", needs: "catch-fish gte:50", points: 10 },
        { name: "Gold angler", description: "Catch 100 fish.", needs: "catch-fish gte:100", points: 25 },
      ],
    },
  },
  {
    title: "chapters and sequels, each worth the same or less",
    game: {
      goals: [
        {
          name: "Chapter 1",
          description: "Finish the first chapter.",
          needs: "finish-chapter gte:1 if activityData:chapter,eq,1",
          points: 10,
        },
        {
          name: "Chapter 2",
          description: "Finish the second chapter.",
          needs: "finish-chapter gte:1 if activityData:chapter,eq,2",
          points: 10,
        },
        {
          name: "World 1-1",
          description: "Find the warp in the first world.",
          needs: "find-warp gte:1 if activityData:world,eq,1",
          points: 30,
        },
        {
          name: "World 1-2",
          description: "Find the hidden warp below.",
          needs: "find-warp gte:1 if activityData:world,eq,2",
          points: 20,
        },
      ],
    },
  },
  {
    title: "shares, products, compound times and levels that are reached with points",
    game: {
      goals: [
        { name: "Completionist", description: "Find 100% of the feathers.", needs: "find-feather gte:250" },
        { name: "Star collector", description: "Earn 3 stars on each of 20 levels.", needs: "star gte:60" },
        { name: "Film night", description: "Watch for 1 hour and 30 minutes.", needs: "watch-minutes gte:90" },
        { name: "Scholar", description: "Reach level 50.", needs: "gain-experience gte:125000" },
        { name: "Bombardier", description: "Land in one piece 20 times.", needs: "land gte:20" },
        { name: "S.T.A.R", id: "star-name", description: "Join the agency.", needs: "join-agency gte:1" },
        { name: "Thrower", description: "Throw 50 spears with one hand.", needs: "throw-spear gte:50" },
      ],
    },
  },
];
