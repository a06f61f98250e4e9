/** The team's own contacts: read from any system's CSV, one with the phone system's where that has the same person, and never lost to its sync. */
import Papa from "papaparse";
import { beforeEach, describe, expect, it } from "vitest";
import type { Contact } from "../../../../src/integrations/connections/index.ts";
import {
  contactBook,
  describePerson,
  findPerson,
  importContacts,
  listContacts,
  removeOwnContact,
  saveContacts,
  saveOwnContact,
} from "../../../../src/messaging/contacts/index.ts";
import { pruneContacts } from "../../../../src/messaging/contacts/store.ts";
import type { IfKnown } from "../../../../src/messaging/contacts/own.ts";
import { contacts } from "../../../../src/messaging/tables/contacts.ts";
import {
  CONTACT_RULES,
  contactOf,
  repeatsIn,
  type ContactField,
} from "../../../../src/messaging/api/contact-columns.ts";
import { isSameName, type ContactRecord } from "../../../../src/messaging/api/contact-import.ts";
import { readRows, type ChosenColumns } from "../../../../src/platform/api/import-file.ts";
import { erasedHash } from "../../../../src/platform/erased/index.ts";
import { erasedKeys } from "../../../../src/platform/db/tables/erased.ts";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { decodeText } from "../../../../src/kernel/decode-text.ts";
import { demoD1 } from "../../../support/node-d1.ts";

const PHONE = "conn_alder_quo";
const NOW = Date.parse("2026-11-20T10:00:00.000Z");

const parse = (csv: string) => ({
  rows: Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: "greedy" }).data,
  problem: null,
});
const read = (csv: string, chosen: ChosenColumns<ContactField> = {}) =>
  readRows(csv, parse, chosen, CONTACT_RULES);
const records = (csv: string, chosen?: ChosenColumns<ContactField>) =>
  read(csv, chosen).rows.map(({ cells }) => contactOf(cells));

const MARIA = {
  name: "Maria Lopez",
  company: "",
  role: "Tenant, 12 Birch St #4B",
  phones: ["(412) 555-9001"],
  emails: ["maria@mail.example"],
  notes: "Has a dog.",
};

describe("a file of contacts", () => {
  it.each([
    "Name,Phone,E-mail,Role,Unit,Notes",
    "FULL NAME,mobile phone,Email Address,Title,ADDRESS,comments",
    "resident_name,phone_number,email,Relationship,Property Address,Note",
  ])("has the same contact by the columns %s", (header) => {
    expect(
      records(`${header}\nMaria Lopez,(412) 555-9001,maria@mail.example,Tenant,12 Birch St #4B,Has a dog.\n`),
    ).toEqual([MARIA]);
  });

  it.each([
    [
      "Google Contacts",
      "First Name,Middle Name,Last Name,Organization Name,Organization Title,Notes,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Value,Address 1 - Formatted\nAna,,Ruiz,Pier 9,Owner,,Work,ana@pier9.example,ana@mail.example ::: a@pier9.example,Mobile,+14125550171,+14125550172,1 Elm\n",
    ],
    [
      "Outlook",
      "First Name,Last Name,Company,Job Title,Business Street,E-mail Address,E-mail 2 Address,E-mail 3 Address,Mobile Phone,Business Phone\nAna,Ruiz,Pier 9,Owner,1 Elm,ana@pier9.example,ana@mail.example,a@pier9.example,+14125550171,+14125550172\n",
    ],
  ])("of %s has every number and address", (_, file) => {
    expect(records(file)).toEqual([
      {
        name: "Ana Ruiz",
        company: "Pier 9",
        role: "Owner, 1 Elm",
        phones: ["+14125550171", "+14125550172"],
        emails: ["ana@pier9.example", "ana@mail.example", "a@pier9.example"],
        notes: "",
      },
    ]);
  });

  it("is matched by hand, in Windows-1252, and says what can’t be read and what is no contact", () => {
    const bytes = Uint8Array.from("Wer;Nummer;Fax\nJ\u00fcrgen Stra\u00df;12;7\n;;9\n", (char) =>
      char.charCodeAt(0),
    );
    const { columns, rows } = read(decodeText(bytes), { Wer: "name", Nummer: "phone" });
    expect(columns).toMatchObject([
      { field: "name", filled: 1, unread: 0 },
      { field: "phone", filled: 1, unread: 1, example: "12" },
      { field: null, filled: 2 },
    ]);
    expect(rows.map(({ cells }) => contactOf(cells))).toEqual([
      { name: "Jürgen Straß", company: "", role: "", phones: ["12"], emails: [], notes: "" },
      { problem: "No name, company, number, or address. Fill one in." },
    ]);
  });

  it("knows lines that repeat an earlier one, and people who share a number", () => {
    const lines = [MARIA, { ...MARIA, name: "M. Lopez", emails: [] }, { ...MARIA, name: "Jose Lopez" }].map(
      (record, index) => ({ line: index + 2, record }),
    );
    expect([...repeatsIn(lines)]).toEqual([[3, 2]]);
    expect(isSameName("Lopez, María", "Maria Elena Lopez")).toBe(true);
    expect(isSameName("Jose Lopez", "Maria Lopez")).toBe(false);
  });
});

