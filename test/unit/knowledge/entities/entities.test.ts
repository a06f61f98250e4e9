/** Whom the records are about follows from the records: kept as they're written, put together where they're the same, and gone with them. */
import fc from "fast-check";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { removeContacts, saveContacts } from "../../../../src/messaging/contacts/index.ts";
import type { Contact } from "../../../../src/integrations/connections/index.ts";
import { audit, dbFor, users } from "../../../../src/platform/db/index.ts";
import { entities, entityRulings, entityWords, mentions } from "../../../../src/knowledge/tables/entities.ts";
import { knowledgeItems, knowledgeSources } from "../../../../src/knowledge/tables/knowledge.ts";
import { mails } from "../../../../src/messaging/tables/mails.ts";
import { groupsOf } from "../../../../src/knowledge/entities/grouping.ts";
import {
  ensureEntities,
  entitiesOf,
  entityConsumer,
  listEntities,
  mergeEntities,
  reachedBy,
  readEntity,
  readEntityItems,
  separateEntity,
} from "../../../../src/knowledge/entities/index.ts";
import { consumeEvents, eventStatement, STEWARD_ACTOR } from "../../../../src/platform/events/index.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import type { EntityType } from "../../../../src/knowledge/api/entities.ts";
import { retrieveContext } from "../../../../src/knowledge/tools/retrieve-context.ts";
import type { SaidName } from "../../../../src/platform/said-names.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const NOW_MS = Date.parse("2026-11-24T12:00:00.000Z");
const MAILBOX = "office@alder.example";
const DANA = { kind: "user", id: "user_dana", name: "Dana" } as const;

function contact(id: string, name: string, more: Partial<Contact> = {}): Contact {
  const [firstName = "", lastName = ""] = name.split(" ");
  const rest = { company: null, role: null, numbers: [], emails: [], internal: false, createdAt: null };
  return { id, firstName, lastName, name, ...rest, ...more };
}

class Team {
  readonly d1;
  readonly db;
  nowMs = NOW_MS;

  constructor(id = "tenant_alder", d1 = nodeD1()) {
    this.d1 = d1;
    this.db = dbFor(this.d1, id);
  }

  contacts(...list: Contact[]): Promise<number> {
    return saveContacts(this.db, "quo", list, this.nowMs++);
  }

  removeContact(id: string): Promise<void> {
    return removeContacts(this.db, [id], this.nowMs++);
  }

  async mail(id: string, from: string, more: { name?: string; to?: string[]; subject?: string } = {}) {
    const { name = "", to = [MAILBOX], subject = "Hello" } = more;
    const row = { mailbox: MAILBOX, id, connectionId: "google", threadId: id, cc: [], to };
    const words = { subject, text: "Words", quoted: "", hidden: "", attachments: [], fromName: name };
    const at = { at: `2026-11-2${id.at(1)}T10:00:00.000Z`, receivedAt: "2026-11-24T10:00:00.000Z" };
    const state = { fingerprint: id, state: "handed", attempts: 0, direction: "incoming" } as const;
    await this.db.insert(mails, { ...row, ...words, ...at, ...state, fromAddress: from });
    await this.told("mail.email.arrived", `${MAILBOX}/${id}`);
  }

  /** What a model read in an e-mail. */
  async said(id: string, said: readonly SaidName[]) {
    await this.db.update(mails, { summary: "Read.", said }, sql`mailbox = ${MAILBOX} and id = ${id}`);
    await this.told("mail.summary.made", `${MAILBOX}/${id}`);
  }

  async removeMail(id: string) {
    await this.db.remove(mails, sql`mailbox = ${MAILBOX} and id = ${id}`);
    await this.told("mail.email.removed", `${MAILBOX}/${id}`);
  }

  async issue(id: string, title: string, more: { people?: string[]; facts?: [string, string][] } = {}) {
    const { people = [], facts = [["List", "Repairs"]] } = more;
    const row = {
      id,
      sourceId: "source_clickup",
      kind: "issue",
      externalId: id,
      title,
      people,
      facts,
    } as const;
    const rest = {
      at: "2026-11-20T10:00:00.000Z",
      link: "",
      stamp: "1",
      hash: id,
      characters: 1,
      note: null,
    };
    const kept = { ...row, ...rest, seen: 1, readAt: "2026-11-20T10:00:00.000Z" };
    await this.db.insert(knowledgeItems, kept);
    await this.told("knowledge.issue.changed", id);
  }

