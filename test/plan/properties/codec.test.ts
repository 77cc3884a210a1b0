/** Round trips: what is written can be read back as the same, in every form that the wire may have. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import type { Kind } from "../../../src/catalog/types.ts";
import { decodeRecord } from "../../../src/model/codec.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { Body } from "../../../src/model/model.ts";
import { canonicalForm } from "../../../src/model/normalise.ts";
import { encodeCreate, encodeUpdate } from "../../../src/plan/encode.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { planMembers, renderBy } from "../../../src/view/json/render.ts";
import { arbitraryGame, arbitraryValue } from "../../support/arbitrary-game.ts";
import { desiredGame, liveGame, shortHash, TARGET } from "../../support/games.ts";
import { decodeRequestBody } from "../../support/request-bodies.ts";
import { runs } from "../../support/runs.ts";
import { SCHEMAS } from "../../support/schemas.ts";
import { shownPlan } from "../../support/shown-plan.ts";

const RUNS = runs(300, 100);

const resource = fc.constantFrom(...catalog).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    body: fc.record(Object.fromEntries(kind.fields.map((field) => [field.name, anyValue(field)]))),
    links: fc.record(
      Object.fromEntries(kind.links.map(({ name }) => [name, fc.uniqueArray(fc.constantFrom("x", "y", "z"))])),
    ),
    scalars: fc.constantFrom("native", "string"),
  }),
);

function anyValue(field: Kind["fields"][number]): fc.Arbitrary<Json> {
  if (field.type === "id" || field.type === "reference") return fc.constantFrom("a", "b-c", "~d.e_F");
  // Any JSON at all, because it is the studio's own.
  if (field.type === "json-text") return fc.jsonValue({ maxDepth: 4 }).map((value) => value as Json);
  return arbitraryValue(field);
}

describe("the codec", () => {
  it("reads back what it sends for a creation, for a service that takes native values or strings", () => {
    fc.assert(
      fc.property(resource, ({ kind, body, links, scalars }) => {
        const canonical = canonicalForm(kind, { ...body, ...links });
        const back = decodeRequestBody(kind, throughJson(encodeCreate(kind, canonical, scalars)));
        expect(canonicalForm(kind, { ...back.body, ...back.links })).toEqual(canonical);
      }),
      RUNS,
    );
  });

  it("reads back what it sends for an update, field by field", () => {
    fc.assert(
      fc.property(resource, ({ kind, body, scalars }) => {
        const { body: canonical } = canonicalForm(kind, body);
        const sent = throughJson(encodeUpdate(kind, { raw: {}, body: canonical, links: {} }, scalars));
        expect(decodeRequestBody(kind, sent).body).toEqual(canonical);
      }),
      RUNS,
    );
  });

  it("understands a record of the service in each of its forms", () => {
    fc.assert(
      fc.property(resource, fc.boolean(), fc.boolean(), ({ kind, body, links }, asText, embedded) => {
        const canonical = canonicalForm(kind, { ...body, ...links });
        const members = Object.entries(canonical.links).map(([name, ids]): [string, Json] => [
          name,
          embedded ? ids.map((custom_id) => ({ custom_id, name: "x" })) : [...ids],
        ]);
        const record = { ...asAnswered(kind, canonical.body, asText), ...Object.fromEntries(members), id: 7 };
        const decoded = decodeRecord(kind, throughJson(record));
        if (!("record" in decoded)) throw new Error(decoded.problem);
        expect(decoded.record).toMatchObject(canonical);
      }),
      RUNS,
    );
  });

  it("sends what no change names as the service answered it, of whatever type the values are", () => {
    fc.assert(
      fc.property(fc.constantFrom(...catalog), fc.infiniteStream(fc.jsonValue()), (kind, values) => {
        const answered = kind.fields.map((field): [string, Json] => {
          const { value } = values.next();
          return [field.name, field.type === "id" || field.type === "reference" ? "a" : (value as Json)];
        });
        const decoded = decodeRecord(kind, Object.fromEntries(answered));
        if (!("record" in decoded)) return;
        const { body, raw } = decoded.record;
        const sent = throughJson(encodeUpdate(kind, { raw, body: {}, links: {} }, "native"));
        for (const { name, type } of kind.fields.filter(({ createOnly }) => createOnly !== true)) {
          expect(decodeRequestBody(kind, sent).body[name]).toEqual(body[name]);
          const value = type === "json-text" && sent[name] !== null ? JSON.parse(String(sent[name])) : sent[name];
          if (!["flag", "integer", "conditions"].includes(type)) expect(value).toEqual(raw[name]);
        }
      }),
      RUNS,
    );
  });

  it("never throws on a record, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...catalog),
        fc.jsonValue(),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (kind, one, rest) => {
          decodeRecord(kind, one);
          const fields = Object.fromEntries(kind.fields.map(({ name }) => [name, one]));
          decodeRecord(kind, { ...fields, ...rest, custom_id: "x" });
        },
      ),
      RUNS,
    );
  });
});

describe("the canonical form", () => {
  it("is the same when it is made twice", () => {
    fc.assert(
      fc.property(resource, ({ kind, body }) => {
        const once = canonicalForm(kind, body);
        expect(canonicalForm(kind, once.body)).toEqual(once);
      }),
      RUNS,
    );
  });
});

describe("a plan's JSON", () => {
  it("is the plan without what only laurel needs to carry it out", () => {
    const sides = fc.tuple(arbitraryGame({ allKinds: true }), arbitraryGame({ allKinds: true }), fc.boolean());
    fc.assert(
      fc.property(sides, ([desired, live, prune]) => {
        const options = { prune, targets: [], scalars: "native" } as const;
        const plan = makePlan(
          { target: TARGET, desired: desiredGame(desired), live: liveGame(live), catalog, hash: shortHash },
          options,
        ).value;
        if (plan === undefined) return;
        const shown = planMembers({ plan, allowed: new Set(), impact: [] });
        const document = JSON.parse(renderBy(SCHEMAS.plan, { plans: [shown], diagnostics: [] }));
        expect(document.format).toBe(1);
        expect(document.plans[0]).toEqual({ ...shownPlan(plan), impact: [], allowed: [] });
      }),
      RUNS,
    );
  });
});

/** The record as the service answers: custom_data as a value, empty texts as null, scalars native or as text. */
function asAnswered(kind: Kind, body: Body, asText: boolean): JsonObject {
  const members = kind.fields.map((field): [string, Json] => {
    const value = body[field.name] ?? null;
    if (value === "") return [field.name, null];
    if (asText && (field.type === "flag" || field.type === "integer")) return [field.name, String(value)];
    if (asText && field.type === "conditions" && value !== null) return [field.name, JSON.stringify(value)];
    return [field.name, value];
  });
  return Object.fromEntries(members);
}

function throughJson(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
