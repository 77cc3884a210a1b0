import { describe, expect, it } from "vitest";
import { createService as createOwnService, startService as startOwnService } from "../../src/emulator/server.ts";
import { startService } from "../support/service/service.ts";
import { send, startClient } from "./client.ts";

describe("options", () => {
  it("says so when the port is taken", async () => {
    const call = await startClient();
    await expect(startOwnService({ port: call.service.port })).rejects.toThrow("something else is listening there");
  });

  it("close ends connections that are kept alive", async () => {
    const service = await startService();
    await send(`${service.url}/v1/games/g/rewards`, "GET", service.token);
    await service.close();
    await expect(send(`${service.url}/v1/games/g/rewards`, "GET", service.token)).rejects.toThrow();
  });

  it("answers 500 and reports the exception when something throws", async () => {
    const errors: unknown[] = [];
    const service = createOwnService({ token: "t", onError: (error) => errors.push(error) }, new Map(), () =>
      Promise.reject(new Error("disk full")),
    );
    const answer = await service.app.request("/v1/games/g/rewards", {
      method: "POST",
      headers: { Authorization: "Bearer t" },
      body: JSON.stringify({ custom_id: "a", name: "A" }),
    });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ message: "Server Error" });
    expect(String(errors[0])).toContain("disk full");
  });
});
