/** OWN: what a source of one member holds is found by that member alone, on every way to it, and a change holds at once. */
import { testContext } from "../../../support/context.ts";
import { beforeEach, expect, it, vi } from "vitest";
import { runTool } from "../../../../src/agent/open.ts";
import { acceptServiceWebhook } from "../../../../src/knowledge/sources/index.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { systemClock } from "../../../../src/kernel/clock.ts";
import type { Author } from "../../../../src/agent/api/message.ts";
import type { KnowledgeItem, KnowledgeSource } from "../../../../src/knowledge/api/knowledge.ts";
import type { SearchPage } from "../../../../src/platform/api/search.ts";
import { workOf } from "../../../support/clock.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { insertRow } from "../../../support/rows.ts";
import { freshWorld, testEnv, TIMEOUT } from "../../../support/worker.ts";

const TENANT = "tenant_alder";
const CONNECTION = "conn_alder_data-service";
const CANARY = "zanzibarcanary";
let dana: string;
let marcus: string;

beforeEach(async () => {
  await freshWorld();
  await insertRow("connections", TENANT, {
    id: CONNECTION,
    vendor: "data-service",
    label: "Data service",
    settings: JSON.stringify({
      url: "https://api.acme.example",
      users: ["marcus@alderfinch.example", "office"],
      serves: [],
    }),
    credentials: "",
    created_at: "2026-11-24T10:00:00.000Z",
  });
  dana = await signIn("dana@alderfinch.example");
  marcus = await signIn("marcus@alderfinch.example");
});

async function get<Answer>(cookie: string, path: string): Promise<Answer | number> {
  const answer = await request(path, { headers: { cookie } });
  return answer.status === 200 ? answer.json<Answer>() : answer.status;
}

async function retrieved(speaker: Author): Promise<string> {
  const answer = await runTool(testContext(TENANT))(
    { id: "toolu_own", name: "retrieve_context", input: { query: `What is the ${CANARY} about?` } },
    {
      tenantId: TENANT,
      timeZone: "America/New_York",
      conversationId: "chat-own",
      conversationTitle: "Own",
      runId: `run-${speaker.name}-${Math.random()}`,
      agent: "steward",
      speaker,
      recentTexts: [],
    },
  );
  expect(answer.status).toBe("ok");
  return answer.content;
}

async function sources(cookie: string): Promise<KnowledgeSource[]> {
  return ((await get(cookie, "/api/knowledge/sources")) as { sources: KnowledgeSource[] }).sources;
}

/** The ways to it that find the canary, for whoever holds the cookie and speaks. */
async function ways(cookie: string, speaker: Author, item: string): Promise<string[]> {
  const [source] = await sources(cookie);
  const ask = async (path: string, has: (answer: unknown) => boolean): Promise<boolean> => {
    const answer = await get(cookie, path);
    return typeof answer !== "number" && has(answer);
  };
  const holds = (answer: unknown): boolean => JSON.stringify(answer).toLowerCase().includes(CANARY);
  const found = (answer: unknown): boolean => (answer as SearchPage).items.length > 0;
  const index = await testContext(TENANT).objects.search();
  const by = { userId: speaker.kind === "user" ? (speaker.id ?? null) : null };
  const when = { question: "", from: "2026-11-01T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z", limit: 50 };
  const all: [string, boolean][] = [
    ["search", await ask(`/api/search?q=${CANARY}`, found)],
    ["typing", await ask(`/api/search?q=${CANARY.slice(0, 9)}&typing=1`, found)],
    ["some words", await ask(`/api/search?q=${CANARY}+nowhere`, found)],
    ["item", await ask(`/api/knowledge/items/${item}`, holds)],
    ["items", await ask(`/api/knowledge/sources/${source?.id ?? ""}/items`, holds)],
    ["tool", (await retrieved(speaker)).toLowerCase().includes(`the ${CANARY} valve`)],
    ["time alone", holds(await index.retrieve(TENANT, when, by))],
    ["link", source?.isVisible === true],
  ];
  return all.filter(([, isThere]) => isThere).map(([name]) => name);
}

it("OWN: a member's own source is found by nobody else, by no run of nobody's, and by all once it's the team's", async () => {
  const db = dbFor(testEnv.DB, TENANT);
  const told = {
    user_id: "marcus@alderfinch.example",
    source_id: "page-7",
    content_type: "document",
    timestamp: "2026-11-24T10:00:00Z",
    data: {
      name: `The ${CANARY}`,
      content_text: `The ${CANARY} valve closes clockwise.`,
      modified_at: "2026-11-24T10:00:00Z",
    },
  };
  const delivery = {
    connectionId: CONNECTION,
    webhookId: "msg_1",
    event: "item-created",
    body: told,
  } as const;
  await acceptServiceWebhook({ db, clock: systemClock }, delivery);
  await workOf("knowledge.told", TENANT);
  const found = await vi.waitFor(async () => {
    await workOf("events.consume", TENANT);
    const { items } = (await get(marcus, `/api/search?q=${CANARY}`)) as SearchPage;
    return items[0]!.id;
  }, TIMEOUT);

  const [source] = await sources(dana);
  expect(source).toMatchObject({ owner: { name: "Marcus Hale" }, isVisible: false, items: 1 });
  const who = (id: string, name: string): Author => ({ kind: "user", id, name });
  const marcusId = source?.owner?.id ?? "";
  const { members } = (await get(dana, "/api/knowledge/sources")) as {
    members: { id: string; name: string }[];
  };
  const danaId = members.find(({ name }) => name === "Dana Whitfield")?.id ?? "";
  const every = ["search", "typing", "some words", "item", "items", "tool", "time alone", "link"];
  expect(await ways(marcus, who(marcusId, "Marcus Hale"), found)).toEqual(every);
  expect(await ways(dana, who(danaId, "Dana Whitfield"), found)).toEqual([]);
  for (const speaker of [
    { kind: "system", id: "system:steward", name: "Steward" },
    { kind: "contact", id: marcusId, name: "Somebody" },
  ] as const)
    expect((await retrieved(speaker)).toLowerCase()).not.toContain(`${CANARY} valve`);

  const change = async (cookie: string, ownerId: string | null): Promise<number> =>
    (
      await request(`/api/knowledge/sources/${source?.id ?? ""}`, {
        method: "PUT",
        headers: { cookie, "content-type": "application/json", origin: testEnv.APP_URL },
        body: JSON.stringify({ ownerId }),
      })
    ).status;
  expect(await change(dana, null)).toBe(200);
  expect(await ways(dana, who(danaId, "Dana Whitfield"), found)).toEqual(every);
  expect((await retrieved({ kind: "system", name: "Steward" })).toLowerCase()).toContain(`${CANARY} valve`);
  expect(await change(dana, danaId)).toBe(200);
  expect(await ways(marcus, who(marcusId, "Marcus Hale"), found)).toEqual([]);
  expect(await ways(dana, who(danaId, "Dana Whitfield"), found)).toEqual(every);
  expect(await change(dana, "user_of_nobody")).toBe(400);
  const { items } = (await get(dana, `/api/knowledge/sources/${source?.id ?? ""}/items`)) as {
    items: KnowledgeItem[];
  };
  expect(items).toHaveLength(1);
}, 60_000);
