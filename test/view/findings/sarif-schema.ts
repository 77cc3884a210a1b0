/** The JSON Schema of SARIF 2.1.0, as Microsoft publishes it with its matchers for tests. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";

const path = createRequire(import.meta.url).resolve(
  "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json",
);
// Draft 4 names the schema by other keys than the drafts that ajv knows; nothing else in it
// differs.
const {
  $schema: _draft,
  id: _id,
  ...schema
} = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;

const ajv = new Ajv({
  strict: false,
  unicodeRegExp: false,
  allErrors: true,
  formats: {
    uri: (text: string) => URL.canParse(text),
    "uri-reference": (text: string) =>
      /^[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/.test(text) && URL.canParse(text, "file:///root/"),
    "date-time": true,
  },
});
const validate = ajv.compile(schema);

/** What is wrong with the document; empty when it is valid. */
export function sarifProblems(document: unknown): readonly string[] {
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** What the tests read of a result. */
interface SarifResult {
  readonly ruleId: string;
  readonly message: { readonly text: string };
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: { readonly startLine: number };
      };
    },
  ];
  readonly partialFingerprints?: { readonly primaryLocationLineHash: string };
}

interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly rules: readonly { readonly id: string; readonly helpUri: string }[];
    };
  };
  readonly results: readonly SarifResult[];
}

/** The only run of a document, which is valid. */
export function runOf(text: string): SarifRun {
  const document = JSON.parse(text) as { readonly runs: readonly [SarifRun] };
  if (sarifProblems(document).length > 0)
    throw new Error(`no SARIF: ${sarifProblems(document).join()}`);
  return document.runs[0];
}

/** `rule path:line` of each result. */
export function placesOf(text: string): readonly string[] {
  return runOf(text).results.map(({ ruleId, locations: [{ physicalLocation }] }) => {
    const { artifactLocation, region } = physicalLocation;
    return `${ruleId} ${decodeURIComponent(artifactLocation.uri)}:${region.startLine}`;
  });
}
