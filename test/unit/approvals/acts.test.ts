/** Steward accounts for itself: who let each act out, what it rested on, what it cost. */
import { beforeEach, describe, expect, it } from "vitest";
import { actByRule, advance, decide, listActs, propose, type Act } from "../../../src/approvals/index.ts";
import { effectKinds } from "../../../src/approvals/effects/kinds.ts";
import { costByConversation, findRuns } from "../../../src/agent/runs/index.ts";
import { auditStatement, listOwnChanges } from "../../../src/platform/audit/index.ts";
import { dbFor, users } from "../../../src/platform/db/index.ts";
import type { ReadTool } from "../../../src/agent/tools/define-tool.ts";
import { listOwnActs } from "../../../src/team/tools/list-own-acts.ts";
import { insertInto } from "../../support/insert-into.ts";
import { records } from "../../support/node-d1.ts";
import { freshWorld } from "./fresh-world.ts";
import { proposal, resolutionOf, TENANT, World } from "./harness.ts";

let world: World;
const db = () => dbFor(records, TENANT);
const LONG_AGO = "2020-01-01T00:00:00.000Z";

beforeEach(async () => {
  await freshWorld();
  world = new World();
});

async function acts(more: Partial<Parameters<typeof listActs>[1]> = {}): Promise<Act[]> {
  const deps = {
    db: db(),
    effects: effectKinds(),
    policy: world.policy,
    titleOf: () => "Text someone",
  };
  return (await listActs(deps, { since: LONG_AGO, unasked: false, ...more })).items;
}

async function person(name: string) {
  const found = (await db().rows(users)).find((one) => one.name.startsWith(name))!;
  return { id: found.id, name: found.name };
}

async function approved(text: string): Promise<void> {
  const draft = await propose(world.deps(), proposal({ text }, { toolCallId: text }));
  const by = await person("Dana");
  await decide(world.deps(), {
    approvalId: draft.id,
    body: { decision: "approve", effectHash: draft.effectHash },
    by,
  });
}

/** A text that goes by a standing rule. */
async function byRule(text: string, rule: string): Promise<void> {
  const [effect] = (resolutionOf({ text }) as Extract<ReturnType<typeof resolutionOf>, { kind: "resolved" }>)
    .effects;
  await actByRule(world.deps(), {
    id: text,
    tool: "answer",
    conversationTitle: "Answer to Tom",
    rule,
    effect: effect!,
  });
}

async function allowed(text: string): Promise<void> {
  world.policy = { ...world.policy, autonomy: "execute", tools: { send_message: "allow" } };
  const input = proposal({ text }, { toolCallId: text, allowed: true });
  const draft = await propose(world.deps(), { ...input, rule: "external.two_keys" });
  await advance(world.deps(), draft.id);
}

describe("what Steward did outside", () => {
  it("says who approved it, and what went without asking by which rule", async () => {
    await approved("The plumber is on the way");
    await allowed("Your key is ready");
    await byRule("Hi Tom, it is unit 4B", "standing.answers_by_text");
    const found = new Map((await acts()).map((act) => [act.words, act]));
    expect(found.get("The plumber is on the way")).toMatchObject({
      status: "done",
      approvedBy: "Dana Whitfield",
      unaskedBy: null,
      because: { quote: "The heater is broken again" },
    });
    expect(found.get("Your key is ready")).toMatchObject({
      approvedBy: null,
      unaskedBy: "the policy lets Steward do this without asking, as an admin set it",
    });
    expect(found.get("Hi Tom, it is unit 4B")).toMatchObject({
      approvedBy: null,
      unaskedBy: "an admin lets Steward answer colleagues by text",
    });
  });

  it("tells what nobody was asked about alone, and what went to one person", async () => {
    await approved("The plumber is on the way");
    await byRule("Hi Tom, it is unit 4B", "standing.answers_by_text");
    expect((await acts({ unasked: true })).map(({ words }) => words)).toEqual(["Hi Tom, it is unit 4B"]);
    expect(await acts({ contact: "maria lopez" })).toHaveLength(2);
    expect(await acts({ contact: "Gregory" })).toEqual([]);
  });

  it("holds nothing that was not let out", async () => {
    await propose(world.deps(), proposal({ text: "Waiting" }));
    expect(await acts()).toEqual([]);
  });
});

