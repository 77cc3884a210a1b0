/**
 * What is dangerous about a plan. In: ordered steps and the live game. Out: the steps with their hazards. A hazard is
 * refused unless its name is allowed; that it is there is decided here and nowhere else.
 */
import type { Catalog } from "../catalog/types.ts";
import { kindNamed, partsOfAddress } from "./catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "./diagnostics.ts";
import type { Address, Hazard, HazardName, LiveGame, Step, StepId } from "./model.ts";
import type { OrderedStep } from "./order.ts";

/** A kind with fewer live resources than this may change as a whole. */
const MASS_MINIMUM = 10;
/** Share of a kind's live resources above which a change counts as a mass change. */
const MASS_SHARE = 0.3;

export function withHazards(
  steps: readonly OrderedStep[],
  live: LiveGame,
  after: LiveGame,
  catalog: Catalog,
): readonly Step[] {
  const ofKinds = kindHazards(steps, live, after, catalog);
  return steps.map((step) => ({
    ...step,
    hazards: [...playerDataHazard(step, catalog), ...(ofKinds.get(step.id) ?? [])],
  }));
}

/** One diagnostic for each hazard that is not allowed, with the exact words to add. */
export function refusals(steps: readonly Step[], allowed: ReadonlySet<HazardName>): readonly Diagnostic[] {
  const refused = new Map<HazardName, { step: Step; hazard: Hazard }[]>();
  for (const step of steps) {
    for (const hazard of step.hazards) {
      if (!allowed.has(hazard.name)) refused.set(hazard.name, [...(refused.get(hazard.name) ?? []), { step, hazard }]);
    }
  }
  return [...refused].map(([name, found]) => {
    const addresses = [...new Set(found.map(({ step }) => step.address))];
    const only = addresses.length === 1 ? { address: addresses[0] as Address } : {};
    return diagnostic(name, found.map(({ hazard }) => hazard.sentence).join("\n"), {
      ...only,
      help: [
        `to go ahead, add the flag: --allow ${name}`,
        `or allow it in laurel.yaml, under the game or the environment: allow: [${name}]`,
      ],
    });
  });
}

function playerDataHazard(step: OrderedStep, catalog: Catalog): readonly Hazard[] {
  const { playerData, label } = kindNamed(catalog, partsOfAddress(step.address).kind);
  if (step.action !== "delete" || playerData === undefined) return [];
  const { custom_id } = partsOfAddress(step.address);
  return [
    {
      name: "deletes-player-data",
      sentence: `Deleting the ${label} "${custom_id}" deletes its ${playerData}, which cannot be brought back.`,
    },
  ];
}

/** Hazards of a kind as a whole, each on the first of the steps that cause it. */
function kindHazards(
  steps: readonly OrderedStep[],
  live: LiveGame,
  after: LiveGame,
  catalog: Catalog,
): ReadonlyMap<StepId, readonly Hazard[]> {
  const hazards = new Map<StepId, Hazard[]>();
  const [before, rest] = [countByKind(live), countByKind(after)];
  for (const kind of catalog) {
    const mine = steps.filter(
      ({ action, address }) =>
        partsOfAddress(address).kind === kind.name && action !== "create" && live.resources.has(address),
    );
    const total = before.get(kind.name) ?? 0;
    const plural = kind.plural.replaceAll("_", " ");
    const touched = new Set(mine.map(({ address }) => address)).size;
    const firstDelete = mine.find(({ action }) => action === "delete");
    if (total >= MASS_MINIMUM && touched > total * MASS_SHARE && mine[0] !== undefined) {
      add(hazards, mine[0].id, {
        name: "mass-change",
        sentence: `${touched} of ${total} live ${plural} (${Math.round((touched / total) * 100)}%) would be changed or deleted; more than 30% is a mass change.`,
      });
    }
    if (firstDelete !== undefined && (rest.get(kind.name) ?? 0) === 0) {
      add(hazards, firstDelete.id, {
        name: "empties-kind",
        sentence:
          total === 1
            ? `The only live ${kind.label} would be deleted.`
            : `All ${total} live ${plural} would be deleted.`,
      });
    }
  }
  return hazards;
}

function countByKind(game: LiveGame): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind } of game.resources.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function add(hazards: Map<StepId, Hazard[]>, id: StepId, hazard: Hazard): void {
  hazards.set(id, [...(hazards.get(id) ?? []), hazard]);
}
