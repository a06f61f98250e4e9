// Seed 004:2537–2544: error rate and session health of the deployment.
import "../../../src/features.ts";
import { beforeEach, expect, it } from "vitest";
import { systemDb } from "../../../src/platform/db/index.ts";
import { deploymentHealth } from "../../../src/team/operator-health.ts";
import { insertInto } from "../../support/insert-into.ts";
import { demoD1 } from "../../support/node-d1.ts";

const NOW = Date.parse("2026-11-25T12:00:00Z");
const HERE = "tenant_alder";
let d1: D1Database;

beforeEach(async () => {
  d1 = await demoD1();
});

const ran = (tenantId: string, agent: string, day: string, runs: number, failed: number) =>
  insertInto(d1, "agent_days", tenantId, { agent, day, runs, failed, latencies: "{}" });
const chat = (id: string, state: string | null, lastMessageAt: string) =>
  insertInto(d1, "conversations", HERE, {
    id,
    source: "web_chat",
    session_state: state,
    last_message_at: lastMessageAt,
  });
let made = 0;
const turn = (conversation: string, at: string, agent = "steward") =>
  insertInto(d1, "runs", HERE, {
    id: `run_${++made}`,
    conversation_id: conversation,
    agent,
    started_at: at,
  });

it("counts the runs and chats of all teams that live here, and not what is long ago", async () => {
  await ran(HERE, "steward", "2026-11-25", 8, 1);
  await ran("tenant_harbor", "keeper", "2026-11-24", 12, 4);
  await ran(HERE, "steward", "2026-11-01", 500, 500);
  await ran("tenant_gone", "steward", "2026-11-25", 500, 500);
  await chat("a", "open", "2026-11-25T10:00:00.000Z");
  await chat("b", "open", "2026-11-01T10:00:00.000Z");
  await chat("c", "completed", "2026-11-24T10:00:00.000Z");
  await chat("d", "expired", "2026-10-20T10:00:00.000Z");
  await chat("e", "expired", "2026-06-01T10:00:00.000Z");
  await chat("f", null, "2026-11-25T10:00:00.000Z");
  // Turns of chats: not those of texts, of what a chat's turns started, or of long ago.
  await turn("a", "2026-11-25T09:00:00.000Z");
  await turn("a", "2026-11-25T10:00:00.000Z");
  await turn("c", "2026-11-24T10:00:00.000Z");
  await turn("a", "2026-11-25T10:01:00.000Z", "summarizer");
  await turn("a", "2026-11-01T10:00:00.000Z");
  await turn("f", "2026-11-25T10:00:00.000Z");
  expect(await deploymentHealth(systemDb(d1), NOW)).toEqual({
    runs: 20,
    failed: 5,
    errorRate: 0.25,
    sessions: { active: 2, open: 2, closed: 1, expired: 1, turnsEach: 1.5 },
  });
});

it("claims nothing of a deployment in which nothing ran", async () => {
  expect(await deploymentHealth(systemDb(d1), NOW)).toMatchObject({
    errorRate: null,
    sessions: { active: 0, turnsEach: null },
  });
});
