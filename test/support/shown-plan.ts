/** A plan as its JSON has it. */
import {
  type ApiRequest,
  otherRequestOf,
  type Plan,
  type PlannedRequest,
} from "../../src/model/model.ts";

/** Without what only laurel needs: to judge whether it is current, and to send it. */
export function shownPlan({ basis: _, ...plan }: Plan): object {
  const steps = plan.steps.map((step) => {
    const otherwise = otherRequestOf(step);
    return {
      ...step,
      request: shownRequest(step.request),
      ...(otherwise && { otherwise: shownRequest(otherwise) }),
    };
  });
  return { ...plan, steps };
}

function shownRequest({ parts: _, ...request }: PlannedRequest): ApiRequest {
  return request;
}
