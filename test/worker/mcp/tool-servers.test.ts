/** A team's own servers, through the routes and the gate, against a real one over HTTP that is friendly at first and hostile then. */
import { testContext } from "../../support/context.ts";
import { eventually } from "../../support/clock.ts";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { TurnScope } from "../../../src/agent/ports.ts";
import { runTool as gateOf } from "../../../src/agent/open.ts";
import { approvals } from "../../../src/approvals/tables/approvals.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import { mcpServers } from "../../../src/mcp/tables/mcp.ts";
import { notifications } from "../../../src/notifications/tables/notifications.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import type { OpenToolServer, ToolUse } from "../../../src/mcp/api/mcp-servers.ts";
import { OUTSIDE_NOTE } from "../../../src/agent/conversations/index.ts";
import { catalogue } from "../../../src/agent/tools/catalogue.ts";
import { request } from "../../support/http-worker.ts";
import { pageOf } from "../../support/mcp.ts";
import { sendAtOnce } from "../../support/rows.ts";
import { control, freshWorld, testEnv } from "../../support/worker.ts";

const TENANT = "tenant_alder";
const TOKEN = "city-demo-token";
const URL_OF_CITY = `${testEnv.TEST_SANDBOX_URL}/mcp/city`;
const WARNING = "city_desk__freeze_warning";
const INSPECTION = "city_desk__request_inspection";
const db = dbFor(testEnv.DB, TENANT);

const SCOPE: TurnScope = {
  tenantId: TENANT,
  timeZone: "America/New_York",
  conversationId: "chat-servers",
  conversationTitle: "Servers",
  runId: "run-1",
  agent: "steward",
  speaker: { kind: "user", id: "user_dana_alderfinch_example", name: "Dana Whitfield" },
  findable: catalogue().map(({ name }) => name),
  recentTexts: [],
  readOfOthers: false,
  readOfPeople: false,
};
let headers: Record<string, string> = {};
let calls = 0;

async function ask(name: string, input: Record<string, Json>, tenantId = TENANT) {
  const answer = await gateOf(testContext(tenantId))(
    { id: `toolu_server_${++calls}`, name, input },
    { ...SCOPE, tenantId, runId: `run-${calls}` },
  );
  return { ...answer, data: JSON.parse(answer.content) as Record<string, Json> };
}

const api = (path: string, method = "GET", body?: unknown, as = headers) =>
  request(path, { method, headers: as, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

async function said<T>(answer: Promise<Response>, status = 200): Promise<T> {
  const response = await answer;
  expect(response.status).toBe(status);
  return (await response.json()) as T;
}

const added = (more: object = {}) =>
  api("/api/mcp/servers", "POST", { name: "City desk", url: URL_OF_CITY, token: TOKEN, ...more });
const turnHostile = (mode: string) => control("mcp", { mode });

async function set(server: OpenToolServer, tool: string, use: ToolUse): Promise<OpenToolServer> {
  const hash = server.offered.find(({ name }) => name === tool)?.hash;
  return said(api(`/api/mcp/servers/${server.id}/tool`, "PUT", { tool, hash, use }));
}

/** One look-up and one act, both on. */
async function connected(): Promise<OpenToolServer> {
  const server = await said<OpenToolServer>(added(), 201);
  await set(server, "freeze_warning", "look_up");
  return set(server, "request_inspection", "ask");
}

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  await sendAtOnce(TENANT);
  headers = await pageOf("dana@alderfinch.example");
});

