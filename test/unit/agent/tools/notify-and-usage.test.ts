/** Telling colleagues something, and what Steward cost: over the real tables. */
import { beforeEach, describe, expect, it } from "vitest";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { teamOnDuty } from "../../../../src/notifications/index.ts";
import { type TeamNews } from "../../../../src/platform/notifier.ts";
import type { Author } from "../../../../src/agent/api/message.ts";
import { getUsage } from "../../../../src/team/tools/get-usage.ts";
import { notifyTeam } from "../../../../src/team/tools/notify-team.ts";
import type { AnyTool, InternalTool } from "../../../../src/agent/tools/define-tool.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { NOW, seenIn } from "./world.ts";

const TENANT = "tenant_alder";
let d1: D1Database;
let db: TenantDb;
let told: TeamNews[];

beforeEach(async () => {
  d1 = nodeD1();
  db = dbFor(d1, TENANT);
  told = [];
  for (const name of ["Dana Whitfield", "Marcus Hale"]) {
    const id = name.split(" ")[0]?.toLowerCase() ?? "";
    await insertInto(d1, "users", TENANT, { id, name, email: `${id}@alderfinch.example`, removed_at: null });
  }
});

function run(tool: AnyTool, input: object, speaker: Author = { kind: "user", name: "Dana Whitfield" }) {
  const services = {
    db,
    team: () => teamOnDuty(db, "America/New_York", NOW),
    reader: async () => null,
    notify: async (news: TeamNews) => void told.push(news),
    toldSince: async () => [],
    onRecord: async () => new Set(),
    counters: async () => ({
      month: "2026-11",
      spentMicroUsd: 12_345_678,
      reservedMicroUsd: 0,
      budgetMicroUsd: 50_000_000,
      toolCallsLastHour: 12,
      toolCallsPerHour: 600,
    }),
    clock: { now: () => NOW },
    timeZone: "America/New_York",
  };
  const call = { ...seenIn(), asker: { speaker, said: [], outside: false, outsideWords: false } };
  return (tool as InternalTool).run(tool.input.parse(input), services, call);
}

describe("notify_team", () => {
  it("tells one colleague alone, in whose name, and leads to the conversation; the same call is the same news", async () => {
    const input = { to: "marcus", message: "The boiler man comes at 3." };
    expect(await run(notifyTeam, input)).toMatchObject({ kind: "ok", data: { who: "Marcus Hale" } });
    await run(notifyTeam, input);
    expect(told).toHaveLength(2);
    expect(told[0]).toEqual(told[1]);
    expect(told[0]).toMatchObject({
      about: "chat-1",
      title: "From Steward, for Dana Whitfield",
      body: "The boiler man comes at 3.",
      path: "/conversations/chat-1",
      urgent: false,
      routedTo: { userId: "marcus", mode: "only" },
    });
  });

  it("is urgent where people can't wait, for everybody where nobody is on call, and says so", async () => {
    const input = { to: "on call", message: "Water is running at 9 Elm St, 2A.", urgent: true };
    expect(await run(notifyTeam, input, { kind: "contact", name: "Ana Reyes" })).toMatchObject({
      data: { who: expect.stringContaining("nobody is on call") as unknown },
    });
    expect(told).toMatchObject([{ urgent: true, title: "Urgent, from Steward", routedTo: null }]);
  });

  it("tells each of several, and nobody where one of them is unknown", async () => {
    const input = { to: "Marcus and Dana Whitfield", message: "The water is off from 6 to 8." };
    expect(await run(notifyTeam, input)).toMatchObject({ data: { who: "Marcus Hale, Dana Whitfield" } });
    expect(told).toMatchObject([{ routedTo: { userId: "marcus" } }, { routedTo: { userId: "dana" } }]);
    expect(new Set(told.map(({ key }) => key)).size).toBe(2);
    expect(await run(notifyTeam, { ...input, to: "Marcus, Ana Reyes" })).toMatchObject({ kind: "retry" });
    expect(told).toHaveLength(2);
  });

  it("notifies nobody where the name is no colleague's, and names those there are", async () => {
    expect(await run(notifyTeam, { to: "Ana Reyes", message: "Hi" })).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("Marcus Hale") as unknown,
    });
    expect(told).toEqual([]);
  });
});

describe("get_usage", () => {
  it("says what was spent of the budget, and what each of the last days came to", async () => {
    const ran = (id: string, day: string, costMicroUsd: number) =>
      insertInto(d1, "runs", TENANT, { id, day, cost_micro_usd: costMicroUsd, agent: "steward", model: "m" });
    await ran("r1", "2026-11-20", 1_000_000);
    await ran("r2", "2026-11-20", 505_000);
    await ran("r3", "2026-11-21", 250_000);
    await ran("r4", "2026-11-01", 9_000_000);
    expect(await run(getUsage, { days: 2 })).toEqual({
      kind: "ok",
      data: {
        month: "2026-11",
        spentUsd: 12.35,
        budgetUsd: 50,
        leftUsd: 37.65,
        underWayUsd: 1.59,
        underWay: expect.stringMatching(/in no day yet/) as string,
        toolCallsLastHour: 12,
        toolCallsPerHour: 600,
        days: [
          { day: "2026-11-21", runs: 1, costUsd: 0.25 },
          { day: "2026-11-20", runs: 2, costUsd: 1.51 },
        ],
        begunBy: [{ since: "2026-11-20", by: expect.any(String) as string, runs: 3, costUsd: 1.76 }],
      },
    });
  });

  it("says what went into texts people sent us, with all that followed in their conversations", async () => {
    for (const [id, source] of Object.entries({ "sms:+14125550142": "sms", "chat-1": "web_chat" }))
      await insertInto(d1, "conversations", TENANT, { id, source, title: "", status: "idle" });
    const ran = (id: string, conversationId: string, cost: number, day = "2026-11-21") =>
      insertInto(d1, "runs", TENANT, {
        id,
        day,
        conversation_id: conversationId,
        cost_micro_usd: cost,
        agent: "steward",
        model: "m",
      });
    await ran("r1", "sms:+14125550142", 200_000);
    await ran("r2", "sms:+14125550142", 20_000);
    await ran("r3", "chat-1", 2_000_000);
    await ran("r4", "project:p1", 10_000);
    await ran("r5", "chat-1", 5_000_000, "2026-11-20");
    expect(await run(getUsage, { days: 1 })).toMatchObject({
      data: {
        begunBy: [
          { since: "2026-11-21", by: "chats of the team", runs: 1, costUsd: 2 },
          { by: "texts people sent us", runs: 2, costUsd: 0.22 },
          { by: expect.stringContaining("project agents") as string, runs: 1, costUsd: 0.01 },
        ],
      },
    });
  });

  it("counts a call that a crash cut off in the month too, though its reservation is still open", async () => {
    await insertInto(d1, "runs", TENANT, {
      id: "r1",
      day: "2026-11-21",
      cost_micro_usd: 13_000_000,
      agent: "steward",
      model: "m",
    });
    expect(await run(getUsage, {})).toMatchObject({
      data: { spentUsd: 13, leftUsd: 37, days: [{ costUsd: 13 }] },
    });
    expect(JSON.stringify(await run(getUsage, {}))).not.toContain("underWay");
  });
});
