/**
 * Parses a SKILL.md as defined by the Agent Skills specification (agentskills.io/specification, 2026-11),
 * with messages people can act on. Lenient: an error is only what prevents a skill from working; anything
 * else is kept with a warning. Pure.
 */
import { isMap, isScalar, isSeq, parseDocument, type Document, type Node, type Pair } from "yaml";
import { SKILL_LIMITS, type SkillProblem } from "../api/skills.ts";

/** The readable parts of a SKILL.md. Missing or invalid fields are empty. */
export interface ParsedSkill {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  /** Other front matter: `metadata`, and fields that are not used here; nested names are joined with dots. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly body: string;
  /** Line where the body starts, counted from 1. */
  readonly bodyLine: number;
  readonly problems: readonly SkillProblem[];
  readonly warnings: readonly SkillProblem[];
}

const FIELDS = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];
/** Maximum metadata entries kept, and maximum depth. */
const METADATA_ENTRIES = 100;
const METADATA_DEPTH = 6;
const FENCE = /^---[ \t]*$/;

interface Field {
  readonly value: Node | null;
  readonly line: number;
}

/** `folder` is the name of its folder. */
export function parseSkill(content: string, folder: string): ParsedSkill {
  const lines = content.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (!FENCE.test(lines[0] ?? "") || end < 0) {
    const message =
      "A SKILL.md must start with a line of three dashes, its name and description, and another line of three dashes.";
    return { ...NOTHING, body: content, problems: [{ field: "frontmatter", message, line: 1 }] };
  }
  const yaml = lines.slice(1, end).join("\n");
  const body = lines.slice(end + 1).join("\n");
  const fields = readFields(yaml, folder);
  const warnings = [...fields.warnings, ...bodyWarnings(body, end + 2), ...scriptWarnings(body, end + 2)];
  return { ...fields, body, bodyLine: end + 2, warnings };
}

/**
 * The content with its name set to the folder's; unchanged if it already is, or if there is no single-line
 * name.
 */
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
    return [{ field: "body", message: "The skill is empty: write its instructions below.", line }];
  if (count <= SKILL_LIMITS.bodyLines) return [];
  const message = `The body has ${count} lines; keep it under ${SKILL_LIMITS.bodyLines} and move details to references/.`;
  return [{ field: "body", message, line }];
}

/** Scripts in other languages, which skills written for other agents name. */
const OTHER_SCRIPT = /\bscripts\/[\w./-]*\w\.(?:py|sh|bash|rb|pl|ts|mjs)\b/g;

function scriptWarnings(body: string, line: number): SkillProblem[] {
  return body.split("\n").flatMap((text, index) =>
    [...new Set(text.match(OTHER_SCRIPT))].map((script) => ({
      field: "scripts",
      message: `${script} can’t run here: scripts of skills are JavaScript (.js).`,
      line: line + index,
    })),
  );
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

/** The top-level fields; null if the YAML can't be parsed. */
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
      message: "Put text that contains a colon in quotes; it was read as if it had them.",
      line: lineOf(error.pos[0]),
    });
  const document = lenient?.errors.length === 0 ? lenient : strict;
  if (error !== undefined && document === strict)
    return refuse(
      `The part between the dashes is not valid YAML: ${plainReason(error.message)} Put text that contains a colon in quotes.`,
      lineOf(error.pos[0]),
    );
  const { contents } = document;
  if (!isMap(contents))
    return refuse("Write one field per line between the dashes, such as “name: my-skill”.", 2);
  const pairs = contents.items as Pair<Node, Node | null>[];
  return new Map(
    pairs.map(({ key, value }) => [String(key), { value, line: lineOf(key.range?.[0] ?? 0) }] as const),
  );
}

/** Quotes text with YAML syntax characters: many files contain `description: Use it when: asked`. */
function withQuotedTexts(yaml: string): string {
  return yaml.replace(/^(\s*[\w-]+:[ \t]+)([^\s"'|>[{&*!#][^\r\n]*)/gm, (line, name: string, text: string) =>
    /:\s|:$|\s#/.test(text) ? name + JSON.stringify(text.trimEnd()) : line,
  );
}

function parsed(yaml: string): Document | null {
  try {
    return parseDocument(yaml, { prettyErrors: false });
  } catch {
    // Nested too deeply for the parser's stack.
    return null;
  }
}

/** The first sentence of the parser's message, ending with a period. */
function plainReason(message: string): string {
  const [first = ""] = message.split("\n");
  return first.endsWith(".") ? first : `${first}.`;
}

/** A field's text; null if missing. Numbers and dates keep their original spelling. */
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

/** The skill's name: its own if valid, else its folder's. */
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

/** Problems of a name, regardless of its folder. */
export function nameProblems(name: string): string[] {
  const problems: string[] = [];
  if (name === "" || charsOf(name) > SKILL_LIMITS.nameChars)
    problems.push(`name is 1 to ${SKILL_LIMITS.nameChars} characters.`);
  if (!/^[a-z0-9-]*$/.test(name))
    problems.push("name may contain only lowercase letters (a to z), digits and hyphens.");
  if (/^-|-$|--/.test(name))
    problems.push("name must not start or end with a hyphen, or contain two hyphens in a row.");
  return problems;
}

/** Without a description nobody knows when to use a skill, so only this prevents it from working. */
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
      `description is at most ${SKILL_LIMITS.descriptionChars} characters; this is ${length}. Prompts include only its beginning.`,
    );
  return description.trim();
}

function metadataOf(
  field: Field | undefined,
  said: (field: string, message: string) => void,
): [string, string][] {
  if (field === undefined) return [];
  if (!isMap(field.value)) said("metadata", "metadata must be a list of names, each with a text.");
  return isMap(field.value)
    ? entriesIn(field.value.items, "", METADATA_DEPTH)
    : entriesOf("metadata", field.value);
}

function entriesIn(items: readonly unknown[], prefix: string, depth: number): [string, string][] {
  return (items as readonly Pair<Node, Node | null>[]).flatMap(({ key, value }) =>
    entriesOf(`${prefix}${String(key)}`, value, depth - 1),
  );
}

/** Any value as name-text pairs: a list becomes one line, nested names are joined with dots. */
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
