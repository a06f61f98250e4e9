/** JUDGE-AGAIN: a call is judged by the policy of the moment it is proposed, decided and run, from the gate to the provider. */
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  actByRule,
  advance,
  decide,
  getApproval,
  preview,
  propose,
  type DecideInput,
} from "../../../src/approvals/index.ts";
import { dbFor, users } from "../../../src/platform/db/index.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import { DEFAULT_POLICY, type Policy } from "../../../src/team/api/policy.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import type { PolicyRule } from "../../../src/approvals/api/policy-rules.ts";
import { createGate } from "../../../src/agent/tools/gate.ts";
import { records } from "../../support/node-d1.ts";
import { call, contact, gateDeps, MARIA, SCOPE, textingOf, TOM } from "../agent/tools/world.ts";
import { freshWorld } from "./fresh-world.ts";
import { resolutionOf, TENANT, World } from "./harness.ts";

const DANA = { id: "user_demo_dana", name: "Dana Whitfield" };
const TOM_NUMBER = TOM.numbers[0]?.number ?? "";
const MARIA_NUMBER = MARIA.numbers[0]?.number ?? "";
/** Says that it works for the company; no member has its number. */
const IMPOSTOR = contact("Imp Ostor", {
  company: TOM.company,
  role: "Colleague, Alder & Finch",
  internal: true,
  numbers: [{ label: "Mobile", number: "+14125550188" }],
});
const texting = textingOf([TOM, MARIA, IMPOSTOR]);
const COLLEAGUES: PolicyRule = {
  id: "colleagues",
  agent: null,
  tool: "send_message",
  recipients: ["colleague"],
  bounds: [{ field: "/text", is: "at_most", value: 160 }],
  hours: null,
  decision: "allow",
};
const NEVER: PolicyRule = { ...COLLEAGUES, id: "never", recipients: null, bounds: [], decision: "deny" };
const EXECUTE: Policy = { ...DEFAULT_POLICY, holdSeconds: 0, autonomy: "execute", rules: [COLLEAGUES] };

/** A chat in which nobody outside has said a word. */
const AMONG_US = { ...SCOPE, outside: false };

let world: World;
let calls = 0;

beforeEach(async () => {
  await freshWorld();
  world = new World();
});

/** A call of the model through the gate, its approval as the records hold it. */
async function made(to: string, text = "On our way", more: Record<string, Json> = {}): Promise<Approval> {
  let approval: Approval | null = null;
  const gate = createGate(
    gateDeps(
      texting,
      {},
      {
        judge: world.deps().judge,
        propose: async ({ call: { id, name, input }, scope, resolution, rule, allowed }) => {
          approval = await propose(world.deps(), {
            scope: { ...scope, turnId: scope.runId },
            toolCallId: id,
            tool: name,
            arguments: input,
            resolution,
            rule,
            allowed,
          });
          return approval;
        },
      },
    ),
  );
  const answer = await gate(
    { ...call("send_message", { to, text, ...more }), id: `toolu_${++calls}` },
    AMONG_US,
  );
  if (approval === null) throw new Error(`nothing was proposed: ${answer.content}`);
  return approval;
}

const approve = ({ id, effectHash }: Approval, args?: DecideInput["body"]["arguments"]) =>
  decide(world.deps(), {
    approvalId: id,
    body: { decision: "approve", effectHash, ...(args === undefined ? {} : { arguments: args }) },
    by: DANA,
  });
const now = ({ id }: Approval) => getApproval(world.deps(), id);

describe("when it is proposed", () => {
  it("a rule lets a text to a colleague run, within its bounds, and names itself", async () => {
    world.policy = EXECUTE;
    const short = await made(TOM_NUMBER);
    expect(short).toMatchObject({ status: "approved", rule: "team.colleagues" });
    await advance(world.deps(), short.id);
    expect(world.provider.sent).toHaveLength(1);
    expect(await made(TOM_NUMBER, "x".repeat(161))).toMatchObject({
      status: "pending",
      rule: "external.default",
    });
  });

  it("no one is a colleague by what the contacts say of them", async () => {
    world.policy = EXECUTE;
    expect(await made("+14125550188")).toMatchObject({ status: "pending", rule: "external.default" });
    expect(await made(MARIA_NUMBER)).toMatchObject({ status: "pending", rule: "external.default" });
  });

  it.each([
    "Alder & Finch Property Management",
    "ALDER & finch property management",
    "Ａlder & Finch Property Management",
  ])(
    "somebody new is asked for, also where the call says they work for %s and everything is allowed",
    async (company) => {
      world.policy = { ...EXECUTE, tools: { send_message: "allow" } };
      const createContact = { firstName: "Noor", role: "Colleague", company };
      expect(await made("+14125550199", "Hi", { createContact })).toMatchObject({
        status: "pending",
        rule: "external.new_recipient",
      });
      expect(world.provider.sent).toEqual([]);
    },
  );

  it("a rule that says never leaves nothing to approve", async () => {
    world.policy = { ...DEFAULT_POLICY, holdSeconds: 0, rules: [NEVER] };
    await expect(made(MARIA_NUMBER)).rejects.toThrow("denied");
  });
});

