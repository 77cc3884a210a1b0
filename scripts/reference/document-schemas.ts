/**
 * The schemas of printed documents, made of the types in src/view/json/documents.ts: comments are
 * the descriptions.
 */
import { join } from "node:path";
import {
  API,
  type Checker,
  SymbolFlags,
  type Type,
  TypeFlags,
  type UnionType,
} from "typescript/unstable/sync";
import type { JsonObject } from "../../src/ground/json.ts";

/** `PlanDocument` is the document `plan`, `DocumentStep` its definition `step`. */
const ROOT = /^(\w+)Document$/;
/** Values that are printed as another type says. */
const PRINTED_AS: ReadonlyMap<string, string> = new Map([
  ["Diagnostic", "DocumentDiagnostic"],
  ["EconomyEntry", "DocumentEconomyEntry"],
  ["TextChange", "DocumentFile"],
  ["WayStep", "DocumentWayStep"],
]);
/** Members whose numbers are not always whole. */
const FRACTIONS: ReadonlySet<string> = new Set(["effort"]);
const NOTE = "Members may be added without a new `format`; ignore those you do not know.";

type Member = ReturnType<Checker["getPropertiesOfType"]>[number];

/** The schema of a type without parts. */
function scalarSchema({ flags }: Type, words: string): JsonObject | undefined {
  if (words === "Json") return {};
  if (words === "JsonObject") return { type: "object" };
  if (flags & TypeFlags.TemplateLiteral)
    return { type: "string", pattern: "^[^/]+/[^]", description: "As `kind/custom_id`." };
  if (flags & TypeFlags.StringLike) return { type: "string" };
  if (flags & TypeFlags.NumberLike)
    return /^\d+$/.test(words) ? { const: Number(words) } : { type: "integer" };
  if (flags & TypeFlags.BooleanLike) return { type: "boolean" };
  return flags & TypeFlags.Null ? { type: "null" } : undefined;
}

/** By the name of the document. */
export function documentSchemas(root: string): Readonly<Record<string, JsonObject>> {
  const api = new API({ cwd: root });
  try {
    const path = join(root, "tsconfig.json");
    const project = api.updateSnapshot({ openProject: path }).getProject(path);
    const source = project?.program.getSourceFile(join(root, "src/view/json/documents.ts"));
    const module = source && project?.checker.getSymbolAtLocation(source);
    if (project === undefined || module === undefined)
      throw new Error("the types of documents are not found");
    const exported = project.checker.getExportsOfModule(module);
    const types = new Map(
      exported.map((each) => [each.name, project.checker.getDeclaredTypeOfSymbol(each)]),
    );
    const schemas = [...types].flatMap(([name, type]) => {
      const [, document] = ROOT.exec(name) ?? [];
      return document === undefined
        ? []
        : [[document.toLowerCase(), schemaOfDocument(type, types, project.checker)]];
    });
    return Object.fromEntries(schemas);
  } finally {
    api.close();
  }
}

function schemaOfDocument(
  document: Type,
  types: ReadonlyMap<string, Type>,
  checker: Checker,
): JsonObject {
  const definitions = new Map<string, JsonObject>();
  const commentOf = (member: Member | undefined): string =>
    member === undefined
      ? ""
      : checker.getDocumentationCommentOfSymbol(member).replaceAll(/\s+/g, " ");

  const objectOf = (type: Type): JsonObject => {
    // What an interface extends comes first, but for the problems.
    const place = (member: Member): number =>
      member.name === "diagnostics" ? 2 : Number(member.getParent()?.id === type.getSymbol()?.id);
    const all = checker.getPropertiesOfType(type).toSorted((a, b) => place(a) - place(b));
    const members = all.map((member) => {
      const isOptional = (member.flags & SymbolFlags.Optional) !== 0;
      const description = commentOf(member);
      const made = schemaOf(checker.getTypeOfSymbol(member) as Type);
      const schema = FRACTIONS.has(member.name) ? { type: "number" } : made;
      return {
        name: member.name,
        isOptional,
        schema: description === "" ? schema : { ...schema, description },
      };
    });
    const required = members.flatMap(({ name, isOptional }) => (isOptional ? [] : [name]));
    return {
      type: "object",
      properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
      ...(required.length > 0 && { required }),
    };
  };

  const definitionOf = (name: string, type: Type): JsonObject => {
    const short = name.replace(/^Document/, "").replace(/^./, (letter) => letter.toLowerCase());
    if (!definitions.has(short)) {
      definitions.set(short, {});
      const description = commentOf(type.getSymbol());
      definitions.set(short, { ...(description !== "" && { description }), ...objectOf(type) });
    }
    return { $ref: `#/$defs/${short}` };
  };

  const schemaOf = (type: Type): JsonObject => {
    const words = checker.typeToString(type).replace(" | undefined", "");
    if (type.flags & TypeFlags.Union && words !== "Json")
      return unionOf((type as UnionType).getTypes() ?? []);
    const scalar = scalarSchema(type, words);
    if (scalar !== undefined) return scalar;
    if (checker.isArrayLikeType(type)) {
      const items = checker
        .getTypeArguments(type as never)
        .slice(0, 1)
        .map(schemaOf);
      return { type: "array", items: items[0] ?? {} };
    }
    const shown = PRINTED_AS.get(type.getSymbol()?.name ?? "");
    if (shown !== undefined) return definitionOf(shown, types.get(shown) as Type);
    return /^[A-Z]\w+$/.test(words) ? definitionOf(words, type) : objectOf(type);
  };

  const unionOf = (all: readonly Type[]): JsonObject => {
    const some = all.filter(({ flags }) => !(flags & TypeFlags.Undefined));
    if (some.every(({ flags }) => flags & TypeFlags.StringLiteral)) {
      const texts = some.map((each) => checker.typeToString(each));
      return { type: "string", enum: texts.map((text) => JSON.parse(text)) };
    }
    const schemas = some.map(schemaOf);
    const [first = {}] = schemas;
    const names = [...new Set(schemas.map(({ type }) => type as string))];
    return schemas.length === 1 || names.length === 1 ? first : { type: names };
  };

  const own = objectOf(document);
  const description = commentOf(document.getSymbol());
  const commands = [...description.matchAll(/`(laurel \w+)/g)].map(([, command]) =>
    command?.replace("laurel ", ""),
  );
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `laurel ${commands.join(" and ")}`,
    description: `${description} ${NOTE}`,
    ...own,
    $defs: Object.fromEntries(definitions),
  };
}
