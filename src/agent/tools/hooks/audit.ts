import type { AuditEntry } from "../../../platform/audit/index.ts";
import { derivedId } from "../../../kernel/ids.ts";
import type { AfterHook } from "./types.ts";

/** Writes an audit entry. A repeat with the same ID writes nothing. */
export type WriteAudit = (entry: AuditEntry) => Promise<void>;

/**
 * Records what policy prevented. Approvals audit their own proposals, decisions and effects, and look-ups
 * are in the run's steps.
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
