/** A person erased for good: nothing of theirs is found afterwards, nothing of anybody else's is missing, and it ends the same after any kill. */
import { eq } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { columnName } from "../../../../src/platform/db/casing.ts";
import { describe, expect, it } from "vitest";
import { saveContacts } from "../../../../src/messaging/contacts/index.ts";
import type { MailMessage } from "../../../../src/platform/email/message.ts";
import { contacts } from "../../../../src/messaging/tables/contacts.ts";
import { dbFor, type TenantTable } from "../../../../src/platform/db/index.ts";
import { erasures } from "../../../../src/team/tables/erasure.ts";
import { mails } from "../../../../src/messaging/tables/mails.ts";
import { optOuts, texts } from "../../../../src/messaging/tables/inbox.ts";
import { teamTables } from "../../../../src/platform/db/move-rows.ts";
import { ensureEntities, entityConsumer } from "../../../../src/knowledge/entities/index.ts";
import { derivedId } from "../../../../src/kernel/ids.ts";
import { consumeEvents } from "../../../../src/platform/events/index.ts";
import { continueErasures, erasurePagesOf, type ErasureDeps } from "../../../../src/team/erasure/index.ts";
import { places, treatments, walkedTables } from "../../../../src/team/erasure/mentions.ts";
import { optOutOf } from "../../../../src/messaging/inbox/index.ts";
import { acceptEvent } from "../../../../src/messaging/inbox/accept.ts";
import { acceptMail } from "../../../../src/messaging/inbox/accept-mail.ts";
import { systemIds } from "../../../../src/kernel/ids.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import type { StoredChange, StoredPage, StoredRows } from "../../../../src/platform/api/stored-rows.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { Killed, lifeUntil, type Kill } from "../../../support/killed.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const TEAM = "tenant_alder";
const OTHER = "tenant_harbor";
const BEFORE = "2026-11-20T10:00:00.000Z";
const NOW_MS = Date.parse("2026-11-23T10:00:00.000Z");
const AFTER_MS = NOW_MS + 3_600_000;
const ANN = { id: "CTann", number: "+14125550142", address: "ann@mail.example" };
/** Of the same name, and with an id, a number and an address that hold Ann's, or nearly. */
const JOANN = { id: "CTann2", number: "+14125550143", address: "joann@mail.example" };
const LINE = "+14125550100";
const BY = { kind: "user", id: "user_dana", name: "Dana" } as const;

function contactOf({ id, number, address }: typeof ANN) {
  return {
    id,
    firstName: "Ann",
    lastName: "Lee",
    name: "Ann Lee",
    company: null,
    role: null,
    numbers: [{ label: "Mobile", number }],
    emails: [address],
    internal: false,
    createdAt: null,
  };
}

function textOf(id: string, contactNumber: string, more: object = {}) {
  const base = { id, connection_id: "quo", direction: "incoming", line_number: LINE, text: `Words of ${id}` };
  const rest = { at: BEFORE, fingerprint: `f:${id}`, received_at: BEFORE, state: "handed" };
  return { ...base, contact_number: contactNumber, ...rest, media: null, others: null, ...more };
}

function mailOf(id: string, thread: string, from: string, to: readonly string[], more: object = {}) {
  const base = { mailbox: "office@alder.example", id, connection_id: "google", thread_id: thread };
  const who = { from_address: from, to_addresses: JSON.stringify(to), cc_addresses: "[]" };
  return {
    ...base,
    ...who,
    direction: "incoming",
    at: BEFORE,
    fingerprint: `m:${id}`,
    state: "handed",
    ...more,
  };
}

