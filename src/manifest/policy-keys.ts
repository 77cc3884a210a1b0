/** The keys of a resource that say how it is treated: `ignore` and `create_only`. Read and checked apart from its fields. */
import type { Kind } from "../catalog/types.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Desired } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { CREATE_ONLY, IGNORE, ignorableNames } from "./forms.ts";
import { addressFor, type Declaration, meansDefault } from "./hoist.ts";
import { keySpan, type Member, memberNamed, type Part, spanOf, valueSpan } from "./parts.ts";
import { problemAt } from "./problem.ts";
import { type Finding, wrongType } from "./shape.ts";
import { both, describe, quoted, withArticle } from "./wording.ts";

/** What the keys of a checked declaration say. Names are in the order of the kind, however they are written. */
export function policiesOf({ kind, part }: Declaration): Pick<Desired, "ignore" | "create_only"> {
  const ignored = new Set(elementsOf(memberNamed(part, IGNORE)?.value).map(textOf));
  return {
    ignore: ignorableNames(kind).filter((name) => ignored.has(name)),
    create_only: isSet(memberNamed(part, CREATE_ONLY.name)?.value),
  };
}

/** Problems of both keys of one declaration. */
export function checkPolicies(declaration: Declaration): readonly Diagnostic[] {
  const { part } = declaration;
  const ignore = writtenMember(part, IGNORE);
  const createOnly = writtenMember(part, CREATE_ONLY.name);
  return [
    ...(ignore === undefined ? [] : checkIgnore(declaration, ignore)),
    ...(createOnly === undefined ? [] : checkCreateOnly(declaration, createOnly)),
    ...(ignore === undefined || createOnly === undefined ? [] : checkBoth(declaration, ignore, createOnly)),
  ];
}

/** The member, if it says anything. */
function writtenMember(part: Part, name: string): Member | undefined {
  const member = memberNamed(part, name);
  return member === undefined || meansDefault(member.value) ? undefined : member;
}

function checkIgnore(declaration: Declaration, member: Member): readonly Diagnostic[] {
  const { kind, part } = declaration;
  const address = addressFor(declaration);
  const { value: list } = member;
  if (list.type !== "list") {
    const { code, label, help } = notAList(kind, list);
    const span = list.type === "map" ? keySpan(part, member) : valueSpan(part, member);
    return [problemAt(code, span, label, { address, help })];
  }
  const first = new Map<string, Part>();
  const found: Diagnostic[] = [];
  for (const element of list.elements) {
    const finding = explainElement(kind, element);
    const name = textOf(element);
    const earlier = first.get(name);
    if (finding !== undefined) {
      found.push(problemAt(finding.code, spanOf(element), finding.label, { address, help: finding.help }));
    } else if (earlier !== undefined) {
      const others = [{ span: spanOf(earlier), text: "first given here" }];
      found.push(
        problemAt("duplicate-member", spanOf(element), `"${name}" is in "${IGNORE}" twice`, { address, others }),
      );
    } else first.set(name, element);
  }
  return found;
}

const WHOLE = `to leave the whole resource alone once it is there, write ${CREATE_ONLY.name}: true`;

function notAList(kind: Kind, written: Part): Finding {
  const label = `"${IGNORE}" takes a list of names of fields, and this is ${describe(written)}`;
  const text = textOf(written);
  const help =
    meansEverything(text) || isSet(written) ? [WHOLE] : [text === "" ? exampleOf(kind) : `write a list: [${text}]`];
  return { code: "wrong-type", label, help };
}

/** What is wrong with one name, if anything is. */
function explainElement(kind: Kind, element: Part): Finding | undefined {
  const names = ignorableNames(kind);
  const name = textOf(element);
  if (names.includes(name)) return undefined;
  if (element.type !== "scalar" || typeof element.value !== "string") {
    const label = `"${IGNORE}" takes names of fields, and this is ${describe(element)}`;
    return { code: "wrong-type", label, help: [exampleOf(kind)] };
  }
  if (kind.fields.some((field) => field.name === name)) {
    const help = ["it is what the resource is known by; a `moved` entry changes it"];
    return { code: "invalid-value", label: `"${name}" cannot be ignored`, help };
  }
  const whole = names.find((each) => new RegExp(`^/?${each}[./[]`).test(name) || name === `/${each}`);
  const near = whole === undefined ? didYouMean(name, names) : [`fields are ignored as a whole: ${whole}`];
  const help = meansEverything(name) ? [WHOLE] : near;
  return {
    code: "unknown-field",
    label: `${withArticle(kind.label)} has no field or link ${quoted(name)}`,
    help: help.length > 0 ? help : [`it can ignore ${both(names)}`],
  };
}

function exampleOf(kind: Kind): string {
  return `write names of fields: [${ignorableNames(kind).slice(1, 3).join(", ")}]`;
}

function meansEverything(text: string): boolean {
  return text === "*" || text.toLowerCase() === "all";
}

function checkCreateOnly(declaration: Declaration, member: Member): readonly Diagnostic[] {
  const { value } = member;
  if (value.type === "scalar" && typeof value.value === "boolean") return [];
  const { code, label, help } = wrongType(CREATE_ONLY, value);
  return [problemAt(code, valueSpan(declaration.part, member), label, { address: addressFor(declaration), help })];
}

function checkBoth(declaration: Declaration, ignore: Member, createOnly: Member): readonly Diagnostic[] {
  if (!isSet(createOnly.value) || elementsOf(ignore.value).length === 0) return [];
  const { part } = declaration;
  const label = `"${IGNORE}" says nothing here`;
  const others = [{ span: keySpan(part, createOnly), text: "this leaves every field alone already" }];
  const help = [`delete one of the two keys`];
  return [problemAt("no-effect", keySpan(part, ignore), label, { address: addressFor(declaration), others, help })];
}

function elementsOf(part: Part | undefined): readonly Part[] {
  return part?.type === "list" ? part.elements : [];
}

function isSet(part: Part | undefined): boolean {
  return part?.type === "scalar" && part.value === true;
}

/** The text of a part, or "" if it is none. */
function textOf(part: Part): string {
  return part.type === "scalar" && typeof part.value === "string" ? part.value : "";
}
