/** TENANT: no read, write, search hit or socket frame crosses tenants. Every route × every id of the other team, with canaries in every table. */
import { beforeAll, describe, expect, it } from "vitest";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { agentEndpoints } from "../../../../src/agent/api/agent.ts";
import { approvalEndpoints } from "../../../../src/approvals/api/approval.ts";
import { connectionEndpoints } from "../../../../src/integrations/api/connections.ts";
import { conversationEndpoints } from "../../../../src/agent/api/conversation.ts";
import { notificationEndpoints } from "../../../../src/notifications/api/notifications.ts";
import { onCallEndpoints } from "../../../../src/notifications/api/on-call.ts";
import { routingEndpoints } from "../../../../src/notifications/api/routing.ts";
import { searchEndpoints } from "../../../../src/knowledge/api/search.ts";
import { textEndpoints } from "../../../../src/messaging/api/texts.ts";
import { mirrorEndpoints } from "../../../../src/workspace/api/mirror.ts";
import { scheduleEndpoints } from "../../../../src/agent/api/schedules.ts";
import { skillEndpoints } from "../../../../src/workspace/api/skills.ts";
import { type Endpoint } from "../../../../src/platform/api/endpoint.ts";
import { earnedEndpoints } from "../../../../src/approvals/api/earned.ts";
import { EXAMPLES_DOWNLOAD, exampleEndpoints } from "../../../../src/workspace/api/examples.ts";
import { entityEndpoints } from "../../../../src/knowledge/api/entities.ts";
import { mcpEndpoints } from "../../../../src/mcp/api/mcp.ts";
import { mcpServerEndpoints } from "../../../../src/mcp/api/mcp-servers.ts";
import { ownContactEndpoints } from "../../../../src/messaging/api/contact-import.ts";
import { contactEndpoints } from "../../../../src/messaging/api/contacts.ts";
import { inviteEndpoints } from "../../../../src/team/api/invites.ts";
import { replyTemplateEndpoints } from "../../../../src/messaging/api/reply-templates.ts";
import { savedViewEndpoints } from "../../../../src/messaging/api/thread-views.ts";
import { threadEndpoints } from "../../../../src/messaging/api/threads.ts";
import { metricsEndpoints } from "../../../../src/team/api/metrics.ts";
import { knowledgeEndpoints } from "../../../../src/knowledge/api/knowledge.ts";
import { erasureEndpoints } from "../../../../src/team/api/erasure.ts";
import { exportEndpoints } from "../../../../src/team/api/export.ts";
import { workOf } from "../../../support/clock.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { insertRow, waitingApproval } from "../../../support/rows.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";

const CANARY = "canary-harbor-5c1d";
const AT = "2026-11-20T10:00:00.000Z";
const CONVERSATION = "7f3c2a10-1111-4222-8333-aaaaaaaaaaaa";
const IDS = {
  conversation: CONVERSATION,
  sms: "sms:+13125550142",
  approval: "approval_harbor0001",
  run: "run_harbor_0001",
  session: "session_harbor_0001",
  subscription: "push_harbor_0001",
  user: "user_demo_ruth",
  notification: "note_harbor",
  schedule: "schedule_harbor_0001",
  entity: "entity_harbor_0001",
  part: "entity_harbor_0002",
  grant: "grant_harbor_0001",
  earned: "earned_harbor_0001",
  server: "server_harbor_0001",
  example: "example_harbor_0001",
  contact: "contact_harbor_0001",
  invite: "invite_harbor_0001",
  joinRequest: "join_harbor_0001",
};
/** Of their own inbox: numbers, and names of things that every team may give as it likes. */
const THEIR_NUMBER = "+13125550142";
const THEIR_LINE = "+13125550100";
const THEIR_OWN_ID = "own_harbor_0001";

