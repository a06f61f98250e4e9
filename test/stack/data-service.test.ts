import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { DATA_SERVICE } from "../../sandbox/data-service/store.ts";
import type { ConnectionStep } from "../../src/integrations/api/connections.ts";
import type { KnowledgeItem, KnowledgeOffer, KnowledgeSource } from "../../src/knowledge/api/knowledge.ts";
import type { SearchPage } from "../../src/platform/api/search.ts";
import { eventually, signInAs } from "../support/client.ts";
import { ownStack } from "../support/own-stack.ts";

it("DATA-SERVICE: a team connects its own service, reads it, is told of a change by a signed webhook, and finds both", async () => {
  await using stack = await ownStack();
  const { appUrl, sandboxUrl } = stack;
  const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  const step = await dana.json<ConnectionStep>("PUT", "/api/connections/data-service", {
    typed: { url: `${sandboxUrl}/data-service`, users: DATA_SERVICE.users.join(", "), key: DATA_SERVICE.key },
    consent: null,
    chosen: {},
  });
  const secret = /whsec_(\S+)/.exec(step.notice ?? "")?.[1] ?? "";
  expect(secret).not.toBe("");
  const refused = await dana.request("PUT", "/api/connections/data-service", {
    typed: { url: "https://10.0.0.7/v1", users: "office", key: DATA_SERVICE.key },
    consent: null,
    chosen: {},
  });
  expect(await refused.text()).toContain("must be public");

  const { offers } = await dana.json<{ offers: KnowledgeOffer[] }>("GET", "/api/knowledge/sources");
  const mine = offers.filter(({ vendor }) => vendor === "data-service");
  expect(mine.map(({ kind }) => kind).toSorted()).toEqual(["document", "email", "event", "issue"]);
  for (const { connectionId, kind, windowDays } of mine) {
    const person = kind === "email" || kind === "document" ? "office" : "marcus";
    await dana.json("POST", "/api/knowledge/sources", { connectionId, kind, person, windowDays });
  }
  const own = async (): Promise<KnowledgeSource[]> =>
    (await dana.json<{ sources: KnowledgeSource[] }>("GET", "/api/knowledge/sources")).sources.filter(
      ({ service }) => service === "Data service",
    );
  const read = await eventually("all four are read", async () => {
    const all = await own();
    return all.length === 4 && all.every(({ finishedAt }) => finishedAt !== null) ? all : null;
  });
  expect(Object.fromEntries(read.map(({ kind, items }) => [kind, items]))).toEqual({
    email: 9,
    document: 2,
    event: 2,
    issue: 3,
  });
  const finds = (words: string, title: string) =>
    eventually(`${words} is found`, async () => {
      const { items } = await dana.json<SearchPage>("GET", `/api/search?q=${encodeURIComponent(words)}`);
      return items.some((item) => item.title === title);
    });
  await finds("expansion vessel", "Boiler manual, Maple Court");
  await finds("backflow test", "Backflow test, Maple Court");

  const mails = read.find(({ kind }) => kind === "email");
  expect(mails?.summaries).toMatchObject({ isOn: true });
  const summaries = await eventually("the e-mails are summarized", async () => {
    await stack.tick();
    const { items } = await dana.json<{ items: KnowledgeItem[] }>(
      "GET",
      `/api/knowledge/sources/${mails?.id ?? ""}/items`,
    );
    return items.every(({ summary }) => summary !== null) ? items.map(({ summary }) => summary) : null;
  });
  expect(summaries[0]).toContain("service@allegheny-boilers.example writes about");

  const now = new Date().toISOString();
  const body = JSON.stringify({
    user_id: "office",
    source: "wiki",
    source_id: "doc-2",
    content_type: "document",
    timestamp: now,
    changes: ["content_text"],
    full_data: { name: "Winter checklist", content_text: "Wrap the zanzibar valve.", modified_at: now },
  });
  const seconds = String(Math.floor(Date.now() / 1000));
  const mac = createHmac("sha256", Buffer.from(secret, "base64"))
    .update(`msg_1.${seconds}.${body}`)
    .digest("base64");
  const connectionId = mine[0]?.connectionId ?? "";
  const answer = await fetch(`${appUrl}/webhooks/knowledge/${connectionId}/item-updated`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": "msg_1",
      "webhook-timestamp": seconds,
      "webhook-signature": `v1,${mac}`,
    },
    body,
  });
  expect([answer.status, await answer.json()]).toEqual([202, { status: "accepted", reprocessing: true }]);
  await finds("zanzibar", "Winter checklist");
  const tell = async (id: string, event: string): Promise<number> => {
    const about = { user_id: "office", source_id: "doc-1", content_type: "document" };
    const told = JSON.stringify({ ...about, timestamp: new Date().toISOString() });
    const signature = createHmac("sha256", Buffer.from(secret, "base64"))
      .update(`${id}.${seconds}.${told}`)
      .digest("base64");
    const { status } = await fetch(`${appUrl}/webhooks/knowledge/${connectionId}/${event}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": seconds,
        "webhook-signature": `v1,${signature}`,
      },
      body: told,
    });
    return status;
  };
  expect(await tell("msg_2", "item-deleted")).toBe(202);
  await eventually("the manual is gone", async () => {
    const { items } = await dana.json<SearchPage>("GET", "/api/search?q=expansion%20vessel");
    return items.every(({ title }) => title !== "Boiler manual, Maple Court");
  });
  // Told of without its words, it is asked for.
  expect(await tell("msg_3", "item-updated")).toBe(202);
  await finds("expansion vessel", "Boiler manual, Maple Court");
  const violations = await fetch(`${sandboxUrl}/control/violations`);
  expect(await violations.json()).toEqual({ items: [] });
}, 240_000);
