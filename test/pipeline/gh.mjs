/**
 * Stands in for GitHub's command in tests: answers exactly the calls that laurel's workflows make,
 * from a state in a file, and fails for every other. Words: the file of the state, the permissions
 * of the job, then the words of the call.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [stateFile = "", permissionsText = "{}", ...words] = process.argv.slice(2);
const permissions = JSON.parse(permissionsText);
const state = JSON.parse(readFileSync(stateFile, "utf8"));
const PAGE = 30;
const BODY_LIMIT = 65_536;

function fail(message) {
  process.stderr.write(`gh: ${message}\n`);
  process.exit(1);
}

function save() {
  writeFileSync(stateFile, JSON.stringify(state));
}

function commitAt(ref) {
  try {
    return execFileSync(
      "git",
      ["-C", state.server, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`],
      {
        encoding: "utf8",
      },
    ).trim();
  } catch {
    return fail("Not Found (HTTP 404)");
  }
}

/** The expressions of `--jq`, and what each makes of an answer. */
const EXPRESSIONS = [
  [/^\.head\.sha$/, ({ head }) => [head.sha]],
  [/^\.object\.sha$/, ({ object }) => [object.sha]],
  [/^\.\[0\]\.number \/\/ empty$/, (pulls) => pulls.slice(0, 1).map(({ number }) => number)],
  [
    /^\.\[\] \| select\(\.user\.login == "github-actions\[bot\]" and \(\.body \| startswith\("<!-- laurel -->"\)\)\) \| \.id$/,
    (comments) =>
      comments
        .filter(
          ({ user, body }) =>
            user.login === "github-actions[bot]" && body.startsWith("<!-- laurel -->"),
        )
        .map(({ id }) => id),
  ],
  [
    /^\.workflow_runs\[\] \| select\(\.run_number < (\d+)\) \| \.id$/,
    ({ workflow_runs }, number) =>
      workflow_runs.filter((run) => run.run_number < Number(number)).map(({ id }) => id),
  ],
];

/** Method, path, the permission that the call needs, and what it does. */
const CALLS = [
  [
    "GET",
    /^issues\/(\d+)\/comments$/,
    "pull-requests:read",
    ([number]) => state.comments.filter(({ issue }) => issue === Number(number)),
  ],
  [
    "POST",
    /^issues\/(\d+)\/comments$/,
    "pull-requests:write",
    ([issue], { body }) => {
      state.comments.push({
        id: state.comments.length + 1001,
        issue: Number(issue),
        user: { login: "github-actions[bot]" },
        body,
      });
    },
  ],
  [
    "PATCH",
    /^issues\/comments\/(\d+)$/,
    "pull-requests:write",
    ([id], { body }) => {
      const comment =
        state.comments.find((each) => each.id === Number(id)) ?? fail("Not Found (HTTP 404)");
      comment.body = body;
    },
  ],
  [
    "GET",
    /^pulls\/(\d+)$/,
    "pull-requests:read",
    ([number]) => ({ head: { sha: commitAt(`refs/pull/${number}/head`) } }),
  ],
  [
    "GET",
    /^pulls\?state=open&head=([\w-]+):([\w/-]+)&base=([\w/-]+)$/,
    "pull-requests:read",
    ([owner, head, base]) =>
      state.pulls.filter(
        (pull) =>
          pull.state === "open" &&
          `${pull.owner}:${pull.head} ${pull.base}` === `${owner}:${head} ${base}`,
      ),
  ],
  [
    "POST",
    /^pulls$/,
    "pull-requests:write",
    (_, { title, head, base, body }) => {
      commitAt(`refs/heads/${head}`);
      state.pulls.push({
        number: state.pulls.length + 101,
        owner: "studio",
        state: "open",
        title,
        head,
        base,
        body,
      });
    },
  ],
  [
    "PATCH",
    /^pulls\/(\d+)$/,
    "pull-requests:write",
    ([number], changes) => {
      const pull =
        state.pulls.find((each) => each.number === Number(number)) ?? fail("Not Found (HTTP 404)");
      Object.assign(pull, changes);
    },
  ],
  [
    "GET",
    /^git\/ref\/(heads\/[\w./-]+)$/,
    "contents:read",
    ([ref]) => ({ object: { sha: commitAt(`refs/${ref}`) } }),
  ],
  [
    "GET",
    /^actions\/workflows\/laurel-apply\.yml\/runs\?status=waiting$/,
    "actions:read",
    () => ({ workflow_runs: state.runs.filter(({ status }) => status === "waiting") }),
  ],
  [
    "POST",
    /^actions\/runs\/(\d+)\/cancel$/,
    "actions:write",
    ([id]) => {
      const run = state.runs.find((each) => each.id === Number(id)) ?? fail("Not Found (HTTP 404)");
      if (run.status !== "waiting")
        fail("Cannot cancel a workflow run that is completed. (HTTP 409)");
      run.status = "cancelled";
    },
  ],
];

