/** The schema of the document of `laurel apply`. */

import {
  address,
  choice,
  documentOf,
  FORMAT,
  flag,
  list,
  object,
  optional,
  shared,
  text,
  whole,
} from "../json/build-schema.ts";
import { changedGames, DIAGNOSTICS, diagnostic, notVerified } from "../json/parts-schema.ts";

export const stepResult = object({
  id: text(),
  address: address(),
  action: choice(["attach", "create", "delete", "detach", "rename", "update"]),
  status: choice(["done", "failed", "not-started", "not-verified", "skipped"]),
  diagnostic: optional(shared("diagnostic", diagnostic, "Why it failed.")),
  because: optional(text("For skipped steps: the failed or skipped step that it needed.")),
});

export const applyResult = object(
  {
    game: text(),
    environment: text("Empty if unknown, as is the id."),
    game_id: text(),
    outcome: choice([
      "done",
      "failed",
      "interrupted",
      "invalid",
      "not-started",
      "refused",
      "usage",
    ]),
    converged: flag(
      "Whether the live game was seen to have no more differences after the last step. False if it could not be read.",
    ),
    not_verified: list(
      shared("notVerified", notVerified),
      "Fields and links that could not be verified, because the service does not return them.",
    ),
    totals: object({
      done: whole(),
      failed: whole(),
      not_started: whole(),
      not_verified: whole(),
      skipped: whole(),
    }),
    steps: list(shared("stepResult", stepResult)),
    diagnostics: list(
      shared("diagnostic", diagnostic),
      "Problems that belong to no step, such as the reason why a game was not applied.",
    ),
  },
  "The result of an apply of one game.",
);

export const applySchema = documentOf(
  {
    format: FORMAT,
    results: list(
      shared("applyResult", applyResult),
      "One for each requested game, in the order of the project.",
    ),
    changed: optional(
      shared(
        "changedGames",
        changedGames,
        "With `--changed`: which of the requested games this is about.",
      ),
    ),
    diagnostics: DIAGNOSTICS,
  },
  {
    commands: ["apply"],
    definitions: { applyResult, notVerified, stepResult, diagnostic, changedGames },
  },
);
