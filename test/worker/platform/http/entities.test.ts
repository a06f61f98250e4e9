/** The directory over HTTP: what the records say is there once their events are read, for their team alone, and gone with them. */
import { beforeEach, expect, it } from "vitest";
import { removeContacts, saveContacts } from "../../../../src/messaging/contacts/index.ts";
import { tenantDb } from "../../../../src/platform/db/index.ts";
import type { EntityItem, EntityLine, EntityPage } from "../../../../src/knowledge/api/entities.ts";
import type { KnowledgeItemPage } from "../../../../src/knowledge/api/knowledge.ts";
import { workOf } from "../../../support/clock.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { insertRow } from "../../../support/rows.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";

const TEAM = "tenant_alder";
const AT = "2026-11-20T10:00:00.000Z";
let headers: Record<string, string>;

const zoe = (id: string, name: string) => ({
  id,
  firstName: name,
  lastName: null,
  name,
  company: "Quagga Roofing",
  role: null,
  numbers: [],
  emails: [`${id}@quagga.example`],
  internal: false,
  createdAt: AT,
});

beforeEach(async () => {
  await freshWorld();
  const db = tenantDb(testEnv, TEAM);
  await saveContacts(db, "quo", [zoe("zq1", "Zoe Quinby"), zoe("zq2", "Zo Quinby-Hall")], Date.now());
  await insertRow("knowledge_sources", TEAM, {
    id: "source_q",
    connection_id: "conn_q",
    vendor: "clickup",
    kind: "issue",
    person: "",
    window_days: 90,
    state: "waiting",
    pass: 1,
    is_whole: 1,
    is_sweeping: 0,
    is_partial: 0,
    started_at: AT,
    done: 1,
    within: 0,
    items: 1,
    not_read: 0,
    failures: 0,
    created_by_name: "Dana",
    created_at: AT,
  });
  await insertRow("knowledge_items", TEAM, {
    id: "item_q",
    source_id: "source_q",
    kind: "issue",
    external_id: "q",
    title: "Quagga roof for Zoe Quinby",
    at: AT,
    link: "",
    people: "[]",
    facts: '[["List","Roofs"]]',
    stamp: "1",
    hash: "h",
    characters: 0,
    seen: 1,
    read_at: AT,
  });
  await insertRow("events", TEAM, {
    id: "q-changed",
    type: "knowledge.issue.changed",
    at: AT,
    actor_kind: "system",
    actor_id: "x",
    payload: '{"ids":["item_q"]}',
    open: 1,
  });
  await workOf("events.consume", TEAM);
  headers = {
    cookie: await signIn("dana@alderfinch.example"),
    origin: "http://localhost:8787",
    "content-type": "application/json",
  };
});

async function read<Answer>(path: string): Promise<Answer> {
  const answer = await request(path, { headers });
  expect(answer.status, path).toBe(200);
  return answer.json<Answer>();
}

const list = async (query: string): Promise<EntityLine[]> =>
  (await read<{ items: EntityLine[] }>(`/api/entities?${query}`)).items;
const itemsOf = async (id: string): Promise<string[]> =>
  (await read<{ items: EntityItem[] }>(`/api/entities/${id}/items`)).items.map(({ url }) => url);

it("shows whom records are about, and leads from a task to them", async () => {
  const found = await list("q=qu");
  expect(found.map(({ name }) => name)).toEqual(["Quagga Roofing", "Zo Quinby-Hall", "Zoe Quinby"]);
  const [company] = found;
  const page = await read<EntityPage>(`/api/entities/${company?.id}`);
  expect(page.people.map(({ name }) => name)).toEqual(["Zo Quinby-Hall", "Zoe Quinby"]);
  const item = await read<KnowledgeItemPage>("/api/knowledge/items/item_q");
  expect(item.entities.map(({ name }) => name).toSorted()).toEqual(["Roofs", "Zoe Quinby"]);
  expect(await itemsOf("contact:zq1")).toEqual(["/knowledge/item_q"]);
});

it("merges and unmerges, and says so in the audit log", async () => {
  const post = (path: string, body?: object) =>
    request(path, { method: "POST", headers, body: JSON.stringify(body ?? {}) });
  const [one, other] = await list("q=quinby");
  const merged = await post(`/api/entities/${one?.id}/merge`, { into: other?.id });
  expect(await merged.json()).toMatchObject({ id: other?.id, name: "Zoe Quinby" });
  expect(await list("q=quinby")).toHaveLength(1);
  expect((await read<EntityPage>(`/api/entities/${one?.id}`)).id).toBe(other?.id);
  expect(await errorCode(await post(`/api/entities/${one?.id}/merge`, { into: other?.id }))).toBe("conflict");
  expect((await post(`/api/entities/${one?.id}/separate`)).status).toBe(200);
  // Whatever is read later leaves it so.
  await workOf("events.consume", TEAM);
  expect(await list("q=quinby")).toHaveLength(2);
  const audit = await (await request("/api/audit", { headers })).text();
  expect(audit).toContain("merged Zo Quinby-Hall into Zoe Quinby");
  expect(audit).toContain("separated Zo Quinby-Hall from Zoe Quinby");
});

it("is the team's alone, and gone with the card", async () => {
  const [person] = await list("q=zoe");
  const ruth = await signIn("ruth@harborlight.example");
  for (const path of ["", "/items"]) {
    const answer = await request(`/api/entities/${person?.id}${path}`, { headers: { cookie: ruth } });
    expect(answer.status).toBe(404);
  }
  const theirs = await request("/api/entities?q=qu", { headers: { cookie: ruth } });
  expect(await theirs.text()).not.toMatch(/Quagga|Quinby/);
  await removeContacts(tenantDb(testEnv, TEAM), ["zq1", "zq2"], Date.now());
  await workOf("events.consume", TEAM);
  expect(await list("q=qu")).toEqual([]);
  expect((await request(`/api/entities/${person?.id}`, { headers })).status).toBe(404);
});
