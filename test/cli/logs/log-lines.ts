/** Reads what `--log-format json` wrote, and insists that it is what the schema says. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { logSchema } from "../../../src/view/json/log-line.ts";

export interface LogLine {
  readonly event: string;
  readonly level: string;
  readonly message: string;
  readonly time: string;
  readonly [member: string]: unknown;
}

const ajv = new Ajv2020({ strict: true, allErrors: true });
ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const isLogLine = ajv.compile(logSchema);

/** Every line as an object. */
export function logLines(stderr: string): readonly LogLine[] {
  expect(stderr.endsWith("\n")).toBe(true);
  // Nothing that a terminal would obey, and no other line break than the one at the end of a line.
  expect(stderr).toMatch(/^(?:[^\p{Cc}\u2028\u2029]+\n)+$/u);
  return stderr
    .slice(0, -1)
    .split("\n")
    .map((text) => {
      const line = JSON.parse(text) as LogLine;
      const errors = isLogLine(line) ? [] : (isLogLine.errors ?? []);
      // Of the errors only those of the line's own event: it is none of the others, of course.
      const own = errors.filter(
        ({ schemaPath }) =>
          !/^#\/\$defs\/(?!problem)|^#\/properties/.test(schemaPath) || schemaPath.startsWith(`#/$defs/${line.event}/`),
      );
      expect(own, text).toEqual([]);
      return line;
    });
}

export function ofEvent(lines: readonly LogLine[], event: string): readonly LogLine[] {
  return lines.filter((line) => line.event === event);
}
