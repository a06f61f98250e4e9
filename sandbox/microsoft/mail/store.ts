/** Outlook's mailboxes: messages in folders, byte for byte as sent, and the changes that delta queries return. */
import { createHash } from "node:crypto";
import { filePart, multipart, type MailFile } from "../../google/gmail/compose.ts";
import { headerOf, leavesOf, parseMime, textOf, type MimePart } from "../../google/gmail/mime.ts";
import { referencesOf, sameSubject } from "../../google/gmail/store.ts";
import type { SandboxContext } from "../../service.ts";
import { worldOf } from "../../vendor/define-vendor.ts";
import { malformedId, notFound } from "../errors.ts";
import { MICROSOFT_PEOPLE, type MicrosoftPerson } from "../people.ts";
import { deskMail } from "./world.ts";

/** Well-known folder names (microsoft-graph-docs-contrib: api-reference/v1.0/resources/mailfolder.md, read 2026-11-30). */
export const FOLDERS = {
  inbox: "Inbox",
  sentitems: "Sent Items",
  drafts: "Drafts",
  archive: "Archive",
  deleteditems: "Deleted Items",
  junkemail: "Junk Email",
} as const;
export type Folder = keyof typeof FOLDERS;

export interface StoredMessage {
  /** Unique in the mailbox, increasing. */
  readonly key: number;
  /** Default IDs change with each move; immutable ones don't. */
  moves: number;
  folder: Folder;
  readonly conversation: string;
  /** A binary string, one character per byte. */
  readonly raw: string;
  categories: string[];
  isRead: boolean;
  isDraft: boolean;
  readonly receivedMs: number;
  modifiedMs: number;
  version: number;
}

export interface Change {
  readonly seq: number;
  readonly folder: Folder;
  readonly key: number;
  readonly kind: "created" | "updated" | "deleted";
  /** The ID a message had in the folder it left. */
  readonly formerId?: string;
}

interface Records {
  nextKey: number;
  seq: number;
  messages: StoredMessage[];
  changes: Change[];
  /** Sent messages whose copy isn't in Sent Items yet. */
  pending: (Omit<StoredMessage, "key"> & { readonly dueMs: number })[];
}

interface State {
  mailboxes: Record<string, Records>;
  /** Incremented when delta tokens expire. */
  generation: number;
  /** Set while Exchange replaces the Message-ID of what is sent. */
  replacesMessageIds: boolean;
  /** How long a sent message takes to appear in Sent Items. */
  sentDelayMs: number;
}

export interface Mailbox {
  readonly owner: MicrosoftPerson;
  readonly messages: readonly StoredMessage[];
  readonly changes: readonly Change[];
  /** The number of the newest change. */
  readonly seq: number;
  readonly generation: number;
  /** A message by its default or immutable ID. Throws GraphError. */
  get(id: string): StoredMessage;
  idOf(message: Pick<StoredMessage, "key" | "moves">, isImmutable: boolean): string;
  folderId(folder: Folder): string;
  /** A folder by its well-known name or ID. Throws GraphError. */
  folder(nameOrId: string): Folder;
  add(mail: NewMessage): StoredMessage;
  /** Adds a copy to Sent Items, at once or later. */
  addSent(mail: Omit<NewMessage, "folder">): void;
  update(message: StoredMessage, change: Partial<Pick<StoredMessage, "isRead" | "categories">>): void;
  move(message: StoredMessage, to: Folder): void;
  remove(message: StoredMessage): void;
  /** Puts a file to a draft. */
  attach(draft: StoredMessage, file: MailFile): void;
}

export interface NewMessage {
  readonly folder: Folder;
  readonly raw: string;
  readonly isRead?: boolean;
  readonly receivedMs: number;
}

export interface OutlookStore {
  readonly mailboxes: readonly Mailbox[];
  readonly state: State;
  find(address: string): Mailbox | null;
  save(): void;
}

