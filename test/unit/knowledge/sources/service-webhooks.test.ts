/** What a team's own service tells: kept once, in the order of its own times, whatever order and however often it comes. */
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { connections, dbFor, events } from "../../../../src/platform/db/index.ts";
import { inboundEvents } from "../../../../src/messaging/tables/inbox.ts";
import { knowledgeItems, knowledgeSources } from "../../../../src/knowledge/tables/knowledge.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import {
  acceptServiceWebhook,
  dataThing,
  knowledgePagesOf,
  knowledgeSource,
  processServiceWebhooks,
  type KnowledgeDeps,
  type KnowledgePagesDeps,
  type KnowledgeReader,
} from "../../../../src/knowledge/sources/index.ts";
import { type WordStore } from "../../../../src/platform/knowledge-words.ts";
import type { ItemEvent } from "../../../../src/integrations/api/data-service.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const TEAM = "tenant_alder";
const CONNECTION = "conn_alder_data-service";
const NOW_MS = Date.parse("2026-11-24T10:00:00.000Z");

const minute = (number: number): string => new Date(NOW_MS + number * 60_000).toISOString();

class World {
  readonly d1 = nodeD1();
  readonly db = dbFor(this.d1, TEAM);
  readonly words = new Map<string, string>();
  nowMs = NOW_MS;
  isDown = false;
  one: KnowledgeReader["one"];
  #deliveries = 0;

  async connect(): Promise<this> {
    await this.db.insert(connections, {
      id: CONNECTION,
      vendor: "data-service",
      label: "Data service",
      settings: { url: "https://api.acme.example", users: ["office"], serves: [] },
      credentials: "",
      createdAt: minute(0),
    } as never);
    return this;
  }

  readonly store: WordStore = {
    put: (id, text) =>
      this.isDown ? Promise.reject(new Error("R2 is down")) : Promise.resolve(void this.words.set(id, text)),
    get: (id) => Promise.resolve(this.words.get(id) ?? ""),
    drop: (ids) => Promise.resolve(ids.forEach((id) => this.words.delete(id))),
  };

  tell(event: ItemEvent, body: object, webhookId = `msg_${++this.#deliveries}`) {
    const deps = { db: this.db, clock: { now: () => this.nowMs++ } };
    return acceptServiceWebhook(deps, { connectionId: CONNECTION, webhookId, event, body });
  }

