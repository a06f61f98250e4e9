/** GROWTH: who somebody is, from our own copy by an index, however many contacts a phone system has. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Contact, ContactBook } from "../../../../src/integrations/connections/index.ts";
import {
  contactBook,
  continueSyncs,
  ensureContactSyncs,
  saveContacts,
} from "../../../../src/messaging/contacts/index.ts";
import { contactSyncs } from "../../../../src/messaging/tables/contacts.ts";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { rankContacts, wordsOfQuery } from "../../../../src/messaging/tools/contacts/rank-contacts.ts";
import { demoD1 } from "../../../support/node-d1.ts";

const TENANT = "tenant_alder";
const CONNECTION = "conn_alder_quo";
const PAGE = 50;
const MANY = 3_000;

const FIRST = ["Ana", "Boris", "Chen", "Dora", "Emil", "Femi", "Gita", "Hugo", "Ines", "Jon"];
const LAST = ["Okafor", "Lindqvist", "Moreau", "Tanaka", "Brandt", "Silva", "Novak"];

function person(index: number, more: Partial<Contact> = {}): Contact {
  const firstName = FIRST[index % FIRST.length] ?? "";
  const lastName = `${LAST[index % LAST.length] ?? ""}${String.fromCodePoint(97 + (index % 26))}`;
  return {
    id: `CT${index}`,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    company: null,
    role: `Tenant, ${index} Birch St`,
    numbers: [{ label: "Mobile", number: `+1412${String(2_000_000 + index)}` }],
    emails: [`p${index}@${index % 2 === 0 ? "mail" : "post"}.example`],
    internal: false,
    createdAt: null,
    ...more,
  };
}

const MARIA = person(MANY, {
  name: "María Lopezcastillo",
  numbers: [{ label: "Mobile", number: "+14125559999" }],
  emails: ["Maria@Alderfinch.example"],
});

/** A phone system with so many contacts. */
class Phone {
  list: Contact[];
  calls = 0;
  now = Date.parse("2026-11-20T10:00:00.000Z");
  readonly db: TenantDb;
  readonly book: ContactBook;

  constructor(d1: D1Database, list: Contact[]) {
    this.list = list;
    this.db = dbFor(d1, TENANT);
    this.book = contactBook({
      db: this.db,
      clock: { now: () => this.now },
      connectionId: CONNECTION,
      page: (after) => this.page(after),
    });
  }

  page(after: string | null) {
    this.calls++;
    const from = Number(after ?? "0");
    const next = from + PAGE;
    return Promise.resolve({
      items: this.list.slice(from, next),
      next: next < this.list.length ? String(next) : null,
    });
  }

  /** What the clock reads. */
  async sync(): Promise<void> {
    const source = () => Promise.resolve((after: string | null) => this.page(after));
    const world = { db: this.db, clock: { now: () => this.now }, logger: silentLogger, source };
    await continueSyncs({ ...world, pause: () => Promise.resolve() }, Infinity);
  }

  async named(query: string): Promise<string[]> {
    return rankContacts(await this.book.like(wordsOfQuery(query)), query).map(({ name }) => name);
  }
}

describe("a phone system with a page of contacts", () => {
  it("is read whole the first time anyone is asked for, and again before it is said that there is no one", async () => {
    const phone = new Phone(await demoD1(), [person(1), person(2)]);
    const [one, new_] = ["+14122000001", "+14122000003"];
    expect((await phone.book.owners([one]))(one)).toEqual([person(1)]);
    await phone.book.owners([one]);
    expect(phone.calls).toBe(1);
    phone.list = [person(2), person(3)];
    expect((await phone.book.owners([new_]))(new_)).toEqual([]);
    phone.now += 1_000;
    expect((await phone.book.owners([new_], { isSure: true }))(new_)).toEqual([person(3)]);
    // Who is gone is gone with the same reading.
    expect((await phone.book.owners([one]))(one)).toEqual([]);
    expect(await phone.book.byId("CT3")).toEqual(person(3));
    expect(phone.calls).toBe(2);
  });

  it("keeps a contact of ours that was made while it was read", async () => {
    const phone = new Phone(await demoD1(), [person(1)]);
    const page = phone.page.bind(phone);
    phone.page = async (after) => {
      const read = await page(after);
      phone.now += 1_000;
      await saveContacts(phone.db, CONNECTION, [person(7)], phone.now);
      return read;
    };
    await phone.book.byId("CT1");
    expect(await phone.book.byId("CT7")).toEqual(person(7));
  });
});

describe(`a phone system with ${MANY} contacts`, () => {
  let phone: Phone;
  const more = [MARIA, person(MANY + 1, { name: "Maria Short", emails: [] })];
  beforeAll(async () => {
    const list = [...Array.from({ length: MANY }, (_, index) => person(index)), ...more];
    phone = new Phone(await demoD1(), list);
    await ensureContactSyncs(phone.db, phone.now);
  }, 120_000);

  it("is read ten pages far while somebody waits, and to the end by the clock", async () => {
    await phone.book.byId("CT600");
    expect(phone.calls).toBe(10);
    expect(await phone.db.rows(contactSyncs)).toMatchObject([
      { cursor: "500", listed: 500, finishedAt: null },
    ]);
    // While it is being read no one waits for it again.
    expect(await phone.book.byId("CT600")).toBeNull();
    expect(phone.calls).toBe(10);
    await phone.sync();
    expect(phone.calls).toBe(Math.ceil(phone.list.length / PAGE));
    expect(await phone.book.byId("CT600")).toEqual(person(600));
  }, 120_000);

  it("says whose numbers and addresses are whose without a call", async () => {
    phone.calls = 0;
    const [known, address, strange] = ["+14122002999", "maria@alderfinch.example", "+14125550000"];
    const owners = await phone.book.owners([known, address, strange], { isSure: true });
    expect([known, address, strange].map((key) => owners(key).map(({ id }) => id))).toEqual([
      ["CT2999"],
      [MARIA.id],
      [],
    ]);
    expect((await phone.book.named("maria lopezcastillo")).map(({ id }) => id)).toEqual([MARIA.id]);
    expect(await phone.book.domains()).toEqual(["alderfinch.example", "mail.example", "post.example"]);
    expect(phone.calls).toBe(0);
  });

  it("finds people by what a person would say", async () => {
    expect(await phone.named("Maria Lopezcastillo")).toEqual([MARIA.name]);
    expect(await phone.named("lopezcastilo")).toEqual([MARIA.name]);
    expect(await phone.named("412 555 9999")).toEqual([MARIA.name]);
    expect(await phone.named("2123 Birch St")).toEqual([person(2123).name]);
    expect(await phone.named("maria")).toEqual([MARIA.name, "Maria Short"].toSorted());
    expect(await phone.named("Zacharias")).toEqual([]);
  });
});
