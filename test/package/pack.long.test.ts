/** What `npm pack` makes is small, whole, and works on a machine that has never seen the repository. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeFiles } from "../support/cli.ts";
import { installGlobally, installLocally, type Packed, pack, run, temporaryFolder } from "./packed.ts";

const ROOT = join(import.meta.dirname, "../..");
const PROJECT = {
  "laurel.yaml": `version: 1
games:
  garden:
    manifests: games/garden
    environments:
      local: { embedded: true }
`,
  "games/garden/rewards.yaml": "rewards:\n  - { custom_id: seed, name: Seed }\n",
};
/** Bytes. The packages that it needs are built into it. */
const LIMITS = { tarball: 620_000, unpacked: 2_100_000 };

let folder: string;
let packed: Packed;
const { name: NAME, version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<string, string>;
const INSTALLED = `studio/node_modules/${NAME}`;

beforeAll(async () => {
  folder = temporaryFolder();
  packed = pack(folder);
  installGlobally(packed.tarball, join(folder, "global"));
  installLocally(packed.tarball, join(folder, "studio"));
  await writeFiles(join(folder, "studio"), PROJECT);
  await writeFiles(join(folder, "elsewhere"), PROJECT);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package", () => {
  const paths = (): readonly string[] => packed.files.map(({ path }) => path);

  it("holds what is needed to run, and nothing else", () => {
    const kinds = [
      /^(package\.json|README\.md|LICENSE|action\.yml)$/,
      /^dist\/(main|library|chunks\/[\w-]+)\.js$/,
      /^dist\/THIRD-PARTY-LICENSES$/,
      /^dist\/.*\.d\.ts$/,
      /^schemas\/([a-z-]+\.schema\.json|catalog\.json|documents\.d\.ts)$/,
      /^templates\//,
    ];
    expect(paths().filter((path) => !kinds.some((kind) => kind.test(path)))).toEqual([]);
    for (const kind of kinds) expect(paths().some((path) => kind.test(path))).toBe(true);
    expect(
      paths().filter((path) => /\.test\.[jt]s|\.map$|tsbuildinfo|^src|(^|\/)\.laurel|generate\.js$/.test(path)),
    ).toEqual([]);
  });

  it("was built from the sources as they are, and holds nothing of an earlier build", () => {
    expect(paths()).toContain("dist/main.js");
    expect(paths()).toContain("dist/library.js");
    expect(paths()).not.toContain("dist/of-an-earlier-build.js");
  });

  it("has the licences of all the packages that are built into it", () => {
    const licences = readFileSync(join(folder, INSTALLED, "dist/THIRD-PARTY-LICENSES"), "utf8");
    for (const name of ["ajv", "diff", "hono", "leven", "string-width", "undici", "yaml"]) {
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\([\\w-]+\\)$`, "m"));
    }
  });

  it(`is small: at most ${LIMITS.tarball / 1000} kB, and ${LIMITS.unpacked / 1_000_000} MB when it is unpacked`, () => {
    expect(packed.size).toBeLessThan(LIMITS.tarball);
    expect(packed.unpackedSize).toBeLessThan(LIMITS.unpacked);
  });

  it("may be published, needs no scripts to be installed, and says which Node it needs", () => {
    const text = readFileSync(join(folder, INSTALLED, "package.json"), "utf8");
    const { name, private: isPrivate, engines, dependencies, scripts } = JSON.parse(text);
    expect({ name, isPrivate, engines, dependencies }).toEqual({
      name: "@laurel-progression/laurel",
      isPrivate: undefined,
      engines: { node: ">=20.19" },
      dependencies: undefined,
    });
    expect(Object.keys(scripts).filter((script) => /install|prepare$/.test(script))).toEqual([]);
  });
});

describe("the command of the package", () => {
  const ways: readonly (readonly [string, (words: readonly string[]) => ReturnType<typeof run>])[] = [
    [
      "installed globally, on the PATH",
      (words) => {
        const path = `${join(folder, "global/bin")}:${process.env.PATH}`;
        return run("laurel", words, join(folder, "elsewhere"), { PATH: path });
      },
    ],
    [
      "in a project that has it, where npx may fetch nothing",
      (words) => run("npx", ["--no", "--", "laurel", ...words], join(folder, "studio")),
    ],
  ];

  it.each(ways)("works %s", (_, laurel) => {
    expect(laurel(["--version"])).toEqual({ exit: 0, stdout: `${version}\n`, stderr: expect.any(String) });
    expect(laurel(["validate"])).toMatchObject({ exit: 0, stdout: "Valid: game garden, 1 resource.\n" });
    const planned = laurel(["plan", "--detailed-exitcode"]);
    expect(planned.exit, planned.stderr).toBe(2);
    expect(planned.stdout).toMatch(/\+ create +reward\/seed/);
    const applied = laurel(["apply", "--yes"]);
    expect(applied.exit, applied.stderr).toBe(0);
    expect(laurel(["schema", "manifest"]).stdout).toContain('"$schema"');
  });
});

describe("the library of the package", () => {
  const consumer = (): string => join(folder, "studio");
  const compile = (): ReturnType<typeof run> =>
    run(join(ROOT, "node_modules/.bin/tsc"), ["--project", consumer()], consumer());

  beforeAll(() => {
    const options = {
      module: "nodenext",
      strict: true,
      skipLibCheck: false,
      target: "es2023",
      outDir: "out",
      types: [],
    };
    writeFileSync(join(consumer(), "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["use.ts"] }));
  });

  it("has types that hold in a strict program, and that refuse what is wrong", () => {
    const wrong = `import { plan } from "${NAME}";\nexport const made: number = plan("everything");\n`;
    writeFileSync(join(consumer(), "use.ts"), wrong);
    expect(compile().stdout).toMatch(/use\.ts\(2,.*error TS/);
  });

  it("has everything that a program needs, typed as the JSON documents are", () => {
    const program = `import * as laurel from "${NAME}";
const files = [{ file: "a.yaml", text: "rewards:\\n  - { custom_id: seed, name: Seed }\\n" }];
const { value, diagnostics }: laurel.Checked<laurel.DesiredGame> = laurel.validate(files);
const project = "laurel.yaml";
const findings: readonly laurel.Diagnostic[] = (await laurel.lint({ project })).diagnostics;
const points: number | undefined = (await laurel.report({ project })).games[0]?.economy.totals.points;
const planned: laurel.GameResults<laurel.PlannedGame> = await laurel.plan({ project, prune: true });
const plans: readonly laurel.Plan[] = planned.games.map(({ plan }) => plan);
const { results }: laurel.AppliedGames = await laurel.apply({ project, expect: plans.map(({ digest }) => digest) });
console.log(JSON.stringify([value?.resources.size, diagnostics.length, findings.length, points, results[0]?.converged]));
`;
    writeFileSync(join(consumer(), "use.ts"), `declare const console: { log(text: string): void };\n${program}`);
    expect(compile()).toMatchObject({ exit: 0, stdout: "" });
    const ran = run("node", ["out/use.js"], consumer());
    expect(ran.stderr).toBe("");
    expect(JSON.parse(ran.stdout)).toEqual([1, 0, 0, 0, true]);
  });

  it("opens its schemas and nothing of its inside", () => {
    const script = (name: string): string => `import.meta.resolve(${JSON.stringify(name)})`;
    const resolves = (name: string): boolean =>
      run("node", ["--input-type=module", "--eval", script(name)], consumer()).exit === 0;
    expect(resolves(`${NAME}/schemas/manifest.schema.json`)).toBe(true);
    expect(resolves(`${NAME}/package.json`)).toBe(true);
    expect(resolves(`${NAME}/dist/core/plan/plan.js`)).toBe(false);
  });
});