const world = worldOf<State>("microsoft-mail", (context) => ({
  mailboxes: Object.fromEntries(
    MICROSOFT_PEOPLE.map((person) => {
      const messages = context.world === "empty" ? [] : seeded(person, context.now());
      return [person.address, { nextKey: messages.length + 1, seq: 0, messages, changes: [], pending: [] }];
    }),
  ),
  generation: 1,
  replacesMessageIds: false,
  sentDelayMs: 0,
}));

const stores = new WeakMap<SandboxContext, OutlookStore>();

/** Shared per sandbox. */
export function outlookStore(context: SandboxContext): OutlookStore {
  const known = stores.get(context);
  if (known !== undefined) return known;
  const section = world(context);
  const mailboxes = MICROSOFT_PEOPLE.map((owner) => openMailbox(context, owner));
  const store: OutlookStore = {
    mailboxes,
    get state() {
      return section.value;
    },
    find: (address) => mailboxes.find(({ owner }) => owner.address === address.toLowerCase()) ?? null,
    save: () => section.save(),
  };
  stores.set(context, store);
  return store;
}

export function resetOutlook(context: SandboxContext): void {
  world(context).reset();
}

function openMailbox(context: SandboxContext, owner: MicrosoftPerson): Mailbox {
  const section = world(context);

  const records = (): Records => {
    const found = section.value.mailboxes[owner.address];
    if (found === undefined) throw new Error(`${owner.address} has no mailbox.`);
    const due = found.pending.filter(({ dueMs }) => dueMs <= context.now());
    if (due.length > 0) {
      found.pending = found.pending.filter(({ dueMs }) => dueMs > context.now());
      for (const { dueMs: _, ...message } of due) keep(found, message);
    }
    return found;
  };
  const note = (to: Records, change: Omit<Change, "seq">): void => {
    to.seq += 1;
    to.changes.push({ seq: to.seq, ...change });
    section.save();
  };
  const keep = (to: Records, message: Omit<StoredMessage, "key">): StoredMessage => {
    const made = { ...message, key: to.nextKey };
    to.nextKey += 1;
    to.messages.push(made);
    note(to, { folder: made.folder, key: made.key, kind: "created" });
    return made;
  };
  // As in reality, IDs are base64 in whole groups of four.
  const idOf: Mailbox["idOf"] = ({ key, moves }, isImmutable) =>
    isImmutable
      ? `AAkALgAAAAAA${digest(owner.address, "immutable", String(key)).slice(0, 56)}`
      : `AAMkAD${digest(owner.address, String(key), String(moves)).slice(0, 62)}AAA=`;
  const made = ({ folder, raw, receivedMs, isRead = false }: NewMessage): Omit<StoredMessage, "key"> => ({
    moves: 0,
    folder,
    raw,
    conversation: conversationFor(owner.address, records().messages, parseMime(raw)),
    categories: [],
    isRead,
    isDraft: folder === "drafts",
    receivedMs,
    modifiedMs: context.now(),
    version: 1,
  });
  const touch = (message: StoredMessage): void => {
    message.modifiedMs = context.now();
    message.version += 1;
  };

  return {
    owner,
    get messages() {
      return records().messages;
    },
    get changes() {
      return records().changes;
    },
    get seq() {
      return records().seq;
    },
    get generation() {
      return section.value.generation;
    },
    idOf,
    get(id) {
      if (!/^A[AQ][\w-]{10,}={0,2}$/.test(id)) throw malformedId();
      const found = records().messages.find(
        (message) => idOf(message, false) === id || idOf(message, true) === id,
      );
      if (found === undefined) throw notFound();
      return found;
    },
    folderId: (folder) => `AQMkAD${digest(owner.address, "folder", folder).slice(0, 46)}AAAA`,
    folder(nameOrId) {
      const name = nameOrId.toLowerCase();
      const found = (Object.keys(FOLDERS) as Folder[]).find(
        (folder) => folder === name || this.folderId(folder) === nameOrId,
      );
      if (found !== undefined) return found;
      throw nameOrId.startsWith("A") ? notFound() : malformedId();
    },
    add: (mail) => keep(records(), made(mail)),
    addSent(mail) {
      const message = made({ ...mail, folder: "sentitems", isRead: true });
      const delayMs = section.value.sentDelayMs;
      if (delayMs === 0) keep(records(), message);
      else records().pending.push({ ...message, dueMs: context.now() + delayMs });
      section.save();
    },
    update(message, change) {
      Object.assign(message, change);
      touch(message);
      note(records(), { folder: message.folder, key: message.key, kind: "updated" });
    },
    move(message, to) {
      const formerId = idOf(message, false);
      note(records(), { folder: message.folder, key: message.key, kind: "deleted", formerId });
      message.moves += 1;
      message.folder = to;
      touch(message);
      note(records(), { folder: to, key: message.key, kind: "created" });
    },
    remove(message) {
      const formerId = idOf(message, false);
      const kept = records();
      kept.messages = kept.messages.filter((one) => one !== message);
      note(kept, { folder: message.folder, key: message.key, kind: "deleted", formerId });
    },
    attach(draft, file) {
      const kept = records();
      const next = { ...draft, raw: withFile(draft.raw, file) };
      kept.messages = kept.messages.map((one) => (one === draft ? next : one));
      touch(next);
      note(kept, { folder: next.folder, key: next.key, kind: "updated" });
    },
  };
}

