/** The directory over a team's thousands of contacts, read from a phone system page by page, and everything with one of them. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Contact } from "../../../../src/integrations/connections/index.ts";
import {
  continueSyncs,
  describePerson,
  ensureContactSyncs,
  findPerson,
  lastTouches,
  listContacts,
  readTimeline,
  saveContacts,
  syncState,
} from "../../../../src/messaging/contacts/index.ts";
import { contacts } from "../../../../src/messaging/tables/contacts.ts";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { demoD1 } from "../../../support/node-d1.ts";

const TENANT = "tenant_alder";
const OTHER = "tenant_pinegrove";
const COUNT = 3_000;
const PAGE = 50;
const SHARED = "+14125559999";

const FIRST = ["Ana", "Boris", "Chen", "Dora", "Emil", "Femi", "Gita", "Hugo", "Ines", "Jon"];

function person(index: number, more: Partial<Contact> = {}): Contact {
  const firstName = FIRST[index % FIRST.length] ?? "";
  const lastName = `Person${index}`;
  return {
    id: `CT${index}`,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    company: null,
    role: `Tenant, ${index} Birch St #4B`,
    numbers: [{ label: "Mobile", number: `+1412${String(2_000_000 + index)}` }],
    emails: [`p${index}@mail.example`],
    internal: false,
    createdAt: null,
    ...more,
  };
}

const MARIA = person(COUNT, {
  firstName: "María",
  lastName: "López",
  name: "María López",
  numbers: [{ label: "Mobile", number: SHARED }],
  emails: ["Maria@Mail.example"],
});

/** A phone system's contacts, and a clock that moves with each call. */
class World {
  now = Date.parse("2026-11-20T10:00:00.000Z");
  list: Contact[] = [...Array.from({ length: COUNT - 1 }, (_, index) => person(index)), MARIA];
  calls = 0;
  fails = false;

  readonly db: TenantDb;

  constructor(db: TenantDb) {
    this.db = db;
  }

  async sync(untilMs = Infinity): Promise<void> {
    const world = {
      db: this.db,
      clock: { now: () => this.now },
      logger: silentLogger,
      source: () =>
        Promise.resolve((after: string | null) => {
          this.calls++;
          if (this.fails) return Promise.reject(new Error("the line is cut"));
          const from = Number(after ?? "0");
          const next = from + PAGE;
          return Promise.resolve({
            items: this.list.slice(from, next),
            next: next < this.list.length ? String(next) : null,
          });
        }),
      pause: () => {
        this.now += 200;
        return Promise.resolve();
      },
    };
    await continueSyncs(world, untilMs);
  }
}

let d1: D1Database;
let world: World;
const asked: string[] = [];

beforeAll(async () => {
  d1 = await demoD1();
  const noted = new Proxy(d1, {
    get: (target, name) =>
      name === "prepare"
        ? (sql: string) => (asked.push(sql), target.prepare(sql))
        : Reflect.get(target, name).bind(target),
  });
  world = new World(dbFor(noted, TENANT));
  await ensureContactSyncs(world.db, world.now);
  // In pieces, as the clock's budget cuts it.
  await world.sync(world.now + 5_000);
  expect(await syncState(world.db)).toMatchObject({ state: "reading" });
  await world.sync();
}, 120_000);

