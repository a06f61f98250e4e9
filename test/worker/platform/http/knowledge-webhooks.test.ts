/** What a team's own service tells over HTTP: who is believed, what is kept once, and that it is found and shown. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sealWebhookSecrets } from "../../../../src/integrations/connections/index.ts";
import type { KnowledgeItemPage } from "../../../../src/knowledge/api/knowledge.ts";
import type { SearchPage } from "../../../../src/platform/api/search.ts";
import { workOf } from "../../../support/clock.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { insertRow } from "../../../support/rows.ts";
import { freshWorld, testEnv, TIMEOUT } from "../../../support/worker.ts";

const TENANT = "tenant_alder";
const CONNECTION = "conn_alder_data-service";
const SECRET = `whsec_${btoa("s".repeat(32))}`;
const OTHERS = `whsec_${btoa("o".repeat(32))}`;
const PATH = `/webhooks/knowledge/${CONNECTION}`;
let cookie: string;

beforeEach(async () => {
  await freshWorld();
  for (const [tenantId, connectionId, secret] of [
    [TENANT, CONNECTION, SECRET],
    ["tenant_harbor", "conn_harbor_data-service", OTHERS],
  ] as const)
    await insertRow("connections", tenantId, {
      id: connectionId,
      vendor: "data-service",
      label: "Data service",
      settings: JSON.stringify({ url: "https://api.acme.example", users: ["office"], serves: [] }),
      credentials: "",
      webhook_secrets: await sealWebhookSecrets(testEnv.MASTER_KEYS, { tenantId, connectionId }, [secret]),
      created_at: "2026-11-24T10:00:00.000Z",
    });
  cookie = await signIn("dana@alderfinch.example");
});

async function signed(body: string, { id = "msg_1", secret = SECRET, at = Date.now() } = {}) {
  const seconds = String(Math.floor(at / 1000));
  const bytes = Uint8Array.from(atob(secret.replace("whsec_", "")), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${id}.${seconds}.${body}`));
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`,
  };
}

function post(
  body: string,
  headers: Record<string, string>,
  path = `${PATH}/item-created`,
): Promise<Response> {
  return request(path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
}

const created = (text: string, timestamp = "2026-11-24T10:00:00Z") =>
  JSON.stringify({
    user_id: "office",
    source: "wiki",
    source_id: "page-7",
    content_type: "document",
    timestamp,
    data: { name: "Zanzibar valve", content_text: text, modified_at: timestamp },
  });

async function kept(): Promise<{ tenant_id: string; state: string }[]> {
  const sql = "select tenant_id, state from inbound_events where source = 'data-service' order by event_id";
  return (await testEnv.DB.prepare(sql).all<{ tenant_id: string; state: string }>()).results;
}

async function read<Answer>(path: string): Promise<Answer> {
  const answer = await request(path, { headers: { cookie } });
  expect(answer.status).toBe(200);
  return answer.json<Answer>();
}

describe("POST /webhooks/knowledge", () => {
  it("believes nothing that isn’t signed with that connection’s secret, or is old", async () => {
    const body = created("x");
    const attempts: [Record<string, string>, string?][] = [
      [{}],
      [await signed(body, { secret: OTHERS })],
      [await signed(`${body} `)],
      [await signed(body, { at: Date.now() - 301_000 })],
      [{ ...(await signed(body)), "webhook-id": "msg_2" }],
      [await signed(body), "/webhooks/knowledge/conn_nobody/item-created"],
      [await signed(body), "/webhooks/knowledge/conn_harbor_data-service/item-created"],
      [await signed(body), "/webhooks/knowledge/conn_alder_quo/item-created"],
    ];
    for (const [headers, path] of attempts) {
      const answer = await post(body, headers, path);
      expect(answer.status).toBe(401);
      expect(await errorCode(answer)).toBe("invalid_signature");
    }
    expect((await post(body, await signed(body), `${PATH}/item-renamed`)).status).toBe(404);
    const wrong = JSON.stringify({ user_id: "office" });
    expect(await errorCode(await post(wrong, await signed(wrong)))).toBe("invalid_request");
    expect(await kept()).toEqual([]);
  });

  it("keeps a delivery once before it answers; what it tells is found, shown and gone again, for its team alone", async () => {
    const body = created("The zanzibar valve closes clockwise.");
    const headers = await signed(body);
    const answer = await post(body, headers);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ status: "accepted", source_id: "page-7" });
    expect((await post(body, headers)).status).toBe(202);
    expect(await kept()).toHaveLength(1);
    await workOf("knowledge.told", TENANT);
    expect(await kept()).toEqual([{ tenant_id: TENANT, state: "recorded" }]);

    const search = () => read<SearchPage>("/api/search?q=zanzibar&sources=document");
    const found = await vi.waitFor(async () => {
      await workOf("events.consume", TENANT);
      const [first] = (await search()).items;
      expect(first).toMatchObject({ source: "document", title: "Zanzibar valve" });
      return first!;
    }, TIMEOUT);
    const item = await read<KnowledgeItemPage>(`/api/knowledge/items/${found.id}`);
    expect(item).toMatchObject({ service: "Data service", text: "The zanzibar valve closes clockwise." });
    const ben = await signIn("ben@harborlight.example");
    expect((await request(`/api/knowledge/items/${found.id}`, { headers: { cookie: ben } })).status).toBe(
      404,
    );

    const gone = JSON.stringify({
      user_id: "office",
      source_id: "page-7",
      content_type: "document",
      timestamp: "2026-11-24T11:00:00Z",
    });
    const removed = await post(gone, await signed(gone, { id: "msg_2" }), `${PATH}/item-deleted`);
    expect(await removed.json()).toEqual({ status: "deleted" });
    await workOf("knowledge.told", TENANT);
    await vi.waitFor(async () => {
      await workOf("events.consume", TENANT);
      expect((await search()).items).toEqual([]);
    }, TIMEOUT);
    expect((await request(`/api/knowledge/items/${found.id}`, { headers: { cookie } })).status).toBe(404);
  });

  it("finds an e-mail that was told of beside those of mailboxes", async () => {
    const body = JSON.stringify({
      user_id: "office",
      source_id: "mail-1",
      content_type: "email",
      timestamp: "2026-11-24T10:00:00Z",
      data: {
        from: "kilimanjaro@vendor.example",
        subject: "Kilimanjaro pump",
        bodyText: "The kilimanjaro pump ships Thursday.",
        date: "2026-11-24T09:00:00Z",
      },
    });
    expect((await post(body, await signed(body))).status).toBe(202);
    await workOf("knowledge.told", TENANT);
    await vi.waitFor(async () => {
      await workOf("events.consume", TENANT);
      const { items } = await read<SearchPage>("/api/search?q=kilimanjaro&sources=email");
      expect(items).toMatchObject([{ source: "email", title: "Kilimanjaro pump" }]);
      expect(items[0]?.url).toMatch(/^\/knowledge\//);
    }, TIMEOUT);
  });
});
