/** What the agent drafts through its gate, what a person decides about it, and what the outside then holds: the whole product, its services the sandbox's. */
import { expect } from "vitest";
import { DATA_SERVICE } from "../../../sandbox/data-service/store.ts";
import { GITHUB_TEAM } from "../../../sandbox/github/team-store.ts";
import { JIRA } from "../../../sandbox/jira/store.ts";
import { SLACK } from "../../../sandbox/slack/store.ts";
import { ALDER } from "../../../sandbox/world/company.ts";
import { seedStatements } from "../../../scripts/seed-statements.ts";
import { sealCredential } from "../../../src/integrations/connections/index.ts";
import type { Approval, ApprovalRow } from "../../../src/approvals/api/approval.ts";
import { hasComeTo } from "../../support/cannot-come.ts";
import { workOf } from "../../support/clock.ts";
import { request } from "../../support/http-worker.ts";
import { insertRow, sendAtOnce } from "../../support/rows.ts";
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
} from "../agent/conversations/harness.ts";

/** A clean world whose team has connected Slack, Jira, GitHub and a service of its own too, and holds nothing back. */
export async function connectedWorld(): Promise<void> {
  await freshWorld();
  await control("reset", {});
  await sendAtOnce(TENANT);
  const { name, domain, timeZone } = ALDER;
  const team = { id: TENANT, name, domain, timeZone, people: [] };
  const connected = {
    ...team,
    slack: { ...SLACK, connectionId: "conn_alder_slack" },
    jira: { ...JIRA, connectionId: "conn_alder_jira" },
    githubTeam: { ...GITHUB_TEAM, connectionId: "conn_alder_github" },
  };
  await testEnv.DB.prepare("delete from connections where tenant_id = ? and vendor = 'slack'")
    .bind(TENANT)
    .run();
  const rows = await seedStatements(
    [connected],
    (scope, secret) => sealCredential(testEnv.MASTER_KEYS, scope, secret),
    Date.now(),
  );
  await testEnv.DB.batch(rows.map(({ sql, params }) => testEnv.DB.prepare(sql).bind(...params)));
  const service = { tenantId: TENANT, connectionId: "conn_alder_service", field: "key" };
  await insertRow("connections", TENANT, {
    id: service.connectionId,
    vendor: "data-service",
    label: "Data service",
    settings: JSON.stringify({
      url: `${testEnv.TEST_SANDBOX_URL}/data-service`,
      users: DATA_SERVICE.users,
      serves: [],
    }),
    credentials: await sealCredential(testEnv.MASTER_KEYS, service, DATA_SERVICE.key),
    created_at: new Date().toISOString(),
  });
}

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

/** Dana asks, the model finds the tool and calls it; the card that came of it. */
export async function drafted(tool: string, input: Record<string, unknown>): Promise<Approval> {
  const identity = newIdentity();
  const marker = `marker-${crypto.randomUUID()}`;
  await script(marker, [
    { content: [calls("find", "find_tools", { query: tool.replaceAll("_", " ") })], stopReason: "tool_use" },
    { content: [calls("make", tool, input)], stopReason: "tool_use" },
    says("It waits for you."),
  ]);
  const object = await objectOf(identity);
  await object.send(identity, {
    messageId: crypto.randomUUID(),
    author: DANA,
    text: `${marker} Please see to that.`,
  });
  const made = await until(async () => {
    const { items } = (await (await asDana("/api/approvals?status=pending")).json()) as {
      items: ApprovalRow[];
    };
    const said = JSON.stringify(await messagesOf(identity));
    if (said.includes('"is_error":true')) throw new Error(said);
    const row = items.find(({ conversationId }) => conversationId === identity.conversationId);
    return row === undefined ? undefined : nowOf(row);
  });
  expect(made.effects.length).toBeGreaterThan(0);
  return made;
}

/** Says yes to exactly what the card shows. */
export async function approve({ id, effectHash }: Approval): Promise<void> {
  const answer = await asDana(`/api/approvals/${id}/decision`, { decision: "approve", effectHash });
  expect(answer.status).toBe(200);
}

/** An approval as it is now. */
export async function nowOf({ id }: Pick<Approval, "id">): Promise<Approval> {
  return (await (await asDana(`/api/approvals/${id}`)).json()) as Approval;
}

/** Waits until it has come to a status. */
export function comesTo(approval: Pick<Approval, "id">, status: Approval["status"]): Promise<Approval> {
  return until(async () => {
    const now = await nowOf(approval);
    return hasComeTo(now, status) && now;
  });
}

/** Runs what undoes it, and waits until that is done. */
export async function undo({ id }: Approval): Promise<Approval> {
  const answer = await asDana(`/api/approvals/${id}/compensate`, {});
  expect(answer.status).toBe(200);
  return comesTo((await answer.json()) as Approval, "done");
}

/** A service answers one changing request with an error: `afterEffect` behind what was done, else before it. */
export function failOnce(
  service: string,
  { method = "POST", afterEffect }: { readonly method?: string; readonly afterEffect: boolean },
): Promise<unknown> {
  return control("faults", { service, status: 503, count: 1, afterEffect, method });
}

/** Waits until an attempt has met a service's fault. */
export async function unanswered(service: string): Promise<void> {
  await until(async () => {
    const { items } = (await control("faults")) as { items: { service: string; hits: number }[] };
    const ours = items.filter((one) => one.service === service);
    return ours.every(({ hits }) => hits > 0) && (await claimed()) > 0;
  });
}

async function claimed(): Promise<number> {
  const row = await testEnv.DB.prepare("select count(*) as n from effects where status = 'claimed'").first<{
    n: number;
  }>();
  return row?.n ?? 0;
}

/** The claim's deadline passes, so many minutes after the call, and whoever looks again settles it. */
export async function looksAgain(minutesLater = 4): Promise<void> {
  const past = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  await testEnv.DB.batch([
    testEnv.DB.prepare("update effects set deadline_at = ?, claimed_at = ? where status = 'claimed'").bind(
      past(1),
      past(minutesLater),
    ),
    testEnv.DB.prepare("update approvals set due_at = ? where status = 'executing'").bind(past(1)),
  ]);
  await workOf("approvals.reconcile", TENANT);
}

/** Changing requests that a service has carried out. */
export async function sentTo(service: string, path: RegExp): Promise<readonly { readonly body: unknown }[]> {
  const { items } = (await control(`outbox?service=${service}`)) as {
    items: { method: string; path: string; body: unknown }[];
  };
  return items.filter((item) => path.test(`${item.method} ${item.path}`));
}