describe("when it is decided", () => {
  it("a rule made meanwhile keeps it from being approved, in words, and the card stays", async () => {
    const waiting = await made(MARIA_NUMBER);
    world.policy = { ...DEFAULT_POLICY, holdSeconds: 0, rules: [NEVER] };
    await expect(approve(waiting)).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("“When any agent wants to text someone: never do it.”") as string,
    });
    expect(await now(waiting)).toMatchObject({ status: "pending" });
    expect(world.provider.sent).toEqual([]);
    world.policy = { ...DEFAULT_POLICY, holdSeconds: 0 };
    expect(await approve(waiting)).toMatchObject({ status: "done" });
  });

  it("a rule about recipients is held against whom it was proposed for", async () => {
    const toMaria = await made(MARIA_NUMBER);
    const toTom = await made(TOM_NUMBER);
    world.policy = { ...DEFAULT_POLICY, holdSeconds: 0, rules: [{ ...NEVER, recipients: ["contact"] }] };
    await expect(approve(toMaria)).rejects.toMatchObject({ code: "forbidden" });
    expect(await approve(toTom)).toMatchObject({ status: "done" });
  });

  it("an edit is judged by what it makes of the call", async () => {
    const waiting = await made(MARIA_NUMBER, "You get a refund");
    const bounds = [{ field: "/text", is: "contains" as const, value: "refund" }];
    world.policy = { ...DEFAULT_POLICY, holdSeconds: 0, rules: [{ ...NEVER, bounds }] };
    await expect(approve(waiting)).rejects.toMatchObject({ code: "forbidden" });
    const args = (text: string) => ({ to: MARIA_NUMBER, text });
    const edited = (text: string) => preview(world.deps(), { approvalId: waiting.id, arguments: args(text) });
    await expect(edited("A REFUND is on its way")).rejects.toMatchObject({ code: "forbidden" });
    const { effectHash } = await edited("We will call you");
    expect(await approve({ ...waiting, effectHash }, args("We will call you"))).toMatchObject({
      status: "done",
    });
    expect((await world.row(waiting.id)).facts).toMatchObject({ recipients: [{ address: MARIA_NUMBER }] });
  });
});

describe("when it runs", () => {
  it("a rule made while it was held stops it, and the conversation is told why", async () => {
    world.policy = { ...DEFAULT_POLICY, holdSeconds: 60 };
    const held = await approve(await made(MARIA_NUMBER));
    world.policy = { ...world.policy, rules: [NEVER] };
    await world.minutes(2);
    expect(await now(held)).toMatchObject({
      status: "stale",
      staleReason: expect.stringContaining("policy doesn’t allow this now") as string,
    });
    expect(world.provider.sent).toEqual([]);
    expect(world.outcomes[0]?.part).toMatchObject({ state: "stale" });
  });

  it("Steward being told to only note things stops it too", async () => {
    world.policy = { ...DEFAULT_POLICY, holdSeconds: 60 };
    const held = await approve(await made(MARIA_NUMBER));
    world.policy = { ...world.policy, autonomy: "shadow" };
    await world.minutes(2);
    expect((await now(held)).staleReason).toContain("Steward only notes what it would do");
    expect(world.provider.sent).toEqual([]);
  });

  it.each([
    ["the rule is gone", async () => void (world.policy = { ...world.policy, rules: [] })],
    ["Steward only proposes", async () => void (world.policy = { ...world.policy, autonomy: "propose" })],
    [
      "the recipient has left the team",
      async () => {
        const tom = and(eq(users.tenantId, TENANT), eq(users.phone, TOM_NUMBER));
        await dbFor(records, TENANT).update(
          users,
          { removedAt: "2026-11-21T12:00:00Z" },
          tom ?? eq(users.id, ""),
        );
      },
    ],
  ])("what a rule let through is asked for after all where %s", async (_why, change) => {
    world.policy = { ...EXECUTE, holdSeconds: 60 };
    const held = await made(TOM_NUMBER);
    expect([held.status, world.rings]).toEqual(["approved", []]);
    await change();
    await world.minutes(2);
    const asked = await now(held);
    expect(asked).toMatchObject({ status: "pending", decision: null, decidedBy: null });
    expect(asked.rule).not.toBe("team.colleagues");
    expect(world.rings).toContain(`${held.id}:requested:0`);
    expect(world.provider.sent).toEqual([]);
    world.policy = { ...world.policy, holdSeconds: 0 };
    expect(await approve(asked)).toMatchObject({ status: "done", decidedBy: { name: DANA.name } });
  });

  it("what a person approved is not asked for again because no rule allows it", async () => {
    world.policy = { ...DEFAULT_POLICY, holdSeconds: 60 };
    const held = await approve(await made(TOM_NUMBER));
    await world.minutes(2);
    expect(await now(held)).toMatchObject({ status: "done" });
  });

  it("a standing rule's own act is no call of a model and is not judged", async () => {
    world.policy = { ...DEFAULT_POLICY, holdSeconds: 0, rules: [{ ...NEVER, tool: null }] };
    const resolution = resolutionOf({ text: "No one answered" });
    const [effect] = resolution.kind === "resolved" ? resolution.effects : [];
    if (effect === undefined) throw new Error("no effect");
    const act = {
      id: "act-1",
      tool: "on_call.text",
      conversationTitle: "On call",
      rule: "standing.on_call_texts",
    };
    expect(await actByRule(world.deps(), { ...act, effect })).toMatchObject({ status: "done" });
  });
});
