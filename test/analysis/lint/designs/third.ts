/** A third list, written after the rules were corrected by the second one. */
import type { FlawedDesign } from "./flawed.ts";
import type { SoundDesign } from "./sound-texts.ts";

const ORDINARY = { name: "Welcome", description: "Leave the harbour.", needs: "leave-harbour gte:1" };
export const LATEST_SOUND: readonly SoundDesign[] = [
  {
    title: "space trader",
    game: {
      goals: [
        { name: "Light-year", description: "Travel 1 light-year.", needs: "travel gte:9461" },
        {
          name: "Smuggler",
          description: "Smuggle 12 tons of spice past 3 patrols.",
          needs: ["smuggle gte:12", "pass-patrol gte:3"],
        },
        {
          name: "Seven sisters",
          description: "Visit the Pleiades.",
          needs: "visit gte:1 if activityData:cluster,eq,pleiades",
        },
        { name: "Apollo 13", description: "Come home with a broken engine.", needs: "broken-return gte:1" },
      ],
    },
  },
  {
    title: "word game",
    game: {
      goals: [
        {
          name: "Vowel movement",
          description: "Play a word of 5 or more vowels.",
          needs: "vowels-in-word amount gte:5",
        },
        {
          name: "Triple word",
          description: "Use a triple word square.",
          needs: "use-square gte:1 if activityData:square,eq,tripleword",
        },
        { name: "Seven letters", description: "Use all seven letters at once.", needs: "letters-used amount gte:7" },
        { name: "Daily player", description: "Play daily for 30 days.", needs: "play gte:1 days:30" },
      ],
    },
  },
  {
    title: "farm",
    game: {
      goals: [
        {
          name: "Green thumb",
          description: "Grow 25 pumpkins, 25 melons and 25 corn.",
          needs: ["grow-pumpkin gte:25", "grow-melon gte:25", "grow-corn gte:25"],
        },
        { name: "Acre by acre", description: "Plough 10 acres.", needs: "plough gte:10" },
        { name: "Milkman", description: "Sell 1,000 litres of milk.", needs: "sell-milk gte:1000000" },
        { name: "Five a day", description: "Eat fruit.", needs: "eat-fruit gte:1" },
      ],
    },
  },
  {
    title: "poker",
    game: {
      goals: [
        {
          name: "Full house",
          description: "Win with a full house.",
          needs: "win-hand gte:1 if activityData:hand,eq,fullhouse",
        },
        {
          name: "Pocket aces",
          description: "Win with two aces before the flop, 10 times.",
          needs: "win-hand gte:10 if activityData:pocket,eq,aces",
        },
        { name: "High roller", description: "Bet $10,000 on one hand.", needs: "bet amount gte:10000" },
        {
          name: "7-2 off",
          description: "Win with the worst hand there is.",
          needs: "win-hand gte:1 if activityData:pocket,eq,seventwo",
        },
      ],
    },
  },
  {
    title: "fitness app",
    game: {
      goals: [
        { name: "10k steps", description: "Walk ten thousand steps in a day.", needs: "steps gte:10000 days:1" },
        { name: "5K", description: "Run 5 km in one go.", needs: "run amount gte:5000" },
        { name: "Every week", description: "Train on 3 days of every week for a month.", needs: "train gte:12" },
        { name: "Sleep well", description: "Sleep at least 8 h on 5 nights.", needs: "good-night gte:5" },
      ],
    },
  },
  {
    title: "tower defence",
    game: {
      goals: [
        { name: "Wave 50", description: "Survive wave 50.", needs: "survive-wave amount gte:50" },
        { name: "Thrifty", description: "Win with no more than four towers.", needs: "towers-at-win amount lte:4" },
        { name: "No leaks", description: "Win without a single leak.", needs: "leaks-at-win amount eq:0" },
        { name: "Overkill", description: "Deal 1.000.000 damage with one shot.", needs: "shot amount gte:1000000" },
      ],
    },
  },
  {
    title: "museum of hidden things",
    game: {
      goals: [
        ORDINARY,
        {
          name: "The third door",
          description: "Not the first. Not the second.",
          secret: true,
          needs: "open-third gte:1",
        },
        {
          name: "Goodnight, moon",
          description: "Stay up late.",
          secret: true,
          needs: "play gte:1 if betweenHours:2,2",
        },
      ],
    },
  },
  {
    title: "quiz",
    game: {
      goals: [
        { name: "Know-it-all", description: "Answer 90% of a round correctly.", needs: "round-share amount gte:90" },
        {
          name: "50:50",
          description: "Use the fifty-fifty joker.",
          needs: "use-joker gte:1 if activityData:joker,eq,fifty",
        },
        { name: "Quick thinker", description: "Answer in less than three seconds.", needs: "answer amount lt:3000" },
        { name: "Top ten", description: "Finish a week among the first 10.", needs: "week-rank amount lte:10" },
      ],
    },
  },
  {
    title: "Japanese texts",
    game: {
      goals: [
        { name: "初勝利", id: "first-win", description: "一回勝つ。", needs: "win gte:1" },
        { name: "百戦錬磨", id: "hundred", description: "100戦する。", needs: "fight gte:100" },
        { name: "常連", id: "regular", description: "7日連続でログインする。", needs: "log-in gte:1 days:7" },
        { name: "さくら", id: "cherry", description: "春に花見をする。", needs: "hanami gte:1 if months:3,4" },
        { name: "さぐら", id: "sagura", description: "別の言葉。", needs: "other-word gte:1" },
      ],
    },
  },
  {
    title: "French texts",
    game: {
      goals: [
        { name: "Côte", description: "Longez la côte.", needs: "coast gte:1" },
        { name: "Coté", id: "cote2", description: "Soyez bien coté.", needs: "rated gte:1" },
        { name: "Deux fois", description: "Gagnez 2 fois.", needs: "win gte:2" },
        { name: "Mille bornes", description: "Roulez 1 000 km.", needs: "drive gte:1000000" },
      ],
    },
  },
  {
    title: "multi-tier ladder with suffixes",
    game: {
      goals: [10, 100, 1000, 10000].map((n, i) => ({
        name: `Slayer ${["I", "II", "III", "IV"][i]}`,
        description: `Slay ${["10", "100", "1k", "10k"][i]} slimes.`,
        points: 5 * (i + 1),
        needs: `slay gte:${n}`,
      })),
    },
  },
  {
    title: "season pass",
    game: {
      goals: [
        { name: "Season 4: Rookie", description: "Season 4: earn 100 stars.", needs: "star gte:100" },
        { name: "Season 4: Veteran", description: "Season 4: earn 500 stars.", points: 20, needs: "star gte:500" },
        {
          name: "Week 2",
          description: "Finish all challenges of week 2.",
          needs: "finish-challenge gte:7 if activityData:week,eq,2",
        },
      ],
    },
  },
  {
    title: "city builder",
    game: {
      goals: [
        { name: "Village", description: "House 500 people.", needs: "population amount gte:500" },
        {
          name: "Metropolis",
          description: "House half a million people.",
          points: 20,
          needs: "population amount gte:500000",
        },
        {
          name: "Sunny side",
          description: "Get a third of your power from the sun.",
          needs: "solar-share amount gte:33",
        },
        { name: "Balanced", description: "Keep the budget balanced for 10 years.", needs: "balanced-year gte:10" },
      ],
    },
  },
  {
    title: "music game",
    game: {
      goals: [
        { name: "Full combo", description: "Hit every note of a song.", needs: "full-combo gte:1" },
        {
          name: "120 BPM",
          description: "Finish a song at 120 beats per minute or more.",
          needs: "song-tempo amount gte:120",
        },
        { name: "Encore", description: "Play the same song twice in a row.", needs: "replay gte:1" },
        {
          name: "One-hit wonder",
          description: "Get a perfect score on the shortest song.",
          needs: "perfect gte:1 if activityData:song,eq,shortest",
        },
      ],
    },
  },
  {
    title: "survival leaderboards",
    game: {
      leaderboards: {
        days: { name: "Days survived", description: "More is better.", type: "custom" },
        hunger: {
          name: "Least food eaten",
          description: "In kilograms.",
          type: "custom",
          ordering: "smaller-is-better",
          score_preference: "prefer-lower",
        },
        first: {
          name: "First to the summit",
          description: "Minutes since the start.",
          type: "custom",
          ordering: "smaller-is-better",
          score_preference: "prefer-lower",
        },
        depth: { name: "Lowest dive", description: "Metres below the surface.", type: "custom" },
        fast: { name: "Fastest growth", description: "Percent of growth in a year.", type: "custom" },
      },
    },
  },
  {
    title: "tiny game with one free badge",
    game: {
      goals: [ORDINARY, { name: "Thanks", description: "Read the credits.", points: 0, needs: "read-credits gte:1" }],
    },
  },
  {
    title: "actions of other teams",
    game: {
      goals: [ORDINARY],
      actions: {
        "ad-click": { name: "Ad clicked", custom_data: { for: "metrics" } },
        crash: { name: "Crash", description: "Telemetry." },
      },
    },
  },
  {
    title: "same energy for both sides",
    game: {
      goals: [
        { name: "Left", description: "Turn left.", needs: "turn-left gte:1", rewards: ["energy"] },
        {
          name: "Lefter",
          description: "Turn left ten times.",
          needs: "turn-left gte:10",
          rewards: ["energy"],
          points: 20,
        },
      ],
      rewards: { energy: { name: "5 energy" } },
    },
  },
  {
    title: "one field, many numbers and no pattern",
    game: {
      goals: ["1", "2", "3", "11", "12"].map((n) => ({
        name: `Vault ${n}`,
        description: `Open vault ${n}.`,
        needs: `open-vault gte:1 if activityData:vault,eq,${n}`,
      })),
    },
  },
  {
    title: "different custom_data per sort of reward",
    game: {
      goals: [{ ...ORDINARY, rewards: ["a", "b", "c", "d", "e", "f"] }],
      rewards: {
        a: { name: "Axe", custom_data: { icon: "a", damage: 3 } },
        b: { name: "Bow", custom_data: { icon: "b", damage: 2 } },
        c: { name: "Club", custom_data: { icon: "c", damage: 4 } },
        d: { name: "Dagger", custom_data: { icon: "d", damage: 1 } },
        e: { name: "Elixir", custom_data: { icon: "e", heals: 5 } },
        f: { name: "Fanfare", custom_data: { sound: "f.ogg" } },
      },
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
export const LATEST_FLAWED: readonly FlawedDesign[] = [
  one("zero lost", "Marathon", "Run 42 km.", "run gte:4200"),
  one("twice the kills", "Exterminator", "Squash thirty bugs.", "squash-bug gte:60"),
  one("one of two numbers", "Farmer", "Plant 20 trees and water 30 flowers.", "plant-tree gte:200"),
  one("million", "Tycoon", "Own 2 million dollars.", "earn-dollar gte:200000"),
  one("less than", "Sniper", "Win using less than 5 bullets.", "win-bullets amount gte:5"),
  one("or fewer", "Minimalist", "Finish with 3 moves or fewer.", "finish-moves amount gte:3"),
  one("before the time is up", "Rush", "Escape in 90 seconds or less.", "escape-time amount gte:90"),
  one("consecutive nights", "Watchman", "Guard the gate on four consecutive nights.", "guard gte:4"),
  one("during a single round", "Ace", "Get 6 kills during a single round.", "kill gte:6"),
  one("average", "Consistent", "Keep an average score of 70.", "score gte:70"),
  one("number in the name", "25 victories", "You know how to win.", "victory gte:52"),
  one("stage", "Ice cave", "Clear stage 4.", "clear gte:1 if activityData:stage,eq,5"),
  one("an article", "Treasure", "Open a chest.", "open-chest gte:25"),
  one("December", "Frost", "Build a snowman in January.", "snowman gte:1 if month:12"),
  one("template", "Hello", "Hello ${player}!", "greet gte:2", "placeholder-text"),
  one("untitled", "Untitled achievement", "Greet a stranger.", "greet gte:2", "placeholder-text"),
  one("insert text", "Greeter", "[insert description]", "greet gte:2", "placeholder-text"),
  {
    title: "secret described",
    game: {
      goals: [
        ORDINARY,
        {
          name: "Splash",
          id: "it",
          description: "You jumped into the fountain.",
          secret: true,
          needs: "jump-into-fountain gte:1",
        },
      ],
    },
    expected: "secret-told achievement/it",
  },
  {
    title: "lowest time",
    game: { leaderboards: { it: { name: "Lap times", description: "Lower is better.", type: "custom" } } },
    expected: "wrong-ordering leaderboard/it",
  },
  {
    title: "gem tiers",
    game: {
      goals: [
        ["Bronze", 5],
        ["Silver", 10],
        ["Gold", 8],
      ].map(([m, p]) => ({
        name: `${m} collector`,
        id: `${m}`.toLowerCase(),
        description: `Fill the ${m} album.`,
        points: Number(p),
        needs: `fill-${`${m}`.toLowerCase()} gte:1`,
      })),
    },
    expected: "tier-worth-less achievement/gold",
  },
];
