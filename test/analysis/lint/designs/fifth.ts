/** A fifth list, from a check that others made: each entry has siblings of the same class. */
import type { FlawedDesign } from "./flawed.ts";
import type { Goal, Sketch } from "./sketch.ts";
import type { SoundDesign } from "./sound-texts.ts";

const goal = (name: string, description: string, needs: Goal["needs"], points = 10) => ({
  ...{ name, description, points },
  ...(needs === undefined ? {} : { needs }),
});

/** Achievements that have nothing to do with each other, each from a description and what it needs. */
const sound = (title: string, all: readonly (readonly [description: string, needs: Goal["needs"]])[]): SoundDesign => ({
  title,
  game: { goals: all.map(([description, needs], index) => ({ ...goal(NAMES[index] ?? "", description, needs) })) },
});
const NAMES = [
  ...["Aurora", "Borealis", "Cascade", "Dandelion", "Eclipse", "Firefly", "Glacier", "Harvest", "Iris", "Jubilee"],
  ...["Kestrel", "Lagoon", "Meadow", "Nightfall", "Orchard", "Pelican", "Quartz", "Riverbend", "Sequoia", "Tundra"],
  ...["Umbra", "Vortex", "Basalt", "Coral", "Dune", "Ember", "Fern", "Gorge"],
];

const LOWER = { ordering: "smaller-is-better", score_preference: "prefer-lower" };
/** `lower`: whether the lowest score ranks first. */
const boards = (
  all: readonly (readonly [name: string, description: string, lower: boolean])[],
): readonly (readonly [title: string, game: Sketch])[] =>
  all.map(([name, description, isLower]) => [
    `${name}: ${description}`,
    { leaderboards: { it: { name, description, type: "custom", ...(isLower ? LOWER : {}) } } },
  ]);

const SOUND_BOARDS = boards([
  ["Puzzle masters", "Solve the tower in as few moves as possible.", true],
  ["Top speed", "The fastest car in km/h.", false],
  ["Elite", "Highest ranks.", true],
  ["Highest ranks", "Of all seasons.", true],
  ["World ladder", "Rank in the world ladder.", true],
  ["Drivers", "The most efficient route, in litres.", true],
  ["Most careful drivers", "Crashes.", true],
  ["Most accurate shots", "Distance from the middle, in millimetres.", true],
  ["Peaks", "The highest peak, in seconds.", true],
  ["Golfers", "The lowest score wins.", true],
  ["Ghosts", "Points for as few steps as possible.", false],
  ["Survivors", "The longest time in the arena.", false],
  ["Highest floor", "Time to reach it.", true],
  ["Kings", "The most wins of the season.", false],
  ["Divers", "Find the lowest point of the sea, in metres.", false],
]);
const FLAWED_BOARDS = boards([
  ["Puzzle masters", "Solve the tower in as few moves as possible.", false],
  ["Movers", "Fewest moves wins.", false],
  ["Thinkers", "The lowest number of moves.", false],
  ["Skiers", "The shortest time down the hill.", false],
  ["Sledders", "The fastest time down the hill.", false],
  ["Climbers", "Climb as quickly as possible, in seconds.", false],
  ["Slayers", "The most kills of the season.", true],
  ["Scorers", "The highest score wins.", true],
  ["Jumpers", "The longest jump in centimetres.", true],
  ["Richest players", "Gold.", true],
  ["Golfers", "The lowest score wins.", false],
]);

