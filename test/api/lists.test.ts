/** Lists are read to their end, or not at all, whatever a service says about pages and refuses. */
import { describe, expect, it } from "vitest";
import { isTaken, type ListParameter, type ListRequest, readList } from "../../src/api/lists.ts";
import { failureOf, SETTINGS, scripted, serve } from "./support/game-client.ts";
import type { Received, Reply } from "./support/scripted-server.ts";

const actions: ListRequest = { path: "actions", parameters: [], repeats: false };
const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    custom_id: `a${String(from + index).padStart(4, "0")}`,
  }));

/** Laravel's pages of `count` records, cut to `max` a page. */
function laravel(received: Received, count: number, max: number): Reply {
  const size = Math.min(Number(received.query.get("page[size]") ?? 30), max);
  const page = Number(received.query.get("page[number]") ?? 1);
  const lastPage = Math.max(1, Math.ceil(count / size));
  const data = ids(1, count).slice((page - 1) * size, page * size);
  const meta = { current_page: page, last_page: lastPage, per_page: size, total: count };
  return {
    body: {
      data,
      links: { next: page < lastPage ? `${received.path}?page=${page + 1}` : null },
      meta,
    },
  };
}

const idsOf = (outcome: Awaited<ReturnType<typeof readList>>) =>
  outcome.outcome === "ok"
    ? outcome.records.map((each) => (each as { custom_id: string }).custom_id)
    : [];