describe("reading the phone system's contacts", () => {
  it("goes on where it stopped and reads each page once", async () => {
    expect(world.calls).toBe(COUNT / PAGE);
    expect(await world.db.pick({ id: contacts.id }, contacts)).toHaveLength(COUNT);
    expect(await syncState(world.db)).toMatchObject({ state: "done", problem: null });
  });

  it("writes only what changed, and removes what is gone with the reading after it went", async () => {
    const seen = async () => new Set((await world.db.rows(contacts)).map(({ seenAt }) => seenAt)).size;
    const times = await seen();
    const gone = world.list.shift();
    world.list[0] = person(1, { name: "Boris Renamed" });
    world.now += 60 * 60_000;
    await world.sync();
    expect((await findPerson(world.db, "CT1"))?.contact?.name).toBe("Boris Renamed");
    // One was written; nothing was noted of the others.
    expect(await seen()).toBe(times + 1);
    world.now += 60 * 60_000;
    await world.sync();
    expect(await findPerson(world.db, gone?.id ?? "")).toBeNull();
    const after = await world.db.rows(contacts);
    expect(after).toHaveLength(COUNT - 1);
    world.now += 60 * 60_000;
    await world.sync();
    expect(await world.db.rows(contacts)).toEqual(after);
    expect((await listContacts(world.db, { q: "person0" })).items).toEqual([]);
  });

  it("keeps what it has where the phone system fails, says so, and tries again later", async () => {
    world.now += 60 * 60_000;
    world.fails = true;
    await world.sync();
    expect(await syncState(world.db)).toMatchObject({ state: "done", problem: expect.any(String) });
    expect((await listContacts(world.db, { q: "maria lopez" })).items).toHaveLength(1);
    world.fails = false;
    world.now += 60_000;
    await world.sync();
    expect(await syncState(world.db)).toMatchObject({ problem: null });
  });
});

describe("the directory", () => {
  it("lists all by name, each once, page after page", async () => {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listContacts(world.db, { cursor, limit: 200 });
      names.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(names).size).toBe(COUNT - 1);
    expect(names).toHaveLength(COUNT - 1);
  });

  it.each([
    ["maria", "María López"],
    ["lopez mar", "María López"],
    ["(412) 555-9999", "María López"],
    ["5559999", "María López"],
    ["maria@mail.example", "María López"],
    ["person777", "Hugo Person777"],
  ])("finds by “%s” first %s", async (q, name) => {
    expect((await listContacts(world.db, { q })).items[0]?.name).toBe(name);
  });

  it("takes a unit whole, and pages through what is found", async () => {
    expect((await listContacts(world.db, { q: "4" })).items.map(({ id }) => id)).toEqual(["CT4"]);
    const first = await listContacts(world.db, { q: "dora", limit: 30 });
    const second = await listContacts(world.db, {
      q: "dora",
      limit: 30,
      cursor: first.nextCursor ?? undefined,
    });
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(60);
  });

  it("shows another team nothing", async () => {
    expect((await listContacts(dbFor(d1, OTHER), { q: "maria lopez" })).items).toEqual([]);
    expect(await findPerson(dbFor(d1, OTHER), MARIA.id)).toBeNull();
  });
});

