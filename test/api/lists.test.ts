import { describe, expect, it } from "vitest";
import { type ListParameter, type ListRequest, readList } from "../../src/api/lists.ts";
import { failureOf, scripted, serve } from "./support/game-client.ts";
import type { Received, Reply } from "./support/scripted-server.ts";

const actions: ListRequest = { path: "actions", parameters: [], repeats: false };
const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ custom_id: `a${String(from + index).padStart(4, "0")}` }));

/** Laravel's pages of `count` records, cut to `max` a page. */
function laravel(received: Received, count: number, max: number, more: object = {}): Reply {
  const size = Math.min(Number(received.query.get("page[size]") ?? 30), max);
  const page = Number(received.query.get("page[number]") ?? 1);
  const lastPage = Math.max(1, Math.ceil(count / size));
  const data = ids(1, count).slice((page - 1) * size, page * size);
  const meta = { current_page: page, last_page: lastPage, per_page: size, total: count, ...more };
  return { body: { data, links: { next: page < lastPage ? `${received.path}?page=${page + 1}` : null }, meta } };
}

const idsOf = (outcome: Awaited<ReturnType<typeof readList>>) =>
  outcome.outcome === "ok" ? outcome.records.map((each) => (each as { custom_id: string }).custom_id) : [];

describe("reading a list", () => {
  it("asks for the first page, then for the others at the same time, and keeps the order of pages", async () => {
    const { client, server } = await serve(
      async (received) => {
        await new Promise((resolve) => setTimeout(resolve, received.query.get("page[number]") === "2" ? 30 : 10));
        return laravel(received, 95, 100);
      },
      { page_size: 10 },
    );
    const list = await readList(client, actions);
    expect(idsOf(list)).toEqual(ids(1, 95).map((each) => each.custom_id));
    expect(server.received).toHaveLength(10);
    expect(server.received[0]?.query.get("page[number]")).toBe("1");
    expect(server.mostAtOnce()).toBeGreaterThan(1);
    expect(server.mostAtOnce()).toBeLessThanOrEqual(4);
  });

  it("a service that cuts pages to 30 without a word is read to its end", async () => {
    const { client, server } = await serve((received) => laravel(received, 95, 30));
    expect(idsOf(await readList(client, actions))).toHaveLength(95);
    expect(server.received.map((each) => each.query.get("page[size]"))).toEqual(Array(4).fill("100"));
  });

  it("reads numbers in `meta` that are text", async () => {
    const { client } = await serve((received) => {
      const { body } = laravel(received, 25, 10) as { body: { meta: Record<string, unknown> } };
      const meta = Object.fromEntries(Object.entries(body.meta).map(([name, value]) => [name, String(value)]));
      return { body: { ...body, meta } };
    });
    expect(idsOf(await readList(client, actions))).toHaveLength(25);
  });

  it("goes by `links.next` when there is no `meta`, and keeps what was asked for", async () => {
    const { client, server } = await serve((received) => {
      const page = Number(received.query.get("page[number]"));
      const next = page < 3 ? `${received.path}?page[number]=${page + 1}` : null;
      return { body: { data: ids(page * 10, page * 10 + 4), links: { next } } };
    });
    const parameters = [{ name: "filter[secret]", value: "with" }];
    expect(idsOf(await readList(client, { ...actions, parameters }))).toHaveLength(15);
    expect(server.received.map((each) => each.query.get("page[number]"))).toEqual(["1", "2", "3"]);
    expect(server.received.map((each) => each.query.get("filter[secret]"))).toEqual(["with", "with", "with"]);
  });

  const nothing = [{}, { links: {} }, { meta: {} }, { links: {}, meta: {} }, { links: { next: null } }];
  const refusing = [400, 422].flatMap((status) => nothing.map((envelope) => [status, envelope] as const));
  it.each(refusing)("is whole where every parameter is answered %i, beside %j", async (status, envelope) => {
    const { client, server } = await serve(({ query }) =>
      query.size > 0 ? { status, body: { message: "Unknown." } } : { body: { data: ids(1, 300), ...envelope } },
    );
    const parameters = [{ name: "filter[secret]", value: "with" }];
    for (const path of ["actions", "actions", "rewards"]) {
      expect(idsOf(await readList(client, { ...actions, path, parameters }))).toHaveLength(300);
    }
    const asked = server.received.map(({ path, query }) => `${path.split("/").at(-1)} ${[...query.keys()]}`);
    expect(asked.slice(4), "what was refused is not asked again").toEqual([
      "actions ",
      "rewards filter[secret]",
      "rewards ",
    ]);
  });

  it.each(nothing)("is whole when a page is not full, beside %j", async (envelope) => {
    const { client, server } = await serve(() => ({ body: { data: ids(1, 9), ...envelope } }), { page_size: 10 });
    expect(idsOf(await readList(client, actions))).toHaveLength(9);
    expect(server.received).toHaveLength(1);
  });

  it.each(nothing)("is whole where the project says that there are no pages, beside %j", async (envelope) => {
    const { client, server } = await serve(() => ({ body: { data: ids(1, 300), ...envelope } }), { page_size: "none" });
    expect(await readList(client, actions)).toMatchObject({ records: { length: 300 } });
    expect(server.received.map(({ query }) => query.size)).toEqual([0]);
  });

  it("sends words of one parameter joined by commas, on every page", async () => {
    const { client, server } = await serve((received) => laravel(received, 15, 10));
    const parameters = ["criteria", "criteria-groups"].map((value) => ({ name: "include", value }));
    await readList(client, { ...actions, parameters });
    expect(server.received.map((each) => each.query.get("include"))).toEqual(Array(2).fill("criteria,criteria-groups"));
  });
});