async function fill(d1: D1Database): Promise<void> {
  for (const team of [TEAM, OTHER]) {
    await saveContacts(dbFor(d1, team), "quo", [contactOf(ANN), contactOf(JOANN)], NOW_MS);
    const add = (table: string, row: object) =>
      insertInto(d1, table, team, row as Readonly<Record<string, unknown>>);
    const own = (id: string): string => `${id}.${team}`;
    for (const who of [ANN, JOANN]) {
      const thread = `sms:${who.number}`;
      await add("texts", textOf(own(`T${who.id}`), who.number));
      await add("opt_outs", { number: who.number, opted_out: 1, at: BEFORE });
      await add("calls", {
        id: own(`AC${who.id}`),
        connection_id: "quo",
        direction: "incoming",
        contact_number: who.number,
        status: "completed",
        at: BEFORE,
        received_at: BEFORE,
        state: "handed",
        summary: '["Talked"]',
      });
      await add("inbound_events", {
        source: "quo",
        event_id: own(`e1${who.id}`),
        received_at: BEFORE,
        state: "recorded",
        payload: `{"from":"${who.number}"}`,
      });
      await add("inbound_events", {
        source: "quo",
        event_id: own(`e2${who.id}`),
        received_at: BEFORE,
        state: "recorded",
        payload: `{"callId":"${own(`AC${who.id}`)}","words":"secret"}`,
      });
      await add("text_threads", {
        number: who.number,
        line: LINE,
        status: "open",
        active_at: BEFORE,
        last_at: BEFORE,
        last_direction: "incoming",
        last_words: "hi",
      });
      await add("thread_entries", {
        id: own(`N${who.id}`),
        number: who.number,
        line: LINE,
        at: BEFORE,
        kind: "note",
        words: "called",
      });
      await add("conversations", {
        id: thread,
        title: "Ann Lee",
        source: "sms",
        status: "idle",
        preview: "hi",
        contact: `{"id":"${who.id}","name":"Ann Lee"}`,
      });
      await add("runs", { id: own(`R${who.id}`), conversation_id: thread, agent: "steward", preview: "hi" });
      await add("run_traces", { run_id: own(`R${who.id}`), part: 0, at: BEFORE, steps: '[{"name":"read"}]' });
      await add("approvals", {
        id: own(`P${who.id}`),
        conversation_id: thread,
        tool_call_id: `c${who.id}`,
        thread_key: thread,
        status: "pending",
        title: "Text Ann Lee",
        target: who.number,
        proposed_arguments: "{}",
        final_arguments: "{}",
        facts: JSON.stringify({
          recipients: [{ address: who.number, known: "contact" }],
          makesContact: false,
        }),
      });
      await add("effects", {
        id: own(`E${who.id}`),
        approval_id: own(`P${who.id}`),
        kind: "sms.send",
        document: `{"to":"${who.number}"}`,
        status: "planned",
        receipt: null,
      });
      await add("notifications", {
        id: own(`O${who.id}`),
        dedupe_key: own(`d${who.id}`),
        kind: "approval",
        subject_id: own(`P${who.id}`),
        title: "Text Ann Lee",
        body: "b",
        url: "/",
        created_at: BEFORE,
        audience: null,
      });
      await add("audit", {
        id: own(`A${who.id}`),
        at: BEFORE,
        actor_kind: "user",
        actor_id: "u",
        actor_name: "Dana",
        action: "approval.approved",
        subject_kind: "approval",
        subject_id: own(`P${who.id}`),
        sentence: `Dana approved: Text Ann Lee at ${who.number}`,
        changes: null,
      });
      await add(
        "mails",
        mailOf(own(`M${who.id}`), own(`own${who.id}`), who.address, ["office@alder.example"], {
          text: `From ${who.address}`,
        }),
      );
      await add("conversations", {
        id: `email:${own(`own${who.id}`)}`,
        title: "Rent",
        source: "email",
        status: "idle",
        preview: "Rent",
        contact: null,
      });
    }
    // Shared with others: what they wrote and what was written to them stays.
    await add(
      "texts",
      textOf(own("Tgroup"), ANN.number, { direction: "outgoing", others: JSON.stringify([JOANN.number]) }),
    );
    await add(
      "texts",
      textOf(own("Tpast"), JOANN.number, {
        others: JSON.stringify([ANN.number]),
        text: "Ann is at (412) 555-0142 or 412.555.0142",
      }),
    );
    await add("mails", mailOf(own("Mshared1"), own("shared"), ANN.address, ["office@alder.example"]));
    await add(
      "mails",
      mailOf(own("Mshared2"), own("shared"), JOANN.address, ["office@alder.example", ANN.address], {
        text: "Me too",
      }),
    );
    await add("conversations", {
      id: `email:${own("shared")}`,
      title: "Heating",
      source: "email",
      status: "idle",
      preview: "Me too",
      contact: null,
    });
    await add("workspace_files", {
      id: own("file"),
      path: "notes.md",
      path_key: "notes.md",
      folder: "",
      etag: "e",
      author: "{}",
      sha256: "s",
      deleted_at: null,
    });
    const versions = { former: "V-then", now: "s" };
    for (const [index, [name, sha256]] of Object.entries(versions).entries())
      await add("workspace_versions", {
        id: own(`version-${name}`),
        file_id: own("file"),
        version: index,
        change: "write",
        path: "notes.md",
        sha256,
        author: "{}",
        at: BEFORE,
      });
    await add("conversations", {
      id: own("chat"),
      title: "Numbers",
      source: "web",
      status: "idle",
      preview: "",
    });
    await add("workspace_words", { file_id: own("file"), etag: "e", words: "ann lee is at 412 555 0142" });
    const deps = { db: dbFor(d1, team), clock: { now: () => NOW_MS }, logger: silentLogger };
    await ensureEntities(deps);
    await consumeEvents(deps, [entityConsumer(deps)], NOW_MS + 1);
  }
}

