import type { AuditEntry } from "../../../platform/audit/index.ts";
import { canonicalJson, sha256Hex } from "../../../kernel/hash.ts";
import { derivedId } from "../../../kernel/ids.ts";
import type { AfterHook } from "./types.ts";

/** Writes an audit entry. A repeat with the same ID writes nothing. */
export type WriteAudit = (entry: AuditEntry) => Promise<void>;

/** Length of the digest of a call's arguments: enough to find the same call again. */
const DIGEST_CHARS = 16;

/**
 * Logs every call with a digest of its arguments and the rows it returned, and audits what policy prevented. Approvals audit their own proposals, decisions and effects, and look-ups
 * are in the run's steps.
 */
export function audit(write: WriteAudit): AfterHook {
  return {
    name: "audit",
    async after({ call, scope, policy, described }, { status, rows }) {
      const input = (await sha256Hex(canonicalJson(call.input))).slice(0, DIGEST_CHARS);
      const seen = { input, ...(rows === undefined ? {} : { rows }) };
      if (status !== "denied") return { decision: "nothing to write", ...seen };
      const shadow = policy?.decision === "shadow";
      const what = described?.title ?? `A call of ${call.name}`;
      await write({
        id: await derivedId("audit", scope.tenantId, scope.conversationId, call.id, status),
        actor: { kind: "agent", id: scope.agent, name: scope.agent },
        action: shadow ? "tool.noted" : "tool.denied",
        subject: { kind: "conversation", id: scope.conversationId },
        sentence: `${what} was ${shadow ? "only noted (shadow mode)" : `denied by the rule ${policy?.rule ?? "tenant.mismatch"}`}.`,
      });
      return { decision: "written", ...seen };
    },
  };
}
