/** A team's own service over the sandbox's, which is judged by the document that teams are given: connected, listed page by page, never called elsewhere. */
import { describe, expect, it } from "vitest";
import { createDataService } from "../../../../sandbox/data-service/data-service.ts";
import { DATA_SERVICE } from "../../../../sandbox/data-service/store.ts";
import { dataService } from "../../../../src/integrations/data-service/index.ts";
import { dataServiceSetup } from "../../../../src/integrations/data-service/setup.ts";
import { isoTime } from "../../../../src/kernel/clock.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import type { OutsideHttp } from "../../../../src/kernel/outside-http.ts";
import type { FoundThing, KnowledgeReader, ReaderHelp } from "../../../../src/knowledge/sources/index.ts";
import { ownServiceRule } from "../../../../src/platform/egress.ts";
import type { Chosen } from "../../../../src/integrations/api/connections.ts";
import type { KnowledgeKind } from "../../../../src/knowledge/api/knowledge.ts";
import { SANDBOX_URL } from "../../../support/sandbox-http.ts";
import { openingOf, serviceWorld, type ServiceWorld } from "../vendors/service-world.ts";

const DAY_MS = 24 * 3_600_000;
const URL_TYPED = `${SANDBOX_URL}/data-service`;
const NO_FILE = () => Promise.resolve(null);

function settled(world: ServiceWorld, typed: Record<string, string>, http = world.http, chosen: Chosen = {}) {
  const reached: string[] = [];
  const step = dataServiceSetup.settle({
    credential: typed["key"] ?? DATA_SERVICE.key,
    typed,
    before: null,
    chosen,
    team: "Alder",
    webhookUrl: "https://app.example/webhooks/data-service/conn_1",
    scopes: null,
    isHeard: true,
    address: () => "",
    http: () => Promise.reject(new Error("not this one")),
    httpTo: (base) => {
      reached.push(base);
      return http;
    },
    clock: { now: world.now },
  });
  return { step, reached };
}

const TYPED = { url: URL_TYPED, users: "office, marcus", key: DATA_SERVICE.key };

function readerOf(
  world: ServiceWorld,
  kind: KnowledgeKind,
  person: string,
  http: OutsideHttp = world.http,
  only: Record<string, string[]> = {},
) {
  const settings = { url: URL_TYPED, users: [...DATA_SERVICE.users], serves: [kind], only };
  const connection = { id: "conn_1", tenantId: "tenant_alder", settings, credential: DATA_SERVICE.key };
  const account = dataService.open({ ...openingOf({ ...world, http }, connection), address: () => "" });
  const help: ReaderHelp = {
    clock: { now: world.now },
    pdfText: NO_FILE,
    officeText: NO_FILE,
    timeZone: "America/New_York",
    mail: { unknownIds: (_mailbox, ids) => Promise.resolve(ids), wasErased: () => Promise.resolve(false) },
  };
  const shelf = dataService.knowledge?.find((one) => one.kind === kind);
  if (shelf === undefined) throw new Error(`no shelf of ${kind}`);
  return shelf.reader(account, person, help);
}

async function all(
  reader: KnowledgeReader,
  from: string,
  since: string | null = null,
): Promise<FoundThing[]> {
  const things: FoundThing[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 20; page++) {
    const listed: Awaited<ReturnType<KnowledgeReader["list"]>> = await reader.list({ from, since, cursor });
    expect(listed.isPartial).toBe(false);
    things.push(...listed.things);
    if (listed.next === null) return things;
    cursor = listed.next;
  }
  throw new Error("the list never ends");
}