/** One row of the other team in every table a route reads, each carrying the canary. */
async function plantCanaries(): Promise<void> {
  const rows: [string, Record<string, unknown>][] = [
    ...[IDS.conversation, IDS.sms].map((id): [string, Record<string, unknown>] => [
      "conversations",
      {
        id,
        title: CANARY,
        source: "web_chat",
        status: "idle",
        unread: 0,
        preview: CANARY,
        cost_micro_usd: 1,
        created_at: AT,
        last_message_at: AT,
        version: 1,
      },
    ]),
    [
      "schedules",
      {
        id: IDS.schedule,
        kind: "agent",
        title: CANARY,
        instruction: CANARY,
        cadence: '{"type":"cron","expression":"0 9 * * 1"}',
        status: "active",
        next_at: "2099-01-01T00:00:00.000Z",
        due_at: "2099-01-01T00:00:00.000Z",
      },
    ],
    [
      "runs",
      {
        id: IDS.run,
        conversation_id: CONVERSATION,
        agent: CANARY,
        model: "claude-sonnet-5-5",
        trigger: CANARY,
        started_by: "x",
        status: "finished",
        attempts: 1,
        model_calls: 1,
        tool_calls: 0,
        input_tokens: 1,
        output_tokens: 1,
        cache_read_tokens: 0,
        cache_write_tokens: 0,
        cost_micro_usd: 1,
        started_at: AT,
        day: "2026-11-20",
      },
    ],
    [
      "run_traces",
      {
        run_id: IDS.run,
        part: 0,
        at: AT,
        steps: JSON.stringify([
          { position: 0, kind: "model", name: CANARY, status: "ok", at: AT, durationMs: 1, detail: {} },
        ]),
      },
    ],
    [
      "sessions",
      {
        id: IDS.session,
        user_id: "user_demo_ruth",
        secret_hash: "0".repeat(64),
        device: CANARY,
        created_at: AT,
        last_seen_at: AT,
        expires_at: "2099-01-01T00:00:00.000Z",
      },
    ],
    [
      "mcp_servers",
      {
        id: IDS.server,
        name: CANARY,
        url: `https://${CANARY}.example/mcp`,
        tools: JSON.stringify([
          { name: "look", description: CANARY, inputSchema: {}, hash: "h", use: "look_up", was: null },
        ]),
        version: 1,
        created_by_name: CANARY,
        created_at: AT,
      },
    ],
    [
      "agent_days",
      {
        agent: CANARY,
        day: "2099-01-01",
        runs: 1,
        failed: 0,
        model_calls: 1,
        tool_calls: 1,
        denied: 0,
        tokens: 1,
        cost_micro_usd: 1,
        latencies: "{}",
        sure: 0,
        confidence: 0,
        reviewed: 0,
        accepted: 0,
        unchanged: 0,
        edited: 0,
        rejected: 0,
      },
    ],
    [
      "examples",
      {
        id: IDS.example,
        approval_id: IDS.approval,
        agent: "steward",
        tool: "send_message",
        verdict: "edited",
        asked: JSON.stringify([CANARY]),
        people: "[]",
        proposed: JSON.stringify({ text: CANARY }),
        wanted: JSON.stringify({ text: CANARY }),
        reason: CANARY,
        kept_by: "user_demo_ruth",
        created_at: AT,
      },
    ],
    ["matter_days", { day: "2099-01-01", kind: "lead", matters: 999, cost_micro_usd: 999_000_000 }],
    [
      "mcp_grants",
      {
        id: IDS.grant,
        user_id: "user_demo_ruth",
        kind: "personal",
        name: CANARY,
        scopes: '["records:read"]',
        access_hash: "1".repeat(64),
        access_expires_at: "2099-01-01T00:00:00.000Z",
        created_at: AT,
        expires_at: "2099-01-01T00:00:00.000Z",
      },
    ],
    [
      "push_subscriptions",
      {
        id: IDS.subscription,
        user_id: "user_demo_ruth",
        endpoint: `https://push.example/${CANARY}`,
        p256dh: "x",
        auth: "x",
        device: CANARY,
        created_at: AT,
      },
    ],
    [
      "notifications",
      {
        id: "note_harbor",
        dedupe_key: "k",
        kind: "alert",
        title: CANARY,
        body: CANARY,
        url: "/",
        urgent: 0,
        created_at: AT,
      },
    ],
    [
      "agent_instructions",
      {
        agent: "steward",
        version: 1,
        mode: "extend",
        text: CANARY,
        by_id: "x",
        by_name: CANARY,
        at: AT,
      },
    ],
    [
      "on_call_settings",
      {
        version: 1,
        on_call: JSON.stringify({ people: [{ userId: CANARY, hours: null, channel: "push", phone: null }] }),
        updated_by: "x",
        updated_at: AT,
      },
    ],
    [
      "routing_settings",
      {
        version: 1,
        rules: JSON.stringify([
          {
            id: "r1",
            words: [CANARY],
            places: [],
            contacts: [],
            userId: "user_demo_ruth",
            mode: "only",
            othersAfterMinutes: 5,
          },
        ]),
        updated_by: "x",
        updated_at: AT,
      },
    ],
    [
      "texts",
      {
        id: "text_harbor",
        connection_id: "conn_harbor_quo",
        direction: "incoming",
        line_number: "+13125550100",
        contact_number: "+13125550142",
        text: CANARY,
        attachments: 0,
        at: AT,
        fingerprint: "f",
        received_at: AT,
        state: "recorded",
        attempts: 0,
      },
    ],
    [
      "text_backfills",
      {
        connection_id: "conn_harbor_quo",
        state: "stopped",
        cursor: "{}",
        conversations: 1,
        texts: 1,
        added: 1,
        failures: 0,
        problem: CANARY,
        started_by_name: CANARY,
        started_at: AT,
        updated_at: AT,
      },
    ],
    [
      "skill_uses",
      { run_id: IDS.run, skill_id: CANARY, name: CANARY, conversation_id: CONVERSATION, etag: "e", at: AT },
    ],
    [
      "mirrors",
      {
        connection_id: "conn_harbor_github",
        repository: `harborlight/${CANARY}`,
        branch: "main",
        enabled: 0,
        problem: CANARY,
        problem_at: AT,
        leased_until: "",
        enabled_by: CANARY,
        updated_at: AT,
      },
    ],
    ...[IDS.entity, IDS.part].map((id): [string, Record<string, unknown>] => [
      "entities",
      {
        id,
        key: `email:${id}@${CANARY}`,
        type: "person",
        name: CANARY,
        sort_name: CANARY,
        emails: `["${id}@${CANARY}"]`,
        phones: '["+14125550142"]',
        root_id: IDS.entity,
        is_loose: 0,
      },
    ]),
    [
      "earned_tallies",
      {
        id: IDS.earned,
        agent: "steward",
        tool: CANARY,
        recipients: "contact",
        recent: "1",
        decided: 1,
        first_at: AT,
        last_at: AT,
        examples: "",
        samples: "",
        state: "in_force",
        state_at: AT,
        because: CANARY,
        rests_until: 0,
        round: 1,
      },
    ],
    [
      "contacts",
      {
        id: IDS.contact,
        ...(await neededOf("contacts")),
        name: CANARY,
        first_name: CANARY,
        numbers: "[]",
        emails: "[]",
      },
    ],
    [
      "join_requests",
      { id: IDS.joinRequest, email: "canary@harborlight.example", name: CANARY, created_at: AT },
    ],
    [
      "invites",
      {
        id: IDS.invite,
        secret_hash: "2".repeat(64),
        role: "admin",
        created_by_id: "user_demo_ruth",
        created_by_name: CANARY,
        created_at: AT,
        expires_at: "2099-01-01T00:00:00.000Z",
      },
    ],
    [
      "text_threads",
      {
        ...(await neededOf("text_threads")),
        number: THEIR_NUMBER,
        line: THEIR_LINE,
        status: "open",
        active_at: AT,
        last_at: AT,
        last_direction: "incoming",
        last_words: CANARY,
      },
    ],
    [
      "reply_templates",
      { id: THEIR_OWN_ID, name: CANARY, words: CANARY, updated_by_name: CANARY, updated_at: AT },
    ],
    [
      "thread_views",
      {
        ...(await neededOf("thread_views")),
        id: THEIR_OWN_ID,
        user_id: "user_demo_ruth",
        name: CANARY,
        view: "mine",
      },
    ],
    ["entity_words", { word: "canary", entity_id: IDS.part }],
    ["entity_words", { word: "+14125550142", entity_id: IDS.part }],
    [
      "entity_rulings",
      { one_id: IDS.entity, other_id: IDS.part, into_id: IDS.entity, by_name: CANARY, at: AT },
    ],
    ["mentions", { entity_id: IDS.part, kind: "issue", item_id: "item_harbor", role: "of", at: AT }],
    ["mirror_unreadable", { path: `areas/${CANARY}.md`, blob_sha: "b" }],
    [
      "audit",
      {
        id: "audit_harbor",
        at: AT,
        actor_kind: "user",
        actor_id: "x",
        actor_name: CANARY,
        action: "x",
        subject_kind: "x",
        subject_id: "x",
        sentence: CANARY,
      },
    ],
    [
      "approvals",
      await waitingApproval({
        id: IDS.approval,
        conversation_id: CONVERSATION,
        conversation_title: CANARY,
        tool_call_id: "c",
        title: CANARY,
        target: CANARY,
      }),
    ],
    [
      "effects",
      {
        id: "effect_harbor",
        approval_id: IDS.approval,
        effect_index: 0,
        kind: "sms.send",
        title: CANARY,
        document: JSON.stringify({ text: CANARY }),
        hash: "h",
        status: "planned",
        attempts: 0,
        updated_at: AT,
      },
    ],
  ];
  for (const [table, row] of rows) await insertRow(table, "tenant_harbor", row);
}

