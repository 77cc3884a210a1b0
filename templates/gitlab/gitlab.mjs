/**
 * Keeps a comment or an issue on GitLab up to date with laurel's plan.
 *
 *   node gitlab.mjs comment FILE NAME        one comment on the merge request; NAME distinguishes several
 *   node gitlab.mjs issue FILE true|false    one issue while there is drift, closed when it is gone
 *
 * FILE is the plan in Markdown. LAUREL_GITLAB_TOKEN holds a token with the scope `api`; the rest comes from GitLab's own
 * variables. It exits with 1 when GitLab refuses a request.
 */
import { readFileSync } from "node:fs";
import { argv, env, exit, stderr, stdout } from "node:process";

const LABEL = "laurel-drift";
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

async function comment(file, name) {
  const notes = `/projects/${env.CI_MERGE_REQUEST_PROJECT_ID}/merge_requests/${env.CI_MERGE_REQUEST_IID}/notes`;
  const mark = `<!-- ${name.replaceAll(/[^\w ]/g, "-")} -->`;
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

To keep a change, write it in the manifests. To undo it, run the pipeline of the default branch again. Live resources that
are in no manifest are kept, unless the game has \`prune: true\`.

${readPlan(file)}`;
  if (first !== undefined) await send("PUT", `${issues}/${first.iid}`, { description });
  else await send("POST", issues, { title: "The live game has drifted", labels: LABEL, description });
}

const [, , command, file, word] = argv;
const isUsed =
  file !== undefined &&
  word !== undefined &&
  (command === "comment" || (command === "issue" && /^(true|false)$/.test(word)));
if (!isUsed) {
  stderr.write("usage: gitlab.mjs comment FILE NAME | issue FILE true|false\n");
  exit(64);
}
try {
  await (command === "comment" ? comment(file, word) : issue(file, word));
  stdout.write(`GitLab: the ${command} is up to date.\n`);
} catch (error) {
  stderr.write(`GitLab: ${error.message}\n`);
  exit(1);
}