/** A message that holds the given one's content, and a file. */
function withFile(raw: string, file: MailFile): string {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const ofContent = lines.filter((line) => /^content-/i.test(line));
  const others = lines.filter((line) => !ofContent.includes(line));
  const boundary = `f${digest(raw, file.filename).slice(0, 24)}`;
  const content = `${ofContent.join("\r\n")}${raw.slice(end)}`;
  return `${others.join("\r\n")}\r\n${multipart("mixed", boundary, [content, filePart(file)])}`;
}

function digest(...parts: readonly string[]): string {
  const bytes = createHash("sha512").update(parts.join("\n")).digest();
  return bytes.toString("base64url");
}

/** A conversation goes on with a reply whose subject is the same. */
function conversationFor(owner: string, messages: readonly StoredMessage[], message: MimePart): string {
  const named = new Set(referencesOf(message));
  const subject = headerOf(message, "subject") ?? "";
  const parent = messages.findLast((one) => {
    const read = readMessage(one);
    return named.has(read.messageId) && sameSubject(read.subject, subject);
  });
  const id = headerOf(message, "message-id") ?? String(messages.length);
  return parent?.conversation ?? `AAQkAD${digest(owner, "conversation", id).slice(0, 46)}AAA=`;
}

function seeded(person: MicrosoftPerson, nowMs: number): StoredMessage[] {
  const messages: StoredMessage[] = [];
  for (const { raw, dateMs, isSent, isRead } of deskMail(person, nowMs))
    messages.push({
      key: messages.length + 1,
      moves: 0,
      folder: isSent ? "sentitems" : "inbox",
      raw,
      conversation: conversationFor(person.address, messages, parseMime(raw)),
      categories: [],
      isRead,
      isDraft: false,
      receivedMs: dateMs,
      modifiedMs: dateMs,
      version: 1,
    });
  return messages;
}

/** Parsed data of a message. */
export interface ReadMessage {
  readonly message: MimePart;
  readonly text: string;
  readonly html: string | null;
  readonly subject: string;
  readonly messageId: string;
}

const read = new WeakMap<StoredMessage, ReadMessage>();

/** Cached per message. */
export function readMessage(stored: StoredMessage): ReadMessage {
  const known = read.get(stored);
  if (known !== undefined) return known;
  const message = parseMime(stored.raw);
  const markup = leavesOf(message).find(
    ({ mimeType, filename }) => mimeType === "text/html" && filename === "",
  );
  const made: ReadMessage = {
    message,
    text: textOf(message),
    html: markup?.content.toString("utf8") ?? null,
    subject: headerOf(message, "subject") ?? "",
    messageId: headerOf(message, "message-id") ?? "",
  };
  read.set(stored, made);
  return made;
}
