/** The faults of the matrix: each by its name in the table, and what it is when it hits the request of that number. */
import type { Fault, FaultEffect } from "../../support/service/service.ts";

/** A fault of the matrix. */
interface FaultAt {
  readonly name: string;
  /** `index`: from 1 over all requests of a run, reads and writes alike. */
  readonly at: (index: number) => readonly Fault[];
}

/** How many requests in a row a storm lasts. */
const STORM = 12;

const once = (name: string, effect: FaultEffect): FaultAt => ({
  name,
  at: (index) => [{ ...effect, when: { from: index, to: index } }],
});

export const FAULTS: readonly FaultAt[] = [
  once("500 before commit", { effect: "error-before", status: 500 }),
  once("500 after commit", { effect: "error-after", status: 500 }),
  once("reset before commit", { effect: "drop-before" }),
  once("reset after commit", { effect: "drop-after" }),
  once("timeout before commit", { effect: "silent-before" }),
  once("timeout after commit", { effect: "silent-after" }),
  once("slow drip", { effect: "drip", milliseconds: 40 }),
  once("truncated body", { effect: "truncate" }),
  once("garbled text", { effect: "garble", form: "text" }),
  once("garbled bytes", { effect: "garble", form: "bytes" }),
  once("wrong content type", { effect: "content-type", type: "text/html" }),
  once("HTML 502", { effect: "html", status: 502 }),
  once("HTML 200", { effect: "html", status: 200 }),
  once("redirect", { effect: "redirect", location: "https://elsewhere.example/login" }),
  once("404", { effect: "error-before", status: 404 }),
  once("422", { effect: "error-before", status: 422 }),
  once("429 with seconds", { effect: "rate-limit", retryAfter: { form: "seconds", seconds: 7 } }),
  once("429 with a date", { effect: "rate-limit", retryAfter: { form: "date", seconds: 7 } }),
  once("429 without header", { effect: "rate-limit", retryAfter: { form: "none" } }),
  {
    name: `429 storm of ${STORM}`,
    at: (index) => [
      { effect: "rate-limit", retryAfter: { form: "none" }, when: { from: index, to: index + STORM - 1 } },
    ],
  },
  {
    name: `500 storm of ${STORM}`,
    at: (index) => [{ effect: "error-after", status: 500, when: { from: index, to: index + STORM - 1 } }],
  },
  once("list page without records", { effect: "empty-page" }),
  once("list page missing", { effect: "error-before", status: 410 }),
  once("list that moves", { effect: "move-list" }),
];
