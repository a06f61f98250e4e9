import type { AfterHook, CallState } from "./types.ts";

/** Alerts the tenant's admins; repeats within the same hour alert once. */
export type AlertAdmins = (kind: "tool_calls_spent" | "tool_calls_warning") => Promise<void>;

const ALERTS = {
  near_limit: "tool_calls_warning",
  spent: "tool_calls_spent",
} as const satisfies Record<NonNullable<CallState["rate"]>, string>;

/** Alerts the admins when the team's window of calls is nearly or wholly used up. A waiting approval notifies by itself. */
export function notify(alertAdmins: AlertAdmins): AfterHook {
  return {
    name: "notify",
    async after({ rate }) {
      if (rate === null) return "nothing to tell";
      await alertAdmins(ALERTS[rate]);
      return "admins alerted";
    },
  };
}
