/** Search as people and the records see it: what came in is found, by its own team alone, and the index can always be rebuilt. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SearchObject } from "../../../../durable-objects/search-object.ts";
import { searchObjectName } from "../../../../src/kernel/tenant-names.ts";
import { searchEndpoints } from "../../../../src/knowledge/api/search.ts";
import {
  searchPageSchema,
  searchStatusSchema,
  type SearchPage,
} from "../../../../src/platform/api/search.ts";
import { workOf } from "../../../support/clock.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { deliverText } from "../../../support/quo-webhook.ts";
import { quietTexts } from "../../../support/rows.ts";
import { freshWorld, TIMEOUT, testEnv } from "../../../support/worker.ts";
import { DANA, newIdentity, objectOf, says, script, until } from "../../agent/conversations/harness.ts";

const TENANT = "tenant_alder";
let cookie = "";

async function search(query: string, as = cookie): Promise<SearchPage> {
  const answer = await request(`/api/search?${query}`, { headers: { cookie: as } });
  return searchPageSchema.parse(await answer.json());
}

async function stub() {
  return testEnv.SEARCH.getByName(
    await searchObjectName(TENANT),
  ) as unknown as DurableObjectStub<SearchObject>;
}

beforeEach(async () => {
  await freshWorld();
  await quietTexts(TENANT);
  cookie = await signIn("dana@alderfinch.example");
});

describe("a text that came in", () => {
  it("is shown with its own words, beside others that match", async () => {
    for (const floor of ["first", "second", "third"])
      await deliverText({ id: `AC-${floor}`, text: `The boiler on the ${floor} floor hums` });
    const { items } = await search("q=boiler");
    expect(items.map(({ id, snippet }) => `${id}: ${snippet}`).toSorted()).toEqual([
      "AC-first: The boiler on the first floor hums",
      "AC-second: The boiler on the second floor hums",
      "AC-third: The boiler on the third floor hums",
    ]);
  });

  it("is found at once by its words and by whose it is, with the words marked", async () => {
    await deliverText({ id: "AC1", text: "The radiator <b>leaks</b> again" });
    const page = await search("q=radiators+Lopez");
    expect(page.items).toMatchObject([
      { source: "sms", id: "AC1", title: "Maria Lopez", thread: "sms:+14125550142" },
    ]);
    const [hit] = page.items;
    expect(hit?.snippetRanges.map(([from, to]) => hit.snippet.slice(from, to))).toEqual(["radiator"]);
    expect((await search("q=radia&typing=1")).items).toHaveLength(1);
    expect((await search("q=radiator&sources=email")).items).toEqual([]);
  });

  it("is found by any part of what has no blanks, and by a word's other spelling", async () => {
    await deliverText({ id: "AC1", text: "お世話になっております。台所の水漏れがひどくなりました。" });
    await deliverText({ id: "AC2", text: "من فردا نمی\u200cآیم. خانه\u200cها سرد هستند." });
    const found = async (q: string) => (await search(`q=${encodeURIComponent(q)}`)).items;
    for (const q of ["台所", "水漏れ", "台所の水漏れはいつから"])
      expect(await found(q)).toMatchObject([{ id: "AC1" }]);
    expect((await found("台所"))[0]?.snippet).toBe(
      "お世話になっております。台所の水漏れがひどくなりました。",
    );
    for (const q of ["نمی\u200cآیم", "نمیآیم"]) expect(await found(q)).toMatchObject([{ id: "AC2" }]);
  });

  it("is found by days as the team counts them", async () => {
    // Half past ten in the evening in New York is the next day in UTC.
    await deliverText({ id: "AC1", text: "late radiator", at: "2026-11-21T03:30:00.000Z" });
    expect((await search("q=radiator&from=2026-11-20&to=2026-11-20")).items).toHaveLength(1);
    expect((await search("q=radiator&from=2026-11-21")).items).toEqual([]);
  });

  it("is found by the days that a search's own words say, unless they are to be words like any other", async () => {
    const day = 24 * 3_600_000;
    await deliverText({
      id: "AC1",
      text: "radiator again",
      at: new Date(Date.now() - 60 * day).toISOString(),
    });
    await deliverText({ id: "AC2", text: "radiator cold", at: new Date(Date.now() - day).toISOString() });
    const told = async (query: string): Promise<unknown> => {
      const answer = await request(`/api/search?${query}`, { headers: { cookie } });
      const { items, said } = searchEndpoints.search.output.parse(await answer.json());
      return [items.length, said?.words];
    };
    expect(await told("days=1&q=radiator in the last 7 days")).toEqual([1, "the last 7 days"]);
    expect(await told("days=1&q=radiator")).toEqual([2, undefined]);
    // Nothing else is said: there is nothing to look for but the words.
    expect(await told("days=1&q=last week")).toEqual([0, undefined]);
    // Days that were picked go before words.
    expect(await told("days=1&q=radiator last week&from=2026-01-01")).toEqual([2, undefined]);
  });

  it("is found by no one of another team, and the index is no other team's to ask", async () => {
    await deliverText({ id: "AC1", text: "The radiator leaks" });
    const other = await signIn("ruth@harborlight.example");
    expect((await search("q=radiator", other)).items).toEqual([]);
    await runInDurableObject(await stub(), async (object: SearchObject) => {
      await expect(object.query("tenant_harbor", { q: "radiator", limit: 5 })).rejects.toThrow(
        /another team/,
      );
    });
  });
});

describe("what was said with Steward", () => {
  it("is found by its own team, and no more once its conversation is deleted", async () => {
    const identity = newIdentity();
    await script("WARRANTY", [says("The boiler on Birch is under warranty until May.")]);
    const object = await objectOf(identity);
    await object.send(identity, { messageId: "m1", author: DANA, text: "WARRANTY of the boiler?" });
    const ended = testEnv.DB.prepare("select count(*) as n from runs where finished_at is not null");
    await until(async () => (await ended.first("n")) === 1);
    const found = async (as = cookie) => {
      await workOf("events.consume", TENANT);
      return (await search("q=boiler+may&sources=conversation", as)).items;
    };
    const [hit] = await found();
    expect(hit).toMatchObject({
      source: "conversation",
      thread: identity.conversationId,
      url: `/conversations/${identity.conversationId}`,
    });
    expect(hit?.snippet).toContain("Dana Whitfield: WARRANTY of the boiler?");
    expect(hit?.snippet).toContain("Steward: The boiler on Birch");
    expect(await found(await signIn("ruth@harborlight.example"))).toEqual([]);
    const change = (method: string, body: string) =>
      request(`/api/conversations/${identity.conversationId}`, {
        method,
        headers: { cookie, origin: "http://localhost:8787", "content-type": "application/json" },
        body,
      });
    expect((await change("DELETE", "{}")).status).toBe(200);
    expect(await found()).toEqual([]);
    expect((await change("PATCH", '{"deleted":false}')).status).toBe(200);
    expect(await found()).toHaveLength(1);
  });
});

describe("the index", () => {
  it("is rebuilt from the records, page by page, when it was lost", async () => {
    await deliverText({ id: "AC0", text: "The radiator leaks" });
    const insert = testEnv.DB.prepare(
      `insert into texts (tenant_id, id, connection_id, direction, line_number, contact_number, text, attachments, at, fingerprint, received_at, state, attempts)
       values (?, ?, 'c', 'incoming', '+14125550100', '+14125550142', ?, 0, '2026-11-01T00:00:00.000Z', ?, '2026-11-01T00:00:00.000Z', 'recorded', 0)`,
    );
    await testEnv.DB.batch(
      Array.from({ length: 450 }, (_, n) => insert.bind(TENANT, `AD${n}`, `gutter ${n}`, `f${n}`)),
    );
    const index = await stub();
    await runInDurableObject(index, (_object, { storage }) => {
      storage.sql.exec("update items set id = 'LOST' where id = 'AC0'");
    });
    const answer = await request("/api/search/rebuild", {
      method: "POST",
      headers: { cookie, origin: "http://localhost:8787" },
    });
    expect(searchStatusSchema.parse(await answer.json()).rebuild).toMatchObject({ problem: null });
    // An alarm may be ringing by itself just then.
    await vi.waitFor(async () => {
      await runDurableObjectAlarm(index);
      const answer = await request("/api/search/status", { headers: { cookie } });
      expect(searchStatusSchema.parse(await answer.json())).toMatchObject({ items: 451, rebuild: null });
    }, TIMEOUT);
    expect((await search("q=radiator")).items.map(({ id }) => id)).toEqual(["AC0"]);
  });
});