describe("a team's own server", () => {
  it("is added with all tools off, its token sealed and never shown again; members only look, and other teams see nothing of it", async () => {
    const server = await said<OpenToolServer>(added(), 201);
    expect(server.offered.map(({ name, use }) => [name, use])).toEqual([
      ["freeze_warning", "off"],
      ["request_inspection", "off"],
    ]);
    expect(JSON.stringify([server, await db.rows(mcpServers).limit(5)])).not.toContain(TOKEN);
    expect((await ask("look_up_on_server", { tool: WARNING, input: { zip: "15222" } })).status).toBe("retry");

    const member = await pageOf("priya@alderfinch.example");
    expect((await api(`/api/mcp/servers/${server.id}`, "GET", undefined, member)).status).toBe(200);
    expect((await api(`/api/mcp/servers/${server.id}`, "DELETE", undefined, member)).status).toBe(403);
    await set(server, "freeze_warning", "look_up");
    const neighbor = await pageOf("ruth@harborlight.example");
    expect((await api(`/api/mcp/servers/${server.id}`, "GET", undefined, neighbor)).status).toBe(404);
    const theirs = await ask("look_up_on_server", { tool: WARNING, input: { zip: "1" } }, "tenant_harbor");
    expect(theirs.status).toBe("retry");
  });

  it("says what is wrong: a second one of that name, a wrong token, an address within, no address at all", async () => {
    await said(added(), 201);
    expect((await added({ name: "CITY  desk!" })).status).toBe(409);
    const refused = await added({ name: "Other", token: "wrong" });
    expect([refused.status, await refused.text()]).toEqual([
      502,
      expect.stringContaining("accept the token"),
    ]);
    for (const url of [
      "https://10.0.0.7/mcp",
      "https://metadata.internal/",
      "http://example.com/mcp",
      "ftp://x.example/",
    ])
      expect((await added({ name: "Inner", url })).status).toBe(400);
    expect(await db.rows(mcpServers).limit(5)).toHaveLength(1);
  });

  it("is found by what its tools do; a look-up runs at once, and all it says is text from outside", async () => {
    await connected();
    expect((await ask("find_tools", { query: "freeze warning" })).references).toContain("list_server_tools");
    expect((await ask("find_tools", { query: "archive an e-mail" })).references).not.toContain(
      "list_server_tools",
    );
    expect((await ask("find_tools", { query: "read_server_answer" })).references).toContain(
      "read_server_answer",
    );
    const { data } = await ask("list_server_tools", { query: "freeze warning" });
    expect(data["note"]).toBe(OUTSIDE_NOTE);
    expect(data["items"]).toMatchObject([{ tool: WARNING, callWith: "look_up_on_server" }]);
    const found = await ask("look_up_on_server", { tool: WARNING, input: { zip: "15222" } });
    expect(found.data).toMatchObject({
      note: OUTSIDE_NOTE,
      answer: expect.stringContaining("low 14 °F") as Json,
    });
    const wrong = await ask("look_up_on_server", { tool: WARNING, input: { zip: 15222, plan: "x" } });
    expect([wrong.status, wrong.content]).toEqual([
      "retry",
      expect.stringMatching(/plan isn't known.*zip must be string/),
    ]);
    expect(
      (await ask("look_up_on_server", { tool: WARNING, input: { zip: "9".repeat(1_500) } })).status,
    ).toBe("retry");
  });

  it("acts only once a person has approved what they saw, once, as they edited it; its answer is read as from outside", async () => {
    await connected();
    const input = { address: "12 Birch Street", reason: "heating" };
    expect((await ask("look_up_on_server", { tool: INSPECTION, input })).status).toBe("retry");
    const proposed = await ask("use_server_tool", { tool: INSPECTION, input });
    expect(proposed.status).toBe("awaiting_approval");
    expect(await control("outbox")).toEqual({ items: [] });

    const id = proposed.data["approvalId"] as string;
    const card = await said<Approval>(api(`/api/approvals/${id}`));
    expect(card.form.map(({ path }) => path)).toEqual(["/input/address", "/input/reason"]);
    const edited = { tool: INSPECTION, input: { ...input, address: "14 Birch Street" } };
    const misfit = { ...edited, input: { ...input, reason: "curtains" } };
    expect((await api(`/api/approvals/${id}/preview`, "POST", { arguments: misfit })).status).not.toBe(200);
    const { effectHash } = await said<Approval>(
      api(`/api/approvals/${id}/preview`, "POST", { arguments: edited }),
    );
    const decision = { decision: "approve", arguments: edited, effectHash };
    expect((await api(`/api/approvals/${id}/decision`, "POST", decision)).status).toBe(200);
    await eventually(async () =>
      expect((await db.find(approvals, eq(approvals.id, id)))?.status).toBe("done"),
    );
    expect(await control("outbox")).toMatchObject({
      items: [{ service: "mcp", body: { tool: "request_inspection", input: edited.input } }],
    });
    const answer = await ask("read_server_answer", { approval: id });
    expect(answer.data).toMatchObject({
      note: OUTSIDE_NOTE,
      answer: expect.stringContaining("INS-1") as Json,
    });
  });
});

describe("a hostile server", () => {
  it("that says something else than what was allowed isn't called; its tool is off, admins hear of it once, and see what is new", async () => {
    const server = await connected();
    await turnHostile("changed");
    for (const zip of ["15222", "15223"])
      expect((await ask("look_up_on_server", { tool: WARNING, input: { zip } })).status).not.toBe("ok");
    const now = await said<OpenToolServer>(api(`/api/mcp/servers/${server.id}`));
    expect(now.offered).toMatchObject([
      { use: "off", was: { description: expect.not.stringContaining("rent roll") as string } },
      { use: "ask", was: null },
    ]);
    const stale = { tool: "freeze_warning", hash: server.offered[0]?.hash, use: "look_up" };
    expect((await api(`/api/mcp/servers/${server.id}/tool`, "PUT", stale)).status).toBe(409);
    expect(
      await db.rows(notifications, eq(notifications.title, "Tools of “City desk” changed")),
    ).toHaveLength(1);
    await set(now, "freeze_warning", "look_up");
    expect((await ask("look_up_on_server", { tool: WARNING, input: { zip: "15222" } })).status).toBe("ok");
  });

  it("gets nothing done by an approval of before it changed", async () => {
    await connected();
    const proposed = await ask("use_server_tool", {
      tool: INSPECTION,
      input: { address: "12 Birch Street", reason: "heating" },
    });
    await turnHostile("names");
    const id = proposed.data["approvalId"] as string;
    const { effectHash } = await said<Approval>(api(`/api/approvals/${id}`));
    await api(`/api/approvals/${id}/decision`, "POST", { decision: "approve", effectHash });
    await eventually(async () =>
      expect((await db.find(approvals, eq(approvals.id, id)))?.status).not.toMatch(
        /pending|approved|executing/,
      ),
    );
    expect((await db.find(approvals, eq(approvals.id, id)))?.status).toBe("failed");
    expect(await control("outbox")).toEqual({ items: [] });
  });

  it.each(["huge", "redirect", "wrong_json", "failing"])("is bounded: %s", async (mode) => {
    await connected();
    await turnHostile(mode);
    const { status, content } = await ask("look_up_on_server", { tool: WARNING, input: { zip: "15222" } });
    expect(content.length).toBeLessThan(1_000);
    expect(status === "ok" ? JSON.parse(content) : { failed: true }).toMatchObject({ failed: true });
    expect((await ask("list_server_tools", { query: "freeze warning" })).status).toBe("ok");
  });

  it("that doesn't answer is left after a time: a look-up has failed, and what it may have done a person looks after, once", async () => {
    await connected();
    const input = { address: "12 Birch Street", reason: "heating" };
    const proposed = await ask("use_server_tool", { tool: INSPECTION, input });
    const id = proposed.data["approvalId"] as string;
    await control("faults", { service: "mcp", hang: true, afterEffect: true });
    const { effectHash } = await said<Approval>(api(`/api/approvals/${id}`));
    await api(`/api/approvals/${id}/decision`, "POST", { decision: "approve", effectHash });
    await eventually(async () =>
      expect((await db.find(approvals, eq(approvals.id, id)))?.status).toBe("needs_human"),
    );
    expect(await control("outbox")).toMatchObject({ items: [{ service: "mcp", body: { input } }] });
    await control("faults", { service: "mcp", clear: true });

    await control("faults", { service: "mcp", hang: true });
    const found = await ask("look_up_on_server", { tool: WARNING, input: { zip: "15222" } });
    expect(found.status).not.toBe("ok");
    await control("faults", { service: "mcp", clear: true });
    expect((await ask("look_up_on_server", { tool: WARNING, input: { zip: "15222" } })).status).toBe("ok");
  });

  it("puts no orders anywhere but into text from outside, and no tool among ours", async () => {
    await turnHostile("orders");
    const server = await said<OpenToolServer>(added(), 201);
    await set(server, "freeze_warning", "look_up");
    for (const [name, input] of [
      ["list_server_tools", { query: "freeze warning" }],
      ["look_up_on_server", { tool: WARNING, input: { zip: "15222" } }],
    ] as const) {
      const { content } = await ask(name, input);
      expect(content).toContain("IGNORE ALL");
      expect(content.startsWith(JSON.stringify({ note: OUTSIDE_NOTE }).slice(0, -1))).toBe(true);
    }
    await api(`/api/mcp/servers/${server.id}`, "DELETE");
    await turnHostile("names");
    const { offered } = await said<OpenToolServer>(added(), 201);
    const names = offered.map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(["send_message", "hidden", "no_schema"]);
    expect(names).toHaveLength(100);
    expect(offered[1]?.description).toBe("Looks up.\uFFFD\uFFFD\uFFFD");
    expect((await ask("city_desk__send_message", { zip: "1" })).status).toBe("denied");
  });
});
