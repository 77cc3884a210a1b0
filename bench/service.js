/**
 * The service behind the measurements, as a process of its own: as little work as possible for each
 * request, so that what is measured is the client. It believes everything; lists are kept as bytes
 * until something is written. Messages from the parent fill it and ask what it was asked.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { questsOf } from "./game.js";
import { PATHS, recordOf, recordsOf } from "./wire.js";

const LARGEST_PAGE = 100;
/** In front of the path of a list. Every game has the same records. */
const GAME = /^\/v1\/games\/[^/]+\//;

/** Records by their id, by the path of their list. */
let lists = new Map(PATHS.map((path) => [path, new Map()]));
/** What was answered to a GET, by its address; empty after a change. */
const pages = new Map();
/** How many requests came, by method. */
let asked = {};
let latency = 0;

const server = createServer((request, response) => {
  const { method = "GET", url = "/" } = request;
  asked[method] = (asked[method] ?? 0) + 1;
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const [status, body] = method === "GET" ? read(url) : write(method, url, Buffer.concat(chunks));
    const answer = () => {
      response.writeHead(status, {
        "content-type": "application/json",
        "content-length": body.length,
      });
      response.end(body);
    };
    if (latency === 0) answer();
    else setTimeout(answer, latency);
  });
});
// Longer than clients keep idle connections, so that none is closed while a request is on its way.
server.keepAliveTimeout = 65_000;

function read(url) {
  const known = pages.get(url);
  if (known !== undefined) return [200, known];
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const records = lists.get(pathname.replace(GAME, ""));
  if (records === undefined) return [404, bytes({ message: "Not found." })];
  const page = pageOf([...records.values()], searchParams);
  pages.set(url, page);
  return [200, page];
}

function pageOf(all, query) {
  const size = Math.min(Number(query.get("page[size]") ?? 30), LARGEST_PAGE);
  const current = Number(query.get("page[number]") ?? 1);
  const data = all.slice((current - 1) * size, current * size);
  const last_page = Math.max(1, Math.ceil(all.length / size));
  const next = current < last_page ? `?page[number]=${current + 1}` : null;
  return bytes({
    data,
    links: { next },
    meta: { current_page: current, last_page, per_page: size, total: all.length },
  });
}

/** Only what an apply of creations needs: POST of a resource, and of a reward to an achievement. */
function write(method, url, sent) {
  const [path = "", owner, link] = url.replace(GAME, "").replace(/\/$/, "").split("/");
  const records = lists.get(path);
  if (method !== "POST" || records === undefined) return [404, bytes({ message: "Not found." })];
  pages.clear();
  const body = JSON.parse(sent.toString());
  if (link === undefined) {
    const record = recordOf(path, body);
    records.set(record.custom_id, record);
    return [201, bytes({ data: record })];
  }
  const record = records.get(decodeURIComponent(owner));
  record[link] = [...record[link], body.custom_reward_id];
  return [201, bytes({ data: lists.get("rewards").get(body.custom_reward_id) ?? null })];
}

function bytes(value) {
  return Buffer.from(JSON.stringify(value));
}

/** The same for the same content, in whatever order it was written. */
function digest() {
  const hash = createHash("sha256");
  for (const [path, records] of lists) {
    for (const id of [...records.keys()].sort()) {
      const record = records.get(id);
      const sorted = Array.isArray(record.rewards)
        ? { ...record, rewards: [...record.rewards].sort() }
        : record;
      hash.update(`${path} ${JSON.stringify(sorted)}\n`);
    }
  }
  return hash.digest("hex");
}

process.on("message", (message) => {
  if ("fill" in message) {
    const { resources, changed, latency: milliseconds = 0 } = message.fill;
    const filled = resources === 0 ? new Map() : recordsOf(questsOf(resources), changed);
    lists = new Map(
      PATHS.map((path) => [
        path,
        new Map((filled.get(path) ?? []).map((each) => [each.custom_id, each])),
      ]),
    );
    pages.clear();
    latency = milliseconds;
  }
  process.send?.({ asked, digest: message.digest === true ? digest() : "" });
  asked = {};
});
// The parent process is gone.
process.on("disconnect", () => process.exit());

server.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
