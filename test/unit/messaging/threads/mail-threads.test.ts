/** E-mail threads in the inbox: what comes in opens one, our answer or Steward's verdict settles it. */
import { beforeEach, describe, expect, it } from "vitest";
import { saveContacts } from "../../../../src/messaging/contacts/index.ts";
import { recordSentMail } from "../../../../src/messaging/inbox/index.ts";
import { threadChanged } from "../../../../src/messaging/inbox/accept-mail.ts";
import { mails } from "../../../../src/messaging/tables/mails.ts";
import {
  actOnThread,
  emailThread,
  listThreads,
  listUnread,
  markThreadRead,
  threadConsumer,
} from "../../../../src/messaging/threads/index.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { audit, dbFor, users, type TenantDb } from "../../../../src/platform/db/index.ts";
import { consumeEvents, eventStatement, STEWARD_ACTOR } from "../../../../src/platform/events/index.ts";
import type { NotificationDeps } from "../../../../src/notifications/index.ts";
import { demoD1 } from "../../../support/node-d1.ts";

const OFFICE = "office@alder.example";
const DANA = { id: "user_dana", name: "Dana Whitfield" };
let nowMs = 0;
let db: TenantDb;
let count = 0;
const clock = { now: () => nowMs };

type Mail = typeof mails.$inferInsert;

/** An e-mail comes in and is dispatched. */
async function arrives(threadId: string, more: Partial<Mail> = {}): Promise<void> {
  nowMs += 60_000;
  const id = `m${++count}`;
  const at = new Date(nowMs).toISOString();
  const row = {
    mailbox: OFFICE,
    id,
    connectionId: "connection_google",
    threadId,
    direction: "incoming" as const,
    messageId: `<${id}@pike.example>`,
    inReplyTo: null,
    fromName: "Ingrid Solberg",
    fromAddress: "ingrid@pike.example",
    to: [OFFICE],
    cc: [],
    subject: "The yard drain",
    text: "May I see\nthe offer?",
    quoted: "",
    hidden: "",
    attachments: [],
    at,
    receivedAt: at,
    checkName: "general" as const,
    fingerprint: id,
    state: "handed" as const,
    reason: null,
    attempts: 1,
    sender: "verified" as const,
    summary: null,
    summaryDueAt: null,
    summarizedAt: null,
    ...more,
  };
  await db.batch([db.insert(mails, row), threadChanged(db, row, nowMs)]);
  await consume();
}

async function consume(): Promise<void> {
  await consumeEvents(
    { db, clock, logger: silentLogger },
    [threadConsumer(db, async () => "America/New_York")],
    Infinity,
  );
}

async function open() {
  return (await listThreads(db, { view: "open", line: OFFICE }, DANA.id)).items;
}

const notifications: NotificationDeps = {
  get db() {
    return db;
  },
  clock,
  ids: { newId: () => `id_${++count}` },
  logger: silentLogger,
  sendPush: () => Promise.reject(new Error("no one has a device")),
  timeZone: () => Promise.resolve("America/New_York"),
  appUrl: "https://app.example",
  allowsEndpoint: () => false,
  publish: () => Promise.resolve(),
  sleep: () => Promise.resolve(),
};

beforeEach(async () => {
  nowMs = Date.parse("2026-11-20T15:00:00.000Z");
  db = dbFor(await demoD1(), "tenant_alder");
});

