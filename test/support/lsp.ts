/**
 * The server behind YAML in VS Code, Neovim and others, spoken to as an editor does: JSON-RPC in frames over its
 * standard streams. It is set up so that it never asks the network: a schema comes from a file or not at all.
 */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

export interface Position {
  /** Both from 0, in UTF-16 units, as the protocol counts. */
  readonly line: number;
  readonly character: number;
}

export interface EditorProblem {
  readonly message: string;
  readonly range: { readonly start: Position };
  readonly source?: string;
}

export interface Completion {
  readonly label: string;
  readonly insertText?: string;
  readonly documentation?: string | { readonly value: string };
}

export interface OpenFile {
  /** What the editor underlines. */
  problems(): Promise<readonly EditorProblem[]>;
  completions(at: Position): Promise<readonly Completion[]>;
  /** The text of the hover, as Markdown; empty when there is none. */
  hover(at: Position): Promise<string>;
}

export interface Editor {
  /** Opens a file with the text that is on the disk, or another. */
  open(path: string, text?: string): Promise<OpenFile>;
  /** Rejects when the server did not end well. */
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** As an editor's settings would have it: the catalogue of schemas on the network is off. */
const SETTINGS = {
  yaml: {
    validate: true,
    hover: true,
    completion: true,
    schemaStore: { enable: false },
    kubernetesCRDStore: { enable: false },
    format: { enable: false },
  },
  http: { proxy: "", proxyStrictSSL: true },
};

/** Ends the server with 9 as soon as it reaches for the network. */
const OFFLINE = `import net from "node:net"; net.Socket.prototype.connect = () => process.exit(9);`;

const SERVER = join(
  dirname(createRequire(import.meta.url).resolve("yaml-language-server/package.json")),
  "bin/yaml-language-server",
);

/** Starts the server for a folder. `schemas`: the setting `yaml.schemas`, patterns of files by the path of a schema. */
export async function startEditor(
  folder: string,
  schemas: Readonly<Record<string, readonly string[]>> = {},
): Promise<Editor> {
  const settings = { ...SETTINGS, yaml: { ...SETTINGS.yaml, schemas } };
  const words = ["--import", `data:text/javascript,${encodeURIComponent(OFFLINE)}`, SERVER, "--stdio"];
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map<number, (message: Message) => void>();
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  void ended.then((code) => {
    for (const answer of waiting.values()) answer({ error: { message: `the server ended with ${code}` } });
  });
  const published = new Map<string, (problems: readonly EditorProblem[]) => void>();
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  let [lastId, lastVersion] = [0, 0];
  const request = async (method: string, params: object | null): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    const { result, error } = await answer;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const receive = (message: Message): void => {
    const { id, method, params } = message;
    if (method === undefined) {
      if (id !== undefined) waiting.get(id)?.(message);
      return;
    }
    if (method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = params as { uri: string; diagnostics: readonly EditorProblem[] };
      published.get(uri)?.(diagnostics);
    }
    if (id !== undefined) send({ id, result: answerTo(method, params, settings) });
  };
  child.stdout.on("data", unframed(receive));

  await request("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "folder" }],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true },
      textDocument: {
        completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
        hover: { contentFormat: ["markdown"] },
        publishDiagnostics: {},
      },
    },
  });
  send({ method: "initialized", params: {} });
  send({ method: "workspace/didChangeConfiguration", params: { settings } });

  return {
    open: async (path, given) => {
      const uri = pathToFileURL(path).href;
      const text = given ?? (await readFile(path, "utf8"));
      const problems = new Promise<readonly EditorProblem[]>((resolve) => published.set(uri, resolve));
      lastVersion += 1;
      send({
        method: "textDocument/didOpen",
        params: { textDocument: { uri, languageId: "yaml", version: lastVersion, text } },
      });
      return {
        problems: () => problems,
        completions: async (position) => {
          const answer = await request("textDocument/completion", { textDocument: { uri }, position });
          return (answer as { readonly items: readonly Completion[] }).items;
        },
        hover: async (position) => {
          const answer = await request("textDocument/hover", { textDocument: { uri }, position });
          return (answer as { readonly contents: { readonly value: string } } | null)?.contents.value ?? "";
        },
      };
    },
    close: async () => {
      await request("shutdown", null);
      send({ method: "exit" });
      const code = await ended;
      if (code !== 0) throw new Error(`the server ended with ${code}`);
    },
  };
}

function answerTo(method: string, params: unknown, settings: Readonly<Record<string, unknown>>): unknown {
  if (method !== "workspace/configuration") return null;
  const { items } = params as { readonly items: readonly { readonly section: string }[] };
  return items.map(({ section }) => settings[section] ?? {});
}

/** Puts the pieces of the stream together and calls for each whole message. */
function unframed(receive: (message: Message) => void): (piece: Buffer) => void {
  let bytes = Buffer.alloc(0);
  return (piece) => {
    bytes = Buffer.concat([bytes, piece]);
    for (;;) {
      const headEnd = bytes.indexOf("\r\n\r\n");
      if (headEnd === -1) return;
      const length = Number(/Content-Length: (\d+)/i.exec(bytes.subarray(0, headEnd).toString("ascii"))?.[1]);
      const end = headEnd + 4 + length;
      if (bytes.length < end) return;
      const message = JSON.parse(bytes.subarray(headEnd + 4, end).toString("utf8")) as Message;
      bytes = bytes.subarray(end);
      receive(message);
    }
  };
}
