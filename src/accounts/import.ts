/**
 * Imports records of other systems: accounts, and e-mails, calls and texts as their sources. Records are
 * processed one at a time; known ones (by name, address, number or ID) change nothing, so an interrupted file
 * can be sent again from the start.
 */
import { eq, isNull, sql } from "drizzle-orm";
import { STEWARD } from "../platform/audit/index.ts";
import { accounts } from "./tables/accounts.ts";
import { sha256Hex } from "../kernel/hash.ts";
import { AppError } from "../kernel/errors.ts";
import { toE164 } from "../kernel/phone.ts";
import {
  importRecordSchema,
  type ImportLine,
  type ImportRecord,
  type ImportResult,
} from "./api/account-import.ts";
import type { StageRule } from "./api/account-stages.ts";
import type { FileAuthor } from "../platform/api/workspace-change.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { fileSource, type Filing } from "./file-source.ts";
import { wordsOfProblem } from "./import-words.ts";
import { accountsOfKeys, unlessKnown } from "./keys.ts";
import { findAccountRow } from "./resolve.ts";
import { mailIdentity } from "./same-mail.ts";
import { callSourceText, mailText, textsText } from "./source-text.ts";
import { noSuchStage, stageNamed } from "./stages.ts";
import { ATTEMPTS, tooOften, tryToCreate, type AccountWrite } from "./store.ts";
import { sortNameOf } from "../kernel/plain-words.ts";
import { dayOf } from "../kernel/calendar.ts";

interface ImportDeps {
  readonly files: WorkspaceDeps;
  readonly rules: readonly StageRule[];
  readonly timeZone: string;
  readonly by: FileAuthor;
}

type Taken = Omit<ImportResult, "line">;
type RecordOf<Kind extends ImportRecord["kind"]> = Extract<ImportRecord, { kind: Kind }>;
type Communication = Exclude<ImportRecord, { kind: "account" }>;

const SOURCE = "text from outside, an imported file";

/** Imports lines in order. A failing line reports its error and does not stop the others. */
export async function importLines(deps: ImportDeps, lines: readonly ImportLine[]): Promise<ImportResult[]> {
  const results: ImportResult[] = [];
  for (const { line, record } of lines) results.push({ line, ...(await take(deps, record)) });
  return results;
}

async function take(deps: ImportDeps, given: ImportLine["record"]): Promise<Taken> {
  const read = importRecordSchema.safeParse(given);
  if (!read.success) return refused(wordsOfProblem(given, read.error.issues[0]));
  try {
    return read.data.kind === "account"
      ? await takeAccount(deps, read.data)
      : await takeCommunication(deps, read.data);
  } catch (error) {
    if (error instanceof AppError) return refused(error.message);
    throw error;
  }
}

async function takeAccount({ files, rules, by }: ImportDeps, record: RecordOf<"account">): Promise<Taken> {
  const { name, email, phone } = record;
  const rule = record.stage === "" ? rules[0] : stageNamed(rules, record.stage);
  if (rule === undefined || rule === null) return refused(noSuchStage(rules, record.stage));
  const keys = keysOf(email, phone);
  const { industry, location, insurance: insuranceTypes, details, nextSteps, notes, contact, role } = record;
  const person = { name: contact, role, email, phone };
  const write: AccountWrite = {
    wanted: {
      name,
      stage: rule.stage,
      industry,
      location,
      primaryEmail: email,
      primaryPhone: phone,
      insuranceTypes,
      details,
      nextSteps,
      contacts: contact === "" ? [] : [person],
      notes,
    },
    sentence: "Account imported.",
    evidence: { kind: "page", name: by.name },
    // Nobody has reviewed the content, so it stays untrusted, whoever sent the file.
    origin: { author: { ...STEWARD, name: `Import by ${by.name}` }, source: SOURCE },
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const known = await findKnown(files, { name, keys });
    if (known !== null)
      return {
        outcome: "known",
        account: known,
        message: "An account with that name, address or number already exists.",
      };
    const made = await tryToCreate(files, write, [unlessKnown(files.db, sortNameOf(name), keys)]);
    if (made !== null) return { outcome: "made", account: made.id, message: "" };
  }
  throw tooOften();
}