describe("an e-mail thread", () => {
  it("waits in the inbox with its subject, beside the texts, and is found by its mailbox", async () => {
    await arrives("t1");
    await arrives("t1", { text: "It is urgent to me." });
    expect(await open()).toMatchObject([
      {
        channel: "email",
        number: "t1",
        line: OFFICE,
        conversationId: "email:t1",
        name: "Ingrid Solberg",
        shown: "ingrid@pike.example",
        subject: "The yard drain",
        lastWords: "It is urgent to me.",
        waitsSince: "2026-11-20T15:01:00.000Z",
        unread: true,
      },
    ]);
    expect((await listThreads(db, { isPhone: true, view: "open" }, DANA.id)).items).toEqual([]);
  });

  it("shows the contact's name where its address is one's", async () => {
    const contact = {
      id: "CT1",
      firstName: "Ingrid",
      lastName: "S.",
      name: "Ingrid S.",
      role: null,
      company: null,
      internal: false,
      numbers: [],
      emails: ["ingrid@pike.example"],
      createdAt: null,
    };
    await saveContacts(db, "connection_alder_quo", [contact], nowMs);
    await arrives("t1");
    expect((await open())[0]?.name).toBe("Ingrid S.");
  });

  it("is answered by what Steward sends in it at once, and waits again when they write again", async () => {
    await arrives("t1");
    nowMs += 60_000;
    const document = {
      connectionId: "connection_google",
      mailbox: OFFICE,
      from: { name: "Alder", address: OFFICE },
      to: ["ingrid@pike.example"],
      cc: [],
      subject: "Re: The yard drain",
      text: "Here it is.",
      threadId: "t1",
      inReplyTo: "<m1@pike.example>",
      references: [],
      messageId: "<steward_1@alder.example>",
    };
    await recordSentMail({ db, clock }, "sent1", document);
    await recordSentMail({ db, clock }, "sent1", document);
    await consume();
    expect(await open()).toEqual([]);
    expect((await emailThread(db, "t1")).state).toMatchObject({ status: "answered", waitsSince: null });
    await arrives("t1");
    expect((await open())[0]?.waitsSince).toBe("2026-11-20T15:03:00.000Z");
  });

  it("needs no one for machines, members' own e-mails, and history, but a lead waits whoever sent it", async () => {
    await arrives("machine", { sender: "machine" });
    await arrives("member", { reason: "by_member" });
    await arrives("past", { reason: "past", state: "recorded" });
    await arrives("undispatched", { state: "received" });
    await arrives("lead", { sender: "machine", checkName: "leads" });
    expect((await open()).map(({ number }) => number)).toEqual(["lead"]);
    const all = await listThreads(db, { view: "all", line: OFFICE }, DANA.id);
    expect(all.items.map(({ number }) => number)).toEqual(["lead", "machine"]);
  });

  it("is settled where Steward found that nothing needs doing", async () => {
    await arrives("t1");
    const event = {
      id: "threads.texts.read:r1",
      type: "threads.texts.read" as const,
      actor: STEWARD_ACTOR,
      payload: { ids: ["r1"], number: "t1", upTo: new Date(nowMs).toISOString() },
    };
    await db.batch([eventStatement(db, event, nowMs)]);
    await consume();
    expect((await emailThread(db, "t1")).state?.status).toBe("answered");
  });

  it("is assigned, read, and done like a text thread, and the audit log says so", async () => {
    await arrives("t1");
    const key = { number: "t1", line: OFFICE };
    const [first] = await db.rows(users);
    const by = { id: first?.id ?? "", name: first?.name ?? "" };
    const asked = { seenIncomingAt: new Date(nowMs).toISOString(), contact: null, by };
    await markThreadRead(db, DANA.id, key, asked.seenIncomingAt);
    expect(await listUnread(db, DANA.id)).not.toContainEqual(expect.objectContaining(key));
    await actOnThread({ db, clock, notifications }, key, {
      ...asked,
      act: { kind: "assign", userId: by.id },
    });
    await actOnThread({ db, clock, notifications }, key, { ...asked, act: { kind: "done" } });
    const { state, entries } = await emailThread(db, "t1");
    expect(state).toMatchObject({ status: "done", assigneeId: by.id });
    expect(entries.map(({ kind }) => kind)).toEqual(["assigned", "done"]);
    const said = (await db.rows(audit)).map(({ sentence }) => sentence);
    expect(said).toContain(`${by.name} marked the e-mails with Ingrid Solberg done.`);
  });
});
