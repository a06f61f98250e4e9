import type { Logger } from "../../../kernel/log.ts";
import type { AfterHook } from "./types.ts";

/** One structured line a call: names and ids, never arguments or results. The run's steps keep the rest. */
export function trace(logger: Logger): AfterHook {
  return {
    name: "trace",
    async after({ tool, call, scope, policy }, { status }) {
      logger.info("tool.answered", {
        tenantId: scope.tenantId,
        conversationId: scope.conversationId,
        runId: scope.runId,
        toolCallId: call.id,
        // A model can make names up; only those of the catalogue are ours to log.
        tool: tool?.name ?? "unknown",
        state: status,
        ...(policy === null ? {} : { rule: policy.rule }),
      });
      return "logged";
    },
  };
}
