import type { EndHook } from "./types.ts";

/** Alerts the admins of a turn that failed. A sub-run's failure is its parent's, and a question's that of whoever asked. */
export const alert: EndHook = {
  name: "alert",
  async end({ id, kind, conversationId, end }, deps) {
    if (kind !== "turn" || end.reason !== "failed") return "no alert due";
    await deps.alertAdmins({ runId: id, conversationId });
    return "admins alerted";
  },
};