/** What the table demands and has no preset for, by its type. */
async function neededOf(table: string): Promise<Record<string, unknown>> {
  const { results } = await testEnv.DB.prepare(
    `select name, type from pragma_table_info('${table}') where "notnull" = 1 and dflt_value is null and name <> 'tenant_id'`,
  ).all<{ name: string; type: string }>();
  return Object.fromEntries(
    results.map(({ name, type }) => [name, type.toLowerCase() === "integer" ? 0 : ""]),
  );
}

async function snapshot(): Promise<string> {
  const tables = [
    "conversations",
    "approvals",
    "effects",
    "runs",
    "sessions",
    "mcp_grants",
    "mcp_servers",
    "agent_days",
    "matter_days",
    "examples",
    "push_subscriptions",
    "notifications",
    "users",
    "agent_instructions",
    "on_call_settings",
    "earned_tallies",
    "entities",
    "entity_rulings",
    "contacts",
    "invites",
    "join_requests",
    "text_threads",
    "thread_entries",
    "thread_reads",
    "reply_templates",
    "thread_views",
  ];
  const rows = await Promise.all(
    tables.map((table) =>
      testEnv.DB.prepare(`select * from ${table} where tenant_id = 'tenant_harbor'`).all(),
    ),
  );
  return JSON.stringify(rows.map((row) => row.results));
}