function keysOf(...known: readonly string[]): string[] {
  return known.flatMap((one) => {
    if (one.includes("@")) return [one.trim().toLowerCase()];
    return toE164(one, "") ?? [];
  });
}

/** The account with this name, address or number; null if there is none. */
async function findKnown(
  { db }: WorkspaceDeps,
  { name, keys }: { readonly name: string; readonly keys: readonly string[] },
): Promise<string | null> {
  const isIt = sql`${eq(accounts.sortName, sortNameOf(name))} and ${isNull(accounts.deletedAt)}`;
  const [same] = await db.rows(accounts, isIt).limit(1);
  if (same !== undefined) return same.id;
  const [[first] = []] = [...(await accountsOfKeys(db, keys)).values()];
  return first ?? null;
}

async function takeCommunication(deps: ImportDeps, record: Communication): Promise<Taken> {
  const parties =
    record.kind === "email"
      ? [record.from, ...record.to.map((one) => one.toLowerCase())]
      : keysOf(record.number);
  if (parties.length === 0)
    return refused("“number” is not a phone number. Write it with its area code, such as +14125550142.");
  const owners = await accountsOfKeys(deps.files.db, parties);
  const account = await accountOf(deps, record.account, owners);
  if (account === null)
    return refused(
      record.account === undefined
        ? "No account has this address or number. Import the account first, or name it in “account”."
        : `There is no account “${record.account.slice(0, 80)}”. Import it first, or give its number.`,
    );
  const party = parties.find((one) => owners.get(one)?.includes(account) === true) ?? parties[0] ?? "";
  const isNew = await fileSource(deps.files, account, await filingOf(deps, record, party));
  return { outcome: isNew ? "filed" : "known", account, message: "" };
}

async function accountOf(
  { files }: ImportDeps,
  named: string | undefined,
  owners: ReadonlyMap<string, readonly string[]>,
): Promise<string | null> {
  if (named === undefined) return [...owners.values()][0]?.[0] ?? null;
  return (await findAccountRow(files.db, named))?.id ?? findKnown(files, { name: named, keys: [] });
}

async function filingOf({ timeZone }: ImportDeps, record: Communication, party: string): Promise<Filing> {
  const { at, id } = record;
  const item = `import ${id ?? (await sha256Hex(JSON.stringify([record.kind, at, party, record.text])))}`;
  const common = { item, party, at, day: dayOf(Date.parse(at), timeZone) };
  switch (record.kind) {
    case "email": {
      const { from: fromAddress, fromName, to, subject, text } = record;
      const mail = { fromName, fromAddress, to, cc: [], subject, text, attachments: [], at };
      const direction = fromAddress === party ? ("incoming" as const) : ("outgoing" as const);
      const messageId = messageIdIn(record.messageId ?? id);
      const identity = await mailIdentity({ messageId, from: fromAddress, subject, at });
      return { ...common, kind: "emails", direction, text: mailText(mail, timeZone), mail: identity };
    }
    case "call": {
      const { direction, name, number, seconds = null, text } = record;
      const transcript = text.split("\n").map(spokenLine);
      const spoken = { direction, status: "completed", at, durationSeconds: seconds, transcript };
      const call = { ...spoken, summary: null, nextSteps: null };
      return { ...common, kind: "calls", direction, text: callSourceText(call, name || number, timeZone) };
    }
    case "text": {
      const { direction, name, number, text } = record;
      const said = textsText([{ direction, at, words: text }], name || number, timeZone);
      return { ...common, kind: "sms", direction, text: said };
    }
  }
}

/** `<a@b>`, also if written without brackets; null if it is not a Message-ID. */
function messageIdIn(written = ""): string | null {
  const [, bare] = /^<?([^<>\s@]{1,120}@[^<>\s@]{1,120})>?$/.exec(written.trim()) ?? [];
  return bare === undefined ? null : `<${bare}>`;
}

/** A transcript line: `Name: words`; `Us` is the team, and a line without a name is the client's. */
function spokenLine(line: string) {
  const [, name, said = line] = /^([^:]{1,60}): (.+)$/.exec(line) ?? [];
  if (name === "Us") return { who: "team" as const, name: null, text: said };
  return { who: "contact" as const, name: name ?? null, text: said };
}

function refused(message: string): Taken {
  return { outcome: "refused", account: null, message };
}
