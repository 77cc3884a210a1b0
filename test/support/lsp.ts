/**
 * The language service behind YAML in VS Code, Neovim and others, asked as an editor does. It never
 * asks the network: a schema comes from a file or not at all.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { LanguageService } from "yaml-language-server";

export interface Position {
  /** Both from 0, in UTF-16 units, as the protocol counts. */
  readonly line: number;
  readonly character: number;
}

export interface Completion {
  readonly label: string;
  readonly insertText?: string;
  readonly documentation?: string | { readonly value: string };
}

const require = createRequire(createRequire(import.meta.url).resolve("yaml-language-server"));
const { getLanguageService } =
  require("yaml-language-server") as typeof import("yaml-language-server");
const { TextDocument } = require("vscode-languageserver-textdocument");

/** The service remembers what it found by the version of a text. */
let opened = 0;

/**
 * An editor of a folder. `schemas`: the setting `yaml.schemas`, patterns of files by the path of a
 * schema.
 */
export async function startEditor(
  folder: string,
  schemas: Readonly<Record<string, readonly string[]>> = {},
) {
  const service: LanguageService = getLanguageService({
    schemaRequestService: (uri) => readFile(fileURLToPath(uri), "utf8"),
    workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
    clientCapabilities: {
      textDocument: {
        completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
        hover: { contentFormat: ["markdown"] },
      },
    },
  });
  service.configure({
    validate: true,
    hover: true,
    completion: true,
    schemas: Object.entries(schemas).map(([path, fileMatch]) => ({
      uri: new URL(path, `${pathToFileURL(folder)}/`).href,
      fileMatch: [...fileMatch],
    })),
  });
  const warnings: string[] = [];
  /** The server prints what it can't check to the console, and goes on. */
  const listening = async <T>(work: () => Promise<T>): Promise<T> => {
    const { warn, error } = console;
    const listen = (...words: readonly unknown[]): void => {
      warnings.push(words.map(String).join(" "));
    };
    Object.assign(console, { warn: listen, error: listen });
    try {
      return await work();
    } finally {
      Object.assign(console, { warn, error });
    }
  };
  return {
    /** The warnings of the server until now, which are then forgotten. */
    takeWarnings: (): readonly string[] => warnings.splice(0),
    /** Opens a file with the text that is on the disk, or another. */
    open: async (path: string, text?: string) => {
      const content = text ?? (await readFile(path, "utf8"));
      opened += 1;
      const document = TextDocument.create(pathToFileURL(path).href, "yaml", opened, content);
      return {
        /** What the editor underlines. */
        problems: () => listening(() => service.doValidation(document, false)),
        completions: (at: Position) =>
          listening(
            async () =>
              (await service.doComplete(document, at, false)).items as readonly Completion[],
          ),
        /** The text of the hover, as Markdown; empty when there is none. */
        hover: async (at: Position): Promise<string> => {
          const hover = await listening(() => service.doHover(document, at));
          return (
            (hover as { readonly contents: { readonly value: string } } | null)?.contents.value ??
            ""
          );
        },
      };
    },
    close: async () => undefined,
  };
}

export type Editor = Awaited<ReturnType<typeof startEditor>>;
export type OpenFile = Awaited<ReturnType<Editor["open"]>>;