let headers: Record<string, string>;
beforeAll(async () => {
  await freshWorld();
  await plantCanaries();
  await Promise.all(["tenant_alder", "tenant_harbor"].map((tenant) => workOf("events.consume", tenant)));
  headers = {
    cookie: await signIn("dana@alderfinch.example"),
    origin: "http://localhost:8787",
    "content-type": "application/json",
  };
});

/** A body every endpoint with one accepts, so that the refusal is about the id and not about the body. */
const BODIES: Record<string, unknown> = {
  "PATCH /api/conversations/:id": { title: "stolen" },
  "POST /api/conversations/:id/messages": { clientMessageId: "m1", text: "hello" },
  "POST /api/conversations/:id/forks": { id: "0d0c4a7e-1f5b-4f0e-9a63-5f2f9a8d7c11" },
  "POST /api/approvals/:id/preview": { arguments: {} },
  "POST /api/team/join-requests/:id/decision": { decision: "approve" },
  "POST /api/approvals/:id/decision": { decision: "approve", effectHash: "h" },
  "POST /api/approvals/:id/resolve": { outcome: "done" },
  "POST /api/runs/:id/review": { accepted: true },
  "POST /api/knowledge/sources/:id/state": { to: "pause" },
  "PUT /api/knowledge/sources/:id": { summarizes: false },
  "POST /api/entities/:id/merge": { into: IDS.entity },
  "POST /api/contacts/:id/erasure": { name: "Maria Lopez" },
  "PUT /api/mcp/servers/:id/tool": { tool: "look", hash: "h".repeat(64), use: "off" },
  "PATCH /api/examples/:id": { reason: "stolen" },
  "PATCH /api/team/:id": { role: "member" },
  "PATCH /api/schedules/:id": { title: "stolen" },
  "PATCH /api/push/subscriptions/:id": { device: "stolen", paused: true },
};