describe("a service of the team's own", () => {
  it("is connected by its address, key and users, and gets a secret that is shown once", async () => {
    const world = serviceWorld(createDataService);
    const { step, reached } = settled(world, TYPED);
    const done = await step;
    if ("ask" in done) throw new Error("nothing is to be asked");
    expect(reached).toEqual([URL_TYPED]);
    expect(done.settings).toEqual({
      url: URL_TYPED,
      users: ["office", "marcus"],
      serves: ["email", "document", "event", "issue"],
      only: {},
    });
    const [secret = ""] = done.webhookSecrets ?? [];
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(done.notice).toContain(secret);
    const again = await settled(world, TYPED).step;
    expect("ask" in again ? [] : again.webhookSecrets).not.toEqual([secret]);
    await expect(settled(world, { ...TYPED, key: "ds_wrong_key" }).step).rejects.toMatchObject({
      status: 401,
    });
    expect(world.sandbox.violations?.()).toEqual([]);
  });

  it("gets a new secret where somebody asks for one, and only then", async () => {
    const world = serviceWorld(createDataService);
    const start = { url: URL_TYPED, users: "office" };
    const asked = await settled(world, start).step;
    expect("ask" in asked ? asked.ask.name : null).toBe("new_secret");
    const done = await settled(world, start, world.http, { new_secret: {} }).step;
    expect("ask" in done ? [] : done.webhookSecrets).toHaveLength(1);
  });

  it("that lists nothing may still tell of everything; one that is broken is not connected", async () => {
    const world = serviceWorld(createDataService);
    const answering =
      (status: number): OutsideHttp =>
      () =>
        Promise.resolve({ status, headers: new Headers(), text: "{}" });
    const done = await settled(world, TYPED, answering(404)).step;
    expect("ask" in done ? null : done.settings.serves).toEqual([]);
    await expect(settled(world, TYPED, answering(500)).step).rejects.toThrow(IntegrationError);
    await expect(settled(world, TYPED, answering(200)).step).rejects.toThrow(/shape/);
  });

  it("is read to its end in each kind, with what changed since, in the words of each thing", async () => {
    const world = serviceWorld(createDataService);
    const long = isoTime(world.now() - 180 * DAY_MS);
    const mails = await all(readerOf(world, "email", "office"), long);
    expect(mails).toHaveLength(9);
    expect(mails.find(({ title }) => title === "Pressure drop on boiler 2")).toMatchObject({
      externalId: "mail-1",
      link: "https://maintenance.alderfinch.example/mail/1",
      facts: expect.arrayContaining([["Attachments", "pressure-log.csv"]]) as unknown,
    });
    const recent = await all(readerOf(world, "email", "office"), long, isoTime(world.now() - 3.5 * DAY_MS));
    expect(recent).toHaveLength(3);
    const documents = await all(readerOf(world, "document", "office"), long);
    const manual = documents.find(({ externalId }) => externalId === "doc-1");
    expect((await manual?.words())?.text).toContain("expansion vessel");
    const visits = await all(readerOf(world, "event", "marcus"), isoTime(world.now() - 30 * DAY_MS));
    expect(visits.map(({ facts }) => facts[1])).toEqual([
      ["Where", "Birch House"],
      ["Where", "Maple Court"],
    ]);
    const issues = await all(readerOf(world, "issue", "marcus"), long);
    expect(issues.map(({ title }) => title)).toContain("MNT-3: Trace the leak above 3B");
    const { items, isMore } = await readerOf(world, "email", "office").count(long);
    expect({ items, isMore }).toEqual({ items: 9, isMore: false });
    expect(world.sandbox.violations?.()).toEqual([]);
  });

  // Seed 002:119 and 002:176.
  it("is asked only for the file types, projects and statuses that the form names", async () => {
    const world = serviceWorld(createDataService);
    const done = await settled(world, {
      ...TYPED,
      mime_types: "text/plain, application/pdf",
      project_keys: "MNT",
      status: "In Progress, In Progress ,",
    }).step;
    const only = "ask" in done ? undefined : done.settings.only;
    expect(only).toEqual({
      mime_types: ["text/plain", "application/pdf"],
      project_keys: ["MNT"],
      status: ["In Progress"],
    });
    const long = isoTime(world.now() - 180 * DAY_MS);
    const read = async (kind: KnowledgeKind, person: string, chosen = only) => {
      const asked: string[] = [];
      const http: OutsideHttp = (request) => {
        asked.push(new URL(request.url).searchParams.toString().replace(/since=[^&]*&/, ""));
        return world.http(request);
      };
      const things = await all(readerOf(world, kind, person, http, chosen), long);
      return { titles: things.map(({ title }) => title), asked };
    };
    expect(await read("issue", "marcus")).toEqual({
      titles: ["MNT-1: Replace the pump seal"],
      asked: ["limit=100&project_keys=MNT&status=In+Progress"],
    });
    expect(await read("document", "office")).toMatchObject({
      titles: ["Winter checklist", "Boiler manual, Maple Court"],
      asked: ["limit=100&mime_types=text%2Fplain&mime_types=application%2Fpdf"],
    });
    expect((await read("document", "office", { mime_types: ["application/pdf"] })).titles).toEqual([]);
    expect((await read("email", "office")).asked).toEqual(["limit=100"]);
    expect(world.sandbox.violations?.()).toEqual([]);
  });

  it("goes on by cursors, is never followed in a circle, and what can't be read leaves the pass partial", async () => {
    const world = serviceWorld(createDataService);
    const pages: Record<string, object> = {
      "": {
        items: [{ id: "1", name: "One", modified_at: "2026-11-01T10:00:00Z" }],
        next_cursor: "a",
        has_more: true,
      },
      a: { items: [{ id: "2", name: "Two", modifiedAt: "2026-11-01T10:00:00Z", contentText: "ours too" }] },
    };
    const http: OutsideHttp = ({ url }) =>
      Promise.resolve({
        status: 200,
        headers: new Headers(),
        text: JSON.stringify(pages[new URL(url).searchParams.get("cursor") ?? ""]),
      });
    const things = await all(readerOf(world, "document", "office", http), "2026-10-01T00:00:00.000Z");
    expect(things.map(({ title }) => title)).toEqual(["One", "Two"]);
    expect((await things[1]?.words())?.text).toBe("ours too");
    pages["a"] = { items: [{ id: "2" }], next_cursor: "a" };
    const asked = { from: "2026-10-01T00:00:00.000Z", since: null };
    const reader = readerOf(world, "document", "office", http);
    await expect(reader.list({ ...asked, cursor: "a" })).rejects.toThrow(/invalid list/);
    pages["a"] = { items: [{ id: "2" }] };
    expect(await reader.list({ ...asked, cursor: "a" })).toMatchObject({ things: [], isPartial: true });
    pages["a"] = { items: Array.from({ length: 501 }, () => ({})) };
    await expect(reader.list({ ...asked, cursor: "a" })).rejects.toThrow(/shape/);
  });
});

