import { beforeEach, describe, expect, it } from "vitest";
import { fileKnown, filingConsumer, type FilingDeps } from "../../../src/accounts/index.ts";
import { createAccount } from "../../../src/accounts/store.ts";
import { accountKeys, accounts, accountSources } from "../../../src/accounts/tables/accounts.ts";
import { ByIds } from "../../../src/platform/db/index.ts";
import { calls, texts } from "../../../src/messaging/tables/inbox.ts";
import { mails } from "../../../src/messaging/tables/mails.ts";
import { workspaceFiles, workspaceVersions } from "../../../src/workspace/tables/workspace.ts";
import { OWN_ROWS } from "../../../src/team/erasure/own.ts";
import type { EventRow } from "../../../src/platform/events/index.ts";
import {
  asOwner,
  findLive,
  listFiles,
  remove,
  usageOf,
  type WorkspaceDeps,
} from "../../../src/workspace/index.ts";
import { DANA, files, freshFiles, HARBOR } from "../workspace/harness.ts";

const ALMA = "alma@kessler.example";
const PHONE = "+13125550117";
const NOW = Date.parse("2026-11-24T18:00:00.000Z");

let deps: WorkspaceDeps;
let filing: FilingDeps;
let told: number;
let asked: string[];
beforeEach(async () => {
  await freshFiles();
  deps = { ...files(), clock: { now: () => NOW } };
  told = 0;
  asked = [];
  filing = filingOf(deps);
});

function filingOf(some: WorkspaceDeps): FilingDeps {
  return {
    files: some,
    logger: { info() {}, warn() {}, error() {} } as FilingDeps["logger"],
    timeZone: () => Promise.resolve("America/Chicago"),
    pastMail: (address, after) => {
      asked.push(`${address} ${after}`);
      return Promise.resolve(after === "" ? "more" : null);
    },
    namesOf: () => Promise.resolve((number) => (number === PHONE ? "Alma Kessler" : null)),
  };
}

const tell = async (): Promise<void> => void (told += 1);

async function bakery(): Promise<string> {
  const { id } = await createAccount(deps, {
    wanted: {
      name: "Kessler Bakery",
      contacts: [
        { name: "Alma Kessler", role: "Owner", email: "Alma@Kessler.example", phone: "(312) 555-0117" },
      ],
    },
    evidence: { kind: "command", words: "Open Kessler" },
    origin: DANA,
  });
  return id;
}

async function mail(id: string, more: Partial<typeof mails.$inferInsert> = {}): Promise<EventRow> {
  const row = {
    mailbox: "service@harborlight.example",
    id,
    connectionId: "c",
    threadId: "t",
    direction: "incoming" as const,
    messageId: `<${id}@kessler.example>`,
    inReplyTo: null,
    fromName: "Alma Kessler",
    fromAddress: ALMA,
    to: ["service@harborlight.example"],
    cc: [],
    subject: "Second bakery",
    text: "2,400 square feet, two deck ovens.",
    quoted: "> the whole history",
    hidden: "",
    attachments: [],
    at: "2026-11-24T15:00:00.000Z",
    receivedAt: "2026-11-24T15:00:01.000Z",
    checkName: "general" as const,
    fingerprint: id,
    state: "handed" as const,
    reason: null,
    attempts: 0,
    sender: "verified" as const,
    ...more,
  };
  await deps.db.insert(mails, row).onConflictDoNothing();
  return event("mail.email.arrived", `${row.mailbox}/${id}`);
}

async function text(id: string, at: string, words: string, outgoing = false): Promise<EventRow> {
  await deps.db.insert(texts, {
    id,
    connectionId: "c",
    direction: outgoing ? "outgoing" : "incoming",
    lineId: null,
    lineNumber: "+13125550100",
    contactNumber: PHONE,
    text: words,
    attachments: 0,
    at,
    fingerprint: id,
    receivedAt: at,
    state: "recorded",
    attempts: 0,
  });
  return event("texts.text.arrived", id);
}

function event(type: string, ...ids: string[]): EventRow {
  return { type, payload: { ids } } as unknown as EventRow;
}

function take(...events: EventRow[]): Promise<void> {
  return filingConsumer(filing, tell).take(events);
}

async function content(path: string): Promise<string> {
  const row = await findLive(deps, path);
  return row === null ? "" : deps.blobs.get(row.sha256);
}