async function ran(id: string, conversationId: string, costMicroUsd: number, startedBy: string) {
  await insertInto(records, "runs", TENANT, {
    id,
    conversation_id: conversationId,
    agent: "steward",
    model: "m",
    trigger: "message",
    started_by: startedBy,
    status: "finished",
    cost_micro_usd: costMicroUsd,
    day: "2026-11-28",
    started_at: "2026-11-28T10:00:00.000Z",
    preview: `About ${conversationId}`,
    parent_run_id: null,
  });
}

describe("what it cost, and for what", () => {
  it("is summed by conversation, the dearest first", async () => {
    await ran("r1", "c1", 20_000, "x");
    await ran("r2", "c2", 50_000, "x");
    await ran("r3", "c1", 10_000, "x");
    const costs = await costByConversation(db(), { from: "2026-11-27", limit: 10 });
    expect(costs.slice(0, 2)).toEqual([
      { conversationId: "c2", title: "About c2", runs: 1, costUsd: 0.05 },
      { conversationId: "c1", title: "About c1", runs: 2, costUsd: 0.03 },
    ]);
    expect((await findRuns(db(), ["r1"])).get("r1")).toEqual({
      trigger: "message",
      startedBy: "x",
      costUsd: 0.02,
    });
  });
});

describe("list_own_acts", () => {
  it("goes on behind the last act it showed, and tells changes and costs once", async () => {
    for (let at = 0; at < 30; at++) await byRule(`Answer ${at}`, "standing.answers_by_text");
    await ran("run-1", "conversation-1", 20_000, "x");
    const services = { db: db(), clock: { now: () => world.nowMs }, timeZone: "America/New_York" };
    const call = { id: "t", tenantId: TENANT, conversationId: "chat-1", agent: "steward", asker: null };
    const page = async (more: object) => {
      const result = await (listOwnActs as ReadTool).run({ since: "2020-01-01", ...more }, services, call);
      if (result.kind !== "list") throw new Error(result.kind);
      return { ...result, words: result.items.map((one) => (one as { words: string }).words) };
    };
    const first = await page({});
    expect(first).toMatchObject({ more: true, beside: { dearestConversations: [{ runs: 1, usd: 0.02 }] } });
    const last = await page({ olderThan: first.beside?.["olderThan"] });
    expect(last.more).toBe(false);
    expect(last.beside).toEqual({ since: expect.any(String) as string });
    expect(new Set([...first.words, ...last.words]).size).toBe(30);
    expect(first.words).toHaveLength(25);
  });

  it("answers “what did you do without asking?” with acts outside and changes inside", async () => {
    const dana = await person("Dana");
    await ran("run-1", "conversation-1", 20_000, dana.id);
    await allowed("Your key is ready");
    const entry = {
      id: "file:1",
      actor: { kind: "agent", id: "steward", name: "steward" },
      action: "file.edited",
      subject: { kind: "file", id: "f1" },
      sentence: "Steward edited areas/keys.md",
    } as const;
    // An approved change is logged under its approver, so it doesn't count as unasked.
    const approved = {
      ...entry,
      id: "file:2",
      actor: { kind: "user", id: dana.id, name: "Dana" },
      sentence: "Steward edited areas/keys.md, approved by Dana",
    } as const;
    await db().batch([entry, approved].map((one) => auditStatement(db(), one, world.nowMs)));
    expect(
      (await listOwnChanges(db(), { from: LONG_AGO, limit: 5 })).map(({ sentence }) => sentence),
    ).toEqual(["Steward edited areas/keys.md"]);
    const services = { db: db(), clock: { now: () => world.nowMs }, timeZone: "America/New_York" };
    const call = { id: "t", tenantId: TENANT, conversationId: "chat-1", agent: "steward", asker: null };
    const tool = listOwnActs as ReadTool;
    const result = await tool.run({ since: "2026-11-01", unasked: true }, services, call);
    expect(result).toMatchObject({
      kind: "list",
      beside: { insideUnasked: [expect.stringContaining("Steward edited areas/keys.md")] },
      items: [
        {
          what: "Text message to Maria Lopez",
          words: "Your key is ready",
          withoutAsking: "the policy lets Steward do this without asking, as an admin set it",
          startedBy: "Dana Whitfield, in chat (front-desk)",
          runCostUsd: 0.02,
        },
      ],
    });
  });
});