describe("contacts of the team’s own", () => {
  let db: TenantDb;
  let made = 0;
  const deps = () => ({
    db,
    nowMs: NOW,
    home: "",
    newId: () => `00000000-0000-7000-8000-${String(++made).padStart(12, "0")}`,
  });
  const take = (known: IfKnown, ...given: Partial<ContactRecord>[]) =>
    importContacts(
      deps(),
      known,
      given.map((record, index) => ({
        line: index + 2,
        record: { ...MARIA, phones: [], emails: [], role: "", notes: "", ...record },
      })),
    );
  const all = () => db.rows(contacts);
  const card: Contact = {
    id: "CT1",
    firstName: "María",
    lastName: "López",
    name: "María López",
    company: null,
    role: null,
    numbers: [{ label: "Mobile", number: "+14125559001" }],
    emails: [],
    internal: false,
    createdAt: null,
  };

  beforeEach(async () => {
    db = dbFor(await demoD1(), "tenant_alder");
  });

  it("are written once, found everywhere contacts are, and a check writes nothing", async () => {
    expect(await take("check", MARIA)).toMatchObject([{ line: 2, outcome: "new", contact: null }]);
    expect(await all()).toEqual([]);
    const [first] = await take("merge", MARIA);
    expect(first).toMatchObject({ outcome: "new", contact: { name: "Maria Lopez" }, message: "" });
    expect(await take("check", MARIA)).toMatchObject([{ outcome: "known", contact: first?.contact }]);
    expect(await take("merge", MARIA)).toMatchObject([{ outcome: "merged", message: "" }]);
    expect(await take("skip", { ...MARIA, company: "Pier 9" })).toMatchObject([{ outcome: "known" }]);
    expect(await all()).toHaveLength(1);
    const { items } = await listContacts(db, { q: "lopez 4b" });
    expect(items).toMatchObject([{ company: null, numbers: [{ number: "+14125559001" }] }]);
    const found = await findPerson(db, "+14125559001");
    expect(found?.contact?.id).toBe(first?.contact?.id);
    expect(found === null ? null : await describePerson(db, found)).toMatchObject({
      own: true,
      notes: "Has a dog.",
      place: "12 Birch St #4B",
    });
    for (const book of [contactBook({ db }), contactBook(phone())]) {
      expect(await book.named("maria lopez")).toHaveLength(1);
      expect((await book.owners(["maria@mail.example"]))("maria@mail.example")).toHaveLength(1);
      expect(await book.like({ words: ["lopez"], numbers: [] })).toHaveLength(1);
      expect(await book.byId(first?.contact?.id ?? "")).toMatchObject({ name: "Maria Lopez" });
      expect(await book.domains()).toContain("mail.example");
    }
  });

  /** A phone system without contacts. */
  function phone() {
    const page = () => Promise.resolve({ items: [], next: null });
    return { db, clock: { now: () => NOW + 60_000 }, connectionId: PHONE, page };
  }

  it("keep what a merge doesn’t take, and numbers that can’t be read, and say so", async () => {
    await take("merge", MARIA);
    const [merged] = await take("merge", {
      ...MARIA,
      role: "Owner",
      phones: ["412-555-9001", "ask Jose"],
      emails: ["m@pier9.example"],
    });
    expect(merged).toMatchObject({
      outcome: "merged",
      message:
        "“ask Jose” can’t be read; it’s in the notes. The role stays “Tenant, 12 Birch St #4B”, not “Owner”.",
    });
    expect(await all()).toMatchObject([
      {
        emails: ["maria@mail.example", "m@pier9.example"],
        own: { notes: "Has a dog.\nask Jose" },
      },
    ]);
  });

  it("with another’s number are people of their own", async () => {
    await take("merge", MARIA);
    expect(await take("merge", { ...MARIA, name: "Jose Lopez", emails: [] })).toMatchObject([
      { outcome: "new" },
    ]);
    expect((await findPerson(db, "+14125559001"))?.sharers.map(({ name }) => name)).toEqual([
      "Jose Lopez",
      "Maria Lopez",
    ]);
  });

  it("without a number are known by their name", async () => {
    await take("merge", { name: "Pier 9 Marina" });
    expect(await take("merge", { name: "PIER 9 MARINA" })).toMatchObject([{ outcome: "merged" }]);
  });

  it("who were erased aren’t imported again", async () => {
    await db.batch([
      db.insert(erasedKeys, {
        hash: erasedHash(db, "+14125559001"),
        erasedAt: "2026-11-01T00:00:00.000Z",
      }),
    ]);
    expect(await take("merge", MARIA)).toMatchObject([{ outcome: "refused" }]);
    expect(await all()).toEqual([]);
  });

  it("become one with the phone system’s, stay as filled as they were, and outlast it", async () => {
    await take("merge", MARIA);
    await saveContacts(db, PHONE, [card], NOW);
    const whole = {
      id: "CT1",
      connectionId: PHONE,
      name: "María López",
      role: "Tenant, 12 Birch St #4B",
      emails: ["maria@mail.example"],
    };
    expect(await all()).toMatchObject([whole]);
    // A later sync reads the same card.
    expect(await saveContacts(db, PHONE, [card], NOW + 1)).toBe(0);
    await saveContacts(db, PHONE, [{ ...card, role: "Owner" }], NOW + 2);
    expect(await all()).toMatchObject([{ ...whole, role: "Owner" }]);
    expect(await take("merge", MARIA)).toMatchObject([
      {
        outcome: "merged",
        contact: { id: "CT1" },
        message: "The role stays “Owner”, not “Tenant, 12 Birch St #4B”.",
      },
    ]);
    await pruneContacts(db, await all(), NOW + 3);
    expect(await all()).toMatchObject([{ id: "CT1", connectionId: "own", name: "Maria Lopez" }]);
  });

  it("merge into the phone system’s, and leave another person with the number alone", async () => {
    await saveContacts(db, PHONE, [card, { ...card, id: "CT2", name: "Jose López" }], NOW);
    expect(await take("merge", MARIA)).toMatchObject([{ outcome: "merged", contact: { id: "CT1" } }]);
    expect(await all()).toMatchObject([
      { id: "CT1", emails: ["maria@mail.example"] },
      { id: "CT2", emails: [] },
    ]);
  });

  it("are changed and deleted by hand, and those of the phone system aren’t", async () => {
    const id = deps().newId();
    await saveOwnContact(deps(), id, MARIA);
    await saveOwnContact(deps(), id, { ...MARIA, phones: ["412-555-9002"], company: "Pier 9" });
    expect(await all()).toMatchObject([{ id, company: "Pier 9", numbers: [{ number: "+14125559002" }] }]);
    expect(await findPerson(db, "+14125559001")).toMatchObject({ contact: null });
    await expect(saveOwnContact(deps(), id, { ...MARIA, phones: ["soon"] })).rejects.toThrow(
      "“soon” can’t be read.",
    );
    await removeOwnContact(db, id, NOW);
    expect(await all()).toEqual([]);
    await saveContacts(db, PHONE, [card], NOW);
    await expect(saveOwnContact(deps(), "CT1", MARIA)).rejects.toMatchObject({ code: "conflict" });
    await expect(saveOwnContact(deps(), "CT9", MARIA)).rejects.toMatchObject({ code: "not_found" });
    await expect(removeOwnContact(db, "CT1", NOW)).rejects.toMatchObject({ code: "conflict" });
  });
});
