import type { Logger } from "../../../kernel/log.ts";
import type { AfterHook } from "./types.ts";

/** Logs one line per call with names and IDs, never arguments or results. The run's steps contain the rest. */
export function trace(logger: Logger): AfterHook {
  return {
    name: "trace",
    async after({ tool, call, scope, policy }, { status }) {
      logger.info("tool.answered", {
        tenantId: scope.tenantId,
        conversationId: scope.conversationId,
        runId: scope.runId,
        toolCallId: call.id,
        // The model may invent names; only names from the catalogue are logged.
        tool: tool?.name ?? "unknown",
        state: status,
        ...(policy === null ? {} : { rule: policy.rule }),
      });
      return "logged";
    },
  };
}
