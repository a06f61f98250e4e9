/**
 * Reads and writes an account's `state.md`: YAML front matter and notes below it; parsed strictly, written in
 * a canonical form. Pure.
 */
import type * as z from "zod";
import { parseYaml, YamlError, yamlText, type Yaml } from "../kernel/yaml.ts";
import {
  ACCOUNT_FIELDS,
  ACCOUNT_LIMITS,
  accountStateSchema,
  type AccountContact,
  type AccountState,
} from "./api/accounts.ts";

/** The parsed state, or an actionable description of the error. */
type ReadState =
  | { readonly ok: true; readonly state: AccountState }
  | { readonly ok: false; readonly problem: string };

const FENCE = /^---[ \t]*$/;

export function readState(content: string): ReadState {
  if (content.length > ACCOUNT_LIMITS.fileChars) return broken("It is too long.");
  const lines = content.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  const notes = lines.slice(end + 1).join("\n");
  if (end < 0 || !FENCE.test(lines[0] ?? ""))
    return broken("It must start with a line of three dashes, the fields, and another line of three dashes.");
  const fields = readYaml(lines.slice(1, end).join("\n"));
  if (fields === null)
    return broken("The part between the dashes isn’t valid YAML: write one “field: value” per line.");
  if ("notes" in fields) return broken("Notes go below the dashes, not between them.");
  const read = accountStateSchema.safeParse({ ...fields, notes });
  return read.success ? { ok: true, state: read.data } : broken(problemOf(read.error));
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === "unrecognized_keys")
    return `There is no field ${issue.keys.join(", ")}. Known are ${ACCOUNT_FIELDS.filter((one) => one !== "notes").join(", ")}.`;
  const field = issue?.path[0];
  return `${field === undefined ? "" : `${String(field)}: `}${issue?.message ?? "not readable"}`;
}

/** Fields in a fixed order, empty ones omitted. */
export function writeState({ notes, ...fields }: AccountState): string {
  const yaml = ACCOUNT_FIELDS.flatMap((field) => {
    if (field === "notes") return [];
    const value = fields[field];
    if (value.length === 0) return [];
    if (typeof value === "string") return [`${field}: ${yamlText(value)}\n`];
    return [
      `${field}:\n`,
      ...value.map((item) => `  - ${typeof item === "string" ? yamlText(item) : ofContact(item)}\n`),
    ];
  });
  return `---\n${yaml.join("")}---\n${notes === "" ? "" : `\n${notes}\n`}`;
}

function ofContact(contact: AccountContact): string {
  return Object.entries(contact)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${yamlText(value)}`)
    .join("\n    ");
}

function readYaml(yaml: string): Record<string, unknown> | null {
  try {
    const read = plainOf(parseYaml(yaml));
    // A field without a value counts as empty.
    return typeof read === "object" && !Array.isArray(read)
      ? Object.fromEntries(Object.entries(read).filter(([, value]) => value !== ""))
      : null;
  } catch (error) {
    if (error instanceof YamlError) return null;
    throw error;
  }
}

function plainOf(yaml: Yaml): string | object {
  if (yaml.kind === "alias") throw new YamlError("Nothing here may stand for something else.", 1);
  if (yaml.kind === "list") return yaml.items.map(plainOf);
  if (yaml.kind === "map")
    return Object.fromEntries(yaml.fields.map(({ name, value }) => [name, plainOf(value)]));
  return yaml.text;
}

function broken(problem: string): ReadState {
  return { ok: false, problem };
}
