/**
 * The documents that commands print as JSON. These types are their only description: the published
 * schemas are made of them with the comments, and `render.ts` prints of a result what its schema
 * has. Diagnostics are printed as `DocumentDiagnostic`s, changes of texts as `DocumentFile`s, and
 * steps of ways as `DocumentWayStep`s.
 */
import type { WayStep } from "../../analysis/design/ways.ts";
import type { Graph } from "../../analysis/graph/graph.ts";
import type { GameChangelog } from "../../analysis/impact/changelog.ts";
import type { Impact } from "../../analysis/impact/impacts.ts";
import type { Economy, EconomyEntry } from "../../analysis/report/economy.ts";
import type { EarnedInStep } from "../../analysis/scenarios/scenario.ts";
import type { PulledResource } from "../../edit/pull.ts";
import type { JsonObject } from "../../ground/json.ts";
import type { BaseFacts, TargetComparison, WrittenPlace } from "../../model/base-facts.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ApplyResult, PlanOutcome } from "../../model/events.ts";
import type {
  Action,
  Address,
  ApiRequest,
  FieldChange,
  HazardName,
  Membership,
  NotVerified,
  Origin,
  Plan,
  StepBase,
  Target,
} from "../../model/model.ts";
import type { ChangeCause, FieldCause } from "../../plan/cause.ts";
import type { ChangedGames } from "../../project/changed.ts";
import type { RenamedResource } from "../../workflow/rename.ts";
import type { RankingsAnswer } from "../rankings/document.ts";

interface VersionedDocument {
  /** The version of the document. */
  readonly format: 1;
}

