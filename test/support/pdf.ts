/** What is on each page of a PDF, as Chromium prints it. */
import { inflateSync } from "node:zlib";

export interface PrintedPage {
  /** How often something is written, and how often something is drawn. */
  readonly texts: number;
  readonly shapes: number;
}

export function printedPages(pdf: Buffer): readonly PrintedPage[] {
  const objects = new Map(
    [...pdf.toString("latin1").matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)endobj/g)].map(([, id = "", body = ""]) => {
      return [id, body] as const;
    }),
  );
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body));
  return pages.map((page) => {
    const ids = [...page.matchAll(/\/Contents (\d+) 0 R/g)].map(([, id = ""]) => id);
    const content = ids.map((id) => contentOf(objects.get(id) ?? "")).join("\n");
    const count = (operator: RegExp): number => content.match(operator)?.length ?? 0;
    return { texts: count(/\bT[jJ]\b/g), shapes: count(/\n[fSB]\*?(?=\n|$)/g) };
  });
}

function contentOf(body: string): string {
  const from = body.indexOf("stream\n");
  const raw = Buffer.from(body.slice(from + "stream\n".length, body.lastIndexOf("\nendstream")), "latin1");
  return body.slice(0, from).includes("FlateDecode") ? inflateSync(raw).toString("latin1") : raw.toString("latin1");
}
