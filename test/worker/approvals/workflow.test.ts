import { testContext } from "../../support/context.ts";
import { introspectWorkflowInstance } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { approvalDeps } from "../../../src/approvals/open.ts";
import { approvalIdOf, decide, getApproval, propose } from "../../../src/approvals/index.ts";
import { approvalWorkflowId } from "../../../src/kernel/tenant-names.ts";
import { freshWorld, testEnv } from "../../support/worker.ts";
import { proposal, TENANT } from "../../unit/approvals/harness.ts";

const DANA = { id: "user_dana", name: "Dana Whitfield" };

beforeEach(freshWorld);

async function introspected(toolCallId: string) {
  const approvalId = await approvalIdOf(TENANT, "conversation-1", toolCallId);
  const instance = await introspectWorkflowInstance(
    testEnv.APPROVALS,
    await approvalWorkflowId(TENANT, approvalId),
  );
  return { approvalId, instance };
}

describe("ApprovalWorkflow", () => {
  it("rings, waits, and is over once a person decided", async () => {
    const { approvalId, instance } = await introspected("toolu_decided");
    try {
      const deps = await approvalDeps(testContext(TENANT));
      const waiting = await propose(deps, proposal({ text: "Hi" }, { toolCallId: "toolu_decided" }));
      expect(waiting.status).toBe("pending");
      await instance.waitForStepResult({ name: "advance 0" });
      await decide(deps, {
        approvalId,
        body: { decision: "reject", effectHash: waiting.effectHash },
        by: DANA,
      });
      await instance.waitForStatus("complete");
      expect((await getApproval(deps, approvalId)).status).toBe("rejected");
    } finally {
      await instance.dispose();
    }
  });

  it("WAIT: an early, foreign or double event decides nothing; a repeat of the proposal starts no second instance", async () => {
    const { approvalId, instance } = await introspected("toolu_events");
    try {
      const deps = await approvalDeps(testContext(TENANT));
      const input = proposal({ text: "Hi" }, { toolCallId: "toolu_events" });
      const waiting = await propose(deps, input);
      await deps.workflow.nudge(approvalId);
      await deps.workflow.nudge(approvalId);
      await propose(deps, input);
      await instance.waitForStepResult({ name: "advance 2" });
      expect((await getApproval(deps, approvalId)).status).toBe("pending");
      await decide(deps, {
        approvalId,
        body: { decision: "reject", effectHash: waiting.effectHash },
        by: DANA,
      });
      await instance.waitForStatus("complete");
    } finally {
      await instance.dispose();
    }
  });

  it("is over once its approval was erased, without trying again", async () => {
    const { approvalId, instance } = await introspected("toolu_erased");
    try {
      const deps = await approvalDeps(testContext(TENANT));
      await propose(deps, proposal({ text: "Hi" }, { toolCallId: "toolu_erased" }));
      await instance.waitForStepResult({ name: "advance 0" });
      await testEnv.DB.prepare("delete from approvals where id = ?").bind(approvalId).run();
      await deps.workflow.nudge(approvalId);
      expect(await instance.waitForStepResult({ name: "advance 1" })).toEqual({
        status: "erased",
        waitMs: null,
      });
      await instance.waitForStatus("complete");
    } finally {
      await instance.dispose();
    }
  });

  it("WAIT: a wait that runs out asks the tables what to do", async () => {
    const { approvalId, instance } = await introspected("toolu_expired");
    try {
      await instance.modify(async (change) => {
        await change.forceEventTimeout({ name: "wait 0" });
      });
      const deps = await approvalDeps(testContext(TENANT));
      await propose(deps, proposal({ text: "Hi" }, { toolCallId: "toolu_expired" }));
      await testEnv.DB.prepare("update approvals set expires_at = ? where id = ?")
        .bind(new Date(0).toISOString(), approvalId)
        .run();
      await instance.waitForStatus("complete");
      expect((await getApproval(deps, approvalId)).status).toBe("expired");
    } finally {
      await instance.dispose();
    }
  });
});
