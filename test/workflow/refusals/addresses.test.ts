/**
 * Addresses on the command line: whatever is no address of a kind is an error for every command,
 * and names what was meant.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { addressProblem, nearestAddresses, parseAddress } from "../../../src/model/addresses.ts";
import { addressOf, partsOfAddress } from "../../../src/model/catalog-lookup.ts";
import type { Address } from "../../../src/model/model.ts";
import { inGame } from "../../support/cli.ts";
import { runs } from "../../support/runs.ts";

const KNOWN = catalog.map(({ name }): Address => `${name}/egg-1`);

/** What somebody writes for `KIND/egg-1`, by kind. */
const SLIPS: readonly ((kind: { readonly name: string; readonly plural: string }) => string)[] = [
  ({ plural }) => `${plural}/egg-1`,
  ({ name }) => `${name.toUpperCase()}/egg-1`,
  ({ name }) => `${name.replaceAll("_", "-")}/egg-2`,
  ({ name }) => `${name}s/egg-1`,
  ({ name }) => `${name.slice(0, -1)}/egg-1`,
  ({ name }) => `${name}/eg-1`,
];

/** No addresses, whatever is declared. */
const WRONG = [
  ...catalog.flatMap(({ name, plural }) => [name, plural, `${plural}/egg-1`, `${name}/`]),
  ...[
    "egg-1",
    "/egg-1",
    "gofer",
    "Reward/egg-1",
    "reward egg-1",
    "reward\\egg-1",
    "reward:egg-1",
    "reward.egg-1",
    " ",
  ],
  ...[
    "rewards/egg-1",
    "reward%2Fegg-1",
    "__proto__/egg-1",
    "constructor/egg-1",
    "*",
    "reward*",
    "kind/custom_id",
  ],
];

describe("an address", () => {
  it("is read exactly, and nothing else is", () => {
    const kinds = catalog.map(({ name }) => name);
    const words = fc.oneof(
      fc.string(),
      fc.constantFrom(...WRONG),
      fc.string().map((id) => `reward/${id}`),
    );
    fc.assert(
      fc.property(words, (word) => {
        const name = parseAddress(word, catalog);
        const isAddress = kinds.some(
          (name) => word.startsWith(`${name}/`) && word.length > name.length + 1,
        );
        expect(name?.address).toBe(isAddress ? word : undefined);
        if (name === undefined) return;
        const { address, ...parts } = name;
        expect(addressOf(parts.kind, parts.custom_id)).toBe(word);
        expect(partsOfAddress(address)).toEqual(parts);
      }),
      runs(500),
    );
  });

  it.each(catalog.map(({ name, plural }) => ({ name, plural })))(
    "of the kind $name is suggested for slips",
    (kind) => {
      for (const slip of SLIPS) {
        expect([slip(kind), ...nearestAddresses(slip(kind), KNOWN, catalog)]).toEqual([
          slip(kind),
          `did you mean "${kind.name}/egg-1"?`,
        ]);
      }
    },
  );

  it("is suggested for an id without a kind; else the form is named with the kinds", () => {
    expect(nearestAddresses("egg", ["action/jump", "reward/egg"], catalog)).toEqual([
      'did you mean "reward/egg"?',
    ]);
    const { detail, help } = addressProblem("nothing", ["action/jump"], catalog);
    expect(detail).toBe('"nothing" is not an address.');
    expect(help).toEqual([expect.stringContaining(`the kinds are ${catalog[0]?.name}, `)]);
  });

  it("without a slash is a bug of the caller", () => {
    expect(() => partsOfAddress("rewards" as Address)).toThrow();
  });
});

describe.each([
  "plan --target WORD",
  "apply --yes --target WORD",
  "pull --yes --target WORD",
  "mv WORD new-id",
])("`%s`", (line) => {
  it.each(["", " --prune"].filter((flag) => flag === "" || /^(plan|apply)/.test(line)))(
    "refuses every other word before a request%s",
    async (flag) => {
      const manifests = { "a.yaml": "rewards:\n  - { custom_id: egg-1, name: Egg }\n" };
      const game = await inGame({
        manifests,
        live: { rewards: [{ custom_id: "old", name: "Old" }] },
      });
      for (const word of WRONG) {
        const argv = `${line}${flag}`.split(" ").map((part) => (part === "WORD" ? word : part));
        const run = await game.run(argv);
        expect([word, run.exit, run.stdout], run.stderr).toEqual([word, 64, ""]);
        expect(run.stderr).toContain(`${JSON.stringify(word)} is not an address.`);
        if (word.endsWith("egg-1")) expect(run.stderr).toContain('did you mean "reward/egg-1"?');
        else
          expect(run.stderr).toMatch(
            /help: (did you mean "reward\/egg-1"\?|an address is kind\/custom_id)/,
          );
      }
      expect(game.requests()).toEqual([]);
    },
  );
});