describe("a list that moves while it is read", () => {
  /** The first `times` readings are disturbed by `disturb` on page 2. */
  const moving = (times: number, disturb: (reply: Reply) => Reply) => {
    let reading = 0;
    return serve(
      (received) => {
        const page = received.query.get("page[number]");
        if (page === "1") reading += 1;
        const reply = laravel(received, 25, 10);
        return page === "2" && reading <= times ? disturb(reply) : reply;
      },
      { page_size: 10 },
    );
  };
  const changed = (reply: Reply, meta: object, data?: unknown): Reply => {
    const body = reply.body as { data: unknown; meta: object };
    return { body: { ...body, data: data ?? body.data, meta: { ...body.meta, ...meta } } };
  };
  const disturbances: readonly [string, (reply: Reply) => Reply][] = [
    ["total changes", (reply) => changed(reply, { total: 26 })],
    ["a record comes twice", (reply) => changed(reply, {}, [...ids(10, 19)])],
    ["a page is short", (reply) => changed(reply, {}, ids(11, 19))],
    ["a page in the middle is empty", (reply) => changed(reply, {}, [])],
    ["another page comes than was asked for", (reply) => changed(reply, { current_page: 1 })],
  ];

  it.each(disturbances)("is read again when %s", async (_, disturb) => {
    const { client, server } = await moving(3, disturb);
    expect(idsOf(await readList(client, actions))).toHaveLength(25);
    expect(server.received).toHaveLength(12);
  });

  it.each(disturbances)("is an incomplete read when %s each time", async (_, disturb) => {
    const { client, server } = await moving(99, disturb);
    const list = await readList(client, actions);
    expect(list.outcome).toBe("failed");
    expect(failureOf(list)).toMatchObject({ code: "incomplete-read", severity: "error" });
    expect(server.received).toHaveLength(12);
  });

  it("may name a member twice where a list is a set", async () => {
    const { client } = await serve(() => ({ body: { data: [...ids(1, 2), ...ids(1, 1)], meta: { total: 3 } } }));
    expect(idsOf(await readList(client, { ...actions, repeats: true }))).toHaveLength(3);
  });
});

describe("failing closed", () => {
  const full = ids(1, 10);
  const incomplete: readonly [string, object][] = [
    ["a full page without `meta` and `links`", { data: full }],
    ["more records than were asked for, without `meta`", { data: ids(1, 12) }],
    ["a full page with empty `meta` and `links`", { data: full, links: {}, meta: {} }],
    ["fewer records than `total`", { data: ids(1, 3), meta: { total: 4, per_page: 10 } }],
    ["more records than `total`", { data: ids(1, 5), meta: { total: 4, per_page: 10 } }],
    ["records without end", { data: full, meta: { last_page: 1e12, per_page: 10 } }],
  ];
  const unexpected: readonly [string, Reply][] = [
    ["no `data`", { body: { records: full } }],
    ["`data` that is no list", { body: { data: { custom_id: "a" } } }],
    ["a list without its envelope", { body: full }],
    ["JSON that is only `null`", { body: null }],
    ["a page of HTML", { body: "<html><body>Welcome!</body></html>" }],
    ["an empty answer", {}],
    ["204", { status: 204 }],
    ["JSON that is cut off", { body: '{"data":[{"custom_id":"a"},{"cus' }],
  ];

  it.each<[string, Reply, string]>([
    ...incomplete.map(([title, body]): [string, Reply, string] => [title, { body }, "incomplete-read"]),
    ...unexpected.map(([title, reply]): [string, Reply, string] => [title, reply, "unexpected-response"]),
  ])("%s: %j is %s", async (_, reply, code) => {
    const { client } = await serve(() => reply, { page_size: 10 });
    const list = await readList(client, actions);
    expect(list.outcome).toBe("failed");
    expect(failureOf(list).code).toBe(code);
    const isFull =
      code === "incomplete-read" && !("meta" in Object(reply.body) && "per_page" in Object(reply.body).meta);
    if (isFull) expect(failureOf(list).help.join()).toContain("`page_size: none`");
  });

  it("pages linked in a circle are an incomplete read", async () => {
    const { client, server } = await serve((received, _, index) => {
      const next = `${received.path}?page[number]=${(index % 2) + 1}`;
      return { body: { data: [{ custom_id: `a${index}` }], links: { next } } };
    });
    expect(failureOf(await readList(client, actions)).code).toBe("incomplete-read");
    expect(server.received.length).toBeLessThan(5);
  });
});

