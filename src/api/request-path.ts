/** Whether a path can be sent as it is. Paths come percent-encoded; what stands in a saved plan may be anything. */
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isDotSegment } from "./service-url.ts";

/** An id of `.` or `..` would turn the path into another one on its way (docs/service.md#surprises). */
export function pathProblem(path: string): Diagnostic | undefined {
  if (!/^[^?#\P{ASCII}\p{Cc}\s]+$/u.test(path)) {
    const detail = `The path ${JSON.stringify(path)} cannot be sent: it is not percent-encoded.`;
    return diagnostic("invalid-id", detail, { help: ["Plan again."] });
  }
  if (!path.split("/").some(isDotSegment)) return undefined;
  const detail = `The path ${path} cannot be sent: the id "." or ".." would make it the path of something else.`;
  return diagnostic("invalid-id", detail, {
    help: ["Give the resource another custom_id in the service's admin panel."],
  });
}
