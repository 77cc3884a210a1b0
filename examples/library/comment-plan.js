// @ts-check
/**
 * Comments the plan of every game on a GitHub pull request. A later push updates the comment.
 *
 *   node comment-plan.js laurel.yaml production
 *
 * Needs GITHUB_TOKEN, GITHUB_REPOSITORY and PULL_REQUEST, beside the variables of the project file.
 */
import * as laurel from "@laurel-progression/laurel";

const [project = "laurel.yaml", env = "production"] = process.argv.slice(2);
const { GITHUB_API_URL = "https://api.github.com", GITHUB_REPOSITORY, GITHUB_TOKEN, PULL_REQUEST } = process.env;
const MARK = "<!-- laurel plan -->";

const planned = await laurel.plan({ project, env, variables: process.env });
await comment(`${MARK}\n\n${laurel.renderPlanMarkdown(planned)}`, github);

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
