/**
 * Reads a SKILL.md by the Agent Skills specification (agentskills.io/specification, 2026-11) and says everything that is wrong with it, in
 * words a person can act on. Pure.
 */
import { isMap, isScalar, parseDocument, type Document, type Node, type Pair } from "yaml";
import { SKILL_LIMITS, type SkillProblem } from "../protocol/skills.ts";

/** A SKILL.md as far as it can be read. Fields that are missing or wrong are empty. */
export interface ParsedSkill {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly body: string;
  /** Line of the file at which the body begins, from 1. */
  readonly bodyLine: number;
  readonly problems: readonly SkillProblem[];
  readonly warnings: readonly SkillProblem[];
}

const FIELDS = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];
const FENCE = /^---[ \t]*$/;

interface Field {
  readonly value: Node | null;
  readonly line: number;
}

/** Reads a content; `folder` is the name of the folder it stands in. */
export function parseSkill(content: string, folder: string): ParsedSkill {
  const lines = content.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (!FENCE.test(lines[0] ?? "") || end < 0) {
    const message =
      "A SKILL.md begins with a line of three dashes, its name and description, and another line of three dashes.";
    return { ...NOTHING, body: content, problems: [{ field: "frontmatter", message, line: 1 }] };
  }
  const yaml = lines.slice(1, end).join("\n");
  const body = lines.slice(end + 1).join("\n");
  return { ...readFields(yaml, folder), body, bodyLine: end + 2, warnings: bodyWarnings(body, end + 2) };
}

/** A content whose name is its folder's: as it is where it is already, or has no name on one line to change. */
export function renamedSkill(content: string, folder: string): string {
  const { name } = parseSkill(content, folder);
  if (name === "" || name === folder) return content;
  const [frontmatter = ""] = /^\uFEFF?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?=\r?\n|$)/.exec(content) ?? [];
  const renamed = frontmatter.replace(/^name:[^\r\n]*/m, `name: ${folder}`);
  return `${renamed}${content.slice(frontmatter.length)}`;
}

const NOTHING: ParsedSkill = {
  name: "",
  description: "",
  license: null,
  compatibility: null,
  metadata: {},
  body: "",
  bodyLine: 1,
  problems: [],
  warnings: [],
};

function bodyWarnings(body: string, line: number): SkillProblem[] {
  const count = body.trimEnd().split("\n").length;
  if (body.trim() === "")
    return [{ field: "body", message: "The skill says nothing yet: write its instructions below.", line }];
  if (count <= SKILL_LIMITS.bodyLines) return [];
  const message = `The body has ${count} lines; keep it under ${SKILL_LIMITS.bodyLines} and move details to references/.`;
  return [{ field: "body", message, line }];
}

function readFields(yaml: string, folder: string): Omit<ParsedSkill, "body" | "bodyLine" | "warnings"> {
  const problems: SkillProblem[] = [];
  const fields = fieldsOf(yaml, problems);
  const said = (field: string, message: string): void => {
    problems.push({ field, message, line: fields?.get(field)?.line ?? null });
  };
  if (fields === null) return { ...NOTHING, problems };
  for (const field of fields.keys())
    if (!FIELDS.includes(field))
      said(field, `There is no field ${field}. Known are ${FIELDS.join(", ")}; put your own under metadata.`);
  const text = (field: string): string | null => textOf(fields.get(field), field, said);
  const name = checkedName(text("name"), folder, said);
  const description = checkedDescription(text("description"), fields.has("description"), said);
  const compatibility = text("compatibility");
  if (
    compatibility !== null &&
    (compatibility.trim() === "" || charsOf(compatibility) > SKILL_LIMITS.compatibilityChars)
  )
    said(
      "compatibility",
      `compatibility is 1 to ${SKILL_LIMITS.compatibilityChars} characters, or left out.`,
    );
  text("allowed-tools");
  return {
    name,
    description,
    license: text("license"),
    compatibility,
    metadata: metadataOf(fields.get("metadata"), said),
    problems,
  };
}