const endpoints: Endpoint[] = [
  ...Object.values(conversationEndpoints),
  ...Object.values(approvalEndpoints),
  ...Object.values(teamEndpoints),
  ...Object.values(agentEndpoints),
  ...Object.values(earnedEndpoints),
  ...Object.values(exampleEndpoints),
  ...Object.values(notificationEndpoints),
  ...Object.values(onCallEndpoints),
  ...Object.values(routingEndpoints),
  ...Object.values(searchEndpoints),
  ...Object.values(textEndpoints).filter(({ path }) => !path.includes(":number")),
  ...Object.values(scheduleEndpoints),
  ...Object.values(skillEndpoints).filter(({ path }) => path !== "/api/skills/one"),
  ...Object.values(mirrorEndpoints),
  ...Object.values(erasureEndpoints),
  ...Object.values(exportEndpoints),
  ...Object.values(knowledgeEndpoints),
  ...Object.values(entityEndpoints),
  ...Object.values(mcpEndpoints),
  ...Object.values(mcpServerEndpoints),
  ...Object.values(metricsEndpoints),
  ...Object.values(contactEndpoints),
  ...Object.values(inviteEndpoints).filter(({ access }) => access !== "public"),
  ...Object.values(connectionEndpoints).filter(({ path }) => !path.includes(":vendor")),
] as Endpoint[];
/** What a team names itself, or reaches by a number that any team may know: nothing to refuse, and nothing of another's to see or to change. */
const byOwnName = [
  ...Object.values(threadEndpoints),
  ...Object.values(savedViewEndpoints),
  ...Object.values(replyTemplateEndpoints),
  ...Object.values(ownContactEndpoints),
] as Endpoint[];
const OWN_NAME_BODIES: Record<string, unknown> = {
  "POST /api/text-threads/:number/read": { line: THEIR_LINE, readUpTo: AT },
  "POST /api/text-threads/:number/act": { line: THEIR_LINE, act: { kind: "done" }, seenIncomingAt: null },
  "POST /api/text-threads/:number/notes": { line: THEIR_LINE, noteId: "note_alder_0001", words: "stolen" },
  "PUT /api/thread-views/:id": { name: "stolen", view: "mine", line: null, assigneeId: null },
  "PUT /api/reply-templates/:id": { name: "stolen", words: "stolen" },
  "PUT /api/contacts/:id": { name: "stolen", company: "", role: "", phones: [], emails: [], notes: "" },
};
const byId = endpoints.filter((row) => row.path.includes(":id"));
const lists = [
  ...endpoints
    .filter((row) => row.method === "GET" && !row.path.includes(":id"))
    .map((row) => ({ ...row, path: row.path.replace(":name", "steward").replace(":kind", "texts") })),
  { method: "GET", path: EXAMPLES_DOWNLOAD },
];

