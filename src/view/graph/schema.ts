/** The schema of the document of `laurel graph`. */
import { STAGES } from "../../analysis/graph/graph.ts";
import {
  address,
  choice,
  documentOf,
  FORMAT,
  flag,
  list,
  object,
  shared,
  text,
} from "../json/build-schema.ts";
import { DIAGNOSTICS, diagnostic } from "../json/parts-schema.ts";

const fact = object(
  { label: text(), text: text() },
  "Something to say of a resource: `Needs`, and what.",
);

export const graphNode = object(
  {
    address: address(),
    custom_id: text(),
    name: text(),
    description: text('`""` where there is none.'),
    kind: text(),
    stage: choice(STAGES),
    is_secret: flag(),
    is_declared: flag(),
    note: text('The most important fact in a few signs, or `""`.'),
    facts: list(shared("fact", fact), "Further facts in words."),
  },
  "What is only referred to has neither name nor description.",
);

export const graphEdge = object({
  from: address(),
  to: address(),
  relation: choice(["counts-for", "earns", "gives", "member-of", "records"]),
});

export const gameGraph = object(
  {
    game: text(),
    nodes: list(shared("graphNode", graphNode)),
    edges: list(shared("graphEdge", graphEdge)),
  },
  "The graph of a game.",
);

export const graphSchema = documentOf(
  {
    format: FORMAT,
    graphs: list(shared("graph", gameGraph), "One for each game without errors."),
    diagnostics: DIAGNOSTICS,
  },
  {
    commands: ["graph"],
    definitions: { graph: gameGraph, graphNode, fact, graphEdge, diagnostic },
  },
);