  async member(name: string, phone: string | null = null) {
    const [first = ""] = name.split(" ");
    const row = { id: `user_${first}`, email: `${first.toLowerCase()}@alder.example`, name, phone };
    await this.db.insert(users, { ...row, role: "admin", createdAt: "2026-01-01T00:00:00.000Z" });
  }

  async told(type: `${string}.${string}.${string}`, ...ids: string[]) {
    const event = { id: `${type}:${ids[0]}:${this.nowMs++}`, type, actor: STEWARD_ACTOR, payload: { ids } };
    await this.db.batch([eventStatement(this.db, event, this.nowMs)]);
  }

  async read(): Promise<this> {
    const clock = { now: () => this.nowMs };
    const deps = { db: this.db, clock, logger: silentLogger };
    await consumeEvents(deps, [entityConsumer(deps)], this.nowMs + 60_000);
    return this;
  }

  async names(type?: EntityType): Promise<string[]> {
    return (await listEntities(this.db, { type })).items.map(({ name }) => name);
  }

  async idOf(name: string): Promise<string> {
    const { items } = await listEntities(this.db, { q: name, limit: 200 });
    const found = items.find((one) => one.name === name);
    if (found === undefined) throw new Error(`nobody is called ${name}`);
    return found.id;
  }

  page = async (name: string) => readEntity(this.db, await this.idOf(name));

  async merge(name: string, into: string) {
    const [id, top] = [await this.idOf(name), await this.idOf(into)];
    await mergeEntities(this.db, id, top, { by: DANA, nowMs: this.nowMs++ });
    return id;
  }

  separate(id: string) {
    return separateEntity(this.db, id, { by: DANA, nowMs: this.nowMs++ });
  }

  async about(name: string): Promise<string[]> {
    const { items } = await readEntityItems(this.db, await this.idOf(name), {});
    return items.map(({ kind, id }) => `${kind} ${id.split("/").at(-1)}`);
  }
}

const MARIA = contact("c1", "Maria Lopez", {
  role: "Tenant, 12 Birch St #4B",
  company: "Lopez Catering LLC",
  numbers: [{ label: "mobile", number: "+14125550142" }],
  emails: ["Maria@lopez.example"],
});

async function known(): Promise<Team> {
  const team = new Team();
  await team.contacts(MARIA);
  return team.read();
}