  work() {
    return processServiceWebhooks({ ...this.#deps(), timeZone: "America/New_York" }, Infinity);
  }

  #deps(): KnowledgeDeps {
    return {
      db: this.db,
      clock: { now: () => this.nowMs },
      logger: silentLogger,
      words: this.store,
      open: () => {
        const reader = {
          list: () => Promise.reject(new Error("not listed")),
          count: () => Promise.reject(new Error("not counted")),
        };
        const { one } = this;
        return Promise.resolve({
          reader: one === undefined ? reader : { ...reader, one },
          msEach: 0,
          isAlwaysWhole: false,
        });
      },
      rest: () => Promise.resolve(),
      written: () => Promise.resolve(),
      titleOf: () => "Data service",
      tellAsker: () => Promise.resolve(),
    };
  }

  pagesDeps(): KnowledgePagesDeps {
    return {
      ...this.#deps(),
      offers: () => Promise.resolve([]),
      vectorsMicroUsd: () => 0,
      summaryMicroUsd: () => 500,
      wake: () => Promise.resolve(),
    };
  }

  async found(): Promise<string[]> {
    const source = knowledgeSource({ db: this.db, words: this.store }, "document");
    const { items } = await source.page(null, 500);
    return items.map(({ title, text }) => `${title}: ${text}`).toSorted();
  }

  /** How often the index was told of a change or a removal. */
  async news(): Promise<number> {
    return (await this.db.rows(events)).length;
  }
}

const told = (at: number, more: object = {}) => ({
  user_id: "office",
  source: "drive",
  source_id: "d1",
  content_type: "document",
  timestamp: minute(at),
  ...more,
});
const created = (at: number, text: string) =>
  told(at, { data: { name: "Manual", content_text: text, modified_at: minute(at) } });
const updated = (at: number, text: string, changes: unknown = ["content_text"]) =>
  told(at, { changes, full_data: { name: "Manual", content_text: text, modified_at: minute(0), is_new: 1 } });

describe("a thing that is told of", () => {
  it("seed 002:677-689: is changed and deleted by events that name its source and not its kind", async () => {
    const world = await new World().connect();
    const { content_type: _, ...seed } = { ...told(0), source: "gdrive" };
    await world.tell("item-created", {
      ...seed,
      content_type: "document",
      data: { name: "Manual", content_text: "one", modified_at: minute(0) },
    });
    const full_data = { name: "Manual", content_text: "two", modified_at: minute(1) };
    expect(
      (
        await world.tell("item-updated", {
          ...seed,
          timestamp: minute(1),
          changes: { content_text: "two" },
          full_data,
        })
      ).answer,
    ).toEqual({ status: "accepted", reprocessing: true });
    await world.work();
    expect(await world.found()).toEqual(["Manual: two"]);
    // Of a source of another name the item that is known says it.
    const gone = await world.tell("item-deleted", { ...seed, source: "our files", timestamp: minute(2) });
    expect(gone.answer).toEqual({ status: "deleted" });
    await world.work();
    expect(await world.found()).toEqual([]);
    await expect(
      world.tell("item-deleted", {
        ...seed,
        source: "our files",
        source_id: "unknown",
        timestamp: minute(3),
      }),
    ).rejects.toThrow("content_type: required for this source_id; one of email, document, event, issue");
  });

  it("seed 002:668: is new under a content type of the sender's own where the source says the kind", async () => {
    const world = await new World().connect();
    const data = { key: "PROJ-1", summary: "Setup CI/CD", updated_at: minute(0) };
    const about = { ...told(0), source: "jira", source_id: "j1", content_type: "jira_issue", data };
    expect((await world.tell("item-created", about)).answer).toEqual({ status: "accepted", source_id: "j1" });
    await world.work();
    expect(await world.db.rows(knowledgeItems)).toMatchObject([
      { kind: "issue", title: "PROJ-1: Setup CI/CD" },
    ]);
  });

  it("is kept, found, changed and taken out, and answered as the contract says", async () => {
    const world = await new World().connect();
    expect(await world.tell("item-created", created(0, "One."))).toEqual({
      isNew: true,
      answer: { status: "accepted", source_id: "d1" },
    });
    expect(await world.found()).toEqual([]);
    expect(await world.work()).toBe("done");
    expect(await world.found()).toEqual(["Manual: One."]);
    expect(await world.db.rows(knowledgeSources)).toMatchObject([
      { kind: "document", person: "office", vendor: "data-service", items: 1, dueAt: null, state: "waiting" },
    ]);
    expect((await world.tell("item-updated", updated(1, "Two."))).answer).toEqual({
      status: "accepted",
      reprocessing: true,
    });
    await world.work();
    expect(await world.found()).toEqual(["Manual: Two."]);
    expect((await world.tell("item-deleted", told(2))).answer).toEqual({ status: "deleted" });
    await world.work();
    expect(await world.found()).toEqual([]);
    expect(await world.db.rows(knowledgeItems)).toEqual([]);
    expect([...world.words.keys()]).toEqual([]);
    expect(
      (await world.db.rows(inboundEvents)).every(({ payload }) => !JSON.stringify(payload).includes("Two")),
    ).toBe(true);
  });

  it("of which nothing was known is made by an update; a deletion of one is answered the same", async () => {
    const world = await new World().connect();
    expect((await world.tell("item-deleted", { ...told(0), source_id: "d9" })).answer).toEqual({
      status: "deleted",
    });
    await world.tell("item-updated", updated(1, "New."));
    await world.work();
    expect(await world.found()).toEqual(["Manual: New."]);
  });

  it("changes by nothing that is older, and isn’t brought back by it", async () => {
    const world = await new World().connect();
    await world.tell("item-updated", updated(5, "Newest."));
    await world.work();
    await world.tell("item-updated", updated(3, "Older."));
    await world.tell("item-deleted", told(4));
    await world.work();
    expect(await world.found()).toEqual(["Manual: Newest."]);
    await world.tell("item-deleted", told(6));
    await world.work();
    await world.tell("item-created", created(5, "Back?"));
    await world.work();
    expect(await world.found()).toEqual([]);
    await world.tell("item-created", created(7, "Anew."));
    await world.work();
    expect(await world.found()).toEqual(["Manual: Anew."]);
  });

  it("comes to the same in whatever order and however often it is delivered", async () => {
    const history = [
      ["item-created", created(0, "a")],
      ["item-updated", updated(1, "b")],
      ["item-deleted", told(2)],
      ["item-created", created(3, "c")],
      ["item-updated", updated(4, "d")],
    ] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 0, 1, 1, 2, 2, 3, 3, 4, 4], { minLength: 10, maxLength: 10 }),
        fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
        async (order, works) => {
          const world = await new World().connect();
          for (const [at, number] of order.entries()) {
            const [event, body] = history[number]!;
            await world.tell(event, body, `msg_${number}`);
            if (works[at] === true) await world.work();
          }
          await world.work();
          expect(await world.found()).toEqual(["Manual: d"]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("whose words are as they were tells the index nothing", async () => {
    const world = await new World().connect();
    await world.tell("item-updated", updated(0, "Same."));
    await world.work();
    const before = await world.news();
    expect((await world.tell("item-updated", updated(1, "Same.", ["is_new"]))).answer).toMatchObject({
      reprocessing: false,
    });
    await world.work();
    expect(await world.news()).toBe(before);
    await world.tell("item-updated", updated(2, "Other.", { contentText: "Other." }));
    await world.work();
    expect(await world.news()).toBe(before + 1);
  });

  it("waits for its work where that fails, and holds up no other", async () => {
    const world = await new World().connect();
    world.isDown = true;
    await world.tell("item-created", created(0, "One."));
    await world.tell("item-deleted", { ...told(1), source_id: "d9" });
    await expect(world.work()).rejects.toThrow("could not be stored");
    const states = (await world.db.rows(inboundEvents)).map(({ type, state }) => [type, state]);
    expect(states).toContainEqual(["item-created", "received"]);
    expect(states).toContainEqual(["item-deleted", "recorded"]);
    world.isDown = false;
    await world.work();
    expect(await world.found()).toEqual(["Manual: One."]);
  });

  it("is worked by one at a time: what comes while another works is left to that one, and its end is the newest", async () => {
    const world = await new World().connect();
    await world.tell("item-updated", updated(1, "Older."));
    let enter: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => (enter = resolve));
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const store = { ...world.store };
    world.store.put = async (id, text) => {
      enter();
      await released;
      return store.put(id, text);
    };
    const first = world.work();
    await entered;
    await world.tell("item-updated", updated(2, "Newer."));
    expect(await world.work()).toBe("done");
    release();
    expect(await first).toBe("more");
    await world.work();
    expect(await world.found()).toEqual(["Manual: Newer."]);
    // Whoever dies with the turn holds it up no longer than its lease.
    await world.tell("item-updated", updated(3, "Newest."));
    await world.db.insert(inboundEvents, {
      source: "data-service",
      eventId: "turn",
      receivedAt: new Date(world.nowMs + 60_000).toISOString(),
      state: "recorded",
      payload: {},
    });
    await world.work();
    expect(await world.found()).toEqual(["Manual: Newer."]);
    world.nowMs += 61_000;
    await world.work();
    expect(await world.found()).toEqual(["Manual: Newest."]);
  });

  it("doesn’t go over what is newer, even where that came after it had looked", async () => {
    const world = await new World().connect();
    await world.tell("item-created", created(1, "One."));
    await world.work();
    await world.tell("item-updated", updated(2, "Two."));
    const store = { ...world.store };
    world.store.put = async (id, text) => {
      await store.put(id, text);
      const stamp = `${minute(9)} newer`;
      await world.db.update(knowledgeItems, { stamp, title: "Newer" }, eq(knowledgeItems.id, id));
    };
    await world.work();
    expect(await world.db.rows(knowledgeItems)).toMatchObject([
      { title: "Newer", stamp: `${minute(9)} newer` },
    ]);
  });

  it("of a paused source waits until it is continued; only what is gone goes at once", async () => {
    const world = await new World().connect();
    await world.tell("item-created", created(0, "One."));
    await world.tell("item-created", { ...created(0, "Other."), source_id: "d2" });
    await world.work();
    const [source] = await world.db.rows(knowledgeSources);
    const pages = knowledgePagesOf(world.pagesDeps());
    const by = { kind: "user", id: "user_dana", name: "Dana" } as const;
    await pages.act(source?.id ?? "", "pause", by);
    await world.tell("item-updated", updated(1, "Two."));
    await world.tell("item-deleted", { ...told(1), source_id: "d2" });
    expect(await world.work()).toBe("done");
    expect(await world.found()).toEqual(["Manual: One."]);
    await pages.act(source?.id ?? "", "read", by);
    expect(await world.db.rows(knowledgeSources)).toMatchObject([{ state: "waiting", dueAt: null }]);
    await world.work();
    expect(await world.found()).toEqual(["Manual: Two."]);
    await pages.act(source?.id ?? "", "pause", by);
    await world.tell("item-updated", updated(3, "Three."));
    await world.work();
    await pages.remove(source?.id ?? "", by);
    expect((await world.db.rows(inboundEvents)).filter(({ state }) => state === "held")).toEqual([]);
  });

  it("without all of it is asked for by itself, again where that fails, and stays as it is where there’s none", async () => {
    const world = await new World().connect();
    await world.tell("item-created", created(0, "One."));
    await world.work();
    const asked: string[] = [];
    let text: string | null | Error = new Error("down");
    world.one = (externalId, toldAt) => {
      asked.push(externalId);
      if (text instanceof Error) return Promise.reject(text);
      if (text === null) return Promise.resolve(null);
      const data = { id: externalId, name: "Manual", content_text: text, modified_at: minute(0) };
      return dataThing("document", data, { timeZone: "UTC", toldAt });
    };
    await world.tell("item-updated", told(1, { changes: ["content_text"] }));
    await expect(world.work()).rejects.toThrow("could not be stored");
    text = "Two.";
    await world.work();
    expect(await world.found()).toEqual(["Manual: Two."]);
    text = "Older.";
    await world.tell("item-updated", told(0.5));
    await world.work();
    text = null;
    await world.tell("item-updated", told(2));
    await world.work();
    expect([asked, await world.found()]).toEqual([["d1", "d1", "d1"], ["Manual: Two."]]);
    const issue = { ...told(3), content_type: "issue" };
    await expect(world.tell("item-updated", issue)).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is refused where it isn’t of the contract, or somebody’s whose data isn’t read", async () => {
    const world = await new World().connect();
    const wrong: [ItemEvent, object][] = [
      ["item-created", told(0)],
      ["item-created", told(0, { data: { content_text: "no name" } })],
      ["item-created", { ...created(0, "x"), content_type: "fax" }],
      ["item-updated", told(0, { full_data: { content_text: "no name" } })],
      ["item-deleted", { ...told(0), timestamp: "soon" }],
      ["item-created", { ...created(0, "x"), user_id: "dana" }],
    ];
    for (const [event, body] of wrong)
      await expect(world.tell(event, body), JSON.stringify(body)).rejects.toMatchObject({
        code: "invalid_request",
      });
    expect(await world.db.rows(inboundEvents)).toEqual([]);
  });
});