describe("links to another place", () => {
  const places: readonly [string, (other: string, path: string) => string][] = [
    ["another origin", (other, path) => `${other}${path}?page[number]=2`],
    ["another origin without a scheme", (other, path) => `${other.replace("http:", "")}${path}?page[number]=2`],
    ["another game", (_, path) => `${path.replace("game-1", "game-2")}?page[number]=2`],
    ["another collection", (_, path) => `${path.replace("actions", "rewards")}?page[number]=2`],
    ["dots that lead to another game", (_, path) => `${path}/../../game-2/actions?page[number]=2`],
    ["a name in front of the host", (other, path) => `${other.replace("//", "//me@")}${path}?page[number]=2`],
  ];

  it.each(places)("are not followed to %s, and the token is not sent there", async (_, place) => {
    const other = await scripted(() => ({ body: { data: [] } }));
    const { client, server } = await serve((received) => ({
      body: { data: ids(1, 2), links: { next: place(other.origin, received.path) } },
    }));
    expect(failureOf(await readList(client, actions)).code).toBe("redirected-elsewhere");
    expect(server.received).toHaveLength(1);
    expect(other.received).toHaveLength(0);
  });
});

describe("a query parameter that the service refuses", () => {
  const parameters: readonly ListParameter[] = [
    { name: "include", value: "one" },
    { name: "include", value: "two" },
    { name: "filter[secret]", value: "with" },
  ];
  const request: ListRequest = { ...actions, parameters };
  const message = "Requested include(s) are not allowed.";
  const refusing = (isRefused: (query: URLSearchParams) => boolean) =>
    serve((received) => (isRefused(received.query) ? { status: 400, body: { message } } : laravel(received, 40, 30)));
  const words = (query: URLSearchParams) => (query.get("include") ?? "").split(",");

  it.each<[string, (query: URLSearchParams) => boolean, string[]]>([
    ["only the one word", (query) => words(query).includes("one"), ["two", "with"]],
    ["only the other word", (query) => words(query).includes("two"), ["one", "with"]],
    ["only the filter", (query) => query.has("filter[secret]"), ["one", "two"]],
    ["both words", (query) => query.has("include"), ["with"]],
    ["everything but paging", (query) => query.has("include") || query.has("filter[secret]"), []],
  ])("is left out: %s", async (_, isRefused, accepted) => {
    const { client } = await refusing(isRefused);
    const list = await readList(client, request);
    if (list.outcome !== "ok") throw new Error(list.failure.detail);
    expect(list.records).toHaveLength(40);
    expect(list.accepted.map((each) => each.value)).toEqual(["100", ...accepted]);
  });

  it("is the paging itself: pages are then followed by their links", async () => {
    const { client } = await serve((received) => {
      if (received.query.has("page[size]")) return { status: 400, body: { message } };
      const page = Number(received.query.get("page") ?? 1);
      const next = page < 3 ? `${received.path}?page=${page + 1}` : null;
      return { body: { data: ids(page * 10, page * 10 + 9), links: { next }, meta: { last_page: 3, total: 30 } } };
    });
    const list = await readList(client, actions);
    expect(idsOf(list)).toHaveLength(30);
  });

  it("is the paging itself, and no link leads on: an incomplete read", async () => {
    const { client } = await serve((received) =>
      received.query.has("page[size]") ? { status: 400 } : { body: { data: ids(1, 10), meta: { last_page: 3 } } },
    );
    expect(failureOf(await readList(client, actions)).code).toBe("incomplete-read");
  });

  it("is not to blame when the service refuses the bare list too: its first words are kept", async () => {
    const { client } = await refusing(() => true);
    const list = await readList(client, request);
    expect(list).toMatchObject({ outcome: "refused", status: 400 });
    expect(failureOf(list).detail).toContain(message);
  });
});
