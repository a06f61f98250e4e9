/** An account's fields in words, and typed values parsed back. Pure. */
import type {
  Account,
  AccountChange,
  AccountContact,
  AccountField,
  AccountState,
  AccountWanted,
} from "../../../src/accounts/api/accounts.ts";

export const FIELD_WORDS: Readonly<Record<AccountField, string>> = {
  name: "Name",
  stage: "Stage",
  industry: "Industry",
  location: "Location",
  primaryEmail: "E-mail",
  primaryPhone: "Phone",
  insuranceTypes: "Insurance",
  details: "Details",
  contacts: "People",
  nextSteps: "Next steps",
  pendingActions: "Pending actions",
  lastContactAt: "Last contact",
  notes: "Notes",
};

/** `Dana Whitfield (Owner)`. */
function contactWords({ name, role, email, phone }: AccountContact): string {
  const about = [role, email, phone].filter(Boolean).join(", ");
  return about === "" ? name : `${name} (${about})`;
}

/** A field's value as lines; empty if it has none. `when` formats a moment. */
export function valuePieces(
  { field }: Pick<AccountChange, "field">,
  value: unknown,
  when: (at: string) => string,
): string[] {
  if (Array.isArray(value))
    return value.map((one: unknown) => (typeof one === "string" ? one : contactWords(one as AccountContact)));
  if (typeof value !== "string" || value === "") return [];
  return [field === "lastContactAt" ? when(value) : value];
}

/** The old and new value of a field. For a list, only the items that were removed and added. */
export function changedPieces(
  change: AccountChange,
  when: (at: string) => string,
): { readonly old: string[]; readonly new: string[] } {
  const old = valuePieces(change, change.old, when);
  const next = valuePieces(change, change.new, when);
  if (!Array.isArray(change.old) && !Array.isArray(change.new)) return { old, new: next };
  const isSame = old.length === next.length && old.every((one) => next.includes(one));
  if (isSame) return { old, new: next };
  return { old: old.filter((one) => !next.includes(one)), new: next.filter((one) => !old.includes(one)) };
}

/** A broken chain's words, with fields as the page calls them. */
export function problemWords(message: string): string {
  return message.replace(/^([a-z][A-Za-z]*)(?= (?:says|isn['’]t) )/, (field) =>
    Object.hasOwn(FIELD_WORDS, field) ? FIELD_WORDS[field as AccountField] : field,
  );
}

/** Whether a person can repair the history by recording what they changed by hand. */
export function canRecord({ stateProblem, problems }: Pick<Account, "stateProblem" | "problems">): boolean {
  return stateProblem === null && problems.length > 0 && problems.every(({ entry }) => entry === null);
}

/** Lines of a text, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** An account's fields as form values: lists have one item per line. */
export interface Draft {
  readonly name: string;
  readonly stage: string;
  readonly industry: string;
  readonly location: string;
  readonly primaryEmail: string;
  readonly primaryPhone: string;
  readonly insuranceTypes: string;
  readonly nextSteps: string;
  readonly pendingActions: string;
}

export const EMPTY_DRAFT: Draft = {
  name: "",
  stage: "",
  industry: "",
  location: "",
  primaryEmail: "",
  primaryPhone: "",
  insuranceTypes: "",
  nextSteps: "",
  pendingActions: "",
};

export function draftOf(state: AccountState): Draft {
  const { insuranceTypes, nextSteps, pendingActions } = state;
  return {
    name: state.name,
    stage: state.stage,
    industry: state.industry,
    location: state.location,
    primaryEmail: state.primaryEmail,
    primaryPhone: state.primaryPhone,
    insuranceTypes: insuranceTypes.join("\n"),
    nextSteps: nextSteps.join("\n"),
    pendingActions: pendingActions.join("\n"),
  };
}

const LISTS: ReadonlySet<keyof Draft> = new Set(["insuranceTypes", "nextSteps", "pendingActions"]);

/** The fields a form would change: only those whose value differs. */
export function wantedOf(before: Draft, draft: Draft): AccountWanted {
  const changed = (Object.keys(before) as (keyof Draft)[]).flatMap((field): [string, unknown][] => {
    const value = LISTS.has(field) ? linesOf(draft[field]) : draft[field].trim();
    const was = LISTS.has(field) ? linesOf(before[field]) : before[field].trim();
    return JSON.stringify(value) === JSON.stringify(was) ? [] : [[field, value]];
  });
  return Object.fromEntries(changed);
}

/** The id of an entry's place on the page: as its heading's in the file. */
export function entryAnchor(id: string): string {
  return `entry-${id.toLowerCase().replace(/[^a-z0-9-]/g, "")}`;
}

/** The path of a source in the workspace: an entry may name it from the account's folder. */
export function sourcePath(account: string, path: string): string {
  return path.startsWith("accounts/") ? path : `accounts/${account}/${path.replace(/^\.?\//, "")}`;
}

/** `E-mail, summary` or `Call, original`: what a source file is, derived from its path. */
export function sourceWords(path: string): {
  readonly kind: string;
  readonly id: string;
  readonly part: string;
} {
  const [, kind = "", id = "", file = ""] = /\/sources\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const kinds: Readonly<Record<string, string>> = { emails: "E-mail", calls: "Call", sms: "Text" };
  const parts: Readonly<Record<string, string>> = { "summary.md": "summary", "raw.txt": "original" };
  return { kind: kinds[kind] ?? "File", id, part: parts[file] ?? (file || path) };
}

/** Something that is filed, with its files. */
export interface FiledSource {
  readonly name: string;
  /** The day of the conversation, `2026-11-06`; empty if its folder doesn't say. */
  readonly day: string;
  /** The file to open first: the summary if there is one. */
  readonly path: string;
  readonly original: string | null;
}

/** The files below an account's sources, one entry per filed item, newest first. */
export function filedSources(files: readonly { readonly path: string }[]): FiledSource[] {
  const byFolder = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  return [...byFolder.values()]
    .map((of): FiledSource => {
      const paths = of.map(({ path }) => path);
      const original = paths.find((path) => path.endsWith("/raw.txt")) ?? null;
      const path = paths.find((one) => one.endsWith("/summary.md")) ?? original ?? paths[0] ?? "";
      const { kind, id } = sourceWords(path);
      const day = /^\d{4}-\d{2}-\d{2}(?=-)/.exec(id)?.[0] ?? "";
      return { name: kind, day, path, original: original === path ? null : original };
    })
    .toSorted((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0));
}
