/**
 * A git server for pushes over HTTP, as GitLab is one: it takes any user name with the right
 * password, and push options.
 */
import { spawn } from "node:child_process";
import { listening } from "../support/listening.ts";
import { git } from "../workflow/drift/repository.ts";

/**
 * Serves a bare repository in this folder. Out: the address of `NAME` without `.git`, as
 * `CI_PROJECT_URL` has it.
 */
export async function gitServer(folder: string, name: string, password: string): Promise<string> {
  git(`${folder}/${name}.git`, "config", "receive.advertisePushOptions", "true");
  git(`${folder}/${name}.git`, "config", "http.receivepack", "true");
  const url = await listening(async (request) => {
    const [, credentials = ""] = (request.headers.get("authorization") ?? "").split(" ");
    if (!atob(credentials).endsWith(`:${password}`)) {
      return new Response("", {
        status: 401,
        headers: { "www-authenticate": 'Basic realm="git"' },
      });
    }
    return carryOut(request, folder);
  });
  return `${url}/${name}`;
}

/** Runs git's own program for one request. */
async function carryOut(request: Request, folder: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  const env = {
    PATH: process.env.PATH ?? "",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_PROJECT_ROOT: folder,
    GIT_HTTP_EXPORT_ALL: "1",
    REQUEST_METHOD: request.method,
    PATH_INFO: pathname,
    QUERY_STRING: search.slice(1),
    CONTENT_TYPE: request.headers.get("content-type") ?? "",
    HTTP_CONTENT_ENCODING: request.headers.get("content-encoding") ?? "",
    CONTENT_LENGTH: `${body.length}`,
    REMOTE_USER: "laurel",
  };
  const child = spawn("git", ["http-backend"], { env, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(body);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk);
  const answer = Buffer.concat(chunks);
  const end = answer.indexOf("\r\n\r\n");
  const lines = answer.subarray(0, end).toString("latin1").split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => [line.replace(/:.*/, ""), line.replace(/^[^:]*: */, "")]),
  );
  const status = Number.parseInt(headers.get("status") ?? "200", 10);
  headers.delete("status");
  return new Response(answer.subarray(end + 4), { status, headers });
}
