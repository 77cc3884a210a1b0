/**
 * Keeps a comment, an issue or a merge request on GitLab up to date with laurel's result.
 *
 *   node gitlab.mjs comment FILE             one comment on the merge request
 *   node gitlab.mjs issue FILE true|false    one issue while there is drift, closed when it is gone
 *   node gitlab.mjs request FILE LIST        one merge request with the changed files, closed when there are none; LIST
 *                                            names them, from the root of the repository, each followed by a NUL
 *
 * FILE is the plan or the pull in Markdown. LAUREL_GITLAB_TOKEN holds a token with the scope `api`; the rest comes from GitLab's own
 * variables. It exits with 1 when GitLab refuses a request.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { argv, env, exit, stderr, stdout } from "node:process";

const LABEL = "laurel-drift";
const BRANCH = "laurel/pull";
const PULL = "Pull what was changed in the live game";
const PER_PAGE = 100;

/** Sends a request to GitLab; returns the answer's body and the number of the next page, if any. */
async function send(method, path, body) {
  const response = await fetch(`${env.CI_API_V4_URL}${path}`, {
    method,
    headers: { "PRIVATE-TOKEN": env.LAUREL_GITLAB_TOKEN ?? "", "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: "error",
  });
  if (!response.ok) throw new Error(`GitLab answered ${method} ${path} with ${response.status}`);
  return { body: await response.json(), next: response.headers.get("x-next-page") };
}

function readPlan(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return `laurel ended without a plan. The log says why: ${env.CI_JOB_URL}\n`;
  }
}

async function comment(file) {
  const notes = `/projects/${env.CI_MERGE_REQUEST_PROJECT_ID}/merge_requests/${env.CI_MERGE_REQUEST_IID}/notes`;
  const mark = "<!-- laurel -->";
  const text = { body: `${mark}\n${readPlan(file)}` };
  // A comment of another author cannot be edited, even with the same beginning.
  const { body: self } = await send("GET", "/user");
  for (let page = "1"; page !== null && page !== ""; ) {
    const { body: found, next } = await send("GET", `${notes}?per_page=${PER_PAGE}&page=${page}`);
    const own = found.find((note) => note.author.id === self.id && note.body.startsWith(mark));
    if (own !== undefined) return send("PUT", `${notes}/${own.id}`, text);
    page = next;
  }
  return send("POST", notes, text);
}

async function issue(file, drift) {
  const issues = `/projects/${env.CI_PROJECT_ID}/issues`;
  const { body: open } = await send(
    "GET",
    `${issues}?labels=${LABEL}&state=opened&order_by=created_at&sort=asc&per_page=1`,
  );
  const [first] = open;
  if (drift === "false") {
    if (first === undefined) return;
    await send("POST", `${issues}/${first.iid}/notes`, { body: `The drift is gone: ${env.CI_JOB_URL}` });
    await send("PUT", `${issues}/${first.iid}`, { state_event: "close" });
    return;
  }
  const description = `The live game does not match the default branch: ${env.CI_JOB_URL}

To keep the changes, merge the merge request from \`${BRANCH}\`, or run \`laurel pull\`. To undo them, run the pipeline of the
default branch again. Live resources that are in no manifest are kept, unless the game has \`prune: true\`.

${readPlan(file)}`;
  if (first !== undefined) await send("PUT", `${issues}/${first.iid}`, { description });
  else await send("POST", issues, { title: "The live game has drifted", labels: LABEL, description });
}

async function request(file, list) {
  const project = `/projects/${env.CI_PROJECT_ID}`;
  const { body: self } = await send("GET", "/user");
  const search = `search=${encodeURIComponent(`^${BRANCH}`)}`;
  const { body: branches } = await send("GET", `${project}/repository/branches?${search}&per_page=${PER_PAGE}`);
  const branch = branches.find(({ name }) => name === BRANCH);
  if (branch !== undefined && branch.commit.committer_email !== self.commit_email) {
    return `the branch ${BRANCH} has commits of others, so it is left as it is. Merge or close its merge request, and delete the branch`;
  }
  const target = env.CI_DEFAULT_BRANCH;
  const found = `source_branch=${encodeURIComponent(BRANCH)}&target_branch=${encodeURIComponent(target)}&state=opened`;
  const { body: open } = await send("GET", `${project}/merge_requests?${found}&per_page=${PER_PAGE}`);
  // A fork can have a branch of the same name.
  const own = open.find((each) => String(each.source_project_id) === env.CI_PROJECT_ID);
  const names = readFileSync(list, "utf8").split("\0").slice(0, -1);
  if (names.length === 0) {
    if (own === undefined) return;
    await send("POST", `${project}/merge_requests/${own.iid}/notes`, {
      body: `Nothing differs any more: ${env.CI_JOB_URL}`,
    });
    await send("PUT", `${project}/merge_requests/${own.iid}`, { state_event: "close" });
    return;
  }
  const actions = names.map((name) => ({
    action: "update",
    file_path: name,
    content: readFileSync(name, "base64"),
    encoding: "base64",
  }));
  // The same changes of the same commit are not pushed again.
  const digest = createHash("sha256")
    .update(JSON.stringify([env.CI_COMMIT_SHA, actions]))
    .digest("hex");
  const message = `${PULL}\n\nChanges: sha256:${digest}`;
  if (branch?.commit.message.trim() !== message) {
    const commit = { branch: BRANCH, start_sha: env.CI_COMMIT_SHA, force: true, commit_message: message, actions };
    await send("POST", `${project}/repository/commits`, commit);
  }
  const description = `${readFileSync(file, "utf8")}
A merged change that is not applied yet is undone here, too: apply it first.
`;
  if (own !== undefined) await send("PUT", `${project}/merge_requests/${own.iid}`, { description });
  else {
    const made = { source_branch: BRANCH, target_branch: target, title: PULL, description, remove_source_branch: true };
    await send("POST", `${project}/merge_requests`, made);
  }
}

const COMMANDS = { comment, issue, request };
const [, , command, file, word] = argv;
const isUsed =
  file !== undefined &&
  Object.hasOwn(COMMANDS, command) &&
  (command === "comment" || word !== undefined) &&
  (command !== "issue" || /^(true|false)$/.test(word));
if (!isUsed) {
  stderr.write("usage: gitlab.mjs comment FILE | issue FILE true|false | request FILE LIST\n");
  exit(64);
}
try {
  const refused = await COMMANDS[command](file, word);
  stdout.write(`GitLab: ${typeof refused === "string" ? refused : `the ${command} is up to date`}.\n`);
} catch (error) {
  stderr.write(`GitLab: ${error.message}\n`);
  exit(1);
}
