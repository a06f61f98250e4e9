import type { EndHook } from "./types.ts";

/** Alerts admins of a failed turn. Failures of sub-runs and questions are reported by their callers. */
export const alert: EndHook = {
  name: "alert",
  async end({ id, kind, conversationId, end }, deps) {
    if (kind !== "turn" || end.reason !== "failed") return "no alert due";
    await deps.alertAdmins({ runId: id, conversationId });
    return "admins alerted";
  },
};
