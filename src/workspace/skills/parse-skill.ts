/**
 * Reads a SKILL.md by the Agent Skills specification (agentskills.io/specification, 2026-11), in words a person can act on. Files in use hold more than the
 * specification knows: a problem is only what keeps a skill from working, and everything else is kept and warned of. Pure.
 */
import { isMap, isScalar, isSeq, parseDocument, type Document, type Node, type Pair } from "yaml";
import { SKILL_LIMITS, type SkillProblem } from "../api/skills.ts";

/** A SKILL.md as far as it can be read. Fields that are missing or wrong are empty. */
export interface ParsedSkill {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  /** What the file says of itself besides: `metadata`, and the fields nothing here makes use of; nested names with a dot. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly body: string;
  /** Line of the file at which the body begins, from 1. */
  readonly bodyLine: number;
  readonly problems: readonly SkillProblem[];
  readonly warnings: readonly SkillProblem[];
}

const FIELDS = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];
/** Entries of metadata that are kept, and how deep. */
const METADATA_ENTRIES = 100;
const METADATA_DEPTH = 6;
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
  const fields = readFields(yaml, folder);
  const warnings = [...fields.warnings, ...bodyWarnings(body, end + 2)];
  return { ...fields, body, bodyLine: end + 2, warnings };
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

function readFields(yaml: string, folder: string): Omit<ParsedSkill, "body" | "bodyLine"> {
  const problems: SkillProblem[] = [];
  const warnings: SkillProblem[] = [];
  const fields = fieldsOf(yaml, problems, warnings);
  const into = (list: SkillProblem[]) => (field: string, message: string) => {
    list.push({ field, message, line: fields?.get(field)?.line ?? null });
  };
  const said = into(warnings);
  if (fields === null) return { ...NOTHING, problems, warnings };
  const unknown = [...fields.keys()].filter((field) => !FIELDS.includes(field));
  const [first] = unknown;
  if (first !== undefined)
    said(first, `Steward keeps these fields but doesn’t use them: ${unknown.join(", ").slice(0, 500)}.`);
  const text = (field: string): string | null => textOf(fields.get(field), field, said);
  const name = checkedName(text("name"), folder, said);
  const description = checkedDescription(fields.get("description"), into(problems), said);
  const compatibility = text("compatibility");
  if (
    compatibility !== null &&
    (compatibility.trim() === "" || charsOf(compatibility) > SKILL_LIMITS.compatibilityChars)
  )
    said(
      "compatibility",
      `compatibility is 1 to ${SKILL_LIMITS.compatibilityChars} characters, or left out.`,
    );
  const besides = ["allowed-tools", ...unknown].flatMap((field) =>
    entriesOf(field, fields.get(field)?.value ?? null),
  );
  return {
    name,
    description,
    license: text("license"),
    compatibility,
    metadata: Object.fromEntries(
      [...metadataOf(fields.get("metadata"), said), ...besides].slice(0, METADATA_ENTRIES),
    ),
    problems,
    warnings,
  };
}

/** The top-level fields; null where the YAML cannot be read. */
function fieldsOf(
  yaml: string,
  problems: SkillProblem[],
  warnings: SkillProblem[],
): Map<string, Field> | null {
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
  const strict = parsed(yaml);
  if (strict === null) return refuse("The part between the dashes cannot be read as YAML.", 1);
  const [error] = strict.errors;
  const lenient = error === undefined ? null : parsed(withQuotedTexts(yaml));
  if (error !== undefined && lenient?.errors.length === 0)
    warnings.push({
      field: "frontmatter",
      message: "A text with a colon in it goes in quotes; it was read as if it had them.",
      line: lineOf(error.pos[0]),
    });
  const document = lenient?.errors.length === 0 ? lenient : strict;
  if (error !== undefined && document === strict)
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

/** Texts that hold what means something in YAML, in quotes: `description: Use it when: asked` is what many files have. */
function withQuotedTexts(yaml: string): string {
  return yaml.replace(/^(\s*[\w-]+:[ \t]+)([^\s"'|>[{&*!#][^\r\n]*)/gm, (line, name: string, text: string) =>
    /:\s|:$|\s#/.test(text) ? name + JSON.stringify(text.trimEnd()) : line,
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
  return plainOf(value);
}

/** What a skill is called: its own name where that is one, else its folder's. */
function checkedName(
  name: string | null,
  folder: string,
  said: (field: string, message: string) => void,
): string {
  if (name === null) {
    said("name", `name is missing; the skill is called by its folder, “${folder}”.`);
    return folder;
  }
  const problems = nameProblems(name);
  for (const message of problems) said("name", message);
  if (name !== folder)
    said(
      "name",
      `name differs from the skill’s folder: the folder is “${folder}”, the name “${name.slice(0, 80)}”.`,
    );
  return problems.length === 0 ? name : folder;
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

/** Without a description no one knows when to use a skill: that alone keeps it from working. */
function checkedDescription(
  field: Field | undefined,
  refused: (field: string, message: string) => void,
  said: (field: string, message: string) => void,
): string {
  const description = textOf(field, "description", refused);
  if (field === undefined)
    refused("description", "description is missing: say what the skill does and when to use it.");
  if (description === null) return "";
  if (description.trim() === "")
    refused("description", "description is empty: say what the skill does and when to use it.");
  const length = charsOf(description);
  if (length > SKILL_LIMITS.descriptionChars)
    said(
      "description",
      `description is at most ${SKILL_LIMITS.descriptionChars} characters; this is ${length}. Prompts hold its beginning.`,
    );
  return description.trim();
}

function metadataOf(
  field: Field | undefined,
  said: (field: string, message: string) => void,
): [string, string][] {
  if (field === undefined) return [];
  if (!isMap(field.value)) said("metadata", "metadata is a list of names, each with a text.");
  return isMap(field.value)
    ? entriesIn(field.value.items, "", METADATA_DEPTH)
    : entriesOf("metadata", field.value);
}

function entriesIn(items: readonly unknown[], prefix: string, depth: number): [string, string][] {
  return (items as readonly Pair<Node, Node | null>[]).flatMap(({ key, value }) =>
    entriesOf(`${prefix}${String(key)}`, value, depth - 1),
  );
}

/** A value of any form as names and texts: a list on one line, what is nested by names with a dot. */
function entriesOf(name: string, value: Node | null, depth = METADATA_DEPTH): [string, string][] {
  if (value === null || depth === 0) return [];
  if (isMap(value)) return entriesIn(value.items, `${name}.`, depth);
  if (!isSeq(value)) return isScalar(value) && value.value === null ? [] : [[name, plainOf(value)]];
  const plain = value.items.filter((item) => isScalar(item)).map((item) => plainOf(item));
  const nested = value.items.flatMap((item, at) =>
    isMap(item) || isSeq(item) ? entriesOf(`${name}.${at + 1}`, item, depth - 1) : [],
  );
  return [...(plain.length === 0 ? [] : [[name, plain.join(", ")] as [string, string]]), ...nested];
}

function plainOf(value: unknown): string {
  if (!isScalar(value)) return String(value);
  return typeof value.value === "string" ? value.value : (value.source ?? String(value.value));
}

/** Characters as the specification counts them: code points. */
function charsOf(text: string): number {
  return Array.from(text).length;
}
