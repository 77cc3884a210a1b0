/** As much of GitLab's interface as `gitlab.mjs` asks for, on a loopback port. */
import { createServer } from "node:http";
import { onTestFinished } from "vitest";

export interface Note {
  readonly id: number;
  body: string;
  readonly author: { readonly id: number };
}

export interface Issue {
  readonly iid: number;
  title: string;
  description: string;
  state: "opened" | "closed";
  readonly labels: string;
  readonly notes: string[];
}

export interface FakeGitLab {
  /** For CI_API_V4_URL. */
  readonly url: string;
  /** Comments on the merge request, of which two are on each page. */
  readonly notes: Note[];
  readonly issues: Issue[];
  /** Answers everything with this status. */
  fail(status: number): void;
}

export const GITLAB_TOKEN = "gitlab-t0ken";
/** Whom the token belongs to. */
export const SELF = 7;
const PAGE = 2;

export async function fakeGitLab(): Promise<FakeGitLab> {
  const notes: Note[] = [];
  const issues: Issue[] = [];
  let failure: number | undefined;

  function answer(
    method: string,
    url: URL,
    body: Record<string, string>,
  ): { value: unknown; next?: string } | undefined {
    const [, place = "", id] =
      /^\/api\/v4\/(user|projects\/9\/merge_requests\/3\/notes|projects\/8\/issues)(?:\/(\d+))?/.exec(url.pathname) ??
      [];
    if (place === "user") return { value: { id: SELF } };
    if (place.endsWith("notes")) {
      const own = notes.find((note) => note.id === Number(id));
      if (method === "PUT" && own?.author.id === SELF) return { value: Object.assign(own, body) };
      if (method === "POST")
        return { value: notes.push({ id: notes.length + 1, body: body.body ?? "", author: { id: SELF } }) };
      const page = Number(url.searchParams.get("page"));
      const next = page * PAGE < notes.length ? String(page + 1) : "";
      return method === "GET" ? { value: notes.slice((page - 1) * PAGE, page * PAGE), next } : undefined;
    }
    const issue = issues.find(({ iid }) => iid === Number(id));
    if (issue !== undefined && url.pathname.endsWith("/notes")) return { value: issue.notes.push(body.body ?? "") };
    if (issue !== undefined && method === "PUT") {
      if (body.state_event === "close") issue.state = "closed";
      return { value: Object.assign(issue, { description: body.description ?? issue.description }) };
    }
    if (place.endsWith("issues") && method === "POST") {
      const made = {
        iid: issues.length + 1,
        title: body.title ?? "",
        description: body.description ?? "",
        labels: body.labels ?? "",
      };
      issues.push({ ...made, state: "opened", notes: [] });
      return { value: made };
    }
    if (place.endsWith("issues") && method === "GET") {
      const wanted = url.searchParams.get("labels");
      return { value: issues.filter(({ state, labels }) => state === "opened" && labels === wanted).slice(0, 1) };
    }
    return undefined;
  }

  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://gitlab");
      const isKnown = request.headers["private-token"] === GITLAB_TOKEN;
      const found =
        isKnown && failure === undefined ? answer(request.method ?? "", url, JSON.parse(text || "{}")) : undefined;
      response.writeHead(found === undefined ? (failure ?? (isKnown ? 404 : 401)) : 200, {
        "Content-Type": "application/json",
        "X-Next-Page": found?.next ?? "",
      });
      response.end(JSON.stringify(found?.value ?? { message: "no" }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/api/v4`,
    notes,
    issues,
    fail: (status) => {
      failure = status;
    },
  };
}