/** What tools answered in the team's own chat: found on the second page alone, at the beginning of a line. */
function storedIn(id: string, after: StoredPage["after"]): StoredRows {
  const row = (answer: string): StoredRows["tables"] => [
    { table: "tool_calls", columns: ["reply_id", "id", "answer"], rows: [["r1", "c1", answer]] },
  ];
  if (after === null)
    return { tables: row('{"text":"Joann"}'), after: { table: "tool_calls", key: ["r1", "c1"] } };
  return {
    tables: row(id.startsWith("chat") ? `{"text":"Reach her at\\n${ANN.address}"}` : "{}"),
    after: null,
  };
}

/** What is stored after some changes of it. */
function asChanged(stored: StoredRows, changes: readonly StoredChange[]): StoredRows {
  const isOf = (row: readonly unknown[]) => (change: StoredChange) =>
    JSON.stringify(change.was) === JSON.stringify(row);
  const tables = stored.tables.map((table) => ({
    ...table,
    rows: table.rows.flatMap((row) => {
      const change = changes.find(isOf(row));
      if (change === undefined) return [row];
      return change.now === null ? [] : [change.now];
    }),
  }));
  return { ...stored, tables };
}

interface World {
  readonly d1: D1Database;
  readonly wiped: Map<string, number>;
  readonly changed: Map<string, StoredChange[]>;
  readonly withdrawn: string[];
  readonly dropped: string[];
  now: number;
  readonly deps: (kill?: Kill) => ErasureDeps;
}

async function worldWithAnn(): Promise<World> {
  const d1 = nodeD1();
  await fill(d1);
  const world: World = {
    d1,
    wiped: new Map([[`sms:${ANN.number}`, 12]]),
    changed: new Map(),
    withdrawn: [],
    dropped: [],
    now: NOW_MS,
    deps(kill) {
      const life = lifeUntil(kill ?? { calls: Infinity, when: "after" });
      const outside = life.object(
        {
          async withdraw(id: string) {
            await d1.prepare("update approvals set status = 'withdrawn' where id = ?").bind(id).run();
            world.withdrawn.push(id);
          },
          wipeConversation(id: string) {
            world.wiped.delete(id);
            return Promise.resolve();
          },
          rowsInConversation: (id: string) => Promise.resolve(world.wiped.get(id) ?? 0),
          readConversation: (id: string, { after }: StoredPage) =>
            Promise.resolve(asChanged(storedIn(id, after), world.changed.get(id) ?? [])),
          changeConversation(id: string, changes: readonly StoredChange[]) {
            world.changed.set(id, [...(world.changed.get(id) ?? []), ...changes]);
            return Promise.resolve();
          },
          readVersion: (sha256: string) =>
            Promise.resolve(sha256 === "V-then" ? `Ann: ${ANN.address}` : "Nobody"),
          dropAttachments: (names: readonly string[]) => Promise.resolve(void world.dropped.push(...names)),
          eraseArchive: () => Promise.resolve({ lines: 0, next: null }),
        },
        [
          "withdraw",
          "wipeConversation",
          "rowsInConversation",
          "readConversation",
          "changeConversation",
          "readVersion",
          "dropAttachments",
          "eraseArchive",
        ],
      );
      const index = {
        rebuild: () => Promise.resolve(IDLE),
        status: () => Promise.resolve(IDLE),
        query: () => Promise.resolve({ items: [], nextCursor: null, matched: "all" as const }),
      };
      const clock = { now: () => world.now };
      const db = dbFor(life.database(d1), TEAM);
      return { db, clock, logger: silentLogger, ...outside, search: () => Promise.resolve(index) };
    },
  };
  return world;
}

