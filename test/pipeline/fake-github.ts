/** As much of GitHub's own command as the workflow for pulls calls. Pull requests are in a file, as `--json` shows them. */
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { scratchFolder, writeFiles } from "../support/cli.ts";

export interface PullRequest {
  readonly number: number;
  readonly head: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly state: "open" | "closed";
  readonly isCrossRepository: boolean;
  readonly comments: readonly string[];
}

export interface FakeGitHub {
  /** The text of the program, for PATH. Needs jq. */
  readonly gh: string;
  /** Whether workflows may create pull requests. At first they may. */
  setting(mayCreate: boolean): Promise<void>;
  pullRequests(): readonly PullRequest[];
}

/** `gh pr list|create|close` and `gh api --method PATCH repos/…/pulls/NUMBER --field body=@FILE`; anything else fails. */
const PROGRAM = `
const { execFileSync } = require("node:child_process");
const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const [file, ...words] = process.argv.slice(2);
const all = JSON.parse(readFileSync(file, "utf8"));
const option = (name) => words[words.indexOf(name) + 1];
const save = () => writeFileSync(file, JSON.stringify(all));
const one = (number) => all.find((each) => each.number === Number(number));
if (words[0] === "pr" && words[1] === "list") {
  const found = all.filter((each) => each.head === option("--head") && each.base === option("--base") && each.state === option("--state"));
  process.stdout.write(execFileSync("jq", ["--raw-output", option("--jq")], { input: JSON.stringify(found) }));
} else if (words[0] === "pr" && words[1] === "create" && !existsSync(file + ".refused")) {
  const body = readFileSync(option("--body-file"), "utf8");
  const [head, base, title] = [option("--head"), option("--base"), option("--title")];
  all.push({ number: all.length + 1, head, base, title, body, state: "open", isCrossRepository: false, comments: [] });
  save();
} else if (words[0] === "pr" && words[1] === "close") {
  const own = one(words[2]);
  own.state = "closed";
  own.comments.push(option("--comment"));
  save();
} else if (words[0] === "api" && option("--method") === "PATCH") {
  one(words.find((word) => word.startsWith("repos/")).split("/pulls/")[1]).body = readFileSync(option("--field").replace("body=@", ""), "utf8");
  save();
} else {
  process.exitCode = 1;
}
`;

/** With these pull requests at the beginning. */
export async function fakeGitHub(pullRequests: readonly PullRequest[] = []): Promise<FakeGitHub> {
  const folder = await scratchFolder();
  await writeFiles(folder, { "gh.cjs": PROGRAM, "requests.json": JSON.stringify(pullRequests) });
  const file = join(folder, "requests.json");
  return {
    gh: `exec "${process.execPath}" "${join(folder, "gh.cjs")}" "${file}" "$@"`,
    setting: (mayCreate) => (mayCreate ? rm(`${file}.refused`) : writeFiles(folder, { "requests.json.refused": "" })),
    pullRequests: () => JSON.parse(readFileSync(file, "utf8")),
  };
}
