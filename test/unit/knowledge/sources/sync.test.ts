/** Sources are read page by page: killed anywhere the end is the same, nothing is read twice that is known, and what is gone goes. */
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dbFor, events } from "../../../../src/platform/db/index.ts";
import { knowledgeItems, knowledgeSources } from "../../../../src/knowledge/tables/knowledge.ts";
import { mails } from "../../../../src/messaging/tables/mails.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import {
  continueKnowledge,
  knowledgePagesOf,
  knowledgeSource,
} from "../../../../src/knowledge/sources/index.ts";
import type {
  FoundThing,
  KnowledgePagesDeps,
  SourceNews,
  ThingWords,
} from "../../../../src/knowledge/sources/index.ts";
import type { KnowledgeOffer } from "../../../../src/knowledge/api/knowledge.ts";
import { Killed, lifeUntil, type Kill } from "../../../support/killed.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const TEAM = "tenant_alder";
const OTHER = "tenant_harbor";
const BY = { kind: "user", id: "user_dana", name: "Dana" } as const;
const HOUR_MS = 3_600_000;
const START_MS = Date.parse("2026-11-23T10:00:00.000Z");
const PAGE = 3;
const OFFER: KnowledgeOffer = {
  connectionId: "google",
  vendor: "google",
  service: "Google",
  kind: "document",
  people: [{ id: "dana@alder.example", name: "Dana" }],
  windowDays: 180,
};
const CHOICE = {
  connectionId: "google",
  kind: "document",
  person: "dana@alder.example",
  windowDays: 180,
} as const;

interface Document {
  title: string;
  text: string;
  changedMs: number;
  fails?: number;
}

/** A service with documents, and what the product did with it. */
class World {
  readonly d1 = nodeD1();
  readonly documents = new Map<string, Document>();
  readonly words = new Map<string, string>();
  readonly reads: string[] = [];
  /** What whoever asked was told, each once. */
  readonly told = new Set<string>();
  nowMs = START_MS;
  isPartial = false;
  isConnected = true;
  isEmpty = false;
  keepsOlder = false;
  kind: "document" | "email" = "document";

  constructor(amount = 8) {
    for (let number = 1; number <= amount; number++) this.write(`d${number}`, `Words of document ${number}.`);
  }

  write(id: string, text: string): void {
    this.documents.set(id, { title: `Document ${id}`, text, changedMs: this.nowMs - HOUR_MS });
  }

  deps(kill?: Kill): KnowledgePagesDeps {
    const life = lifeUntil(kill ?? { calls: Infinity, when: "after" });
    const store = life.object(
      {
        put: (id: string, text: string) => Promise.resolve(void this.words.set(id, text)),
        get: (id: string) => Promise.resolve(this.words.get(id) ?? ""),
        drop: (ids: readonly string[]) => Promise.resolve(ids.forEach((id) => this.words.delete(id))),
      },
      ["put", "get", "drop"],
    );
    return {
      db: dbFor(life.database(this.d1), TEAM),
      clock: { now: () => this.nowMs },
      logger: silentLogger,
      words: store,
      open: () =>
        Promise.resolve(
          this.isConnected
            ? {
                reader: this.#reader(),
                msEach: 400,
                isAlwaysWhole: false,
                keepsOlder: this.keepsOlder,
              }
            : null,
        ),
      rest: () => Promise.resolve(),
      written: () => Promise.resolve(),
      offers: () => Promise.resolve([{ ...OFFER, kind: this.kind }]),
      titleOf: () => "Google",
      ...life.object({ tellAsker: ({ key }: SourceNews) => Promise.resolve(void this.told.add(key)) }, [
        "tellAsker",
      ]),
      vectorsMicroUsd: (tokens) => tokens * 10,
      summaryMicroUsd: () => 500,
      wake: () => Promise.resolve(),
    };
  }

  #reader() {
    return {
      list: ({ from, since, cursor }: { from: string; since: string | null; cursor: string | null }) => {
        const newerMs = Math.max(Date.parse(from), since === null ? 0 : Date.parse(since));
        const all = [...this.documents]
          .filter(([, { changedMs }]) => changedMs >= newerMs && !this.isEmpty)
          .toSorted(([one], [other]) => (one < other ? -1 : 1));
        const at = Number(cursor ?? 0);
        const next = at + PAGE < all.length ? String(at + PAGE) : null;
        const things = all.slice(at, at + PAGE).map(([id, document]) => this.#thing(id, document));
        return Promise.resolve({ things, next, isPartial: this.isPartial });
      },
      count: () => Promise.resolve({ items: this.documents.size, isMore: false }),
    };
  }

