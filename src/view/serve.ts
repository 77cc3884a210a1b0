/** What `serve` prints when the service listens. */
import type { Document } from "./render/document.ts";
import * as doc from "./render/document.ts";

/** The address and the token of the service, with the project file that points laurel at it. */
export function servingDocument(url: string, token: string): Document {
  const project = [
    "version: 1",
    `service: { base_url: "${url}" }`,
    "games: { my-game: { manifests: my-game, environments: { local: { game_id: my-game } } } }",
  ];
  return {
    title: "",
    blocks: [
      doc.paragraph(["The embedded service listens at ", doc.strong(url)]),
      doc.paragraph("In another terminal:"),
      doc.listing([doc.code(`export LAUREL_API_TOKEN=${token}`), "laurel plan"]),
      doc.paragraph("with this laurel.yaml:"),
      doc.listing(project),
      doc.paragraph("Ctrl-C stops it.", { role: "muted" }),
    ],
  };
}
