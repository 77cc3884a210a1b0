/** The request of a step, as `--show-requests` prints it. */
import { jsonText } from "../../model/json.ts";
import type { ApiRequest, Step } from "../../model/model.ts";
import { safeText } from "../form/safe-text.ts";
import type { TextView } from "../form/text-layout.ts";

/** Method and path below the game, then the body as JSON, indented by so many columns. */
export function renderRequests(step: Step, view: TextView, indent: number): readonly string[] {
  const otherwise =
    step.otherwise === undefined ? [] : renderRequest(step.otherwise, "if that endpoint is missing: ", view, indent);
  return [...renderRequest(step.request, "", view, indent), ...otherwise];
}

function renderRequest(request: ApiRequest, lead: string, view: TextView, indent: number): readonly string[] {
  const margin = " ".repeat(indent);
  const body = request.body === undefined ? [] : jsonText(request.body, 2).split("\n");
  return [`${lead}${request.method} ${request.path}`, ...body].map((line) => margin + view.style.muted(safeText(line)));
}
