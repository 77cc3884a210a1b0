/** Pulls name what the service does not return. */
import { expect, it } from "vitest";
import { NO_SECRETS } from "../../src/analysis/secrets.ts";
import { pullDocument } from "../../src/view/pull.ts";

it("a pull without changes is no match where something is not verified", () => {
  const target = { game: "g", environment: "live", base_url: "https://api.example.com", game_id: "7" };
  const nothing = {
    files: [],
    resources: [],
    waiting: [],
    kept: [],
    choice: { environments: [] },
    secrets: NO_SECRETS,
  };
  const notVerified = [{ address: "action/slay" as const, fields: ["reactions"] }];
  const text = JSON.stringify(pullDocument([{ ...nothing, notVerified, target } as never]));
  expect(text).toContain(" of 1 resource: slay");
  expect(text).toContain("as far as the service returns it: 1 not verified.");
});