describe("a member of one team", () => {
  it.each(byId.map((row) => [`${row.method} ${row.path}`, row] as const))(
    "finds nothing of another by %s",
    async (name, row) => {
      const before = await snapshot();
      for (const id of Object.values(IDS)) {
        const body = row.body === undefined ? {} : { body: JSON.stringify(BODIES[name]) };
        const answer = await request(row.path.replace(":id", encodeURIComponent(id)), {
          method: row.method,
          headers,
          ...body,
        });
        const text = await answer.text();
        expect(answer.status, `${name} ${id}: ${text}`).toBe(404);
        expect(text).not.toContain(CANARY);
      }
      expect(await snapshot()).toBe(before);
    },
  );

  it.each(byOwnName.map((row) => [`${row.method} ${row.path}`, row] as const))(
    "sees and changes nothing of another by %s",
    async (name, row) => {
      const before = await snapshot();
      const path = row.path.replace(":number", encodeURIComponent(THEIR_NUMBER)).replace(":id", THEIR_OWN_ID);
      const body = row.body === undefined ? {} : { body: JSON.stringify(OWN_NAME_BODIES[name]) };
      const answer = await request(path, { method: row.method, headers, ...body });
      const text = await answer.text();
      expect([200, 404], `${name}: ${text}`).toContain(answer.status);
      expect(text).not.toContain(CANARY);
      expect(await snapshot()).toBe(before);
    },
  );

  it.each(lists.map((row) => [`${row.method} ${row.path}`, row] as const))(
    "sees nothing of another in %s",
    async (_name, row) => {
      const queries =
        row.path === "/api/runs"
          ? ["", `?conversationId=${CONVERSATION}`]
          : row.path === "/api/conversations"
            ? ["", `?q=${CANARY}`]
            : row.path === "/api/search"
              ? [`?q=${CANARY}`, `?q=canary&typing=1`]
              : row.path === "/api/entities"
                ? ["", "?type=person", "?q=canary", "?q=0142"]
                : [""];
      for (const query of queries) {
        const answer = await request(`${row.path}${query}`, { headers });
        const text = await answer.text();
        expect(answer.status, text).toBe(200);
        expect(text).not.toContain(CANARY);
      }
    },
  );

  it("would see all of it as a member there, so that the canaries prove something", async () => {
    const cookie = await signIn("ruth@harborlight.example");
    const seen = await Promise.all(
      [
        "conversations",
        "approvals",
        "runs",
        `runs/${IDS.run}`,
        "audit",
        "mcp/servers",
        "agents/figures",
        "examples",
        "examples/download",
        "notifications",
        "sessions",
        "mcp/grants",
        "push/subscriptions",
        "on-call",
        "mirror",
        "policy/earned",
        "schedules",
        "skills/uses",
        `schedules/${IDS.schedule}`,
        "agents/steward/instructions",
        "agents/steward/instructions/history",
        `approvals/${IDS.approval}`,
        "entities",
        "entities?q=canary",
        "contacts",
        "invites",
        "team/join-requests",
        "text-threads",
        "reply-templates",
        "thread-views",
        `entities/${IDS.part}`,
      ].map(async (path) => [
        path,
        (await (await request(`/api/${path}`, { headers: { cookie } })).text()).includes(CANARY),
      ]),
    );
    expect(seen.filter(([, found]) => found !== true)).toEqual([]);
  });

  it("reads no texts of another's number", async () => {
    const path = `/api/texts/${encodeURIComponent("+13125550142")}`;
    const draft = { method: "POST", headers, body: JSON.stringify({ line: THEIR_LINE }) };
    expect(await (await request(`${path}/draft`, draft)).json()).toEqual({ drafting: false });
    expect((await request(path, { headers })).status).toBe(404);
    expect(await (await request(`${path}/direct`, { headers })).text()).not.toContain(CANARY);
  });

  it("decides nothing of another in a batch", async () => {
    const before = await snapshot();
    const answer = await request("/api/approvals/decisions", {
      method: "POST",
      headers,
      body: JSON.stringify({
        decisions: [{ approvalId: IDS.approval, decision: "approve", effectHash: "h" }],
      }),
    });
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ results: [{ ok: false, error: { code: "not_found" } }] });
    expect(text).not.toContain(CANARY);
    expect(await snapshot()).toBe(before);
  });

  it("puts no one of another team on call", async () => {
    const answer = await request("/api/on-call", {
      method: "PUT",
      headers,
      body: JSON.stringify({
        version: 0,
        onCall: {
          staffQuietHours: null,
          escalateAfterMinutes: 10,
          textsAllowed: true,
          people: [{ userId: IDS.user, hours: null, channel: "sms", phone: null }],
        },
      }),
    });
    expect(answer.status).toBe(400);
  });

  it("removes no device of another", async () => {
    const answer = await request(`/api/push/subscriptions?id=${IDS.subscription}`, {
      method: "DELETE",
      headers,
    });
    expect(answer.status).toBe(404);
    expect(await snapshot()).toContain(IDS.subscription);
  });

  it("opens no socket on another's conversation, and none by claiming to be of that team", async () => {
    for (const id of [IDS.conversation, IDS.sms]) {
      const answer = await request(`/api/conversations/${encodeURIComponent(id)}/socket`, {
        headers: { ...headers, upgrade: "websocket", "x-steward-tenant": "tenant_harbor" },
      });
      expect(answer.status).toBe(404);
      expect(answer.webSocket).toBeNull();
    }
  });

  it("takes over no conversation by creating one with its id", async () => {
    const answer = await request("/api/conversations", {
      method: "POST",
      headers,
      body: JSON.stringify({ id: CONVERSATION }),
    });
    expect(answer.status).toBe(404);
  });
});

describe("an unknown id", () => {
  it("is 404 whatever it looks like, and makes no object", async () => {
    for (const id of ["sms:+19995550100", "nothing", "%00", "a%20b", "..", "x".repeat(300), "%F0%9F%94%A5"]) {
      for (const path of [
        `/api/conversations/${id}`,
        `/api/conversations/${id}/messages`,
        `/api/conversations/${id}/transcript`,
        `/api/approvals/${id}`,
        `/api/runs/${id}`,
      ]) {
        expect((await request(path, { headers })).status, path).toBe(404);
      }
    }
  });

  it("of a web chat may be new: its socket opens, its messages are taken, its history is not there yet", async () => {
    const id = crypto.randomUUID();
    expect((await request(`/api/conversations/${id}/messages`, { headers })).status).toBe(404);
    const opened = await request(`/api/conversations/${id}/socket`, {
      headers: { ...headers, upgrade: "websocket" },
    });
    expect(opened.status).toBe(101);
    opened.webSocket?.accept();
    opened.webSocket?.close(1000);
    const row = await testEnv.DB.prepare("select count(*) as n from conversations where id = ?")
      .bind(id)
      .first<{ n: number }>();
    expect(row?.n).toBe(0);
  });
});