describe("where a team's own service may be", () => {
  it.each([
    ["https://api.acme.com/v1", "https://api.acme.com/v1/users/1", true],
    ["https://api.acme.com:8443", "https://api.acme.com:8443/users/1", true],
    ["https://api.acme.com", "https://other.acme.com/users/1", false],
    ["https://api.acme.com", "https://user:pw@api.acme.com/", false],
    ["http://api.acme.com", "http://api.acme.com/", false],
    ["https://10.0.0.7", "https://10.0.0.7/", false],
    ["https://0x7f.1", "https://0x7f.1/", false],
    ["https://[::1]", "https://[::1]/", false],
    ["https://localhost", "https://localhost/", false],
    ["https://metadata.google.internal", "https://metadata.google.internal/", false],
    ["https://printer.local.", "https://printer.local./", false],
    ["https://intranet", "https://intranet/", false],
    ["http://localhost:8788", "http://localhost:8788/data-service", false],
    ["not an address", "https://api.acme.com/", false],
  ])("%s, asked for %s: %s", (base, url, allowed) => {
    expect(ownServiceRule(base, false)(new URL(url))).toBe(allowed);
  });

  it("is the laptop itself on a laptop alone", () => {
    const url = new URL("http://localhost:8788/data-service/users/office/emails");
    expect(ownServiceRule("http://localhost:8788/data-service", true)(url)).toBe(true);
    expect(ownServiceRule("http://192.168.1.9", true)(new URL("http://192.168.1.9/"))).toBe(false);
  });
});