describe("what an account's people write and say", () => {
  it("files itself: an e-mail as its words and its summary, marked as from outside", async () => {
    const id = await bakery();
    await take(await mail("m1"));
    const [source] = await deps.db.rows(accountSources);
    expect(source).toMatchObject({ accountId: id, kind: "emails", party: ALMA, summary: "whole" });
    const folder = `accounts/${id}/sources/emails/${source?.id ?? ""}`;
    expect(await content(`${folder}/raw.txt`)).toBe(
      "From: Alma Kessler <alma@kessler.example>\nTo: service@harborlight.example\nDate: Tue 2026-11-24 09:00\nSubject: Second bakery\n\n2,400 square feet, two deck ovens.\n",
    );
    expect(await content(`${folder}/summary.md`)).toContain("2,400 square feet, two deck ovens.");
    const rows = await listFiles(deps, { under: `accounts/${id}/sources`, limit: 10 });
    expect(rows.map(({ source: from }) => from)).toEqual([
      "text from outside, an e-mail",
      "text from outside, an e-mail",
    ]);
    const [account] = await deps.db.rows(accounts);
    expect(account?.lastContactAt).toBe("2026-11-24T15:00:00.000Z");
    expect(told).toBe(1);
  });

  it("is filed once however often it is told of, and files nothing of strangers, colleagues and names alone", async () => {
    await bakery();
    const first = await mail("m1");
    await take(first, first);
    await take(first);
    await take(await mail("m2", { fromAddress: "alma@kessler-bakery.example", messageId: null }));
    await take(await mail("m3", { fromAddress: "dana@alderfinch.example", fromName: "Alma Kessler" }));
    expect(await deps.db.rows(accountSources)).toHaveLength(1);
    expect(told).toBe(1);
    const raw = await listFiles(deps, { under: "accounts/10001/sources", limit: 10 });
    expect(raw.map(({ version }) => version)).toEqual([1, 1]);
  });

  it("a day's texts with one number are one source that grows; another day is another", async () => {
    const id = await bakery();
    await take(await text("t1", "2026-11-24T15:00:00.000Z", "Need a certificate by Friday."));
    await take(await text("t2", "2026-11-24T15:10:00.000Z", "On it.", true));
    await take(await text("t3", "2026-11-23T15:10:00.000Z", "Morning!"));
    const rows = await deps.db.rows(accountSources);
    expect(rows.map(({ item }) => item).toSorted()).toEqual([`${PHONE} 2026-11-23`, `${PHONE} 2026-11-24`]);
    const day = rows.find(({ item }) => item.endsWith("24"));
    const raw = await content(`accounts/${id}/sources/sms/${day?.id ?? ""}/raw.txt`);
    expect(raw).toContain("09:00 Alma Kessler: Need a certificate by Friday.\n09:10 Us: On it.");
  });

  it("what was on record before somebody became an account's is filed then, and a killed filing goes on", async () => {
    for (let at = 0; at < 130; at++)
      await mail(`m${at}`, { at: new Date(NOW - at * 60_000).toISOString(), text: `Letter ${at}` });
    await deps.db.insert(calls, {
      id: "c1",
      connectionId: "c",
      direction: "incoming",
      contactNumber: PHONE,
      status: "completed",
      at: "2026-11-20T15:00:00.000Z",
      durationSeconds: 200,
      summary: ["She wants $1 million."],
      nextSteps: ["Send the form."],
      transcript: [{ who: "contact", name: null, text: "We need a million." }],
      receivedAt: "2026-11-20T15:00:00.000Z",
      state: "recorded",
      attempts: 0,
    });
    const id = await bakery();
    let left = 3;
    const dies = { ...deps, clock: { now: () => (left-- > 0 ? NOW : NOW + 60_000) } };
    expect(await fileKnown(filingOf(dies), NOW + 30_000, tell)).toBe("more");
    while ((await fileKnown(filing, NOW + 30_000, tell)) === "more");
    expect(await deps.db.rows(accountSources)).toHaveLength(131);
    expect((await deps.db.rows(accountKeys)).map(({ dueAt }) => dueAt)).toEqual([null, null]);
    expect(asked).toEqual([`${ALMA} `, `${ALMA} more`]);
    const call = (await deps.db.rows(accountSources)).find(({ kind }) => kind === "calls");
    const folder = `accounts/${id}/sources/calls/${call?.id ?? ""}`;
    expect(await content(`${folder}/raw.txt`)).toContain("Alma Kessler: We need a million.");
    expect(await content(`${folder}/summary.md`)).toContain("- She wants $1 million.");
  });

  it("counts to a quota of its own, and stays away where a person took it away", async () => {
    const id = await bakery();
    const one = await mail("m1");
    await take(one);
    const { sources, files: own } = await usageOf(deps);
    expect([sources.files, own]).toEqual([2, 2]);
    await remove(asOwner(deps, "accounts"), { ...DANA, path: `accounts/${id}/sources` });
    expect((await usageOf(deps)).sources).toEqual({ files: 0, sizeBytes: 0 });
    await take(one);
    await take(await mail("m2"));
    expect((await usageOf(deps)).sources.files).toBe(2);
    expect(await files(HARBOR).db.rows(accountSources)).toEqual([]);
  });
});

describe("an account's person who is erased", () => {
  it("goes with every copy of what they wrote; what others wrote stays", async () => {
    const id = await bakery();
    await take(await mail("m1"), await text("t1", "2026-11-24T15:00:00.000Z", "Need a certificate."));
    const person = {
      name: "Alma Kessler",
      contactId: null,
      numbers: [],
      addresses: [ALMA],
      conversations: [],
      approvals: [],
      calls: [],
    };
    for (const { table, what, where } of OWN_ROWS) {
      if (what !== "What was filed with accounts") continue;
      const theirs = where(person as never, deps.db.tenantId);
      await deps.db.remove(table, table === workspaceFiles ? new ByIds(theirs) : theirs);
    }
    const left = await listFiles(deps, { under: `accounts/${id}/sources`, limit: 10 });
    expect(left.map(({ path }) => path.split("/")[3])).toEqual(["sms", "sms"]);
    expect((await deps.db.rows(accountSources)).map(({ kind }) => kind)).toEqual(["sms"]);
    const versions = await deps.db.rows(workspaceVersions);
    expect(versions.filter(({ path }) => path.includes("/emails/"))).toEqual([]);
  });
});
