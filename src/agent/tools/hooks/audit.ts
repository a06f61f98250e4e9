import type { AuditEntry } from "../../../platform/audit/index.ts";
import { derivedId } from "../../../kernel/ids.ts";
import type { AfterHook } from "./types.ts";

/** Writes an entry of the audit; a repeat with the same id writes nothing. */
export type WriteAudit = (entry: AuditEntry) => Promise<void>;

/**
 * Writes down what policy kept from happening. What is proposed, decided and done is audited by approvals in the batch that does it, and look-ups
 * stand in the run's steps.
 */
export function audit(write: WriteAudit): AfterHook {
  return {
    name: "audit",
    async after({ call, scope, policy, described }, { status }) {
      if (status !== "denied") return "nothing to write";
      const shadow = policy?.decision === "shadow";
      const what = described?.title ?? `A call of ${call.name}`;
      await write({
        id: await derivedId("audit", scope.tenantId, scope.conversationId, call.id, status),
        actor: { kind: "agent", id: scope.agent, name: scope.agent },
        action: shadow ? "tool.noted" : "tool.denied",
        subject: { kind: "conversation", id: scope.conversationId },
        sentence: `${what} was ${shadow ? "only noted (shadow mode)" : `denied by the rule ${policy?.rule ?? "tenant.mismatch"}`}.`,
      });
      return "written";
    },
  };
}
