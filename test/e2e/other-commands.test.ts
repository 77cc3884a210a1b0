/** `schema` and `serve` from the command line. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { startLaurel } from "../support/child.ts";
import { runCli, scratchFolder } from "../support/cli.ts";
import { SCHEMAS } from "../support/schemas.ts";

describe("schema", () => {
  it.each(Object.entries(SCHEMAS))(
    "prints the published %s, which a validator can read",
    async (name, schema) => {
      const run = await runCli(["schema", name], { cwd: await scratchFolder() });
      expect(run).toMatchObject({ exit: 0, stderr: "" });
      expect(run.stdout).toBe(
        await readFile(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8"),
      );
      // Schemas for editors are in the draft that all of them know.
      const isOld = String((schema as { $schema?: unknown }).$schema).includes("draft-07");
      const ajv = isOld ? new Ajv({ strict: false }) : new Ajv2020({ strict: false });
      ajv.compile(schema);
    },
  );
});

async function post(url: string, token: string, body: unknown): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${token}`,
    Accept: "application/json",
    "Content-Type": "application/json",
  };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}

describe("serve", () => {
  it("is a service that a foreign client uses, until it is interrupted", async () => {
    const cwd = await scratchFolder();
    const laurel = startLaurel(["serve", "--data", "data.json"], { cwd });
    const said = await laurel.printed(/Ctrl-C stops it/);
    const url = /listens at (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1] as string;
    const token = /LAUREL_API_TOKEN=(\S+)/.exec(said)?.[1] as string;
    const actions = `${url}/v1/games/my-game/actions`;
    expect((await post(actions, "wrong", {})).status).toBe(401);
    const created = await post(actions, token, {
      custom_id: "jump",
      name: "Jump",
      custom_data: '{"icon":"jump.png"}',
    });
    expect(created.status).toBe(201);
    expect(await created.json()).toMatchObject({
      data: { custom_id: "jump", custom_data: { icon: "jump.png" } },
    });
    laurel.signal("SIGINT");
    expect(await laurel.ended).toMatchObject({ exit: 0, stderr: "" });
    expect(await readFile(join(cwd, "data.json"), "utf8")).toContain("jump");
  });
});
