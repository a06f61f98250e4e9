import type { AfterHook } from "./types.ts";

/** Tells the admins when the team's window of calls is used up. A waiting approval rings by itself. */
export const notify: AfterHook = {
  name: "notify",
  async after({ rateLimited }, _outcome, deps) {
    if (!rateLimited) return "nothing to tell";
    await deps.alertAdmins("tool_calls_spent");
    return "admins told";
  },
};
