/** `laurel schema`: every schema that is published, and nothing else. */
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { COMMANDS } from "../../../src/cli/commands/table.ts";
import { publishedSchemas } from "../../../src/view/schema/published.ts";
import { renderJsonDocument } from "../../../src/view/text/json-document.ts";
import { runCli, scratchFolder } from "../../support/cli.ts";

const schemas = publishedSchemas(catalog);

describe("laurel schema", () => {
  it("knows every document that has a schema", () => {
    const spec = COMMANDS.find(({ command }) => command.startsWith("schema "));
    expect([...(spec?.positionals.document?.choices ?? [])].sort()).toEqual(Object.keys(schemas).sort());
  });

  it.each(Object.entries(schemas))("prints the schema of %s as it is in the folder schemas", async (name, schema) => {
    const run = await runCli(["schema", name], { cwd: await scratchFolder() });
    expect(run).toEqual({ exit: 0, stdout: renderJsonDocument(schema), stderr: "" });
  });

  it("names the documents that there are when it is asked for another, or for none", async () => {
    const cwd = await scratchFolder();
    const other = await runCli(["schema", "manifests"], { cwd });
    expect([other.exit, other.stdout]).toEqual([64, ""]);
    for (const name of Object.keys(schemas)) expect(other.stderr).toContain(name);
    const none = await runCli(["schema"], { cwd });
    expect([none.exit, none.stdout]).toEqual([64, ""]);
    expect(none.stderr).toContain("document");
  });
});