const IDLE = { items: 0, bySource: {}, rebuild: null } as never;

async function begin(world: World, contact = ANN.id, name = "Ann Lee"): Promise<string> {
  const clock = { now: () => world.now };
  const pages = erasurePagesOf({
    db: dbFor(world.d1, TEAM),
    clock,
    ids: systemIds,
    wake: () => Promise.resolve(),
  });
  return pages.begin({ contact, name, by: BY });
}

async function finish(world: World, id: string, kill?: Kill) {
  for (let turn = 0; turn < 400; turn++) {
    const row = await dbFor(world.d1, TEAM).find(erasures, eq(erasures.id, id));
    if (row?.stage === "done") return row;
    world.now += 60_000;
    const killed = turn === 0 ? kill : undefined;
    try {
      await continueErasures(world.deps(killed), world.now + 1);
    } catch (error) {
      if (!(error instanceof Killed) && !((error as Error).cause instanceof Killed)) throw error;
    }
  }
  throw new Error("it never ends");
}

/** All rows of a team, as they lie in the file; without what the erasure itself writes. */
async function contents(d1: D1Database, tenant: string): Promise<string[]> {
  const skipped = new Set(["erasures", "erased_keys"]);
  const all: string[] = [];
  for (const { name } of teamTables()) {
    if (skipped.has(name)) continue;
    const { results } = await d1.prepare(`select * from ${name} where tenant_id = ?`).bind(tenant).all();
    all.push(...results.map((row) => `${name} ${JSON.stringify(row)}`));
  }
  return all.toSorted();
}

const OF_ANN = /(?<!\d)\+?1?\D{0,2}412\D{0,2}555\D?0142(?!\d)|(?<!\w)ann@mail\.example|(?<!\w)CTann(?![\w.])/;
/** The file that names her is for a person to look at. */
const isListed = (row: string): boolean => row.startsWith("workspace_words ");

/** Tables by whose rows the erasure itself goes. */
const NOT_PROBED = ["erased_keys", "erasures", "work_leases"];

/** A row with these words in every column that takes any. */
function probeOf(table: TenantTable, words: string): Record<string, unknown> {
  const { columns, indexes, primaryKeys } = getTableConfig(table);
  const keys = new Set([
    ...columns.filter(({ primary }) => primary).map(({ name }) => name),
    ...primaryKeys.flatMap((key) => key.columns.map(({ name }) => name)),
    ...indexes
      .filter(({ config }) => config.unique)
      .flatMap(({ config }) => config.columns)
      .flatMap((column) => ("name" in column ? [String(column.name)] : [])),
  ]);
  const free = columns.filter(
    ({ name, dataType, enumValues }) =>
      name !== "tenantId" &&
      !keys.has(name) &&
      dataType !== "number" &&
      dataType !== "boolean" &&
      !enumValues?.length,
  );
  // A row's number begins at one.
  const numbered = columns.filter(({ primary, dataType }) => primary && dataType === "number");
  return Object.fromEntries([
    ...numbered.map((column) => [columnName(column), 1_000_000] as const),
    ...free
      .map(
        (column) =>
          [columnName(column), column.dataType === "json" ? JSON.stringify([words]) : words] as const,
      )
      .filter(([name]) => !/(?:^|_)(?:at|until)$/.test(name)),
  ]);
}

function mailFrom(id: string, address: string, at: string): MailMessage {
  return {
    id,
    mailbox: "office@alder.example",
    threadId: `thread.${id}`,
    messageId: `<${id}@mail.example>`,
    inReplyTo: null,
    from: { name: "Ann Lee", address },
    to: ["office@alder.example"],
    cc: [],
    replyTo: [],
    subject: "Rent",
    text: "When is the rent due?",
    quoted: "",
    hidden: "",
    attachments: [],
    labels: ["INBOX"],
    at,
    returned: null,
    isAutomatic: false,
    isVerified: true,
  } as unknown as MailMessage;
}