/** Options of the command, which take their values from the words that follow. */
const OPTIONS = {
  "--paginate": (call) => {
    call.isPaged = true;
  },
  "--silent": (call) => {
    call.isSilent = true;
  },
  "--method": (call, words) => {
    call.method = words.shift();
  },
  "--jq": (call, words) => {
    call.jq = words.shift();
  },
  "--raw-field": (call, words) => {
    const { name, value } = fieldIn(words.shift());
    call.fields[name] = value;
  },
  "--field": (call, words) => {
    const { name, value } = fieldIn(words.shift());
    if (!value.startsWith("@")) fail(`--field ${name} may be read as a number: use --raw-field`);
    call.fields[name] = readFileSync(value.slice(1), "utf8");
  },
};

function fieldIn(word) {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(word) ?? fail("no field");
  return { name, value };
}

function parseWords(given) {
  const words = [...given];
  const call = { path: undefined, isPaged: false, isSilent: false, fields: {} };
  while (words.length > 0) {
    const word = words.shift();
    if (Object.hasOwn(OPTIONS, word)) OPTIONS[word](call, words);
    else if (call.path === undefined && !word.startsWith("-")) call.path = word;
    else fail(`unknown words: ${word}`);
  }
  return call;
}

function permits(needed) {
  const [scope, access] = needed.split(":");
  const given = permissions[scope];
  return given === "write" || (given === "read" && access === "read");
}

/** Fails without the token of the job, or with a secret of laurel. */
function checkEnvironment() {
  if (process.env.GH_TOKEN !== state.token) fail("To use GitHub CLI in a workflow, set GH_TOKEN");
  const secret = Object.keys(process.env).find((name) => name.startsWith("LAUREL_API_TOKEN"));
  if (secret !== undefined) fail(`has the secret ${secret}`);
}

/** Carries a call out and returns what is found. */
function carryOut({ path = "", method, fields }) {
  const prefix = `repos/${state.repository}/`;
  if (!path.startsWith(prefix)) fail(`other repository: ${path}`);
  const place = path.slice(prefix.length);
  const verb = method ?? (Object.keys(fields).length > 0 ? "POST" : "GET");
  const [, pattern, needed, act] =
    CALLS.find(([each, form]) => each === verb && form.test(place)) ??
    fail(`unknown call: ${verb} ${path}`);
  if (state.failing.some((failing) => place.startsWith(failing))) fail("Server Error (HTTP 502)");
  if (!permits(needed)) fail(`Resource not accessible by integration (HTTP 403): ${needed}`);
  if ((fields.body ?? "").length > BODY_LIMIT)
    fail("Validation Failed: body is too long (HTTP 422)");
  const found = act(pattern.exec(place).slice(1), fields);
  save();
  return found;
}

function print(found, { jq, isPaged }) {
  const [expression, make] =
    EXPRESSIONS.find(([form]) => form.test(jq ?? "")) ??
    fail(`unknown expression: ${jq ?? "none"}`);
  const whole = Array.isArray(found) && !isPaged ? found.slice(0, PAGE) : found;
  for (const line of make(whole, ...expression.exec(jq).slice(1)))
    process.stdout.write(`${line}\n`);
}

function answer() {
  checkEnvironment();
  state.asked.push(words.join(" "));
  save();
  if (words.join(" ") === "auth setup-git") return;
  if (words[0] !== "api") fail(`unknown command: ${words.join(" ")}`);
  const call = parseWords(words.slice(1));
  const found = carryOut(call);
  if (!call.isSilent) print(found, call);
}

answer();
