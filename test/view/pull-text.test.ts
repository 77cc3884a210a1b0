/** Pulls and new manifests name what the service does not return. */
import { expect, it } from "vitest";
import { NO_SECRETS } from "../../src/analysis/secrets.ts";
import { renderLiveManifests } from "../../src/view/init-text.ts";
import { renderPullText } from "../../src/view/pull.ts";
import { UNWRAPPED } from "../../src/view/text/layout.ts";

const notVerified = [{ address: "action/slay" as const, fields: ["reactions"] }];
const NAMED = "Not verified, because the service does not return it:\n  action.reactions of 1 resource: slay\n";

it("a pull without changes is no match where something is not verified", () => {
  const target = { game: "g", environment: "live", base_url: "https://api.example.com", game_id: "7" };
  const nothing = { files: [], resources: [], waiting: [], kept: [], others: [], secrets: NO_SECRETS };
  const text = renderPullText([{ ...nothing, notVerified, target }], UNWRAPPED);
  expect(text).toContain(NAMED);
  expect(text).toContain(
    "No changes. The live game matches the manifests as far as the service shows it; 1 resource could not be fully verified.\n",
  );
});

it("new manifests name it, too", () => {
  const written = { game: "g", environment: "live", files: [], notVerified, next: [] };
  expect(renderLiveManifests(written, UNWRAPPED)).toContain(NAMED);
});