/** The top-level fields; null where the YAML cannot be read. */
function fieldsOf(yaml: string, problems: SkillProblem[]): Map<string, Field> | null {
  const refuse = (message: string, line: number | null): null => {
    problems.push({ field: "frontmatter", message, line });
    return null;
  };
  if (yaml.length > SKILL_LIMITS.frontmatterChars)
    return refuse(
      `The part between the dashes is longer than ${SKILL_LIMITS.frontmatterChars} characters.`,
      1,
    );
  const lineOf = (offset: number): number => yaml.slice(0, offset).split("\n").length + 1;
  const document = parsed(yaml);
  if (document === null) return refuse("The part between the dashes cannot be read as YAML.", 1);
  const [error] = document.errors;
  if (error !== undefined)
    return refuse(
      `The part between the dashes is not valid YAML: ${plainReason(error.message)} A text with a colon in it goes in quotes.`,
      lineOf(error.pos[0]),
    );
  const { contents } = document;
  if (!isMap(contents))
    return refuse("Write one field a line between the dashes, such as “name: my-skill”.", 2);
  const pairs = contents.items as Pair<Node, Node | null>[];
  return new Map(
    pairs.map(({ key, value }) => [String(key), { value, line: lineOf(key.range?.[0] ?? 0) }] as const),
  );
}

function parsed(yaml: string): Document | null {
  try {
    return parseDocument(yaml, { prettyErrors: false });
  } catch {
    // Nesting deeper than the reader's stack.
    return null;
  }
}

/** The first sentence of the reader's message, ended by a full stop. */
function plainReason(message: string): string {
  const [first = ""] = message.split("\n");
  return first.endsWith(".") ? first : `${first}.`;
}

/** A field's text; null where it is left out. Numbers and dates are what they were written as. */
function textOf(
  field: Field | undefined,
  name: string,
  said: (field: string, message: string) => void,
): string | null {
  if (field === undefined) return null;
  const { value } = field;
  if (value === null || (isScalar(value) && value.value === null)) {
    said(name, `${name} is empty.`);
    return null;
  }
  if (!isScalar(value)) {
    said(name, `${name} must be one piece of text.`);
    return null;
  }
  return typeof value.value === "string" ? value.value : (value.source ?? String(value.value));
}

function checkedName(
  name: string | null,
  folder: string,
  said: (field: string, message: string) => void,
): string {
  if (name === null) {
    said("name", "name is missing.");
    return "";
  }
  for (const message of nameProblems(name)) said("name", message);
  if (name !== folder)
    said("name", `name must be the name of the skill's folder: “${folder}”, not “${name.slice(0, 80)}”.`);
  return name;
}

/** What is wrong with a name, apart from where it stands. */
export function nameProblems(name: string): string[] {
  const problems: string[] = [];
  if (name === "" || charsOf(name) > SKILL_LIMITS.nameChars)
    problems.push(`name is 1 to ${SKILL_LIMITS.nameChars} characters.`);
  if (!/^[a-z0-9-]*$/.test(name))
    problems.push("name holds lower-case letters (a to z), digits and hyphens only.");
  if (/^-|-$|--/.test(name))
    problems.push("name must not begin or end with a hyphen, nor hold two hyphens in a row.");
  return problems;
}

function checkedDescription(
  description: string | null,
  isThere: boolean,
  said: (field: string, message: string) => void,
): string {
  if (description === null) {
    if (!isThere) said("description", "description is missing: say what the skill does and when to use it.");
    return "";
  }
  if (description.trim() === "")
    said("description", "description is empty: say what the skill does and when to use it.");
  const length = charsOf(description);
  if (length > SKILL_LIMITS.descriptionChars)
    said(
      "description",
      `description is at most ${SKILL_LIMITS.descriptionChars} characters; this is ${length}.`,
    );
  return description.trim();
}

function metadataOf(
  field: Field | undefined,
  said: (field: string, message: string) => void,
): Record<string, string> {
  if (field === undefined) return {};
  if (!isMap(field.value)) {
    said("metadata", "metadata is a list of names, each with one piece of text.");
    return {};
  }
  const entries: [string, string][] = [];
  for (const { key, value } of field.value.items as Pair<Node, Node | null>[]) {
    const text = textOf({ value, line: field.line }, "metadata", (_, message) =>
      said("metadata", `${String(key)}: ${message.replace(/^metadata /, "it ")}`),
    );
    if (text !== null) entries.push([String(key), text]);
  }
  return Object.fromEntries(entries);
}

/** Characters as the specification counts them: code points. */
function charsOf(text: string): number {
  return Array.from(text).length;
}