  #thing(id: string, document: Document): FoundThing {
    const { title, changedMs } = document;
    return {
      externalId: id,
      title,
      at: new Date(changedMs).toISOString(),
      link: "https://docs.example/1",
      people: ["Dana"],
      facts: [],
      stamp: String(changedMs),
      words: (): Promise<ThingWords | null> => {
        this.reads.push(id);
        if (document.fails !== undefined)
          return Promise.reject(new IntegrationError("google", "no", { status: document.fails }));
        return Promise.resolve({ text: document.text, note: null });
      },
    };
  }

  async add() {
    return knowledgePagesOf(this.deps()).add({ ...CHOICE, kind: this.kind }, BY);
  }

  /** Works until nothing is due any more. */
  async work(kill?: Kill): Promise<void> {
    let first = kill;
    for (let turn = 0; turn < 60; turn++) {
      const deps = this.deps(first);
      first = undefined;
      try {
        if ((await continueKnowledge(deps, this.nowMs + 1)) === "done") return;
      } catch (error) {
        if (!(error instanceof Killed) && !((error as Error).cause instanceof Killed)) throw error;
        this.nowMs += 120_000;
      }
    }
    throw new Error("it never ends");
  }

  async source() {
    const [row] = await dbFor(this.d1, TEAM).rows(knowledgeSources);
    if (row === undefined) throw new Error("no source");
    return row;
  }

  /** What is findable, as the index is given it. */
  async found(): Promise<string[]> {
    const source = knowledgeSource({ db: dbFor(this.d1, TEAM), words: this.deps().words }, this.kind);
    const { items } = await source.page(null, 500);
    return items.map(({ title, text }) => `${title}: ${text}`).toSorted();
  }

  expected(): string[] {
    return [...this.documents.values()].map(({ title, text }) => `${title}: ${text}`).toSorted();
  }
}

