/** The schema of the document of `laurel plan`. */
import { IMPACT_CLASS_NAMES } from "../../analysis/impact/classes.ts";
import { HAZARDS } from "../../model/model.ts";
import {
  address,
  anyObject,
  anything,
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
import {
  CHANGE,
  changedGames,
  DIAGNOSTICS,
  diagnostic,
  fieldChange,
  notVerified,
  origin,
  wayStep,
} from "../json/parts-schema.ts";

const CAUSES = ["behind", "conflict", "drift", "pending"] as const;

export const kept = object({
  address: address(),
  reason: choice([
    "create-only",
    "forgotten",
    "ignored",
    "not-pruned",
    "not-targeted",
    "still-referenced",
    "unseen-referrers",
  ]),
  by: optional(list(address(), "For `still-referenced`: the resources that refer to it.")),
  fields: optional(
    list(
      shared("fieldChange", fieldChange),
      "For `ignored` and `create-only`: the differences that remain. `after` is the value in the manifests.",
    ),
  ),
});

export const settingChange = object(
  {
    setting: text(
      "Its name, such as `prune` or `service.wire`. The values are those that hold for the environment. Those of `actions` are how many entries differ on each side, because actions may belong to secrets.",
    ),
    before: anything(),
    after: anything(),
  },
  "A setting of the project file that decides what a plan may do, and that the branch has changed.",
);

export const writtenPlace = object(
  {
    game: text(),
    environment: text(),
    game_id: optional(text("Absent on the embedded service.")),
    base_url: optional(
      text("Absent on the embedded service, and where the project file has none."),
    ),
  },
  "A live game as a project file writes it, with its variables.",
);

export const target = object(
  {
    is: choice(
      ["behind", "changed", "new", "same", "unknown"],
      "`same`: the same live game. `unknown`: the commit has no project file. `new`: it does not have the game or the environment. `changed`: the branch leads to another live game. `behind`: `ref` leads to another live game, and the branch lacks that change.",
    ),
    what: optional(choice(["environment", "game"], "If it is new: which of both is.")),
    before: optional(shared("writtenPlace", writtenPlace, "If it is changed: where it led.")),
    now: optional(shared("writtenPlace", writtenPlace, "Unless it is the same.")),
    tip: optional(
      shared("writtenPlace", writtenPlace, "If the branch is behind: where `ref` leads."),
    ),
  },
  "Where the plan leads, compared with the project file at the base.",
);

export const base = object(
  {
    ref: text("The commit as it was given."),
    commit: text(
      "The full id of the commit that the plan is compared with: the last one that HEAD and `ref` have in common, or `ref` itself.",
    ),
    tip: optional(text("The full id of `ref`, if HEAD lacks commits of it.")),
    settings: list(
      shared("settingChange", settingChange),
      "Settings of the project file that differ.",
    ),
    target: shared("target", target),
  },
  "The commit of `--base`, and how the plan relates to it.",
);

export const summary = object(
  {
    causes: optional(
      object({ behind: whole(), conflict: whole(), drift: whole(), pending: whole() }),
    ),
    attach: whole(),
    create: whole(),
    delete: whole(),
    detach: whole(),
    kept: whole(),
    not_verified: whole(),
    rename: whole(),
    replace: whole(),
    unchanged: whole(),
    update: whole(),
  },
  "How many of each; a replacement counts once. With `--base` also how many steps of each cause.",
);

const membership = object(
  { name: text(), member: text() },
  "A link, and the `custom_id` of the attached or detached member.",
);

export const hazard = object(
  {
    name: choice(HAZARDS),
    sentence: text(),
    consented: optional(flag("Whether an entry of the manifests allows it.")),
    moved: optional(
      list(
        object({ kind: text(), from: text(), to: text() }),
        "The `moved` entries that lead to it.",
      ),
    ),
  },
  "A danger of one step, with a sentence. Refused unless allowed by name.",
);

export const apiRequest = object({
  method: choice(["DELETE", "POST", "PUT"]),
  path: text("Below `/v1/games/{game_id}/`, ids percent-encoded, no slash in front."),
  body: optional(anyObject()),
});

export const field = object(
  {
    ...CHANGE,
    cause: optional(choice(CAUSES)),
    base: optional(
      anything(
        "The value at the base, for a conflict and for a value that the service does not show. Absent: there was none.",
      ),
    ),
  },
  "A value that differs. With `--base` with its cause.",
);

export const step = object(
  {
    id: text(),
    action: choice(["attach", "create", "delete", "detach", "rename", "update"]),
    address: address(),
    link: optional(
      shared(
        "membership",
        membership,
        "For `attach` and `detach`: which link, and the `custom_id` that joins or leaves.",
      ),
    ),
    needs: list(text()),
    hazards: list(shared("hazard", hazard)),
    notes: list(text(), "Sentences."),
    request: shared("apiRequest", apiRequest),
    otherwise: optional(
      shared(
        "apiRequest",
        apiRequest,
        "Sent instead when the service answers 404 or 405, because it does not have the endpoint of `request`.",
      ),
    ),
    replaces: optional(address("The resource that the step helps to replace.")),
    origin: optional(shared("origin", origin, "Absent for deletions.")),
    cause: optional(choice(CAUSES, "With `--base`: the gravest cause of its fields.")),
    fields: list(
      shared("field", field),
      "What differs; for creations and deletions the values that are not defaults.",
    ),
  },
  "One request to send, with everything that is known about it.",
);

export const way = object(
  {
    steps: list(shared("wayStep", wayStep)),
    player: anything("The player's custom_data."),
  },
  "What a new player does, whose clock shows UTC.",
);

export const witnesses = object(
  { easier: optional(shared("way", way)), harder: optional(shared("way", way)) },
  "Histories that earn an achievement only after a change (`easier`), and only before it (`harder`).",
);

export const impact = object({
  class: choice(IMPACT_CLASS_NAMES),
  address: address(
    "What players see of it, as far as they see any; otherwise the changed resource.",
  ),
  sentence: text(),
  witnesses: optional(
    shared("witnesses", witnesses, "Absent where there is none, or none was found."),
  ),
  because: list(address(), "The changed resources that lead to it."),
  steps: list(text(), "The steps of the plan that lead to it."),
});

export const plan = object(
  {
    game: text(),
    environment: text(),
    base_url: text(),
    game_id: text(),
    digest: text(),
    kept: list(shared("kept", kept)),
    not_verified: list(shared("notVerified", notVerified)),
    managed: optional(list(text(), "Kinds that the manifests manage.")),
    not_compared: optional(
      list(
        text(),
        "Kinds that the manifests neither manage nor declare, and that may have live resources.",
      ),
    ),
    unknown: optional(
      list(
        address(),
        "Resources that prune deletes although no earlier manifests are known. Absent: none.",
      ),
    ),
    base: optional(
      shared(
        "base",
        base,
        "With `--base`: the commit with which the manifests were compared, and what the branch changes in the project file.",
      ),
    ),
    summary,
    steps: list(shared("step", step), "In an order in which they can be applied one by one."),
    impact: optional(list(impact)),
    allowed: list(choice(HAZARDS), "Hazards of this plan that were allowed when it was made."),
  },
  "Everything that would be done to one game.",
);

export const plannedGame = object(
  {
    game: text(),
    environment: optional(text("Absent where it is not known.")),
    outcome: choice([
      "changes",
      "failed",
      "invalid",
      "no-changes",
      "not-started",
      "refused",
      "usage",
    ]),
  },
  "A game that was asked for. The `diagnostics` of that `game` say why it has no plan, or one that is refused.",
);

export const planSchema = documentOf(
  {
    format: FORMAT,
    plans: list(shared("plan", plan), "One for each game that was asked for and could be planned."),
    games: optional(
      list(
        shared("plannedGame", plannedGame),
        "Every game that was asked for, in the order of the project.",
      ),
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
    commands: ["plan"],
    definitions: {
      plan,
      kept,
      fieldChange,
      origin,
      notVerified,
      base,
      settingChange,
      target,
      writtenPlace,
      step,
      membership,
      hazard,
      apiRequest,
      field,
      witnesses,
      way,
      wayStep,
      plannedGame,
      changedGames,
      diagnostic,
    },
  },
);