export const FIFTH_SOUND: readonly SoundDesign[] = [
  sound("better has no end of its own", [
    ["Reach the top in 5:30 or better.", "climb-seconds amount lte:330"],
    ["Sprint home in 80 seconds or better.", "sprint-seconds amount lte:80"],
    ["Come third or better.", "place amount lte:3"],
    ["Come 2nd or better.", "finish-place amount lte:2"],
    ["Score 90 or better.", "score amount gte:90"],
    ["Finish fifth or higher.", "final-place amount lte:5"],
    ["Climb to rank 10 or higher.", "season-rank amount lte:10"],
    ["Drive at 200 km/h or faster.", "drive-speed amount gte:200"],
    ["Solve it in 40 seconds or faster.", "solve-seconds amount lte:40"],
  ]),
  sound("a second number counts the matches", [
    ["Score two or more goals in one match, in five matches.", "double gte:5"],
    ["Find 7 stars in one match, in ten different matches.", "match gte:10 if activityData:stars,gte,7"],
    ["Catch a fish with one throw, eight times.", "one-throw-fish gte:8"],
    ["In 12 games, score 3 points in a single round.", "triple gte:12"],
  ]),
  sound("numbers of several parts", [
    ["敵を2万5000体倒す。", "defeat gte:25000"],
    ["金を3億5千万集める。", "gold gte:350000000"],
    ["1万2千歩あるく。", "step gte:12000"],
    ["점프 1만 2000번 하기.", "jump gte:12000"],
    ["코인 3천만 개 모으기.", "coin gte:30000000"],
    ["收集2.5万金币。", "collect gte:25000"],
    ["3 bin kez kazan.", "win gte:3000"],
    ["Sammle 2 Millionen Münzen.", "muenze gte:2000000"],
    ["Reúne 5 mil monedas.", "moneda gte:5000"],
    ["Earn 3 lakh rupees.", "rupee gte:300000"],
    ["Spend 2 mil credits.", "credit gte:2000000"],
    ["Bake a half dozen cakes.", "cake gte:6"],
  ]),
  sound("parts of a whole", [
    ["Find half of the 120 stars.", "star gte:60"],
    ["Earn one and a half million coins.", "coin gte:1500000"],
    ["Earn a million and a half gems.", "gem gte:1500000"],
    ["Earn 2 and a half thousand coins.", "coin gte:2500"],
    ["Slay 2½ thousand rats.", "rat gte:2500"],
    ["Run ¾ km.", "run-metre gte:750"],
    ["Lift two and a half tonnes.", "lift-kg gte:2500"],
    ["Play for two and a half hours.", "play-minute gte:150"],
    ["Build three snowmen in one winter month or another.", "snowman gte:3"],
    ["Uncover three quarters of the map.", "map-percent amount gte:75"],
    ["Light two thirds of the 90 lanterns.", "lantern gte:60"],
    ["Water 30% of the 200 plants.", "plant gte:60"],
    ["Fill ¾ of the jar.", "jar-percent amount gte:75"],
    ["Hold your breath for a quarter of an hour.", "breath-seconds amount gte:900"],
    ["Bring half the 40 sheep home.", "sheep gte:20"],
    ["See a third of all 151 creatures.", "creature gte:51"],
    ["Insert three quarters.", "quarter gte:3"],
    ["Explore half of the island.", "explore-tile gte:340"],
  ]),
  sound("a negation turns the end round", [
    ["Don't take longer than 50 seconds.", "finish-seconds amount lte:50"],
    ["Win without using more than 5 arrows.", "arrows-used amount lte:5"],
    ["Never fall below 30 health.", "least-health amount gte:30"],
    ["Do not lose 3 or more lives.", "lives-lost amount lt:3"],
    ["Don't let the clock go past or over 90 seconds.", "clock-seconds amount lte:90"],
    ["Without dying, defeat more than 70 ghosts.", "ghost gt:70"],
  ]),
  sound("ends and values of conditions", [
    ["Clear ten levels with at least 3 stars.", "clear gte:10 if activityData:stars,gte,3"],
    ["Clear two levels with more than 2 stars.", "clear-level gte:2 if activityData:stars,gte,3"],
    ["Clear five floors below level 40.", "clear-floor gte:5 if activityData:level,lt,40"],
    ["Win six duels at level 40 or higher.", "duel gte:6 if activityData:level,gt,39"],
    [
      "Beat a boss between level 10 and level 40.",
      "boss gte:1 if activityData:level,gte,10 & activityData:level,lte,40",
    ],
    ["Win with less than 10% health.", "survive gte:1 if activityData:health,lt,20"],
    ["Win three times in under 60 seconds.", "quick-win gte:3 if activityData:time,lt,60"],
    ["Collect 20 stars on 10 maps.", "finish-map gte:10 if activityData:stars,gte,2"],
    ["Descend below floor 30.", "descend gte:1 if activityData:floor,gt,30"],
    ["Win 3 times on hard ground.", "beat gte:3 if activityData:difficulty,eq,normal"],
    ["Beat 4 on hard.", "beat gte:4 if activityData:difficulty,eq,hard"],
    ["Defeat a mage, without being one.", "play gte:7 if activityData:class,eq,rogue"],
    ["Cast 4 spells as a mage.", "play gte:4 if activityData:class,eq,mage"],
    ["Win with a mage in your team.", "play gte:8 if activityData:class,eq,rogue"],
    ["Win with fire in your heart.", "play gte:13 if activityData:element,eq,ice"],
    ["Win with fire.", "play gte:14 if activityData:element,eq,fire"],
    ["Win 15 times in a day or less.", "play gte:15 if activityData:time,eq,night"],
    ["Win while the sun is up.", "play gte:16 if activityData:time,eq,day"],
    ["Win a duel against 3 players.", "play gte:17 if activityData:players,gte,4"],
    ["Win in style.", "play gte:9 if activityData:class,eq,rogue"],
    ["Explore the forest at night.", "play gte:11 if activityData:map,eq,forestnight"],
    ["Explore the forest 12 times.", "play gte:12 if activityData:map,eq,forest"],
    ["Run exactly 100 metres.", "run amount eq:100"],
    ["Throw at least 101 metres.", "throw amount gte:101"],
    ["Collect 8 red gems.", "gem gte:8 if activityData:color,eq,red"],
    [
      "Play as a bard or a rogue.",
      {
        operator: "or",
        all: ["play gte:2 if activityData:class,eq,bard", "play gte:2 if activityData:class,eq,rogue"],
      },
    ],
  ]),
  sound("hours and days", [
    ["Howl 20 times between 10 pm and 6 am.", "howl gte:20 if betweenHours:22,8"],
    ["Bark 20 times between 22:00 and 06:00.", "bark gte:20 if betweenHours:22,8"],
    ["Work 30 times from 9 to 5 o'clock.", "work gte:30 if betweenHours:9,8"],
    ["Sing between 6 and 9 pm.", "sing gte:1 if betweenHours:18,3"],
    ["Dance from 8 pm to midnight.", "dance gte:1 if betweenHours:20,4"],
    ["Sleep from 22:30 until 6:30.", "sleep gte:1 if betweenHours:22,9"],
    ["Eat between 8 am and 9:59 am.", "eat gte:1 if betweenHours:8,2"],
    ["Meet between 8 pm and 10 pm CET.", "meet gte:1 if betweenHours:19,2"],
    ["Win between 10 and 20 duels.", "duel amount gte:10 if betweenHours:3,4"],
    ["Pay your debt on the last day of December.", "pay gte:1 if month:12 & dayOfMonth:31"],
    ["Trade on the 13th.", "trade gte:1 if dayOfMonth:13"],
    ["Land on the 13th floor.", "land gte:1 if dayOfMonth:2"],
    ["Save on the last day of the month.", "save gte:1 if dayOfMonth:last"],
    ["Shop on the first day of the month.", "shop gte:1 if dayOfMonth:1"],
  ]),
  ...SOUND_BOARDS.map(([title, game]): SoundDesign => ({ title, game })),
  {
    title: "groups and criteria where they are used",
    game: {
      isInline: true,
      goals: [
        goal("Winner", "Win 10.", "win gte:10", 20),
        goal("Champion", "Win 50.", "win gte:50", 50),
        goal("Sharp eye", "Hit 40 on average in 50 shots.", ["hit average gte:40", "hit gt:49 days:1"], 50),
      ],
    },
  },
  {
    title: "the harder action is worth more",
    game: {
      actions: { "beat-hydra": { reactions: ["beat"] } },
      goals: [
        goal("Fighter", "Beat 3.", "beat gte:3", 10),
        goal("Hydra", "Beat 10 hydras.", "beat-hydra gte:10", 25),
        goal("First hydra", "Beat a hydra.", "beat-hydra gte:1", 5),
      ],
    },
  },
];