describe("from the records", () => {
  it("people, their company and their house come from a contact's card", async () => {
    const team = await known();
    expect(await team.names("person")).toEqual(["Maria Lopez"]);
    expect(await team.names("company")).toEqual(["Lopez Catering"]);
    expect(await team.names("property")).toEqual(["12 Birch St"]);
    expect((await team.page("12 Birch St")).people.map(({ name }) => name)).toEqual(["Maria Lopez"]);
    const maria = await team.page("Maria Lopez");
    expect(maria.belongsTo.map(({ name }) => name).toSorted()).toEqual(["12 Birch St", "Lopez Catering"]);
    expect(maria).toMatchObject({ emails: ["maria@lopez.example"], phones: ["+1 412 555 0142"] });
  });

  it("an e-mail is theirs by its address, and on their company's and their house's page while their card names it", async () => {
    const team = await known();
    await team.mail("m1", "maria@lopez.example", { name: "M. L." });
    await team.read();
    expect(await team.names("person")).toEqual(["Maria Lopez"]);
    for (const name of ["Maria Lopez", "Lopez Catering", "12 Birch St"])
      expect(await team.about(name)).toEqual(["email m1"]);
    await team.contacts({ ...MARIA, company: "Birch Bakery" });
    await team.read();
    expect(await team.names("company")).toEqual(["Birch Bakery"]);
    expect(await team.about("Birch Bakery")).toEqual(["email m1"]);
  });

  it("tasks are of their list and their labels, and of whom their title or a label names", async () => {
    const team = await known();
    const facts: [string, string][] = [
      ["List", "Repairs"],
      ["Tags", "heating, 12 birch, urgent"],
    ];
    await team.issue("i1", "Boiler for Maria Lopez", { facts });
    await team.read();
    expect(await team.names("project")).toEqual(["Repairs"]);
    expect(await team.names("topic")).toEqual(["heating", "urgent"]);
    for (const name of ["Repairs", "heating", "12 Birch St", "Maria Lopez"])
      expect(await team.about(name)).toEqual(["issue i1"]);
    const [chips = []] = await entitiesOf(team.db, [{ source: "issue", id: "i1" }]);
    expect(chips.map(({ name }) => name)).toEqual(expect.arrayContaining(["Repairs", "heating"]));
  });

  // Seed 002:477–511.
  it("what an e-mail names in its text is on the page of the one it is, with the words that name it", async () => {
    const team = await known();
    await team.mail("m1", "ana@ortiz.example", { name: "Ana Ortiz" });
    await team.said("m1", [
      { type: "person", name: "Maria Lopez", quote: "ask Maria Lopez for the key" },
      { type: "person", name: "Maria", quote: "Maria has it" },
      {
        type: "company",
        name: "Brightwater Analytics Inc.",
        quote: "an offer of Brightwater Analytics Inc.",
      },
      { type: "company", name: "Lopez Catering", quote: "Lopez Catering caters" },
      { type: "project", name: "Q1 Launch", quote: "before the Q1 Launch" },
      { type: "topic", name: "budget planning", quote: "the budget planning is due" },
    ]);
    await team.read();
    expect((await team.names("person")).toSorted()).toEqual(["Ana Ortiz", "Maria Lopez"]);
    expect((await team.names("company")).toSorted()).toEqual(["Brightwater Analytics", "Lopez Catering"]);
    expect([await team.names("project"), await team.names("topic")]).toEqual([
      ["Q1 Launch"],
      ["budget planning"],
    ]);
    const quoteOn = async (name: string) =>
      (await readEntityItems(team.db, await team.idOf(name), {})).items.map(({ words }) => words);
    expect(await quoteOn("Maria Lopez")).toEqual(["ask Maria Lopez for the key"]);
    expect(await quoteOn("Brightwater Analytics")).toEqual(["an offer of Brightwater Analytics Inc."]);
    expect(await quoteOn("Ana Ortiz")).toEqual(["Words"]);
    const [chips = []] = await entitiesOf(team.db, [{ source: "email", id: `${MAILBOX}/m1` }], 9);
    expect(chips.map(({ name }) => name)).toEqual(expect.arrayContaining(["Q1 Launch", "budget planning"]));
    await team.removeMail("m1");
    await team.read();
    expect([...(await team.names("project")), ...(await team.names("topic"))]).toEqual([]);
    expect(await team.names("company")).toEqual(["Lopez Catering"]);
  });

  it("machines and the team's own mailboxes are nobody", async () => {
    const team = new Team();
    await team.mail("m1", "no-reply@shop.example", { name: "Shop" });
    await team.mail("m2", MAILBOX, { name: "Office", to: ["walt@brenner.example"] });
    await team.read();
    expect(await team.names()).toEqual(["walt@brenner.example"]);
  });

  it("a house is found by its address however its street is written, and by its short name", async () => {
    const team = await known();
    await team.mail("m1", "ann@bee.example", { subject: "Re: 12 Birch Street, boiler" });
    await team.mail("m2", "ann@bee.example", { subject: "Leak at 12 Birch #4B" });
    await team.mail("m3", "ann@bee.example", { subject: "Leak at 12 Elm" });
    await team.read();
    expect(await team.about("12 Birch St")).toEqual(["email m2", "email m1"]);
  });

  it("a place that is no house is no property", async () => {
    const team = new Team();
    await team.contacts(contact("c1", "Ann Bee", { role: "Guard, Gate 4" }));
    await team.contacts(contact("c2", "Bo Cole", { role: "Emergency electrician, 24 h" }));
    await team.read();
    expect(await team.names("property")).toEqual([]);
  });

  it("a number finds whose it is, and says whom texts are with", async () => {
    const team = await known();
    for (const q of ["412 555 0142", "0142", "lop", "maria@lopez.example"])
      expect((await listEntities(team.db, { q, type: "person" })).items).toHaveLength(1);
    const text = { source: "sms", id: "t1", thread: "sms:+14125550142" };
    const [chips = []] = await entitiesOf(team.db, [text]);
    expect(chips.map(({ name }) => name)).toEqual(["Maria Lopez"]);
  });

  it("teams see their own alone", async () => {
    const team = await known();
    await team.mail("m1", "maria@lopez.example");
    await team.issue("i1", "Roof");
    await team.read();
    const other = new Team("tenant_harbor", team.d1);
    await other.contacts(contact("c9", "Maria Lopez", { emails: ["maria@lopez.example"] }));
    await other.read();
    const [id, theirs] = [await team.idOf("Maria Lopez"), await other.idOf("Maria Lopez")];
    expect(await other.names()).toEqual(["Maria Lopez"]);
    expect(await other.about("Maria Lopez")).toEqual([]);
    await expect(readEntity(other.db, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(readEntityItems(other.db, id, {})).rejects.toMatchObject({ code: "not_found" });
    await expect(other.separate(id)).rejects.toMatchObject({ code: "not_found" });
    const change = { by: DANA, nowMs: NOW_MS };
    await expect(mergeEntities(other.db, id, theirs, change)).rejects.toMatchObject({ code: "not_found" });
    await expect(mergeEntities(other.db, theirs, id, change)).rejects.toMatchObject({ code: "not_found" });
    expect(await entitiesOf(other.db, [{ source: "issue", id: "i1" }])).toEqual([[]]);
    expect(await reachedBy(other.db, [{ name: "M", keys: ["+14125550142"] }])).toEqual([
      { name: "M", keys: ["+14125550142"] },
    ]);
  });
});

it("what only one member finds puts nobody in the directory, and leaves every page as soon as it is theirs", async () => {
  const team = await known();
  const start = {
    windowDays: 90,
    state: "waiting",
    pass: 1,
    isWhole: true,
    isSweeping: false,
    isPartial: false,
  };
  const figures = {
    startedAt: "2026-11-20T10:00:00.000Z",
    done: 1,
    within: 0,
    items: 1,
    notRead: 0,
    failures: 0,
  };
  const made = {
    createdByName: "Dana",
    createdAt: "2026-11-20T10:00:00.000Z",
    person: "",
    vendor: "clickup",
  };
  const source = {
    id: "source_clickup",
    connectionId: "clickup",
    kind: "issue",
    ...made,
    ...start,
    ...figures,
  };
  await team.db.insert(knowledgeSources, { ...source, visibility: "team" } as never);
  await team.issue("i1", "Boiler for Maria Lopez");
  await team.read();
  expect(await team.about("Maria Lopez")).toEqual(["issue i1"]);
  for (let n = 3; n < 60; n++) await team.issue(`i${n}`, "Canary again", { people: [`Canary Person ${n}`] });
  await team.read();
  expect(await team.about("Canary Person 59")).toEqual(["issue i59"]);
  await team.db.update(
    knowledgeSources,
    { visibility: "owner", ownerId: "user_dana" },
    sql`id = 'source_clickup'`,
  );
  expect(await team.about("Maria Lopez")).toEqual([]);
  await team.issue("i2", "Canary for Maria Lopez", {
    people: ["Canary Person"],
    facts: [["List", "Canary"]],
  });
  await team.told("knowledge.source.shared", "source_clickup");
  await team.read();
  await team.read();
  expect(await team.names()).toEqual(["Lopez Catering", "Maria Lopez", "12 Birch St"]);
  expect((await team.db.rows(mentions)).filter(({ kind }) => kind === "issue")).toEqual([]);
  await team.db.update(knowledgeSources, { visibility: "team", ownerId: null }, sql`id = 'source_clickup'`);
  await team.told("knowledge.source.shared", "source_clickup");
  await team.read();
  expect(await team.about("Canary Person 59")).toEqual(["issue i59"]);
});

describe("who is the same", () => {
  it("whom an address told of before is the contact that has it later", async () => {
    const team = new Team();
    await team.mail("m1", "maria@lopez.example", { name: "Mary" });
    await team.read();
    expect(await team.names("person")).toEqual(["Mary"]);
    await team.contacts(MARIA);
    await team.read();
    expect(await team.names("person")).toEqual(["Maria Lopez"]);
    expect(await team.about("Maria Lopez")).toEqual(["email m1"]);
  });

  it("a card and a member are one by their number, and apart again once one of them has another", async () => {
    const team = new Team();
    await team.member("Dana Whitfield", "+14125550142");
    await team.contacts(contact("c1", "D. Whit", { numbers: [{ label: "mobile", number: "+14125550142" }] }));
    await team.read();
    expect(await team.names("person")).toEqual(["D. Whit"]);
    await team.contacts(contact("c1", "D. Whit", { numbers: [{ label: "mobile", number: "+14125550199" }] }));
    await team.read();
    expect(await team.names("person")).toEqual(["D. Whit", "Dana Whitfield"]);
  });

  it("a whole name is one person, unless two cards have it", async () => {
    const team = await known();
    await team.issue("i1", "Boiler", { people: ["Maria Lopez"] });
    await team.read();
    expect(await team.about("Maria Lopez")).toEqual(["issue i1"]);
    await team.contacts(contact("c2", "Ann Bee"));
    await team.issue("i2", "Roof", { people: ["Ann Bee"] });
    await team.read();
    expect((await team.names("person")).filter((name) => name === "Ann Bee")).toHaveLength(1);
    await team.contacts(contact("c3", "Ann Bee"));
    await team.read();
    expect((await team.names("person")).filter((name) => name === "Ann Bee")).toHaveLength(3);
    await team.removeContact("c3");
    await team.read();
    expect((await team.names("person")).filter((name) => name === "Ann Bee")).toHaveLength(1);
  });

  it("a name that an outsider gives themselves joins them to nobody: it's only asked about", async () => {
    const team = await known();
    await team.mail("m1", "maria@attacker.example", { name: "Maria Lopez" });
    await team.issue("i1", "Boiler", { people: ["Maria Lopez"] });
    await team.read();
    const all = (await listEntities(team.db, { type: "person" })).items;
    expect(all.map(({ detail }) => detail).toSorted()).toEqual(["+1 412 555 0142", "maria@attacker.example"]);
    const maria = await readEntity(team.db, all.find(({ detail }) => detail.startsWith("+"))?.id ?? "");
    expect(maria.emails).toEqual(["maria@lopez.example"]);
    expect(maria.alike).toMatchObject([{ detail: "maria@attacker.example" }]);
    // Who is only named is whom somebody vouched for.
    expect(maria.parts.map(({ how }) => how)).toEqual(["contact", "name"]);
  });

  it("two people who share a number stay two", async () => {
    const team = new Team();
    const shared = { numbers: [{ label: "home", number: "+14125550177" }] };
    await team.contacts(contact("c1", "Ann Bee", shared), contact("c2", "Bo Bee", shared));
    await team.read();
    expect(await team.names("person")).toEqual(["Ann Bee", "Bo Bee"]);
  });

  it("a person is no company", async () => {
    const team = await known();
    await expect(team.merge("Maria Lopez", "Lopez Catering")).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("what people say", () => {
  async function merged() {
    const team = await known();
    await team.mail("m1", "ml@catering.example", { name: "M. L. Lopez-Diaz" });
    await team.read();
    const id = await team.merge("M. L. Lopez-Diaz", "Maria Lopez");
    return { team, id };
  }

  it("puts two together and takes them apart again, whatever is read later", async () => {
    const { team, id } = await merged();
    expect(await team.names("person")).toEqual(["Maria Lopez"]);
    expect(await team.about("Maria Lopez")).toEqual(["email m1"]);
    const page = await team.page("Maria Lopez");
    expect(page.parts.map(({ name, mergedBy }) => [name, mergedBy])).toEqual([
      ["Maria Lopez", null],
      ["M. L. Lopez-Diaz", "Dana"],
    ]);
    expect((await listEntities(team.db, { q: "diaz" })).items.map(({ name }) => name)).toEqual([
      "Maria Lopez",
    ]);
    await team.separate(id);
    expect(await team.names("person")).toEqual(["M. L. Lopez-Diaz", "Maria Lopez"]);
    // The contact gets that address: a machine would now say that they're the same.
    await team.contacts({ ...MARIA, emails: [...MARIA.emails, "ml@catering.example"] });
    await team.read();
    expect(await team.names("person")).toEqual(["M. L. Lopez-Diaz", "Maria Lopez"]);
    await team.merge("M. L. Lopez-Diaz", "Maria Lopez");
    expect(await team.names("person")).toEqual(["Maria Lopez"]);
  });

  it("holds for what was gone and comes back", async () => {
    const { team, id } = await merged();
    await team.removeMail("m1");
    await team.read();
    expect((await team.page("Maria Lopez")).parts).toHaveLength(1);
    await team.mail("m1", "ml@catering.example", { name: "M. L. Lopez-Diaz" });
    await team.read();
    expect(await team.names("person")).toEqual(["Maria Lopez"]);
    await team.separate(id);
    await team.removeContact("c1");
    await team.read();
    await team.contacts({ ...MARIA, emails: ["ml@catering.example"] });
    await team.read();
    expect(await team.names("person")).toEqual(["M. L. Lopez-Diaz", "Maria Lopez"]);
  });

  it("what is taken out takes with it what it alone brought along", async () => {
    const team = await known();
    await team.mail("m1", "bo@bee.example", { name: "Bo" });
    await team.contacts(contact("c2", "Bo Bee", { emails: ["bo@bee.example"] }));
    await team.read();
    const id = await team.merge("Bo Bee", "Maria Lopez");
    expect((await team.page("Maria Lopez")).parts).toHaveLength(3);
    await team.separate(id);
    expect((await team.page("Bo Bee")).emails).toEqual(["bo@bee.example"]);
    expect(await team.about("Bo Bee")).toEqual(["email m1"]);
    expect(await team.about("Maria Lopez")).toEqual([]);
  });

  it("two companies become one under the name that was picked", async () => {
    const team = await known();
    await team.contacts(contact("c2", "Bo Bee", { company: "Lopez Foods" }));
    await team.read();
    await team.merge("Lopez Catering", "Lopez Foods");
    expect(await team.names("company")).toEqual(["Lopez Foods"]);
    expect((await team.page("Lopez Foods")).people.map(({ name }) => name)).toEqual([
      "Bo Bee",
      "Maria Lopez",
    ]);
  });

  it("widens by what a question's people are reached", async () => {
    const { team } = await merged();
    const [maria] = await reachedBy(team.db, [{ name: "Maria Lopez", keys: ["+14125550142"] }]);
    expect(maria?.keys.toSorted()).toEqual(["+14125550142", "maria@lopez.example", "ml@catering.example"]);
  });

  it("is in the audit log, and comes to the consumer once more", async () => {
    const { team, id } = await merged();
    await team.separate(id);
    const said = await team.db.rows(audit);
    expect(said.map(({ action, actorName }) => [action, actorName])).toEqual([
      ["entities.merged", "Dana"],
      ["entities.separated", "Dana"],
    ]);
    // Somebody who knew nothing of it wrote last.
    const maria = await team.idOf("Maria Lopez");
    await team.db.update(entities, { rootId: maria }, sql`id = ${id}`);
    await team.read();
    expect(await team.names("person")).toEqual(["M. L. Lopez-Diaz", "Maria Lopez"]);
  });
});

it("the agent learns whom and what the passages it found are about, most often first", async () => {
  const team = await known();
  await team.issue("i1", "Boiler for Maria Lopez");
  await team.issue("i2", "Radiator for Maria Lopez", { facts: [] });
  await team.read();
  const found = ["i1", "i2"].map((id) => ({
    source: "issue",
    id,
    title: id,
    text: "x",
    at: "",
    url: "",
    score: 1,
  }));
  const services = {
    retrieve: async () => found.map((one) => ({ ...one, thread: null, context: "", answered: 1 })),
    peopleIn: async () => [],
    entitiesOf: (things: Parameters<typeof entitiesOf>[1]) => entitiesOf(team.db, things),
    beingRead: async () => ({ texts: "Older texts are missing.", kinds: ["issue"] }),
    waitingChanges: async () => new Map(),
    spanOf: () => ({}),
    clock: { now: () => NOW_MS },
    timeZone: "America/New_York",
  };
  const tool = retrieveContext as Extract<typeof retrieveContext, { run: unknown }>;
  const answer = await tool.run({ query: "Boiler?" }, services as never, {} as never);
  const maria = await team.idOf("Maria Lopez");
  expect(answer).toMatchObject({
    // Seed 002:1340.
    items: [
      { id: "i1", type: "issue" },
      { id: "i2", type: "issue" },
    ],
    beside: {
      beingRead: "Older texts are missing. Being read for the first time, not all on record yet: tasks.",
      entities: [
        { name: "Maria Lopez", type: "person", link: `/directory/${maria}` },
        { name: "Repairs", type: "project" },
      ],
    },
  });
});

describe("what is gone", () => {
  it("takes whom it alone told of with it", async () => {
    const team = await known();
    await team.mail("m1", "walt@brenner.example", { name: "Walt Brenner", subject: "For Maria Lopez" });
    await team.read();
    await team.removeMail("m1");
    await team.removeContact("c1");
    await team.read();
    for (const table of [entities, entityWords, mentions]) expect(await team.db.rows(table)).toEqual([]);
  });

  it("a card's number and name go with the card, though titles name it and e-mails have its address", async () => {
    const team = await known();
    await team.mail("m1", "maria@lopez.example", { subject: "From Maria Lopez" });
    await team.read();
    await team.removeContact("c1");
    await team.read();
    expect(await team.names()).toEqual(["maria@lopez.example"]);
    expect(JSON.stringify(await team.db.rows(entities))).not.toContain("+1412");
    expect(await team.about("maria@lopez.example")).toEqual(["email m1"]);
    const left = await team.db.rows(mentions);
    expect(left.map(({ role }) => role)).toEqual(["from"]);
  });

  it("who isn't of the team any more goes", async () => {
    const team = new Team();
    await team.member("Dana Whitfield");
    await team.mail("m1", "walt@brenner.example");
    await team.read();
    expect(await team.names()).toEqual(["Dana Whitfield", "walt@brenner.example"]);
    await team.db.update(users, { removedAt: "2026-11-24T12:00:00.000Z" }, sql`id = 'user_Dana'`);
    await team.removeMail("m1");
    await team.read();
    expect(await team.names()).toEqual([]);
  });

  it("a repeat writes nothing", async () => {
    const team = await known();
    const before = [await team.db.rows(mentions), await team.db.rows(entities)];
    await team.told("contacts.contact.changed", "c1");
    await team.read();
    expect([await team.db.rows(mentions), await team.db.rows(entities)]).toEqual(before);
  });
});

it("everything of one comes in pages, the newest first, though much is of one moment", async () => {
  const team = new Team();
  for (let n = 0; n < 9; n++)
    await team.mail(`m${n % 3}${n}`, "walt@brenner.example", { name: "Walt Brenner" });
  await team.read();
  const id = await team.idOf("Walt Brenner");
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await readEntityItems(team.db, id, { limit: 2, cursor });
    seen.push(...page.items.map((item) => `${item.at} ${item.id}`));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toHaveLength(9);
  expect(new Set(seen).size).toBe(9);
  expect(seen.map((one) => one.slice(0, 10))).toEqual(
    seen
      .map((one) => one.slice(0, 10))
      .toSorted()
      .toReversed(),
  );
});

it("all that was on record before is gone through once, a page after another", async () => {
  const team = new Team();
  await team.contacts(...Array.from({ length: 60 }, (_, n) => contact(`c${n}`, `Person Number${n}`)));
  await team.mail("m1", "walt@brenner.example", { name: "Walt Brenner" });
  await team.issue("i1", "Roof");
  await team.member("Dana Whitfield");
  await team.d1.prepare("delete from events").run();
  await ensureEntities({ db: team.db, clock: { now: () => team.nowMs } });
  await ensureEntities({ db: team.db, clock: { now: () => team.nowMs } });
  await team.read();
  expect((await listEntities(team.db, { type: "person", limit: 200 })).items).toHaveLength(62);
  expect(await team.names("project")).toEqual(["Repairs"]);
});

it("whatever happened in whatever order, who is the same is what the records and people say now", async () => {
  const name = fc.constantFrom("Ann Bee", "Bo Cole", "Ann Bee Cole");
  const address = fc.constantFrom("a@x.example", "b@x.example", "c@y.example");
  const number = fc.constantFrom("+14125550101", "+14125550102");
  const card = fc.record({ at: fc.nat(3), name, emails: fc.array(address, { maxLength: 2 }), number });
  const step = fc.oneof(
    card.map((one) => ({ do: "card" as const, ...one })),
    fc.record({ do: fc.constant("uncard" as const), at: fc.nat(3) }),
    fc.record({ do: fc.constant("mail" as const), at: fc.nat(4), address, name }),
    fc.record({ do: fc.constant("unmail" as const), at: fc.nat(4) }),
    fc.record({ do: fc.constant("issue" as const), at: fc.nat(4), name }),
    fc.record({
      do: fc.constantFrom("merge" as const, "separate" as const),
      at: fc.nat(9),
      other: fc.nat(9),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const team = new Team();
      for (const [index, one] of steps.entries()) {
        if (one.do === "card")
          await team.contacts(
            contact(`c${one.at}`, one.name, {
              emails: one.emails,
              numbers: [{ label: "mobile", number: one.number }],
            }),
          );
        if (one.do === "uncard") await team.removeContact(`c${one.at}`);
        if (one.do === "unmail") await team.removeMail(`m${one.at}`);
        if (one.do === "mail") {
          await team.removeMail(`m${one.at}`);
          await team.mail(`m${one.at}`, one.address, { name: one.name });
        }
        if (one.do === "issue") await team.issue(`i${index}`, "Roof", { people: [one.name] });
        await team.read();
        if (one.do === "merge" || one.do === "separate") {
          const rows = (await team.db.rows(entities)).filter(({ type }) => type === "person");
          const [id, into] = [rows[one.at % 5]?.id, rows[one.other % 5]?.id];
          const change = { by: DANA, nowMs: team.nowMs++ };
          const ruled =
            one.do === "merge"
              ? mergeEntities(team.db, id ?? "", into ?? "", change)
              : team.separate(id ?? "");
          await ruled.catch((error: unknown) => expect(error).toMatchObject({ name: "AppError" }));
        }
      }
      const rows = await team.db.rows(entities);
      const groups = groupsOf(rows, await team.db.rows(entityRulings));
      const expected = new Map(groups.flatMap((group) => group.map(({ id }) => [id, group[0].id])));
      for (const row of rows) expect(row.rootId).toBe(expected.get(row.id));
    }),
    { numRuns: 60 },
  );
}, 60_000);

it("names come before what begins with a number, each once from page to page", async () => {
  const team = new Team();
  const names = ["12 Elm St", "Ana Ortiz", "7 Oak Ave", "Zoe Park", "Birch House", "214 Birch"];
  await team.contacts(...names.map((name, n) => contact(`c${n}`, name)));
  await team.read();
  const walked = async (q: string, limit: number): Promise<string[]> => {
    const found: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page: Awaited<ReturnType<typeof listEntities>> = await listEntities(team.db, {
        q,
        limit,
        ...(cursor ? { cursor } : {}),
      });
      found.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return found;
  };
  const sorted = ["Ana Ortiz", "Birch House", "Zoe Park", "12 Elm St", "214 Birch", "7 Oak Ave"];
  for (const limit of [1, 2, 3, 4, 50]) expect(await walked("", limit)).toEqual(sorted);
  expect(await walked("birch", 1)).toEqual(["Birch House", "214 Birch"]);
});