describe("reading a list", () => {
  it("asks for the first page, then for the others at the same time, and keeps the order of pages", async () => {
    const { client, server } = await serve(
      async (received) => {
        await new Promise((resolve) =>
          setTimeout(resolve, received.query.get("page[number]") === "2" ? 30 : 10),
        );
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

  it("a service that cuts pages to 30 without a word, and writes its numbers as text, is read to its end", async () => {
    const { client, server } = await serve((received) => {
      const { body } = laravel(received, 95, 30) as { body: { meta: Record<string, unknown> } };
      const meta = Object.fromEntries(
        Object.entries(body.meta).map(([name, value]) => [name, String(value)]),
      );
      return { body: { ...body, meta } };
    });
    expect(idsOf(await readList(client, actions))).toHaveLength(95);
    expect(server.received.map((each) => each.query.get("page[size]"))).toEqual(
      Array(4).fill("100"),
    );
  });

  it("goes by `links.next` when there is no `meta`, and keeps what was asked for, words of one parameter joined by commas", async () => {
    const { client, server } = await serve((received) => {
      const page = Number(received.query.get("page[number]"));
      const next = page < 3 ? `${received.path}?page[number]=${page + 1}` : null;
      return { body: { data: ids(page * 10, page * 10 + 4), links: { next } } };
    });
    const parameters = ["criteria", "criteria-groups"].map((value) => ({ name: "include", value }));
    expect(idsOf(await readList(client, { ...actions, parameters }))).toHaveLength(15);
    expect(server.received.map((each) => each.query.get("page[number]"))).toEqual(["1", "2", "3"]);
    expect(server.received.map((each) => each.query.get("include"))).toEqual(
      Array(3).fill("criteria,criteria-groups"),
    );
  });

  /** Pages of ten records, of which the first two name the next one in this form. */
  const named = (form: (page: number, path: string) => object, parameter: string, count = 25) =>
    serve(({ path, query }) => {
      const page = Number(query.get(parameter)?.replace(/\D/g, "") ?? 1);
      const data = ids(1, count).slice((page - 1) * 10, page * 10);
      return { body: { data, ...(page * 10 < count ? form(page + 1, path) : {}) } };
    });
  it.each<[string, (page: number, path: string) => object, string]>([
    [
      "`meta.next_cursor`",
      (page) => ({ meta: { next_cursor: `c${page}`, per_page: 10 } }),
      "cursor",
    ],
    ["`next`, a number", (page) => ({ next: page, has_more: true }), "page[number]"],
    ["`links.next`, a number", (page) => ({ links: { next: String(page) } }), "page[number]"],
    [
      "`links.next.href`",
      (page, path) => ({ links: { next: { href: `${path}?p=${page}` } } }),
      "p",
    ],
    [
      "`next_page_url` at top level",
      (page, path) => ({ next_page_url: `${path}?page=${page}` }),
      "page",
    ],
    [
      "`pagination.next`",
      (page) => ({ pagination: { next: `?p=${page}`, total: 25 }, total: 25 }),
      "p",
    ],
  ])("follows %s, and keeps the other parameters", async (_, form, parameter) => {
    const { client, server } = await named(form, parameter);
    const parameters = [{ name: "filter[secret]", value: "with" }];
    const list = await readList(client, { ...actions, parameters });
    expect(idsOf(list)).toEqual(ids(1, 25).map((each) => each.custom_id));
    expect(server.received.map(({ query }) => query.get("filter[secret]"))).toEqual([
      "with",
      "with",
      "with",
    ]);
  });

  it.each<[string, (page: number, path: string) => object]>([
    ["a cursor", () => ({ meta: { next_cursor: "c2" } })],
    ["a number", () => ({ next: 2 })],
  ])("a service that ignores %s is never read as whole", async (_, form) => {
    for (const repeats of [true, false]) {
      const { client, server } = await named(form, "no such parameter");
      const list = await readList(client, { ...actions, repeats });
      expect(failureOf(list).code).toBe("incomplete-read");
      expect(server.received.length).toBeLessThan(10);
    }
  });

  const nothing = [
    {},
    { links: {} },
    { meta: {} },
    { links: {}, meta: {} },
    { links: { next: null } },
  ];
  it.each(nothing)("is whole where every parameter is refused, beside %j", async (envelope) => {
    const { client, server } = await serve(({ query }) =>
      query.size > 0
        ? { status: 422, body: { message: "Unknown." } }
        : { body: { data: ids(1, 300), ...envelope } },
    );
    const parameters = [{ name: "filter[secret]", value: "with" }];
    for (const path of ["actions", "actions", "rewards"]) {
      expect(idsOf(await readList(client, { ...actions, path, parameters }))).toHaveLength(300);
    }
    const asked = server.received.map(
      ({ path, query }) => `${path.split("/").at(-1)} ${[...query.keys()]}`,
    );
    expect(asked.slice(4), "what was refused is not asked again").toEqual([
      "actions ",
      "rewards filter[secret]",
      "rewards ",
    ]);
  });

  it.each(nothing)(
    "is whole when a page is not full, and where there are no pages, beside %j",
    async (envelope) => {
      for (const [page_size, count] of [[10, 9] as const, ["none", 300] as const]) {
        const { client, server } = await serve(
          () => ({ body: { data: ids(1, count), ...envelope } }),
          { page_size },
        );
        expect(idsOf(await readList(client, actions))).toHaveLength(count);
        expect(server.received.map(({ query }) => query.has("page[size]"))).toEqual([
          page_size === 10,
        ]);
      }
    },
  );
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

  it.each(disturbances)(
    "is read again when %s, and is an incomplete read when that happens each time",
    async (...row) => {
      const [, disturb] = row;
      const { client, server } = await moving(3, disturb);
      expect(idsOf(await readList(client, actions))).toHaveLength(25);
      expect(server.received).toHaveLength(12);
      const always = await moving(99, disturb);
      const list = await readList(always.client, actions);
      expect(list).toMatchObject({
        outcome: "failed",
        failure: { code: "incomplete-read", severity: "error" },
      });
      expect(always.server.received).toHaveLength(12);
    },
  );

  it("may name a member twice where a list is a set", async () => {
    const { client } = await serve(() => ({
      body: { data: [...ids(1, 2), ...ids(1, 1)], meta: { total: 3 } },
    }));
    expect(idsOf(await readList(client, { ...actions, repeats: true }))).toHaveLength(3);
  });
});

describe("failing closed", () => {
  const full = ids(1, 10);
  it.each<[string, unknown, string, string?]>([
    [
      "a full page without `meta` and `links`",
      { data: full },
      "incomplete-read",
      "`page_size: none`",
    ],
    [
      "more records than were asked for",
      { data: ids(1, 12) },
      "incomplete-read",
      "`page_size: none`",
    ],
    [
      "a full page with empty `meta`",
      { data: full, links: {}, meta: {} },
      "incomplete-read",
      "`page_size: none`",
    ],
    ["fewer records than `total`", { data: ids(1, 3), meta: { total: 4 } }, "incomplete-read"],
    [
      "fewer records than a `total` at top level",
      { data: full, total: 25 },
      "incomplete-read",
      "larger `page_size`",
    ],
    [
      "fewer records than `totalCount`",
      { data: full, pagination: { totalCount: 25 } },
      "incomplete-read",
    ],
    [
      "a page of another size that is full",
      { data: ids(1, 5), meta: { per_page: 5 } },
      "incomplete-read",
    ],
    ["`has_more`", { data: ids(1, 5), has_more: true }, "incomplete-read", "larger `page_size`"],
    ["an unknown `next`", { data: ids(1, 5), links: { next: { page: 2 } } }, "incomplete-read"],
    [
      "an unknown cursor",
      { data: ids(1, 5), meta: { pagination: { next_token: "b7" } } },
      "incomplete-read",
    ],
    ["more records than `total`", { data: ids(1, 5), meta: { total: 4 } }, "incomplete-read"],
    ["records without end", { data: full, meta: { last_page: 1e12 } }, "incomplete-read"],
    ...[2, 11, 2e8, 9e15].map((last_page): [string, unknown, string] => [
      "an empty first page of many",
      { data: [], meta: { last_page } },
      "incomplete-read",
    ]),
    ["no `data`", { records: full }, "unexpected-response"],
    ["`data` that is no list", { data: { custom_id: "a" } }, "unexpected-response"],
    ["a list without its envelope", full, "unexpected-response"],
    ["JSON that is only `null`", null, "unexpected-response"],
    ["a page of HTML", "<html><body>Welcome!</body></html>", "unexpected-response"],
  ])("%s: %j is %s", async (_, body, code, help = "") => {
    const { client } = await serve(() => ({ body }), { page_size: 10 });
    const list = await readList(client, actions);
    expect(list).toMatchObject({ outcome: "failed", failure: { code } });
    expect(failureOf(list).help.join()).toContain(help);
  });

  it("the evidence is named", async () => {
    const { client } = await serve(() => ({
      body: { data: ids(1, 3), meta: { next_page_token: "b7\u202e" } },
    }));
    const { detail, help } = failureOf(await readList(client, actions));
    expect(detail).toBe(
      'The list actions has more records than were read: `meta.next_page_token` is "b7\\u202e", also after it was read 4 times.',
    );
    expect(help).toHaveLength(1);
  });

  it("the evidence cannot leave its quotation, or its code", async () => {
    const members = [{ next_page_token: `"; all is well. ${"x".repeat(80)}` }, { "next`": "`x" }];
    for (const meta of members) {
      const { client } = await serve(() => ({ body: { data: ids(1, 3), meta } }));
      const { detail } = failureOf(await readList(client, actions));
      expect(detail).toMatch(/: `meta\.[a-z_']+` is "(?:[^"\\]|\\.)*", also after/);
    }
  });

  it.each(["total", "total_count"])(
    "fewer records on all pages than `%s` are an incomplete read",
    async (name) => {
      const { client } = await serve(({ path, query }) => {
        const page = Number(query.get("page") ?? 1);
        const links = { next: page < 2 ? `${path}?page=2` : null };
        return { body: { data: ids(page * 10, page * 10 + 9), links, meta: { [name]: 25 } } };
      });
      expect(failureOf(await readList(client, actions)).detail).toContain(
        "has 20 records, and its total is 25",
      );
    },
  );

  it("pages linked in a circle are an incomplete read", async () => {
    const { client, server } = await serve((received, _, index) => {
      const next = `${received.path}?page[number]=${(index % 2) + 1}`;
      return { body: { data: [{ custom_id: `a${index}` }], links: { next } } };
    });
    expect(failureOf(await readList(client, actions)).code).toBe("incomplete-read");
    expect(server.received.length).toBeLessThan(5);
  });

  it("a link to another place is not followed, and the token is not sent there", async () => {
    const other = await scripted(() => ({ body: { data: [] } }));
    const { client, server } = await serve(({ path }) => ({
      body: { data: ids(1, 2), links: { next: `${other.url}${path}?page[number]=2` } },
    }));
    expect(failureOf(await readList(client, actions)).code).toBe("redirected-elsewhere");
    expect(server.received).toHaveLength(1);
    expect(other.received).toHaveLength(0);
  });
});

describe("a service to which no query parameters are sent", () => {
  const wire = { ...SETTINGS.wire, parameters: "none" } as const;
  const parameters = [{ name: "filter[secret]", value: "with" }];

  it("is read by plain lists, each of them whole", async () => {
    const { client, server } = await serve(() => ({ body: { data: ids(1, 300) } }), { wire });
    const list = await readList(client, { ...actions, parameters });
    expect(idsOf(list)).toHaveLength(300);
    expect(list).toMatchObject({ accepted: [] });
    expect(server.received.map(({ query }) => query.size)).toEqual([0]);
  });

  it.each([
    (path: string) => ({ links: { next: `${path}?page=2` } }),
    () => ({ meta: { next_cursor: "b7" } }),
    () => ({ next: 2 }),
    () => ({ meta: { last_page: 2 } }),
  ])("is not read if its lists have pages", async (envelope) => {
    const { client, server } = await serve(
      ({ path }) => ({ body: { data: ids(1, 10), ...envelope(path) } }),
      { wire },
    );
    expect(failureOf(await readList(client, actions)).code).toBe("incomplete-read");
    expect(server.received.every(({ query }) => query.size === 0)).toBe(true);
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
  const refusing = (isRefused: (query: URLSearchParams) => boolean, status = 400) =>
    serve((received) =>
      isRefused(received.query) ? { status, body: { message } } : laravel(received, 40, 30),
    );
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

  it.each([400, 403, 404, 405, 406, 409, 410, 418, 422, 451])(
    "is learnt from a %i, and not sent again",
    async (status) => {
      const { client, server } = await refusing((query) => query.has("include"), status);
      for (const _ of [1, 2]) {
        const list = await readList(client, request);
        if (list.outcome !== "ok") throw new Error(list.failure.detail);
        expect(list.accepted.map((each) => each.value)).toEqual(["100", "with"]);
      }
      expect(server.received.at(-1)?.query.has("include")).toBe(false);
      expect(server.received.filter(({ query }) => query.has("include"))).toHaveLength(3);
    },
  );

  it.each([401, 429, 503])("is not learnt from a %i", async (status) => {
    const { client, server } = await refusing((query) => query.has("include"), status);
    expect(await readList(client, request)).toMatchObject({ outcome: "refused", status });
    expect(server.received.every(({ query }) => query.has("include"))).toBe(true);
  });

  it.each([403, 404, 405])(
    "is not to blame for a %i of the list without it, which is the outcome",
    async (status) => {
      const { client } = await refusing(() => true, status);
      expect(await readList(client, request)).toMatchObject({ outcome: "refused", status });
      expect(isTaken(client, "actions", { name: "include", value: "one" })).toBe(true);
    },
  );

  it.each([404, 405, 410])(
    "is not to blame for a %i of a list that may be missing",
    async (status) => {
      const { client, server } = await refusing(() => true, status);
      const list = await readList(client, { ...request, path: "actions/a/reactions" });
      expect(list).toMatchObject({ outcome: "refused", status });
      expect(server.received).toHaveLength(1);
    },
  );

  it("is the paging itself: pages are then followed by their links", async () => {
    const { client } = await serve((received) => {
      if (received.query.has("page[size]")) return { status: 400, body: { message } };
      const page = Number(received.query.get("page") ?? 1);
      const next = page < 3 ? `${received.path}?page=${page + 1}` : null;
      return {
        body: {
          data: ids(page * 10, page * 10 + 9),
          links: { next },
          meta: { last_page: 3, total: 30 },
        },
      };
    });
    const list = await readList(client, actions);
    expect(idsOf(list)).toHaveLength(30);
  });

  it("is the paging itself, and no link leads on: an incomplete read", async () => {
    const { client } = await serve((received) =>
      received.query.has("page[size]")
        ? { status: 400 }
        : { body: { data: ids(1, 10), meta: { last_page: 3 } } },
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
