import { catalog } from "../../src/catalog/index.ts";
import type { LiveGame, Step } from "../../src/model/model.ts";
import { ModelService, send } from "./model-service.ts";
import { shapeOf } from "./service-shapes.ts";

/**
 * What is live after these steps, and after each of them, on a strict service. Throws what the
 * service would refuse.
 */
export function carryOut(
  live: LiveGame,
  steps: readonly Step[],
  onState?: (state: LiveGame, step: Step) => void,
): LiveGame {
  const all = [...live.resources.values()];
  const written = catalog.map(({ name, plural }) => [
    plural,
    all.filter(({ kind }) => kind === name).map(({ body, links }) => ({ ...body, ...links })),
  ]);
  const service = new ModelService(shapeOf(live), "ignored").fill(Object.fromEntries(written));
  send(
    service,
    steps,
    onState === undefined ? {} : { onSent: (step) => onState(service.live(), step) },
  );
  return service.live();
}
