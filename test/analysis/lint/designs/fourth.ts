/** A fourth list, written last. */
import type { FlawedDesign } from "./flawed.ts";
import type { SoundDesign } from "./sound-texts.ts";

const goal = (name: string, description: string, needs: string | readonly string[], points = 10) => ({
  name,
  description,
  needs,
  points,
});

export const LAST_SOUND: readonly SoundDesign[] = [
  {
    title: "pinball",
    game: {
      goals: [
        goal("Multiball", "Play with 3 balls at the same time.", "balls-in-play amount gte:3"),
        goal("Wizard", "Score a billion points in one ball.", "ball-score amount gte:1000000000"),
        goal("Tilt", "Tilt the table a second time.", "tilt gte:2"),
      ],
    },
  },
  {
    title: "tycoon",
    game: {
      goals: [
        goal("Open for business", "Serve your first 50 customers.", "serve gte:50"),
        goal("Five stars", "Get a five-star rating from 200 guests.", "five-star-rating gte:200"),
        goal("24/7", "Stay open around the clock.", "stay-open gte:24"),
        goal("Franchise", "Own a dozen restaurants in 3 cities.", "open-restaurant gte:12"),
      ],
    },
  },
  {
    title: "roguelike",
    game: {
      goals: [
        goal("Deeper", "Reach floor 30.", "reach-floor amount gte:30"),
        goal("Naked run", "Finish a run with 0 items.", "items-at-end amount eq:0"),
        goal("Seeded", "Win with the seed 1337.", "win-seeded gte:1"),
        goal("Hundred deaths", "Die and learn.", "die gte:100"),
      ],
    },
  },
  {
    title: "cycling",
    game: {
      goals: [
        goal("Century", "Ride 100 miles in one day.", "ride gte:160934 days:1"),
        goal("Climber", "Climb 8,848 m.", "climb gte:8848"),
        goal("Tailwind", "Average more than 40 km/h over a ride.", "ride-average-speed amount gt:40"),
      ],
    },
  },
  {
    title: "letters and numbers that are names",
    game: {
      goals: [
        goal("Agent 47", "Take the disguise of a guard.", "disguise gte:1"),
        goal("Route 66", "Drive the whole road.", "drive-road gte:2448"),
        goal("Two birds", "Hit a pair of birds with one stone.", "hit-pair gte:1"),
        goal("Once more, with feeling", "Replay the last mission.", "replay gte:1"),
      ],
    },
  },
  {
    title: "Spanish and Portuguese",
    game: {
      goals: [
        goal("Todo o nada", "Apuesta todo.", "bet-all gte:1"),
        goal("Coleccionista", "Reúne 1.000 monedas.", "coin gte:1000"),
        goal("Campeão", "Vença 15 partidas.", "win gte:15"),
      ],
    },
  },
  {
    title: "login rewards",
    game: {
      goals: [
        { ...goal("Day 1", "Log in for one day.", "log-in gte:1 days:1"), rewards: ["coins"] },
        { ...goal("Day 3", "Log in on three days in a row.", "log-in gte:1 days:3", 20), rewards: ["coins"] },
      ],
      rewards: { coins: { name: "Bag of coins" } },
    },
    project: "lint: { rules: { pointless-streak: off } }\n",
  },
];

const flaw = (title: string, description: string, needs: string, code = "description-disagrees"): FlawedDesign => ({
  title,
  game: { goals: [{ name: "Something", id: "it", description, needs }] },
  expected: `${code} achievement/it`,
});

export const LAST_FLAWED: readonly FlawedDesign[] = [
  flaw("half", "Collect half a million gems.", "gem gte:50000"),
  flaw("hours", "Play for 24 hours.", "play-seconds gte:8640"),
  flaw("not fewer", "Bring no fewer than 8 friends.", "bring-friends amount lt:8"),
  flaw("single session", "Catch 20 butterflies in a single session.", "catch-butterfly gte:20"),
  flaw("streak of weeks", "Log in every day for two weeks.", "log-in gte:14"),
  flaw("hundreds", "Read three hundred letters.", "read-letter gte:30"),
  flaw("only verbs", "Jump 5,000 times.", "jump gte:500"),
  flaw("month", "Score on 4 days in March.", "score gte:4 if month:4"),
  flaw("nothing written", "tbd", "score gte:4", "placeholder-text"),
  flaw("braces", "Collect {0} of {1} gems.", "gem gte:5", "placeholder-text"),
  {
    title: "best times",
    game: { leaderboards: { it: { name: "Best times", description: "In seconds.", type: "custom" } } },
    expected: "wrong-ordering leaderboard/it",
  },
  {
    title: "top of the score",
    game: {
      leaderboards: {
        it: {
          name: "High scores",
          description: "Points.",
          type: "custom",
          ordering: "smaller-is-better",
          score_preference: "prefer-lower",
        },
      },
    },
    expected: "wrong-ordering leaderboard/it",
  },
];