const flaw = (title: string, description: string, needs: string, code = "description-disagrees"): FlawedDesign => ({
  title,
  game: { goals: [{ name: "Something", id: "it", description, needs }] },
  expected: `${code} achievement/it`,
});

export const FIFTH_FLAWED: readonly FlawedDesign[] = [
  flaw("a half more than it takes", "Earn one and a half million coins.", "coin gte:1000000"),
  flaw("half of another number", "Find half of the 120 stars.", "star gte:70"),
  flaw("percent of a number", "Find 30% of the 200 stars.", "star gte:70"),
  flaw("number of two parts", "敵を2万5000体倒す。", "defeat gte:20000"),
  flaw("another scale", "Sammle 2 Millionen Münzen.", "muenze gte:200000"),
  flaw("negated end", "Don't take longer than 50 seconds.", "finish-seconds amount gte:50"),
  flaw("without more", "Win without using more than 5 arrows.", "arrows-used amount gte:5"),
  flaw("matches of one session", "Win 20 matches in a single session.", "win gte:20"),
  {
    title: "harder, worth less, where they are used",
    game: {
      isInline: true,
      goals: [goal("Winner", "Win 10.", "win gte:10", 50), goal("Champion", "Win 50.", "win gte:50", 20)],
    },
    expected: "harder-worth-less achievement/champion",
  },
  {
    title: "twins, where they are used",
    game: {
      isInline: true,
      goals: [goal("Winner", "Win 10.", "win gte:10"), goal("Champion", "Ten wins.", "win gt:9")],
    },
    expected: "twin-achievements achievement/champion|achievement/winner",
  },
  {
    title: "average, where it is used",
    game: { isInline: true, goals: [goal("Sharp eye", "Hit 80 on average.", "hit average gte:80")] },
    expected: "average-of-one criterion/hit-average-gte-80",
  },
  {
    title: "a reaction of the harder one",
    game: {
      actions: { "beat-hydra": { reactions: ["beat"] } },
      goals: [goal("Fighter", "Beat 3.", "beat gte:3", 25), goal("Hydra", "Beat 10 hydras.", "beat-hydra gte:10", 10)],
    },
    expected: "harder-worth-less achievement/hydra",
  },
  {
    title: "a reaction of a reaction",
    game: {
      actions: {
        "beat-king": { reactions: ["beat-hydra"] },
        "beat-hydra": { reactions: ["beat"] },
      },
      goals: [goal("Fighter", "Beat 3.", "beat gte:3", 25), goal("King", "Beat 4 kings.", "beat-king gte:4", 10)],
    },
    expected: "harder-worth-less achievement/king",
  },
  flaw("other end of a field", "Clear ten levels with at least 3 stars.", "clear gte:10 if activityData:stars,lte,3"),
  flaw("more of a field", "Clear two levels with at least 4 stars.", "clear gte:2 if activityData:stars,gte,5"),
  flaw("below a level", "Clear five floors below level 40.", "clear gte:5 if activityData:level,gt,400"),
  flaw("at a level or higher", "Clear five floors at level 40 or higher.", "clear gte:5 if activityData:level,gte,400"),
  flaw("above a level", "Clear five floors above level 40.", "clear gte:5 if activityData:level,gt,44"),
  flaw("fewer of a field", "Win twice with fewer than 3 cards.", "win gte:2 if activityData:cards,gt,3"),
  ...(
    [
      ["value of a sibling", "Win 20 matches as a bard.", "win gte:20 if activityData:class,eq,rogue"],
      ["the usual spelling", "Win 40 times as a bard.", "win gte:40 if activityData:class,eq,brad"],
      ["mode of a sibling", "Win on hard.", "win gte:1 if activityData:difficulty,eq,normal"],
      ["colour of a sibling", "Win 6 red matches.", "win-match gte:6 if activityData:color,eq,blue"],
    ] as const
  ).map(
    ([title, description, needs]): FlawedDesign => ({
      title,
      game: {
        goals: [
          {
            name: "Something",
            id: "it",
            description,
            needs,
          },
          ...["class,eq,bard", "class,eq,mage", "difficulty,eq,hard", "color,eq,red"].flatMap((condition) =>
            ["win", "win-match"].map((action) => ({
              ...{ name: `Other ${action} ${condition}`, points: 10 },
              needs: `${action} gte:1 if activityData:${condition}`,
            })),
          ),
        ],
      },
      expected: "description-disagrees achievement/it",
    }),
  ),
  {
    title: "a declared value",
    game: {
      goals: [
        { name: "Something", id: "it", description: "Win as a mage.", needs: "win if activityData:class,eq,rogue" },
      ],
    },
    project: "lint: { fields: { win: { class: [mage, rogue] } } }\n",
    expected: "description-disagrees achievement/it",
  },
  ...FLAWED_BOARDS.map(([title, game]): FlawedDesign => ({ title, game, expected: "wrong-ordering leaderboard/it" })),
  flaw("an end as a duration", "Howl 20 times between 10 pm and 6 am.", "howl gte:20 if betweenHours:22,6"),
  flaw(
    "an end as a duration, on a clock",
    "Howl 20 times between 22:00 and 06:00.",
    "howl gte:20 if betweenHours:22,6",
  ),
  flaw("other hours", "Howl from noon to 3 pm.", "howl gte:1 if betweenHours:14,3"),
  flaw("another half of the day", "Howl from 8 am to 10 am.", "howl gte:1 if betweenHours:20,2"),
  flaw("another day", "Trade on the 13th.", "trade gte:1 if dayOfMonth:31"),
  flaw("the other end of the month", "Trade on the last day of the month.", "trade gte:1 if dayOfMonth:1"),
  flaw("half dozen", "Bake a half dozen cakes.", "cake gte:60"),
  flaw("exactly", "Run exactly 100 metres.", "run amount gte:100"),
  flaw("each day of a week", "Play each day of a whole week.", "play gte:7"),
];