/** What `laurel validate --format json` and `laurel lint --format json` print. */
export interface DiagnosticsDocument extends VersionedDocument {
  /** Problems, in the order of files and lines. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A piece of a file. */
interface DocumentPlace {
  /** The file, relative to the working directory. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  /** The line in which the place ends. */
  readonly end_line: number;
  /** The column behind the end of the place. */
  readonly end_column: number;
}

/** A problem. Not every problem has a place. */
export interface DocumentDiagnostic
  extends Omit<Diagnostic, "primary" | "others" | "help" | "about">,
    Partial<DocumentPlace> {
  /** Further places that belong to the problem, with what is to be seen there. */
  readonly others?: readonly (DocumentPlace & { readonly text: string })[];
  /** What to do: sentences, or lines to copy. */
  readonly help: readonly string[];
}

/** What `laurel plan --format json` prints. */
export interface PlanDocument extends DiagnosticsDocument {
  /** One for each game that was asked for and could be planned. */
  readonly plans: readonly DocumentPlan[];
  /** Every game that was asked for, in the order of the project. */
  readonly games?: readonly DocumentPlannedGame[];
  /** With `--changed`: which of the requested games this is about. */
  readonly changed?: ChangedGames;
}

/** Everything that would be done to one game. */
interface DocumentPlan extends Omit<Plan, "basis" | "summary" | "steps"> {
  /**
   * With `--base`: the commit with which the manifests were compared, and what the branch changes
   * in the project file.
   */
  readonly base?: DocumentBase;
  /**
   * How many of each; a replacement counts once. With `--base` also how many steps of each cause.
   */
  readonly summary: Plan["summary"] & { readonly causes?: Readonly<Record<ChangeCause, number>> };
  /** In an order in which they can be applied one by one. */
  readonly steps: readonly DocumentStep[];
  readonly impact?: readonly Omit<Impact, "names">[];
  /** Hazards of this plan that were allowed when it was made. */
  readonly allowed: readonly HazardName[];
}

/** The commit of `--base`, and how the plan relates to it. */
interface DocumentBase extends Omit<BaseFacts, "target"> {
  readonly target: DocumentTarget;
}

/** Where the plan leads, compared with the project file at the base. */
interface DocumentTarget {
  /**
   * `same`: the same live game. `unknown`: the commit has no project file. `new`: it does not have
   * the game or the environment. `changed`: the branch leads to another live game. `behind`: `ref`
   * leads to another live game, and the branch lacks that change.
   */
  readonly is: TargetComparison["is"];
  /** If it is new: which of both is. */
  readonly what?: "game" | "environment";
  /** If it is changed: where it led. */
  readonly before?: WrittenPlace;
  /** Unless it is the same. */
  readonly now?: WrittenPlace;
  /** If the branch is behind: where `ref` leads. */
  readonly tip?: WrittenPlace;
}

/** One request to send, with everything that is known about it. */
interface DocumentStep {
  readonly id: StepBase["id"];
  readonly action: Action;
  readonly address: Address;
  /** For `attach` and `detach`: which link, and the `custom_id` that joins or leaves. */
  readonly link?: Membership;
  readonly needs: StepBase["needs"];
  readonly hazards: StepBase["hazards"];
  /** Sentences. */
  readonly notes: StepBase["notes"];
  readonly request: ApiRequest;
  /**
   * Sent instead when the service answers 404 or 405, because it does not have the endpoint of
   * `request`.
   */
  readonly otherwise?: ApiRequest;
  /** The resource that the step helps to replace. */
  readonly replaces?: Address;
  /** Absent for deletions. */
  readonly origin?: Origin;
  /** With `--base`: the gravest cause of its fields. */
  readonly cause?: ChangeCause;
  /** What differs; for creations and deletions the values that are not defaults. */
  readonly fields: readonly DocumentField[];
}

/** A value that differs. With `--base` with its cause. */
interface DocumentField extends FieldChange, Partial<FieldCause> {}

/**
 * A game that was asked for. The `diagnostics` of that `game` say why it has no plan, or one that
 * is refused.
 */
interface DocumentPlannedGame {
  readonly game: string;
  /** Absent where it is not known. */
  readonly environment?: string;
  readonly outcome: PlanOutcome;
}

/** What `laurel apply --format json` prints. */
export interface ApplyDocument extends DiagnosticsDocument {
  /** One for each requested game, in the order of the project. */
  readonly results: readonly ApplyResult[];
  /** With `--changed`: which of the requested games this is about. */
  readonly changed?: ChangedGames;
}

/** A file that changes. */
export interface DocumentFile {
  readonly file: string;
  /** The changed lines as a unified diff, with invisible characters escaped. */
  readonly diff: string;
}

/** What `laurel pull --format json` prints. */
export interface PullDocument extends DiagnosticsDocument {
  /** The games that were read. */
  readonly pulls: readonly DocumentPull[];
}

/**
 * What was changed live in one game: `before` are values in the manifests, `after` are live ones.
 */
interface DocumentPull extends Omit<Target, "base_url"> {
  /** What differed live, in the order of the catalog. */
  readonly resources: readonly PulledResource[];
  /** Resources that are left alone because something of them is not applied. */
  readonly waiting: readonly Address[];
  readonly not_verified: readonly NotVerified[];
  /** How many live records are left out. `diagnostics` names each. */
  readonly left_out: number;
  readonly files: readonly DocumentFile[];
}

/** What `laurel mv --format json` prints. */
export interface MvDocument extends DiagnosticsDocument {
  /** Absent where nothing could be renamed. */
  readonly rename?: RenamedResource;
}

/** What `laurel changelog --format json` prints. */
export interface ChangelogDocument extends DiagnosticsDocument {
  readonly games: readonly Omit<GameChangelog, "notes">[];
}

/** What `laurel graph --format json` prints. */
export interface GraphDocument extends DiagnosticsDocument {
  /** One for each game without errors. */
  readonly graphs: readonly DocumentGraph[];
}

/** The graph of a game. */
interface DocumentGraph extends Pick<Target, "game">, Graph {}

/** What `laurel report --format json` prints. */
export interface EconomyDocument extends DiagnosticsDocument {
  /** One for each game without an error. */
  readonly reports: readonly DocumentReport[];
}

/** The points economy of a game. */
interface DocumentReport extends Pick<Target, "game">, Economy {}

/** An achievement, and what it takes. */
export interface DocumentEconomyEntry
  extends Omit<EconomyEntry, "description" | "custom_criteria_group_id"> {}

/** Activities that differ in when and with what they are done, which the note says. */
export interface DocumentWayStep extends Omit<WayStep, "occasions"> {}

/** What `laurel rankings --format json` prints. */
export interface RankingsDocument extends VersionedDocument, RankingsAnswer {}

/** What `laurel test --format json` prints. */
export interface TestDocument extends DiagnosticsDocument {
  /** Scenarios of all games together. */
  readonly summary: Readonly<Record<"scenarios" | "passed" | "failed", number>>;
  readonly games: readonly DocumentTestedGame[];
}

interface DocumentTestedGame {
  readonly game: string;
  /** Files of scenarios, in the order of their names. */
  readonly files: readonly {
    readonly file: string;
    readonly scenarios: readonly DocumentScenario[];
  }[];
}

/** A scenario that was played. */
interface DocumentScenario extends Pick<DocumentPlace, "line" | "column"> {
  readonly name: string;
  readonly description?: string;
  /** Whether everything is as expected. */
  readonly passed: boolean;
  /** In the order of earning; `at` is a time in UTC. */
  readonly earned: readonly DocumentEarned[];
  /** In the order in which they were looked at. */
  readonly expectations: readonly DocumentExpectation[];
}

/**
 * An earned achievement. `at`, `step` and `repetition` are absent if it is secret, unless secrets
 * are revealed.
 */
interface DocumentEarned
  extends Pick<EarnedInStep, "player" | "achievement" | "points" | "rewards">,
    Partial<Pick<EarnedInStep, "step" | "repetition">> {
  readonly at?: string;
}

/** What was expected, and what there is. */
interface DocumentExpectation extends Pick<DocumentPlace, "line" | "column"> {
  /** Its member in the file of scenarios: `earned`, `points`, `rankings`, … */
  readonly expects: string;
  /** What was expected, by the names of the file of scenarios. */
  readonly expected: JsonObject;
  /** The step that expects it; absent for what is expected at the end. */
  readonly in_step?: number;
  readonly passed: boolean;
  /** What was expected and what there is, in words. */
  readonly text: string;
}
