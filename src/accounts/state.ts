/**
 * Reads and writes an account's `state.md`: YAML front matter and notes below it; parsed strictly, written in
 * a canonical form. Pure.
 */
import { parse, stringify } from "yaml";
import type * as z from "zod";
import { ACCOUNT_FIELDS, ACCOUNT_LIMITS, accountStateSchema, type AccountState } from "./api/accounts.ts";

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
  const filled = ACCOUNT_FIELDS.flatMap((field) => {
    if (field === "notes") return [];
    const value = fields[field];
    if (value.length === 0) return [];
    return [[field, field === "contacts" ? fields.contacts.map(filledOf) : value]];
  });
  const yaml = stringify(Object.fromEntries(filled), { lineWidth: 0 });
  return `---\n${yaml}---\n${notes === "" ? "" : `\n${notes}\n`}`;
}

function filledOf(contact: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== ""));
}

function readYaml(yaml: string): Record<string, unknown> | null {
  try {
    const read: unknown = parse(yaml, { maxAliasCount: 0, schema: "failsafe", prettyErrors: false });
    // A field without a value counts as empty.
    return typeof read === "object" && read !== null && !Array.isArray(read)
      ? Object.fromEntries(Object.entries(read).filter(([, value]) => value !== "" && value !== null))
      : null;
  } catch {
    return null;
  }
}

function broken(problem: string): ReadState {
  return { ok: false, problem };
}
