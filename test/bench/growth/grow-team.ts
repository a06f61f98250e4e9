/**
 * A team of years without years of waiting: while the app is down, the rows the product itself wrote on this team's first day are written again and
 * again, each with its own id, time, number and words, in one transaction a table. What reads them cannot tell them from rows that came one by one.
 */
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { LET_GO_MS } from "../../support/records.ts";
import { sortNameOf } from "../../../src/kernel/plain-words.ts";
import { wordsOfContact } from "../../../src/messaging/contacts/contact-words.ts";

/** How much a grown team has. */
export interface TeamSize {
  readonly conversations: number;
  readonly texts: number;
  readonly contacts: number;
  readonly files: number;
  readonly approvals: number;
}

export const GROWN: TeamSize = {
  conversations: 5_000,
  texts: 100_000,
  contacts: 20_000,
  files: 10_000,
  approvals: 20_000,
};

/** The number most was written with: one text of twenty. */
export const BUSIEST = "+14125550142";
const BUSIEST_SHARE = 20;
/** Approvals that still wait, of all. */
const WAITING = 150;
const FOLDERS = 50;
const YEARS_MS = 3 * 365 * 24 * 60 * 60_000;
const WORDS =
  "water heat boiler elevator lease tenant inspection gutter thermostat invoice vendor parking deposit showing roof valve permit key door window rent payment repair plumber visit tomorrow today please thanks unit building".split(
    " ",
  );
const FIRST =
  "Maria James José Greg Nora Priya Camille Robert Amina Walter Ines Tom Olga Victor Lena Sam".split(" ");
const LAST =
  "Lopez Carter Silva Novak Quist Rossi Bauer Ndiaye Olsen Petit Kovac Marsh Ueda Blum Reyes".split(" ");

type Row = Record<string, SQLInputValue>;
type Change = (index: number) => Row;

/** The file of an app's records. */
export function recordsFile(dataDir: string): string {
  const folder = join(dataDir, "worker", "v3", "d1", "miniflare-D1DatabaseObject");
  const name = readdirSync(folder).find((file) => file.endsWith(".sqlite") && !file.startsWith("metadata"));
  if (name === undefined) throw new Error("no records");
  return join(folder, name);
}

/** Grows a team. The app must be down, and the team must have one of each: a conversation, a text, a decided approval, a file. */
export function growTeam(
  dataDir: string,
  tenantId: string,
  size: TeamSize,
  say: (line: string) => void = () => undefined,
): void {
  const database = new DatabaseSync(recordsFile(dataDir), { timeout: LET_GO_MS });
  try {
    const team = new Grower(database, tenantId);
    team.contacts(size.contacts);
    say(`${size.contacts} contacts`);
    team.texts(size.texts, size.contacts);
    say(`${size.texts} texts`);
    team.conversations(size.conversations, size.contacts);
    team.runs(4 * size.conversations, size.conversations);
    say(`${size.conversations} conversations`);
    team.approvals(size.approvals, size.conversations);
    say(`${size.approvals} approvals`);
    team.files(size.files);
    say(`${size.files} files`);
    team.others(size.approvals);
    database.exec("pragma optimize");
  } finally {
    database.close();
  }
}

class Grower {
  readonly #database: DatabaseSync;
  readonly #tenantId: string;
  readonly #nowMs = Date.now();

  constructor(database: DatabaseSync, tenantId: string) {
    this.#database = database;
    this.#tenantId = tenantId;
  }

