import { catalog } from "../../src/catalog/index.ts";
import type { LiveGame, Step } from "../../src/model/model.ts";
import { ModelService, send } from "./model-service.ts";
import { shapeOf } from "./service-shapes.ts";

/** A strict service with what is live. */
export function serviceOf(live: LiveGame): ModelService {
  const all = [...live.resources.values()];
  const written = catalog.map(({ name, plural }) => [
    plural,
    all.filter(({ kind }) => kind === name).map(({ body, links }) => ({ ...body, ...links })),
  ]);
  return new ModelService(shapeOf(live), "ignored").fill(Object.fromEntries(written));
}

/** What is live after these steps, and after each of them. Throws what the service would refuse. */
export function carryOut(
  live: LiveGame,
  steps: readonly Step[],
  onState?: (state: LiveGame, step: Step) => void,
): LiveGame {
  const service = serviceOf(live);
  send(service, steps, onState === undefined ? {} : { onSent: (step) => onState(service.live(), step) });
  return service.live();
}
