/** What `serve` prints when the service listens. */
import { code, type Document, listing, paragraph, strong } from "./render/document.ts";

/** The address and the token of the service, with the project file that points laurel at it. */
export function servingDocument(url: string, token: string): Document {
  const project = [
    "version: 1",
    "service:",
    `  base_url: ${url}`,
    "games:",
    "  my-game:",
    "    manifests: my-game",
    "    environments:",
    "      local: { game_id: my-game }",
  ];
  return {
    title: "",
    blocks: [
      paragraph(["The embedded service listens at ", strong(url)]),
      paragraph("In another terminal:"),
      listing([code(`export LAUREL_API_TOKEN=${token}`), "laurel plan"]),
      paragraph("with this laurel.yaml:"),
      listing(project),
      paragraph("Ctrl-C stops it.", { role: "muted" }),
    ],
  };
}