  contacts(count: number): void {
    const before = this.#template("contacts");
    const people = (index: number) => {
      const [firstName, lastName] = [pick(FIRST, index), `${pick(LAST, index >> 4)} ${index}`];
      return { firstName, lastName, name: `${firstName} ${lastName}`, role: `Resident, unit ${index % 400}` };
    };
    this.#many("contacts", before, count, (index) => {
      const { firstName, lastName, name, role } = people(index);
      return {
        id: contactId(index),
        first_name: firstName,
        last_name: lastName,
        name,
        sort_name: sortNameOf(name),
        role,
        numbers: JSON.stringify([{ label: "Mobile", number: numberOf(index) }]),
        emails: JSON.stringify([`person${index}@mail.example`]),
        internal: 0,
        seen_at: this.#time(0, 1),
      };
    });
    for (const nth of [0, 1])
      this.#many("contact_keys", {}, count, (index) => ({
        tenant_id: this.#tenantId,
        key: nth === 0 ? numberOf(index) : `person${index}@mail.example`,
        contact_id: contactId(index),
      }));
    const words = Array.from({ length: count }, (_, index) => {
      const person = people(index);
      const told = {
        ...person,
        id: contactId(index),
        company: null,
        internal: false,
        createdAt: null,
        emails: [`person${index}@mail.example`],
        numbers: [{ label: "Mobile", number: numberOf(index) }],
      };
      return wordsOfContact(told).map((word) => ({ word, contact_id: contactId(index) }));
    }).flat();
    this.#many("contact_words", { tenant_id: this.#tenantId }, words.length, (index) => words[index] ?? {});
    this.#database
      .prepare(
        "update contact_syncs set finished_at = ?, started_at = ?, cursor = null, due_at = ? where tenant_id = ?",
      )
      .run(this.#time(0, 1), this.#time(0, 1), this.#after(1), this.#tenantId);
  }

  texts(count: number, contacts: number): void {
    const before = this.#template("texts", "state <> 'received'");
    this.#many("texts", before, count, (index) => {
      const number = index % BUSIEST_SHARE === 0 ? BUSIEST : numberOf(index % contacts);
      return {
        id: id("text", index),
        direction: index % 3 === 0 ? "outgoing" : "incoming",
        contact_number: number,
        text: sentence(index),
        at: this.#time(index, count),
        received_at: this.#time(index, count),
        fingerprint: randomBytes(16).toString("hex"),
        state: "recorded",
      };
    });
    const mail = this.#find("mails");
    if (mail !== null)
      this.#many("mails", mail, count / 20, (index) => ({
        id: id("mail", index),
        thread_id: id("thread", index >> 1),
        message_id: `<${index}@mail.example>`,
        from_address: `person${index % contacts}@mail.example`,
        subject: sentence(index).slice(0, 40),
        text: sentence(index * 3),
        at: this.#time(index, count / 20),
        received_at: this.#time(index, count / 20),
        fingerprint: randomBytes(16).toString("hex"),
        state: "recorded",
      }));
  }

  conversations(count: number, contacts: number): void {
    const before = this.#template("conversations");
    this.#many("conversations", before, count, (index) => ({
      id: `sms:${numberOf(index % contacts)}`,
      source: "sms",
      title: `${pick(FIRST, index)} ${pick(LAST, index >> 4)} ${index}`,
      contact: JSON.stringify({ name: `${pick(FIRST, index)} ${index}`, phone: numberOf(index) }),
      preview: sentence(index),
      status: "idle",
      unread: index % 7 === 0 ? 1 : 0,
      created_at: this.#time(index, count),
      last_message_at: this.#time(index, count),
      deleted_at: null,
    }));
  }

  runs(count: number, conversations: number): void {
    const before = this.#template("runs", "finished_at is not null");
    const at = (index: number): string => this.#time(index, count);
    this.#many("runs", before, count, (index) => ({
      id: id("run", index),
      conversation_id: `sms:${numberOf(index % conversations)}`,
      started_at: at(index),
      finished_at: at(index),
      day: at(index).slice(0, 10),
      preview: sentence(index),
      status: "finished",
    }));
    const trace = this.#template("run_traces");
    this.#many("run_traces", trace, count, (index) => ({ run_id: id("run", index), at: at(index) }));
  }

  approvals(count: number, conversations: number): void {
    const done = this.#template("approvals", "status = 'done'");
    const pending = this.#template("approvals", "status = 'pending'");
    const ofApproval = (row: Row) => this.#template("effects", `approval_id = '${textOf(row["id"])}'`);
    const change: Change = (index) => ({
      id: id("approval", index),
      conversation_id: `sms:${numberOf(index % conversations)}`,
      conversation_title: `${pick(FIRST, index)} ${index}`,
      turn_id: id("run", index),
      run_id: id("run", index),
      tool_call_id: id("call", index),
      title: `Text to ${pick(FIRST, index)} ${index}`,
      thread_key: `sms:${numberOf(index)}`,
      created_at: this.#time(index, count),
      updated_at: this.#time(index, count),
    });
    const effect: Change = (index) => ({
      id: id("effect", index),
      approval_id: id("approval", index),
      provider_id: index < count - WAITING ? id("provider", index) : null,
      idempotency_key: index < count - WAITING ? id("key", index) : null,
    });
    this.#many("approvals", done, count - WAITING, change);
    this.#many("effects", ofApproval(done), count - WAITING, effect);
    const from = count - WAITING;
    this.#many("approvals", pending, WAITING, (index) => ({
      ...change(from + index),
      expires_at: this.#after(2 + index / WAITING),
      due_at: this.#after(1 + index / WAITING),
      reminders_sent: 0,
    }));
    this.#many("effects", ofApproval(pending), WAITING, (index) => effect(from + index));
  }

  /** All with the bytes of one of a usual size. */
  files(count: number): void {
    const before = this.#template(
      "workspace_files",
      "deleted_at is null and path like '%.md' order by abs(size_bytes - 1500)",
    );
    const place = (index: number): { folder: string; path: string } => {
      const folder = `areas/topic-${index % FOLDERS}`;
      return { folder, path: `${folder}/file-${index}.md` };
    };
    this.#many("workspace_folders", this.#template("workspace_folders"), FOLDERS, (index) => ({
      path: place(index).folder,
      path_key: place(index).folder,
      folder: "areas",
    }));
    const common: Change = (index) => ({ path: place(index).path, version: 1 });
    this.#many("workspace_files", before, count, (index) => ({
      ...common(index),
      id: id("file", index),
      path_key: place(index).path,
      folder: place(index).folder,
      etag: id("version", index),
      created_at: this.#time(index, count),
      updated_at: this.#time(index, count),
    }));
    const version = this.#template("workspace_versions", `id = '${textOf(before["etag"])}'`);
    this.#many("workspace_versions", version, count, (index) => ({
      ...common(index),
      id: id("version", index),
      file_id: id("file", index),
      at: this.#time(index, count),
    }));
    const words = this.#template("workspace_words", `file_id = '${textOf(before["id"])}'`);
    this.#many("workspace_words", words, count, (index) => ({
      file_id: id("file", index),
      etag: id("version", index),
    }));
    this.#database
      .prepare(
        "update workspace_state set files = files + ?, names_version = names_version + 1, size_bytes = size_bytes + ? where tenant_id = ?",
      )
      .run(count, count * Number(before["size_bytes"]), this.#tenantId);
  }

  /** What every day leaves behind: the audit, notifications, events and what services told. */
  others(count: number): void {
    const at = (index: number): string => this.#time(index, count);
    const entries = this.#rows("audit");
    entries
      .slice(0, 4)
      .forEach((entry, nth) =>
        this.#many("audit", entry, count, (index) => ({ id: id(`audit${nth}`, index), at: at(index) })),
      );
    this.#many("notifications", this.#template("notifications", "kind = 'approval'"), count, (index) => ({
      id: id("notification", index),
      dedupe_key: id("notification", index),
      subject_id: id("approval", index),
      created_at: at(index),
      resolved_at: at(index),
      resolution: "done",
      due_at: null,
      ringing: 0,
    }));
    // A week of them is kept.
    this.#many("events", this.#template("events"), 2 * count, (index) => ({
      seq: null,
      id: id("event", index),
      at: new Date(this.#nowMs - 60_000 * (index % 10_000)).toISOString(),
      open: 0,
    }));
    const seqs = this.#database
      .prepare("select max(seq) as last from events where tenant_id = ?")
      .get(this.#tenantId);
    this.#database
      .prepare("update event_cursors set seq = ? where tenant_id = ?")
      .run(Number(seqs?.["last"] ?? 0), this.#tenantId);
  }

  /** From the first row long ago to the last just now. */
  #time(index: number, of: number): string {
    return new Date(this.#nowMs - 60_000 - Math.floor((YEARS_MS * (of - index - 1)) / of)).toISOString();
  }

  #after(days: number): string {
    return new Date(this.#nowMs + days * 24 * 60 * 60_000).toISOString();
  }

  #rows(table: string, where = "true"): Row[] {
    return this.#database
      .prepare(`select * from ${table} where tenant_id = ? and ${where}`)
      .all(this.#tenantId) as Row[];
  }

  #find(table: string): Row | null {
    return this.#rows(table)[0] ?? null;
  }

  #template(table: string, where?: string): Row {
    const [row] = this.#rows(table, where);
    if (row === undefined)
      throw new Error(`the team has no row of ${table}${where === undefined ? "" : ` where ${where}`}`);
    return row;
  }

  #many(table: string, template: Row, count: number, change: Change): void {
    const columns = Object.keys({ ...template, ...change(0) });
    const insert = this.#database.prepare(
      `insert or ignore into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`,
    );
    this.#database.exec("begin immediate");
    for (let index = 0; index < count; index++) {
      const row = { ...template, ...change(index) };
      insert.run(...columns.map((column) => row[column] ?? null));
    }
    this.#database.exec("commit");
  }
}

const textOf = (value: SQLInputValue | undefined): string => (typeof value === "string" ? value : "");
const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? "";
const id = (kind: string, index: number): string => `${kind}_grown_${index.toString(36).padStart(6, "0")}`;
const contactId = (index: number): string => id("contact", index);

/** The number of a contact (E.164). */
export function numberOf(index: number): string {
  return `+1412${String(2_000_000 + index)}`;
}

function sentence(index: number): string {
  return Array.from({ length: 12 }, (_, nth) =>
    pick(WORDS, index * (nth + 3) + nth * nth + (index >> 5)),
  ).join(" ");
}
