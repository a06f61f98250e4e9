import type { AfterHook } from "./types.ts";

/** Alerts the tenant's admins; repeats within the same hour alert once. */
export type AlertAdmins = (kind: "tool_calls_spent") => Promise<void>;

/** Alerts the admins when the team's window of calls is used up. A waiting approval notifies by itself. */
export function notify(alertAdmins: AlertAdmins): AfterHook {
  return {
    name: "notify",
    async after({ rateLimited }) {
      if (!rateLimited) return "nothing to tell";
      await alertAdmins("tool_calls_spent");
      return "admins alerted";
    },
  };
}
