/**
 * Whatever a project file writes as `${NAME}`, in any place and for any command, no secret of the
 * environment is seen anywhere.
 */

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_DIALECT } from "../../../src/catalog/dialect.ts";
import { runCli, scratchFolder, TOKEN, writeFiles } from "../../support/cli.ts";
import { stranger, traces } from "./support.ts";

const SECRETS: Readonly<Record<string, string>> = {
  LAUREL_DUNGEON_PRODUCTION_TOKEN: "s3cret-of-production",
  AWS_SECRET_ACCESS_KEY: "s3cret-of-aws",
  SOMETHING_ELSE: "s3cret-of-something",
  LAUREL_SIGNING_KEY: "s3cret-of-signing",
};

/** A project file with a text in every place that takes one. */
const project = (url: string): string =>
  JSON.stringify({
    version: 1,
    service: { base_url: url, token_env: "LAUREL_API_TOKEN", wire: DEFAULT_DIALECT },
    lint: { rules: { "missing-description": "off" } },
    games: {
      dungeon: {
        manifests: "manifests",
        allow: ["mass-change"],
        lint: { rules: { "unused-action": "off" } },
        default_environment: "production",
        environments: {
          production: {
            game_id: "g",
            allow: ["empties-kind"],
            service: { base_url: url, token_env: "LAUREL_API_TOKEN" },
          },
          staging: { game_id: "s" },
        },
      },
    },
  });

const COMMANDS: readonly (readonly string[])[] = [
  ...["text", "json", "sarif", "github", "junit", "markdown"].map((form) => [
    "validate",
    "--format",
    form,
  ]),
  ...["json", "sarif"].map((form) => ["lint", "--format", form]),
  ...["text", "json", "markdown", "html"].map((form) => ["plan", "--format", form]),
  ["plan", "--verbose", "--env", "staging"],
  ["plan", "--out", "plan.md", "--out", "plan.html"],
  ["apply", "--yes", "--format", "json"],
  ["rankings", "points"],
  ["test"],
  ["graph"],
  ["report", "--format", "html"],
  ["codegen", "typescript"],
  ["changelog", "--base", "main"],
];

const FORMS = [
  ...Object.keys(SECRETS).map((name) => `\${${name}}`),
  "http://${SOMETHING_ELSE}.example/",
];

describe("a secret of the environment", () => {
  // They share the pairs of a place and a command among them.
  it.each(FORMS.map((form, index) => [form, index] as const))(
    "is not seen, with %s in any place of the project file and any command",
    async (form, index) => {
      const service = await stranger();
      const folder = await scratchFolder();
      const env = { ...SECRETS, LAUREL_API_TOKEN: TOKEN };
      const secret = SECRETS[/\{(\w+)\}/.exec(form)?.[1] ?? ""] ?? "";
      const whole = project(service.url);
      let runs = 0;
      // Every key and every text once.
      for (const [turn, { 0: place, index: at }] of [...whole.matchAll(/"[^"]*"/g)].entries()) {
        await writeFiles(folder, {
          "laurel.yaml": whole.slice(0, at) + JSON.stringify(form) + whole.slice(at + place.length),
          "manifests/a.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n",
        });
        for (const argv of COMMANDS.filter(
          (_, command) => (turn + command) % FORMS.length === index,
        )) {
          const run = await runCli(argv, { cwd: folder, env });
          const all = await traces(run, folder);
          expect(all, `${place} ${argv.join(" ")}`).not.toContain(secret);
          expect(all, `${place} ${argv.join(" ")}`).not.toContain(TOKEN);
          expect(run.exit, `${place} ${argv.join(" ")}: ${run.stderr}`).not.toBe(70);
          runs += 1;
          for (const left of ["plan.md", "plan.html"])
            await rm(join(folder, left), { recursive: true, force: true });
        }
      }
      expect(service.heard.filter((request) => request.includes(secret))).toEqual([]);
      expect(runs).toBeGreaterThan(120);
    },
  );
});