describe("one person", () => {
  it("is found by id, number and address; who shares the number is said", async () => {
    const { db } = world;
    const other = person(COUNT + 1, { name: "Rosa López", numbers: [{ label: "Home", number: SHARED }] });
    await saveContacts(db, "quo_alder", [other], world.now);
    for (const key of [MARIA.id, SHARED, "MARIA@mail.example"]) {
      const found = await findPerson(db, key);
      const shown = found === null ? null : await describePerson(db, found);
      expect(shown).toMatchObject({
        name: "María López",
        role: "Tenant",
        place: `${COUNT} Birch St #4B`,
        numbers: [{ shown: "+1 412 555 9999", sharedWith: [{ id: other.id, name: "Rosa López" }] }],
      });
    }
    const stranger = await findPerson(db, "+14125550000");
    expect(stranger === null ? null : await describePerson(db, stranger)).toMatchObject({
      id: null,
      name: "+1 412 555 0000",
    });
  });

  it("has texts, calls and e-mails in one timeline, newest first, without a gap between pages", async () => {
    const at = (minute: number) => `2026-11-20T09:${String(minute).padStart(2, "0")}:00.000Z`;
    const text = (id: string, minute: number) =>
      d1
        .prepare(
          `insert into texts (tenant_id, id, connection_id, direction, line_number, contact_number, text, attachments, at, fingerprint, received_at, state, attempts)
           values (?, ?, 'q', 'incoming', '+1', ?, ?, 0, ?, ?, ?, 'handed', 1)`,
        )
        .bind(TENANT, id, SHARED, `text ${id}`, at(minute), id, at(minute))
        .run();
    const mail = (id: string, from: string, to: string, minute: number) =>
      d1
        .prepare(
          `insert into mails (tenant_id, mailbox, id, connection_id, thread_id, direction, from_name, from_address, to_addresses, cc_addresses, subject, text, quoted, hidden, attachments, at, received_at, fingerprint, state, attempts)
           values (?, 'm', ?, 'g', 'th', ?, '', ?, ?, '[]', 'Heat', 'words', '', '', '[]', ?, ?, ?, 'handed', 1)`,
        )
        .bind(
          TENANT,
          id,
          from === "us@x.example" ? "outgoing" : "incoming",
          from,
          JSON.stringify([to]),
          at(minute),
          at(minute),
          id,
        )
        .run();
    await text("t1", 1);
    await mail("m1", "maria@mail.example", "us@x.example", 2);
    await mail("m2", "us@x.example", "maria@mail.example", 3);
    await text("t2", 4);
    await text("t3", 4);
    await d1
      .prepare(
        `insert into calls (tenant_id, id, connection_id, direction, contact_number, status, at, duration_seconds, received_at, state, attempts)
         values (?, 'c1', 'q', 'outgoing', ?, 'completed', ?, 200, ?, 'handed', 1)`,
      )
      .bind(TENANT, SHARED, at(5), at(5))
      .run();
    // Of two of the same name the one who texted last is meant.
    const namesake = { ...MARIA, id: "CT-namesake", name: "María Adler", numbers: [], emails: [] };
    await saveContacts(world.db, "quo_alder", [namesake], world.now);
    const found = await listContacts(world.db, { q: "maria" });
    expect(found.items.map(({ name }) => name)).toEqual(["María López", "María Adler"]);
    const keys = (await findPerson(world.db, MARIA.id))?.keys ?? [];
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await readTimeline(world.db, keys, { cursor, limit: 2 });
      read.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(read).toEqual(["c1", "t2", "t3", "m/m2", "m/m1", "t1"]);
    const calls = await readTimeline(world.db, keys, { kind: "call" });
    expect(calls.items).toMatchObject([{ title: "Call, 4 min", direction: "outgoing" }]);
    expect((await lastTouches(world.db, [MARIA.id])).get(MARIA.id)).toEqual({
      at: at(5),
      kind: "call",
      direction: "outgoing",
    });
  });

  it("shows what waits to be sent to them: by thread, and e-mails that begin one by their recipient", async () => {
    const { results } = await d1
      .prepare("select name from pragma_table_info('approvals') where \"notnull\" = 1 or pk = 1")
      .all<{ name: string }>();
    const wait = (row: Record<string, string>) => {
      const filled = Object.fromEntries(results.map(({ name }) => [name, "[]"]));
      const full = { ...filled, tenant_id: TENANT, status: "pending", urgent: "0", edited: "0", ...row };
      return d1
        .prepare(
          `insert into approvals (${Object.keys(full).join(", ")}) values (${Object.keys(full)
            .map(() => "?")
            .join(", ")})`,
        )
        .bind(...Object.values(full))
        .run();
    };
    const to = (address: string) =>
      JSON.stringify({ recipients: [{ address, known: "contact" }], makesContact: false });
    const words = JSON.stringify([{ document: { text: "The plumber comes at 9." } }]);
    await wait({ id: "a1", tool_call_id: "1", thread_key: `sms:${SHARED}`, proposed_effects: words });
    await wait({ id: "a2", tool_call_id: "2", facts: to("maria@mail.example") });
    await wait({ id: "a3", tool_call_id: "3", facts: to("somebody@else.example") });
    await wait({ id: "a4", tool_call_id: "4", thread_key: `sms:${SHARED}`, status: "done" });
    const found = await findPerson(world.db, MARIA.id);
    const shown = found === null ? null : await describePerson(world.db, found);
    expect(shown?.drafts.map(({ id, words: said }) => [id, said])).toEqual([
      ["a1", "The plumber comes at 9."],
      ["a2", ""],
    ]);
  });

  it("no question of a page scans a table", async () => {
    const scans = new Set<string>();
    for (const sql of new Set(asked.filter((one) => one.startsWith("select")))) {
      const plan = await d1.prepare(`explain query plan ${sql}`).all<{ detail: string }>();
      for (const { detail } of plan.results)
        if (detail.startsWith("SCAN ") && !/json_each|CONSTANT/.test(detail)) scans.add(`${detail}: ${sql}`);
    }
    expect([...scans]).toEqual([]);
  });
});