describe("a source of documents", () => {
  it("is read whole, tells the index of each thing, and belongs to its team alone", async () => {
    const world = new World();
    await world.add();
    await world.work();
    expect(await world.found()).toEqual(world.expected());
    expect(await world.source()).toMatchObject({
      state: "waiting",
      items: 8,
      notRead: 0,
      done: 8,
      problem: null,
    });
    const told = await dbFor(world.d1, TEAM).rows(events);
    const ids = new Set(told.flatMap(({ payload }) => payload["ids"] as string[]));
    const items = await dbFor(world.d1, TEAM).rows(knowledgeItems);
    expect([...ids].toSorted()).toEqual(items.map(({ id }) => id).toSorted());
    expect(await dbFor(world.d1, OTHER).rows(knowledgeItems)).toEqual([]);
    const others = knowledgePagesOf({ ...world.deps(), db: dbFor(world.d1, OTHER) });
    await expect(others.item("user_dana", items[0]?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
  });

  it("tells no one of a first reading that was over while they watched", async () => {
    const world = new World();
    await world.add();
    await world.work();
    expect(await world.source()).toMatchObject({ state: "waiting", items: 8, askedAt: null });
    expect([...world.told]).toEqual([]);
  });

  it("ends the same wherever it is killed, and tells the index of everything", async () => {
    for (const when of ["before", "after"] as const)
      for (let calls = 1; calls <= 60; calls += 3) {
        const world = new World();
        await world.add();
        // Long enough that nobody watches the page anymore.
        world.nowMs += 5 * 60_000;
        await world.work({ calls, when });
        expect({ calls, when, found: await world.found() }).toEqual({ calls, when, found: world.expected() });
        expect(await world.source()).toMatchObject({ state: "waiting", items: 8, askedAt: null });
        expect([...world.told]).toEqual([expect.stringMatching(/^source-read:/)]);
        const told = await dbFor(world.d1, TEAM).rows(events);
        expect(new Set(told.flatMap(({ payload }) => payload["ids"] as string[])).size).toBe(8);
      }
  });

  it("reads again only what has changed", async () => {
    const world = new World();
    await world.add();
    await world.work();
    world.reads.length = 0;
    world.nowMs += HOUR_MS;
    world.write("d3", "New words.");
    world.nowMs += HOUR_MS;
    await world.work();
    expect(world.reads).toEqual(["d3"]);
    expect(await world.found()).toEqual(world.expected());
    expect((await world.source()).isWhole).toBe(false);
  });

  it("takes out what is gone with the next whole pass, and nothing after a list that lacks something", async () => {
    const world = new World();
    await world.add();
    await world.work();
    world.documents.delete("d2");
    world.nowMs += 25 * HOUR_MS;
    world.isPartial = true;
    await world.work();
    expect(await world.found()).toHaveLength(8);
    world.isPartial = false;
    world.nowMs += HOUR_MS;
    await world.work();
    expect(await world.found()).toEqual(world.expected());
    expect(world.words.size).toBe(7);
  });

  // Seed 002:325: 30 days at first, then kept up.
  it("keeps what has become older than the window where that only says how far back the first pass goes", async () => {
    for (const keepsOlder of [true, false]) {
      const world = new World();
      world.keepsOlder = keepsOlder;
      await world.add();
      await world.work();
      world.nowMs += 181 * 24 * HOUR_MS;
      world.write("new", "Came later.");
      await world.work();
      expect(await world.found()).toHaveLength(keepsOlder ? 9 : 1);
    }
    const world = new World();
    world.keepsOlder = true;
    await world.add();
    await world.work();
    world.documents.delete("d2");
    world.nowMs += 25 * HOUR_MS;
    await world.work();
    expect(await world.found()).toEqual(world.expected());
  });

  it("gives a new e-mail up to the inbox once that has brought it", async () => {
    const world = new World();
    world.kind = "email";
    await world.add();
    await world.work();
    const brought = {
      mailbox: CHOICE.person,
      id: "d2",
      connectionId: "google",
      threadId: "t",
      direction: "incoming" as const,
      fromName: "Ana",
      fromAddress: "ana@else.example",
      to: [CHOICE.person],
      cc: [],
      subject: "Document d2",
      text: "Words",
      quoted: "",
      hidden: "",
      attachments: [],
      at: new Date(START_MS).toISOString(),
      receivedAt: new Date(START_MS).toISOString(),
      fingerprint: "f",
      state: "received" as const,
      attempts: 0,
    } satisfies Omit<typeof mails.$inferInsert, "tenantId">;
    const db = dbFor(world.d1, TEAM);
    await db.insert(mails, brought);
    await db.insert(mails, { ...brought, mailbox: "other@alder.example", id: "d3", fingerprint: "g" });
    world.nowMs += HOUR_MS;
    await world.work();
    expect((await world.source()).isWhole).toBe(false);
    expect(await world.found()).toEqual(world.expected().filter((one) => !one.startsWith("Document d2")));
  });

  it("believes no list that is suddenly empty of many", async () => {
    const world = new World(20);
    await world.add();
    await world.work();
    world.nowMs += 25 * HOUR_MS;
    world.isEmpty = true;
    await world.work();
    expect(await world.found()).toHaveLength(20);
    expect((await world.source()).problem).toContain("now reports no items");
  });

  it("goes on past what the service does not hand out, and says so", async () => {
    const world = new World();
    const refused = world.documents.get("d4");
    if (refused !== undefined) refused.fails = 403;
    await world.add();
    await world.work();
    const { items } = await knowledgePagesOf(world.deps()).items("user_dana", (await world.source()).id, {});
    expect(items.find(({ title }) => title === "Document d4")?.note).toContain("didn’t provide the text");
    expect(await world.source()).toMatchObject({ items: 8, notRead: 1, state: "waiting" });
  });

  it("says what keeps it, and goes on by itself once that is over", async () => {
    const world = new World();
    await world.add();
    world.isConnected = false;
    await world.work();
    expect((await world.source()).problem).toBe("It’s no longer connected.");
    world.isConnected = true;
    world.nowMs += HOUR_MS;
    await world.work();
    expect(await world.source()).toMatchObject({ problem: null, items: 8, failures: 0 });
  });

  it("stops where it is paused, goes on from there, and is removed with everything it held", async () => {
    const world = new World();
    const { id } = await world.add();
    const pages = knowledgePagesOf(world.deps());
    await continueKnowledge(world.deps(), world.nowMs);
    await pages.act(id, "pause", BY);
    await world.work();
    expect(await world.source()).toMatchObject({ state: "paused" });
    await pages.act(id, "read", BY);
    await world.work();
    expect(await world.found()).toEqual(world.expected());
    await pages.remove(id, BY);
    await world.work();
    expect(await dbFor(world.d1, TEAM).rows(knowledgeSources, eq(knowledgeSources.id, id))).toEqual([]);
    expect(await world.found()).toEqual([]);
    expect(world.words.size).toBe(0);
  });

  it("says before it begins how much it is and what it costs, by some of it, and keeps nothing of that", async () => {
    const world = new World(40);
    for (const document of world.documents.values()) document.text = "x".repeat(700);
    const pages = knowledgePagesOf(world.deps());
    const estimate = await pages.estimate(CHOICE);
    expect(estimate).toMatchObject({ items: 40, isMore: false, minutes: 1 });
    const each = (estimate.tokens ?? 0) / 40;
    expect(each).toBeGreaterThan(200);
    expect(each).toBeLessThan(260);
    expect(estimate.usd).toBeCloseTo(((estimate.tokens ?? 0) * 10) / 1_000_000, 9);
    expect([world.reads.length <= 5, world.words.size]).toEqual([true, 0]);
    for (const document of world.documents.values()) document.fails = 403;
    expect(await pages.estimate(CHOICE)).toMatchObject({ items: 40, tokens: null, usd: null });
  });

  it("takes nothing that isn’t offered", async () => {
    const pages = knowledgePagesOf(new World().deps());
    for (const other of [
      { person: "eve@else.example" },
      { connectionId: "other" },
      { kind: "event" as const },
    ])
      await expect(pages.add({ ...CHOICE, ...other }, BY)).rejects.toMatchObject({ code: "invalid_request" });
  });
});

// Seed 002:297–317 and 002:351–357: a sync has an id, one or several sources with their settings, and an end.
describe("a sync", () => {
  const EVENTS = { ...CHOICE, kind: "event", windowDays: 30 } as const;
  const offers = () => Promise.resolve([OFFER, { ...OFFER, kind: "event" as const }]);
  const pagesOf = (world: World) => knowledgePagesOf({ ...world.deps(), offers });

  it("reads several sources as they were asked for in one call, and is completed once all are", async () => {
    const world = new World();
    const pages = pagesOf(world);
    const begun = await pages.startSync([CHOICE, EVENTS], BY);
    expect(begun).toMatchObject({
      status: "running",
      by: "Dana",
      finishedAt: null,
      sources: [
        { kind: "document", windowDays: 180, status: "running" },
        { kind: "event", windowDays: 30, status: "running" },
      ],
    });
    await world.work();
    expect(await pages.sync(begun.id)).toMatchObject({
      id: begun.id,
      status: "completed",
      finishedAt: new Date(world.nowMs).toISOString(),
      sources: [
        { status: "completed", items: 8, problem: null },
        { status: "completed", items: 8, problem: null },
      ],
    });
    expect((await pages.syncs()).map(({ id }) => id)).toEqual([begun.id]);
    await expect(pages.sync("none")).rejects.toMatchObject({ code: "not_found" });
  });

  it("starts nothing where one of its sources isn't offered", async () => {
    const world = new World();
    const gone = { ...EVENTS, connectionId: "gone" };
    await expect(pagesOf(world).startSync([CHOICE, gone], BY)).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await dbFor(world.d1, TEAM).rows(knowledgeSources)).toEqual([]);
    expect(await pagesOf(world).syncs()).toEqual([]);
  });

  it("has failed with its error until it gets through", async () => {
    const world = new World();
    const pages = pagesOf(world);
    const { id } = await pages.startSync([CHOICE], BY);
    world.isConnected = false;
    await world.work();
    expect(await pages.sync(id)).toMatchObject({
      status: "failed",
      sources: [{ status: "failed", problem: "It’s no longer connected." }],
    });
    world.isConnected = true;
    world.nowMs += HOUR_MS;
    await world.work();
    expect(await pages.sync(id)).toMatchObject({ status: "completed", sources: [{ problem: null }] });
  });

  it("is in the history for each full pass, and not for looking for changes", async () => {
    const world = new World();
    const pages = pagesOf(world);
    const first = await pages.startSync([CHOICE], BY);
    await world.work();
    world.nowMs += HOUR_MS;
    await world.work();
    expect(await pages.syncs()).toHaveLength(1);
    world.nowMs += 25 * HOUR_MS;
    await world.work();
    const [daily, ...rest] = await pages.syncs();
    expect(daily).toMatchObject({ status: "completed", by: null });
    expect(rest.map(({ id }) => id)).toEqual([first.id]);
    await pages.act((await world.source()).id, "read", BY);
    expect((await pages.syncs())[0]).toMatchObject({ status: "running", by: "Dana" });
    await world.work();
    expect(await pages.syncs()).toHaveLength(3);
    // What is older than 30 days goes.
    world.nowMs += 40 * 24 * HOUR_MS;
    await world.work();
    expect(await pages.syncs()).toMatchObject([{ status: "completed", by: null }]);
  });
});
