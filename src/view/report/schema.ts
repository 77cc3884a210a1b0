/** The schema of the document of `laurel report`. */
import Type from "typebox";
import {
  address,
  anything,
  choice,
  documentOf,
  FORMAT,
  flag,
  list,
  number,
  object,
  shared,
  text,
  whole,
} from "../json/build-schema.ts";
import { DIAGNOSTICS, diagnostic, wayStep } from "../json/parts-schema.ts";

const share = object(
  { achievements: whole(), points: whole() },
  "How many achievements, and their points together.",
);

export const economyTotals = object({
  achievements: whole(),
  points: whole(),
  secret: shared("share", share),
  bound: whole("Achievements by how much is known about their cheapest way."),
  unknown: whole(),
  impossible: whole(),
  reachable_points: whole("Points of achievements of which a way is known."),
});

export const cheapestWay = object(
  {
    steps: list(shared("wayStep", wayStep)),
    player: anything("The player's custom_data."),
    effort: number("0 where no way is known."),
    certainty: choice(["bound", "impossible", "unknown"]),
    reasons: list(
      text(),
      "Why there is no way, or none was found, as sentences without a full stop.",
    ),
  },
  "`bound`: this earns it, something cheaper may. `unknown`: no way was found. `impossible`: there is none.",
);

export const economyEntry = object(
  {
    custom_id: text(),
    points: whole(),
    address: address(),
    name: text(),
    is_secret: flag(),
    rewards: list(text(), "`custom_id`s."),
    way: shared("cheapestWay", cheapestWay),
  },
  "An achievement, and what it takes.",
);

export const report = object(
  {
    game: text(),
    totals: shared("economyTotals", economyTotals),
    budget: Type.Unsafe<number | null>({
      type: ["null", "integer"],
      description: "The most points that the project file allows, or null.",
    }),
    achievements: list(
      shared("economyEntry", economyEntry),
      "By effort, then those without a known way; else in the order of the manifests.",
    ),
  },
  "The points economy of a game.",
);

export const economySchema = documentOf(
  {
    format: FORMAT,
    reports: list(shared("report", report), "One for each game without an error."),
    diagnostics: DIAGNOSTICS,
  },
  {
    commands: ["report"],
    definitions: { report, economyTotals, share, economyEntry, cheapestWay, wayStep, diagnostic },
  },
);
