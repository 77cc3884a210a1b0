/**
 * The script that many write for a while: one request after the other. Reads each resource, creates missing ones,
 * updates what is different. It does not handle pages, references, interruptions or lost answers. Word: the file of
 * the job.
 */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const headers = {
  authorization: `Bearer ${process.env.LAUREL_API_TOKEN}`,
  accept: "application/json",
  "content-type": "application/json",
};

async function send(method, url, body) {
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok && answer.status !== 404) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return { status: answer.status, ...(await answer.json()) };
}

for (const { read, create, update, body, record, attachments } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const { status, data } = await send("GET", read);
  if (status === 404) {
    await send("POST", create, body);
    for (const attachment of attachments) await send("POST", attachment.create, attachment.body);
  } else if (Object.entries(record).some(([key, value]) => !isDeepStrictEqual(data[key], value))) {
    await send("PUT", update, body);
  }
}
