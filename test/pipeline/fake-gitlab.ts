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

export interface MergeRequest {
  readonly iid: number;
  readonly source_project_id: number;
  readonly source_branch: string;
  readonly target_branch: string;
  title: string;
  description: string;
  state: "opened" | "closed";
  readonly notes: string[];
}

/** The tip of a branch that the test or `gitlab.mjs` has made. */
export interface Branch {
  readonly name: string;
  readonly commit: { readonly message: string; readonly committer_email: string };
  /** The commit that it starts at. */
  readonly start_sha: string;
  /** Texts of the files that the commit changes. */
  readonly files: Readonly<Record<string, string>>;
}

export interface FakeGitLab {
  /** For CI_API_V4_URL. */
  readonly url: string;
  /** Comments on the merge request, of which two are on each page. */
  readonly notes: Note[];
  readonly issues: Issue[];
  readonly requests: MergeRequest[];
  readonly branches: Map<string, Branch>;
  /** How many commits were made. */
  commits(): number;
  /** Answers everything with this status. */
  fail(status: number): void;
}

export const GITLAB_TOKEN = "gitlab-t0ken";
/** Whom the token belongs to. */
export const SELF = 7;
export const SELF_EMAIL = "project_8_bot@noreply.gitlab.example";
const PAGE = 2;

export async function fakeGitLab(): Promise<FakeGitLab> {
  const notes: Note[] = [];
  const issues: Issue[] = [];
  const requests: MergeRequest[] = [];
  const branches = new Map<string, Branch>();
  let commits = 0;
  let failure: number | undefined;

  function answerPull(method: string, url: URL, body: Record<string, unknown>): { value: unknown } | undefined {
    const [, place = "", id, notes] =
      /^\/api\/v4\/projects\/8\/(repository\/branches|repository\/commits|merge_requests)(?:\/(\d+)(\/notes)?)?$/.exec(
        url.pathname,
      ) ?? [];
    if (method === "GET" && place === "repository/branches") return { value: [...branches.values()] };
    if (method === "POST" && place === "repository/commits" && body.force === true) {
      const actions = body.actions as { action: string; file_path: string; content: string; encoding: string }[];
      if (!actions.every(({ action, encoding }) => action === "update" && encoding === "base64")) return undefined;
      const files = actions.map((each) => [each.file_path, Buffer.from(each.content, "base64").toString("utf8")]);
      const name = String(body.branch);
      // GitLab ends every message with a line break.
      const commit = { message: `${body.commit_message}\n`, committer_email: SELF_EMAIL };
      branches.set(name, { name, commit, start_sha: String(body.start_sha), files: Object.fromEntries(files) });
      commits += 1;
      return { value: commit };
    }
    if (place !== "merge_requests") return undefined;
    if (method === "GET") {
      const isListed = (each: MergeRequest): boolean =>
        (["source_branch", "target_branch", "state"] as const).every(
          (name) => url.searchParams.get(name) === each[name],
        );
      return { value: requests.filter(isListed) };
    }
    const own = requests.find(({ iid }) => iid === Number(id));
    if (own !== undefined && notes !== undefined) return { value: own.notes.push(String(body.body)) };
    if (own !== undefined && method === "PUT") {
      if (body.state_event === "close") own.state = "closed";
      return { value: Object.assign(own, { description: body.description ?? own.description }) };
    }
    if (own !== undefined || !branches.has(String(body.source_branch))) return undefined;
    const made = { iid: requests.length + 1, source_project_id: 8, state: "opened", notes: [], ...body };
    return { value: requests.push(made as unknown as MergeRequest) };
  }

  function answer(
    method: string,
    url: URL,
    body: Record<string, string>,
  ): { value: unknown; next?: string } | undefined {
    const [, place = "", id] =
      /^\/api\/v4\/(user|projects\/9\/merge_requests\/3\/notes|projects\/8\/issues)(?:\/(\d+))?/.exec(url.pathname) ??
      [];
    if (place === "user") return { value: { id: SELF, commit_email: SELF_EMAIL } };
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
    return answerPull(method, url, body);
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
    requests,
    branches,
    commits: () => commits,
    fail: (status) => {
      failure = status;
    },
  };
}
