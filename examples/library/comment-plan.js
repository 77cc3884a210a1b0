// @ts-check
/**
 * Comments the plan of every game on a GitHub pull request. A later push updates the comment.
 *
 *   node comment-plan.js laurel.yaml production
 *
 * Needs GITHUB_TOKEN, GITHUB_REPOSITORY and PULL_REQUEST, beside the variables of the project file.
 */
import * as laurel from "@laurel-progression/laurel";

const [file = "laurel.yaml", environment = "production"] = process.argv.slice(2);
const { GITHUB_API_URL = "https://api.github.com", GITHUB_REPOSITORY, GITHUB_TOKEN, PULL_REQUEST } = process.env;
const MARK = "<!-- laurel plan -->";

const project = await laurel.loadProject(file, { environment });
const parts = [fenced(project.diagnostics), ...(await Promise.all((project.value ?? []).map(planned)))];
await comment([MARK, ...parts.filter((part) => part !== "")].join("\n\n"), github);

/** @param {laurel.Game} game */
async function planned(game) {
  const { value: connection, diagnostics } = await laurel.connectGame(game, { variables: process.env });
  if (connection === undefined) return fenced(diagnostics);
  try {
    const live = await laurel.readLive(connection, game);
    if (live.value === undefined) return fenced(live.diagnostics);
    const plan = laurel.plan(connection, game, live.value);
    if (plan.value === undefined) return fenced(plan.diagnostics);
    const impact = laurel.impact(game, live.value, plan.value);
    const refusals = laurel.refusals(plan.value, { allow: connection.settings.allow, impact });
    return laurel.renderPlanMarkdown({ game, live: live.value, plan: plan.value, refusals, impact });
  } finally {
    await connection.close();
  }
}

/** @param {readonly laurel.Diagnostic[]} findings */
function fenced(findings) {
  return findings.length === 0 ? "" : `\`\`\`text\n${laurel.renderDiagnostics(findings)}\`\`\``;
}

/** @typedef {{ id: number, body: string }} Comment */
/** @param {string} body @param {typeof github} send writes the comment; give another one for another code host */
async function comment(body, send) {
  const path = `issues/${PULL_REQUEST}/comments`;
  const own = (await send("GET", `${path}?per_page=100`)).find((/** @type {Comment} */ each) => each.body.startsWith(MARK));
  await (own === undefined ? send("POST", path, { body }) : send("PATCH", `issues/comments/${own.id}`, { body }));
}

/** @param {string} method @param {string} path @param {object} [content] */
async function github(method, path, content) {
  const headers = { authorization: `Bearer ${GITHUB_TOKEN}`, "content-type": "application/json" };
  const body = content === undefined ? null : JSON.stringify(content);
  const answer = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/${path}`, { method, headers, body });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.json();
}
