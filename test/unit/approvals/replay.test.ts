/** REPLAY: a decision id works once, also after the decision was taken back, in whatever form its request comes again. */
import { beforeEach, expect, it } from "vitest";
import { decide, decideMany, getApproval, preview, propose, undo } from "../../../src/approvals/index.ts";
import type { DecisionBody } from "../../../src/approvals/api/approval.ts";
import { rounds } from "../../support/nightly.ts";
import { freshWorld } from "./fresh-world.ts";
import { proposal, World } from "./harness.ts";

const DANA = { id: "user_demo_dana", name: "Dana Whitfield" };
const MARCUS = { id: "user_demo_marcus", name: "Marcus Bell" };
/** Twelve tries each: five hundred at night. */
const DRAFTS = rounds(4, 42);
const SECOND = 1_000;

let world: World;
beforeEach(async () => {
  await freshWorld();
  world = new World();
  world.policy = { ...world.policy, holdSeconds: 30 };
});

const give = (approvalId: string, body: DecisionBody, by = DANA) =>
  decide(world.deps(), { approvalId, by, body });

/** The ways a decision that was given and taken back comes again; each is a try. */
async function replayAll(approvalId: string, used: readonly DecisionBody[]): Promise<number> {
  let tries = 0;
  const tried = async (work: Promise<unknown>): Promise<void> => {
    await work.catch(() => {});
    tries += 1;
    expect(await getApproval(world.deps(), approvalId)).toMatchObject({ status: "pending", decidedBy: null });
  };
  for (const body of used) {
    await tried(give(approvalId, body));
    await tried(give(approvalId, { ...body, reason: "again", holdSeconds: 0 }));
    const edited = { text: `Edited ${approvalId}` };
    const { effectHash } = await preview(world.deps(), { approvalId, arguments: edited });
    await tried(give(approvalId, { ...body, arguments: edited, effectHash }));
    await tried(
      give(approvalId, { decision: "reject", effectHash: body.effectHash, decisionId: body.decisionId }),
    );
    await tried(
      decideMany(world.deps(), {
        decisions: [
          { ...body, approvalId },
          { ...body, approvalId },
        ],
        by: DANA,
      }),
    );
    await tried(Promise.all([give(approvalId, body), give(approvalId, body)]));
    world.nowMs += 5 * SECOND;
  }
  return tries;
}

it("a decision that was taken back is not given again by a late repeat, in whatever form", async () => {
  let tries = 0;
  for (let index = 0; index < DRAFTS; index += 1) {
    const made = await propose(
      world.deps(),
      proposal({ text: `Draft ${index}` }, { toolCallId: `toolu_${index}`, conversationId: `chat-${index}` }),
    );
    const used: DecisionBody[] = [];
    for (const decisionId of ["tap-1", "tap-2"]) {
      const { effectHash } = await getApproval(world.deps(), made.id);
      const body = { decision: "approve" as const, effectHash, decisionId };
      expect((await give(made.id, body)).status).toBe("approved");
      await undo(world.deps(), { approvalId: made.id, by: index % 2 === 0 ? DANA : MARCUS });
      used.push(body);
    }
    tries += await replayAll(made.id, used);
    // Somebody else's id of the same name, and a new one of one's own, are decisions of their own.
    const { effectHash } = await getApproval(world.deps(), made.id);
    const fresh = {
      decision: "approve" as const,
      effectHash,
      decisionId: index % 2 === 0 ? "tap-3" : "tap-1",
    };
    expect((await give(made.id, fresh, index % 2 === 0 ? DANA : MARCUS)).status).toBe("approved");
    await undo(world.deps(), { approvalId: made.id, by: DANA });
  }
  await world.minutes(3);
  expect(world.provider.calls).toBe(0);
  expect(tries).toBe(12 * DRAFTS);
});

it("a repeat that was read before the decision was taken back decides nothing either", async () => {
  for (let round = 0; round < rounds(6, 20); round += 1) {
    const made = await propose(
      world.deps(),
      proposal({ text: `Race ${round}` }, { toolCallId: `toolu_r${round}`, conversationId: `race-${round}` }),
    );
    const body = { decision: "approve" as const, effectHash: made.effectHash, decisionId: "tap" };
    await give(made.id, body);
    await Promise.allSettled([
      undo(world.deps(), { approvalId: made.id, by: DANA }),
      give(made.id, body),
      give(made.id, body),
    ]);
    expect(await getApproval(world.deps(), made.id)).toMatchObject({ status: "pending" });
  }
  await world.minutes(3);
  expect(world.provider.calls).toBe(0);
});
