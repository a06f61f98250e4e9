/** Issues of the vendors a team connects by key, through the whole product: found by the model, approved by a person, performed once although the answer was lost. */
import { beforeEach, describe, expect, it } from "vitest";
import { GITHUB_TEAM } from "../../../sandbox/github/team-store.ts";
import { JIRA } from "../../../sandbox/jira/store.ts";
import { keyStatements, type KeyVendor } from "../../../scripts/seed-statements.ts";
import { sealCredential } from "../../../src/connections/index.ts";
import type { Approval } from "../../../src/protocol/approval.ts";
import { workOf } from "../../support/clock.ts";
import { request } from "../../support/http-worker.ts";
import { sendAtOnce } from "../../support/rows.ts";
import { control, freshWorld, testEnv, tokenFor } from "../../support/worker.ts";
import {
  calls,
  DANA,
  messagesOf,
  newIdentity,
  objectOf,
  says,
  script,
  TENANT,
  until,
} from "../conversations/harness.ts";

interface Case {
  readonly vendor: KeyVendor;
  readonly connection: { readonly token: string; readonly settings: object };
  /** Of the sandbox's service. */
  readonly service: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The request that creates it. */
  readonly path: RegExp;
  readonly receipt: string;
}

const CASES: readonly Case[] = [
  {
    vendor: "githubTeam",
    connection: GITHUB_TEAM,
    service: "github",
    tool: "create_github_issue",
    input: { repository: "website", title: "Claims page: number is cut off", labels: ["bug"] },
    path: /\/repos\/harborlight\/website\/issues$/,
    receipt: "Issue created in harborlight/website: Claims page: number is cut off",
  },
  {
    vendor: "jira",
    connection: JIRA,
    service: "jira",
    tool: "create_jira_issue",
    input: { project: "Claims", summary: "Ask Pier 9 for the invoice", assignee: "Ben Abara" },
    path: /\/rest\/api\/3\/issue$/,
    receipt: "Issue created in Claims: Ask Pier 9 for the invoice",
  },
];

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  await sendAtOnce(TENANT);
});

async function asDana(path: string, body?: unknown): Promise<Response> {
  const headers = {
    authorization: `Bearer ${await tokenFor("dana@alderfinch.example")}`,
    "content-type": "application/json",
  };
  return request(path, {
    headers,
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
}

async function connect({ vendor, connection }: Case): Promise<void> {
  const seal = (scope: Parameters<typeof sealCredential>[1], secret: string) =>
    sealCredential(testEnv.MASTER_KEYS, scope, secret);
  const { token, settings } = connection;
  const connected = { [vendor]: { connectionId: `conn_alder_${vendor}`, token, settings } };
  const rows = await keyStatements(TENANT, connected, seal, new Date().toISOString());
  await testEnv.DB.batch(rows.map(({ sql, params }) => testEnv.DB.prepare(sql).bind(...params)));
}

async function proposed({ tool, input }: Case): Promise<Approval> {
  const identity = newIdentity();
  await script("marker-issue", [
    { content: [calls("find", "find_tools", { query: tool.replaceAll("_", " ") })], stopReason: "tool_use" },
    { content: [calls("make", tool, input)], stopReason: "tool_use" },
    says("It is there."),
  ]);
  await (
    await objectOf(identity)
  ).send(identity, {
    messageId: crypto.randomUUID(),
    author: DANA,
    text: "marker-issue Please write that down as an issue.",
  });
  return until(async () => {
    const { items } = (await (await asDana("/api/approvals?status=pending")).json()) as { items: Approval[] };
    const broken = (await messagesOf(identity)).some(({ parts }) =>
      JSON.stringify(parts).includes('"is_error":true'),
    );
    if (broken) throw new Error(JSON.stringify(await messagesOf(identity)));
    return items.find(({ conversationId }) => conversationId === identity.conversationId);
  });
}

const statusOf = async (id: string): Promise<Approval> =>
  (await (await asDana(`/api/approvals/${id}`)).json()) as Approval;
const decide = ({ id, effectHash }: Approval) =>
  asDana(`/api/approvals/${id}/decision`, { decision: "approve", effectHash });
async function created({ service, path }: Case): Promise<number> {
  const { items } = (await control(`outbox?service=${service}`)) as {
    items: { method: string; path: string }[];
  };
  return items.filter((item) => item.method === "POST" && path.test(item.path)).length;
}

describe.each(CASES)("$tool", (one) => {
  it("changes nothing before a person approved, and leaves a receipt with a link", async () => {
    await connect(one);
    const approval = await proposed(one);
    expect(approval.effects).toHaveLength(1);
    expect(await created(one)).toBe(0);
    expect((await decide(approval)).status).toBe(200);
    const done = await until(async () => {
      const now = await statusOf(approval.id);
      return now.status === "done" && now;
    });
    expect(JSON.stringify(done)).toContain(one.receipt);
    expect(await created(one)).toBe(1);
  });

  it("is not made twice when its answer is lost: it is found again", async () => {
    await connect(one);
    const approval = await proposed(one);
    await control("faults", {
      service: one.service,
      status: 503,
      count: 1,
      afterEffect: true,
      method: "POST",
    });
    await decide(approval);
    await until(
      async () => (await statusOf(approval.id)).status === "executing" && (await created(one)) === 1,
    );
    // The claim's deadline passes, and whoever looks again finds what was made.
    const past = "2026-11-21T00:00:00.000Z";
    await testEnv.DB.prepare("update effects set deadline_at = ?").bind(past).run();
    await testEnv.DB.prepare("update approvals set due_at = ?").bind(past).run();
    await workOf("approvals.reconcile", TENANT);
    await until(async () => (await statusOf(approval.id)).status === "done");
    expect(await created(one)).toBe(1);
  });
});
