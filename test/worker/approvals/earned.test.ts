/** EARNED, through the whole product: the clock proposes, an admin lets it through, a check that comes back edited or rejected takes it back. */
import { beforeEach, describe, expect, it } from "vitest";
import { lineOf } from "../../../src/approvals/evidence-breadth.ts";
import { tallyId } from "../../../src/approvals/decision-tallies.ts";
import type { Policy } from "../../../src/team/api/policy.ts";
import type { Approval, ApprovalRow } from "../../../src/approvals/api/approval.ts";
import type { EarnedRow } from "../../../src/approvals/api/earned.ts";
import { workOf } from "../../support/clock.ts";
import { request } from "../../support/http-worker.ts";
import { insertRow } from "../../support/rows.ts";
import { control, freshWorld, testEnv, tokenFor } from "../../support/worker.ts";
import { TENANT, until } from "../agent/conversations/harness.ts";
import { drafted } from "./acting.ts";

const ADMIN = "dana@alderfinch.example";
const MEMBER = "marcus@alderfinch.example";
const OTHER_ADMIN = "ruth@harborlight.example";
const AT = "2026-11-20T10:00:00.000Z";
/** Thirty approvals by two people, a day apart, each of other words. */
const BROAD = Array.from({ length: 30 }, (_, n) =>
  lineOf({
    isUnchanged: true,
    deciderId: n % 2 === 0 ? "user_demo_dana" : "user_demo_marcus",
    recipients: [`+1412555${1000 + n}`],
    nowMs: Date.parse(AT) - (30 - n) * 86_400_000,
    effects: [
      {
        document: {
          text: Array.from(
            { length: 12 },
            (_word, at) =>
              `word${String.fromCharCode(97 + (n % 26))}${String.fromCharCode(97 + at)}${n > 25 ? "z" : ""}`,
          ).join(" "),
        },
      },
    ],
  }),
).join("");
const WHICH = { agent: "steward", tool: "send_message", recipients: "contact" } as const;

let id: string;

async function ask(email: string, path: string, method = "GET", body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${await tokenFor(email)}`, "content-type": "application/json" };
  return request(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

async function answer<Answer>(email: string, path: string): Promise<Answer> {
  return (await ask(email, path)).json();
}

const policyNow = () => answer<{ policy: Policy; version: number }>(ADMIN, "/api/policy");
const earnedBy = async (email = ADMIN) =>
  (await answer<{ items: EarnedRow[] }>(email, "/api/policy/earned")).items;

async function put(change: Partial<Policy>): Promise<Response> {
  const { policy, version } = await policyNow();
  return ask(ADMIN, "/api/policy", "PUT", { policy: { ...policy, ...change }, version });
}

async function decide(email: string, { id: approval, effectHash }: Approval, decision: string) {
  return ask(email, `/api/approvals/${approval}/decision`, "POST", { decision, effectHash });
}

async function proposals(): Promise<Approval[]> {
  const { items } = await answer<{ items: ApprovalRow[] }>(ADMIN, "/api/approvals?status=pending");
  const rules = items.filter(({ tool }) => tool === "earned_rule");
  return Promise.all(rules.map(({ id: approval }) => answer<Approval>(ADMIN, `/api/approvals/${approval}`)));
}

/** The rule in force, as the last thirty approvals earned it. */
async function inForce(): Promise<void> {
  await workOf("approvals.earned", TENANT);
  const [proposal] = await proposals();
  expect((await decide(ADMIN, proposal!, "approve")).status).toBe(200);
  expect((await policyNow()).policy.rules).toMatchObject([{ id, origin: "earned" }]);
}

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  id = await tallyId(TENANT, WHICH);
  await insertRow("earned_tallies", TENANT, {
    ...WHICH,
    id,
    recent: "1".repeat(30),
    breadth: BROAD,
    decided: 30,
    first_at: AT,
    last_at: AT,
    examples: "",
    samples: "",
    state: "collecting",
    state_at: AT,
    rests_until: 0,
    round: 0,
  });
  const on = { autonomy: "execute", holdSeconds: 0, earned: { line: 0.9, minDecisions: 30 } } as const;
  expect((await put(on)).status).toBe(200);
});

describe("a rule that is earned", () => {
  it("is proposed once by the clock, decided by an admin alone, and taken back by an admin", async () => {
    await workOf("approvals.earned", TENANT);
    await workOf("approvals.earned", TENANT);
    const [proposal, ...others] = await proposals();
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({ adminsOnly: true, conversationId: "system.policy" });
    expect(await earnedBy()).toMatchObject([{ id, state: "proposed", approvalId: proposal?.id }]);

    expect((await decide(MEMBER, proposal!, "approve")).status).toBe(403);
    expect((await policyNow()).policy.rules).toEqual([]);
    await inForce();
    expect(await earnedBy()).toMatchObject([{ state: "in_force", unchanged: 30, decided: 30 }]);

    const takeBack = `/api/policy/earned/${id}/take-back`;
    expect((await ask(MEMBER, takeBack, "POST", {})).status).toBe(403);
    expect((await ask(OTHER_ADMIN, takeBack, "POST", {})).status).toBe(404);
    expect(await earnedBy(OTHER_ADMIN)).toEqual([]);
    expect(await earnedBy()).toMatchObject([{ state: "in_force" }]);
    expect((await ask(ADMIN, takeBack, "POST", {})).status).toBe(200);
    expect((await policyNow()).policy.rules).toEqual([]);
    expect(await earnedBy()).toMatchObject([{ state: "taken_back", restsFor: 50 }]);
  });

  it("is not to be made or changed by hand", async () => {
    await inForce();
    const [rule] = (await policyNow()).policy.rules;
    expect((await put({ rules: [{ ...rule!, recipients: null }] })).status).toBe(400);
    const { origin: _, ...unnamed } = rule!;
    expect((await put({ rules: [unnamed] })).status).toBe(400);
    expect((await put({ rules: [rule!, { ...unnamed, id: "own", decision: "ask" }] })).status).toBe(200);
  });

  it("asks after a check was rejected, and goes with the second", async () => {
    await inForce();
    await testEnv.DB.prepare("update earned_tallies set samples = '0'").run();
    const check = await drafted("send_message", { to: "+14125550142", text: "The plumber comes at 9." });
    expect(check).toMatchObject({ status: "pending", rule: "sample.asked" });
    expect((await decide(MEMBER, check, "reject")).status).toBe(200);
    await until(async () => (await policyNow()).policy.rules.length === 0);
    expect(await earnedBy()).toMatchObject([{ state: "taken_back", samples: { unchanged: 0, decided: 2 } }]);
    const told = await testEnv.DB.prepare("select title from notifications where kind = 'alert'").all();
    expect(JSON.stringify(told.results)).toContain("took back a rule");
  });
});
