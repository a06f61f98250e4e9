/** Whether a command changed what it was to change and nothing else: by the list's row, the file and the history. Pure. */
import type {
  Account,
  AccountEntry,
  AccountField,
  AccountLine,
  AccountState,
} from "../../src/accounts/api/accounts.ts";
import type { Verdict } from "./grade.ts";
import type { UpdateCase } from "./types.ts";

/** An account as its page and the list show it. */
export interface Seen {
  readonly account: Pick<Account, "state" | "entries" | "problems">;
  readonly line: Pick<AccountLine, "stage" | "nextSteps" | "insuranceTypes" | "location" | "industry">;
}

/** Grades it. What waited for a person must have, and nothing that needn't. */
export function gradeUpdate(
  { becomes, waits }: UpdateCase,
  { before, waiting, after }: { readonly before: Seen; readonly waiting?: Seen; readonly after: Seen },
): Verdict {
  if ((waits === true) !== (waiting !== undefined))
    return { right: false, why: waits === true ? "it didn't wait for a person" : "it waited for a person" };
  if (waiting !== undefined && !same(before.account.state, waiting.account.state))
    return { right: false, why: "something changed before a person decided" };
  const [was, is] = [before.account.state, after.account.state];
  if (was === null || is === null) return { right: false, why: "its file can't be read" };
  const wanted = fieldsOf(becomes);
  const why = [
    ...after.account.problems.map(({ message }) => message),
    ...Object.keys(was).flatMap((name) => {
      const field = name as AccountField;
      const isAsked = wanted.includes(field);
      if (isAsked) return holds(becomes, field, is) ? [] : [`${field} is ${JSON.stringify(is[field])}`];
      return same(was[field], is[field]) ? [] : [`${field} was changed too`];
    }),
    ...(["stage", "nextSteps", "insuranceTypes", "location", "industry"] as const).flatMap((field) =>
      same(after.line[field], is[field]) ? [] : [`the list says otherwise of ${field}`],
    ),
    ...toldOf(before.account.entries, after.account.entries, wanted),
  ];
  return { right: why.length === 0, why: why.join("; ") };
}

/** The fields of a state that are asked for. */
function fieldsOf(becomes: UpdateCase["becomes"]): AccountField[] {
  const names = { addNote: "notes", addContact: "contacts" } as const;
  return Object.keys(becomes).map((name) =>
    name === "addNote" || name === "addContact" ? names[name] : (name as AccountField),
  );
}

function holds(becomes: UpdateCase["becomes"], field: AccountField, is: AccountState): boolean {
  if (field === "notes") return plain(is.notes).includes(plain(becomes.addNote ?? ""));
  if (field === "contacts") return is.contacts.some((one) => isContact(one, becomes.addContact));
  if (field === "nextSteps" || field === "insuranceTypes") return listed(becomes[field] ?? [], is[field]);
  if (field === "primaryPhone") return digits(is.primaryPhone) === digits(becomes.primaryPhone ?? "");
  return plain(String(is[field])) === plain(String(becomes[field as "stage"] ?? ""));
}

type Contact = AccountState["contacts"][number];

function isContact(one: Contact, asked: Contact | undefined): boolean {
  return (
    plain(one.name) === plain(asked?.name ?? "") &&
    plain(one.role).includes(plain(asked?.role ?? "")) &&
    plain(one.email) === plain(asked?.email ?? "")
  );
}

function listed(asked: readonly string[], there: readonly string[]): boolean {
  const isThere = (one: string): boolean => there.some((other) => plain(other).includes(plain(one)));
  return asked.length === there.length && asked.every(isThere);
}

function digits(number: string): string {
  return number.replace(/\D/g, "").slice(-10);
}

/** What the history says of it: entries of these fields alone, each linked to the one before, on somebody's words. */
function toldOf(
  before: readonly AccountEntry[],
  after: readonly AccountEntry[],
  wanted: readonly AccountField[],
): string[] {
  const added = after.slice(0, after.length - before.length);
  const told = new Set(added.flatMap(({ changes }) => changes.map(({ field }) => field)));
  return [
    ...(added.length === 0 ? ["the history says nothing of it"] : []),
    ...wanted.filter((field) => !told.has(field)).map((field) => `the history says nothing of ${field}`),
    ...[...told]
      .filter((field) => !wanted.includes(field))
      .map((field) => `the history tells of ${field} too`),
    ...(added.at(-1)?.previous === (before[0]?.id ?? null)
      ? []
      : ["its entry isn't linked to the one before"]),
    ...(added.every(({ evidence }) => evidence.kind === "command") ? [] : ["it stands on nobody's words"]),
  ];
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function plain(words: string): string {
  return words.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, " ").replace(/\.$/, "").trim();
}