/** Tables whose rows may still name her: of the team itself, or for people to look at. A table that is added here leaves erased people in it. */
const STAYS = [
  "accounts",
  "agent_days",
  "agent_instructions",
  "approval_tokens",
  "archive_pages",
  "automation_rules",
  "connections",
  "consents",
  "contact_syncs",
  "custom_field_definitions",
  "earned_tallies",
  "entity_rulings",
  "forms",
  "goals",
  "invites",
  "knowledge_items",
  "knowledge_runs",
  "knowledge_sources",
  "mcp_grants",
  "mcp_servers",
  "mirror_files",
  "mirror_unreadable",
  "mirrors",
  "on_call_settings",
  "project_documents",
  "project_phases",
  "projects",
  "push_subscriptions",
  "rates",
  "reply_templates",
  "routing_settings",
  "saved_views",
  "schedules",
  "sessions",
  "settings",
  "skill_switches",
  "slack_cards",
  "status_changes",
  "tags",
  "task_assignments",
  "task_dependencies",
  "upkeep_lines",
  "users",
  "workspace_files",
  "workspace_folders",
  "workspace_versions",
  "workspace_words",
];

describe("a person is erased for good", () => {
  it("finds nothing of hers afterwards, and leaves everybody else as they were", async () => {
    const world = await worldWithAnn();
    const [mine, others] = [await contents(world.d1, TEAM), await contents(world.d1, OTHER)];
    expect(mine.filter((row) => OF_ANN.test(row)).length).toBeGreaterThan(25);
    const done = await finish(world, await begin(world));

    const after = await contents(world.d1, TEAM);
    expect(after.filter((row) => OF_ANN.test(row) && !isListed(row))).toEqual([]);
    expect(await contents(world.d1, OTHER)).toEqual(others);
    // In the directory she was twice, in all its tables; what it says of her e-mails went with them.
    const entries = await Promise.all(
      [`contact:${ANN.id}`, `email:${ANN.address}`].map((key) => derivedId("entity", key)),
    );
    const inDirectory = (row: string): boolean => entries.some((id) => row.includes(id));
    expect(new Set(mine.filter(inDirectory).map((row) => row.split(" ")[0]))).toEqual(
      new Set(["entities", "entity_words", "mentions"]),
    );
    expect(after.filter(inDirectory)).toEqual([]);
    // What is Joann's alone has not changed by a byte.
    const joanns = mine.filter(
      (row) => !OF_ANN.test(row) && !inDirectory(row) && !/CTann(?!2)|Mshared|ownCTann(?!2)/.test(row),
    );
    expect(after).toEqual(expect.arrayContaining(joanns));
    expect(world.withdrawn).toEqual([`PCTann.${TEAM}`]);
    expect(world.wiped.size).toBe(0);

    expect(done.person).toBeNull();
    expect(done.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(OF_ANN.test(JSON.stringify(done))).toBe(false);
    expect(JSON.stringify(done)).not.toContain("Ann Lee");
    expect(done.removed).toMatchObject({
      Calls: 1,
      Texts: 1,
      "Waiting drafts withdrawn": 1,
      "Rows inside conversations": 12,
      "Answers of tools in chats": 1,
    });
    expect(JSON.stringify(world.changed.get(`chat.${TEAM}`)?.map(({ now }) => now))).toContain("Erased");
    const theFile = { path: null, fileId: `file.${TEAM}`, count: 1 };
    expect(done.left.toSorted((one, other) => (one.what < other.what ? -1 : 1))).toEqual([
      // Of a namesake: listed, and left as it is.
      { what: "A conversation", path: "/conversations", fileId: null, count: 1 },
      { what: "A draft or approval", path: `/approvals/P${JOANN.id}.${TEAM}`, fileId: null, count: 1 },
      { what: "A file", ...theFile },
      { what: "A notification", path: "/notifications", fileId: null, count: 1 },
      // Her number stood among words.
      {
        what: "A text with someone else, without their name and numbers now",
        path: "/texts",
        fileId: null,
        count: 1,
      },
      { what: "An earlier version of a file", ...theFile },
      { what: "An entry of the audit log", path: "/settings/audit", fileId: null, count: 1 },
      { what: "Another contact", path: `/contacts/${JOANN.id}`, fileId: null, count: 1 },
      {
        what: "Something in the directory",
        path: expect.stringMatching(/^\/directory\/entity_/) as string,
        fileId: null,
        count: 1,
      },
    ]);
  });

  it("takes her out of what she shares with others and keeps it", async () => {
    const world = await worldWithAnn();
    await finish(world, await begin(world));
    const db = dbFor(world.d1, TEAM);
    const group = await db.find(texts, eq(texts.id, `Tgroup.${TEAM}`));
    expect(group).toMatchObject({
      contactNumber: JOANN.number,
      others: null,
      text: `Words of Tgroup.${TEAM}`,
    });
    const past = await db.find(texts, eq(texts.id, `Tpast.${TEAM}`));
    expect(past?.text).toBe("Ann is at [erased] or [erased]");
    const after = (await contents(world.d1, TEAM)).join("\n");
    expect(after).toContain("Mshared2");
    expect(after).toContain(`email:shared.${TEAM}`);
    expect(after).not.toContain("Mshared1");
  });

  it("ends with the same records and figures wherever it is killed", async () => {
    const whole = await worldWithAnn();
    const expected = await finish(whole, await begin(whole));
    const records = (await contents(whole.d1, TEAM)).filter((row) => !/^(?:audit|work_leases) /.test(row));
    for (const when of ["before", "after"] as const)
      for (let calls = 1; calls <= 300; calls += 37) {
        const world = await worldWithAnn();
        const done = await finish(world, await begin(world), { calls, when });
        const left = (await contents(world.d1, TEAM)).filter((row) => !/^(?:audit|work_leases) /.test(row));
        expect({ calls, when, removed: done.removed, left: done.left, records: left }).toEqual({
          calls,
          when,
          removed: expected.removed,
          left: expected.left,
          records,
        });
      }
  });

  it("takes in nothing from before again, keeps her opt-out, and lets her begin anew", async () => {
    const world = await worldWithAnn();
    await finish(world, await begin(world));
    const db = dbFor(world.d1, TEAM);
    const clock = { now: () => AFTER_MS };
    await saveContacts(db, "quo", [contactOf(ANN)], AFTER_MS, { marks: true });
    expect(await db.find(contacts, eq(contacts.id, ANN.id))).toBeNull();
    const arrives = (id: string, atMs: number) =>
      acceptEvent(
        { db, clock },
        { vendor: "quo", connectionId: "quo" },
        {
          id: `event.${id}`,
          type: "message.received",
          isKnown: true,
          isUnreadable: false,
          payload: { from: ANN.number },
          call: null,
          text: {
            id,
            direction: "incoming",
            from: ANN.number,
            to: LINE,
            others: [],
            lineId: null,
            text: "hello",
            attachments: 0,
            atMs,
            delivery: null,
          },
        },
      );
    await arrives("old", Date.parse(BEFORE));
    expect((await contents(world.d1, TEAM)).filter((row) => OF_ANN.test(row) && !isListed(row))).toEqual([]);
    expect(await db.find(optOuts, eq(optOuts.number, ANN.number))).toBeNull();
    expect(await optOutOf(db, ANN.number, [])).toMatchObject({ optedOut: true });
    expect(await optOutOf(db, "+14125550199", [])).toBeNull();
    await arrives("new", AFTER_MS);
    expect(await db.find(texts, eq(texts.id, "new"))).toMatchObject({ contactNumber: ANN.number });
    await saveContacts(db, "quo", [{ ...contactOf(ANN), id: "CTfresh" }], AFTER_MS);
    expect(await db.find(contacts, eq(contacts.id, "CTfresh"))).not.toBeNull();
  });

  it("takes in no e-mail of hers from before again, and a new one as anybody's", async () => {
    const world = await worldWithAnn();
    await finish(world, await begin(world));
    const db = dbFor(world.d1, TEAM);
    const arrives = (id: string, from: string, at: string) =>
      acceptMail(
        {
          db,
          clock: { now: () => AFTER_MS },
          isOwnMail: () => Promise.resolve(false),
          noteReturned: () => Promise.resolve(false),
        },
        mailFrom(id, from, at),
        { connectionId: "google", check: "general" },
      );
    expect(await arrives("old", ANN.address, BEFORE)).toBeNull();
    expect(await db.find(mails, eq(mails.id, "old"))).toBeNull();
    expect(await arrives("others", JOANN.address, BEFORE)).not.toBeNull();
    expect(await arrives("new", ANN.address, new Date(AFTER_MS).toISOString())).not.toBeNull();
  });

  it("finds her number and her address in whatever table they stand", async () => {
    const world = await worldWithAnn();
    const words = `Ring ${ANN.number} or write to ${ANN.address}`;
    for (const { name, table } of walkedTables())
      if (!NOT_PROBED.includes(name)) await insertInto(world.d1, name, TEAM, probeOf(table, words));
    await finish(world, await begin(world));
    const left = (await contents(world.d1, TEAM)).filter((row) => OF_ANN.test(row));
    expect([...new Set(left.map((row) => row.split(" ")[0]))]).toEqual(STAYS);
  });

  it("takes out a name nobody else has, and lists every table that still holds a word of it", async () => {
    const world = await worldWithAnn();
    const ZEB = { ...contactOf({ id: "CTzeb", number: "+14125550177", address: "zq@mail.example" }) };
    const zebulon = { ...ZEB, firstName: "Zebulon", lastName: "Quixwell", name: "Zebulon Quixwell" };
    await saveContacts(dbFor(world.d1, TEAM), "quo", [zebulon], NOW_MS);
    for (const { name, table } of walkedTables())
      // A member who had it would make the name no one’s alone.
      if (![...NOT_PROBED, "users"].includes(name))
        await insertInto(world.d1, name, TEAM, probeOf(table, "Ask Zebulon Quixwell, or Zebulon’s wife"));
    const done = await finish(world, await begin(world, "CTzeb", "Zebulon Quixwell"));
    const named = (await contents(world.d1, TEAM)).filter((row) => /zebulon|quixwell/i.test(row));
    const tables = [...new Set(named.map((row) => row.split(" ")[0] ?? ""))];
    const listed = new Set(done.left.map(({ what }) => what));
    const unlisted = tables.filter(
      (table) => treatments()[table] !== "keep" && !listed.has(places()[table]?.what ?? ""),
    );
    expect(unlisted).toEqual([]);
    expect(tables.filter((table) => treatments()[table] === "mask").length).toBeGreaterThan(10);
    const whole = named.filter((row) => /zebulon quixwell/i.test(row)).map((row) => row.split(" ")[0] ?? "");
    expect(whole.filter((table) => !["list", "keep"].includes(treatments()[table] ?? ""))).toEqual([]);
    expect(JSON.stringify(done)).not.toMatch(/zebulon|quixwell/i);
  });

  it("waits for what is on its way out, and begins only for the name that was typed", async () => {
    const world = await worldWithAnn();
    await expect(begin(world, ANN.id, "Anne")).rejects.toThrow(/isn’t the name/);
    await world.d1
      .prepare("update approvals set status = 'executing' where id = ?")
      .bind(`PCTann.${TEAM}`)
      .run();
    const id = await begin(world);
    for (let turn = 0; turn < 3; turn++) {
      world.now += 60_000;
      await continueErasures(world.deps(), world.now + 1);
    }
    const db = dbFor(world.d1, TEAM);
    expect(await db.find(erasures, eq(erasures.id, id))).toMatchObject({ stage: "drafts" });
    expect(await db.find(contacts, eq(contacts.id, ANN.id))).not.toBeNull();
    await world.d1.prepare("update approvals set status = 'done' where id = ?").bind(`PCTann.${TEAM}`).run();
    expect((await finish(world, id)).person).toBeNull();
  });
});

it("every table of a team's rows says what becomes of a person in it", () => {
  const known = Object.keys(treatments());
  const missing = teamTables()
    .map(({ name }) => name)
    .filter((name) => !known.includes(name));
  expect(missing).toEqual([]);
});
