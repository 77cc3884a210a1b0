/**
 * The work for those who have no laurel: for each resource where it is read, what it should be, and what to send.
 *
 * @typedef {object} Item
 * @property {string} read the address to ask for it
 * @property {string} create the address that creates it
 * @property {string} update
 * @property {Record<string, unknown>} body of both
 * @property {Record<string, unknown>} record what an answer shows when all is well
 * @property {{ create: string, body: Record<string, unknown> }[]} attachments
 */
import { requestsFor } from "../wire.js";

/**
 * @param {string} url of the service
 * @param {readonly import("../game.js").Game[]} quests
 * @returns {Item[]}
 */
export function jobOf(url, quests) {
  const at = (path) => `${url}/v1/games/g/${path}`;
  const requests = requestsFor(quests);
  const attachments = requests.filter(({ path }) => path.includes("/"));
  return requests
    .filter(({ path }) => !path.includes("/"))
    .map(({ path, body }) => {
      const own = `${path}/${body.custom_id}`;
      const { reactions: _, criteria: __, criteria_groups: ___, ...fields } = body;
      // Without the filter, the service says of a secret achievement that it is not there.
      const read = path === "achievements" ? `${own}?filter%5Bsecret%5D=with` : own;
      const custom_data = fields.custom_data === undefined ? {} : { custom_data: JSON.parse(fields.custom_data) };
      return {
        read: at(read),
        create: at(path),
        update: at(own),
        body,
        record: { ...fields, ...custom_data },
        attachments: attachments
          .filter((each) => each.path.startsWith(`${own}/`))
          .map((each) => ({ create: at(each.path), body: each.body })),
      };
    });
}
