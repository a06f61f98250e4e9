import type { AfterHook, CallState } from "./types.ts";

/** Alerts the tenant's admins, at most once an hour. */
export type AlertAdmins = (kind: "tool_calls_spent" | "tool_calls_warning") => Promise<void>;

const ALERTS = {
  near_limit: "tool_calls_warning",
  spent: "tool_calls_spent",
} as const satisfies Record<NonNullable<CallState["rate"]>, string>;

/**
 * Alerts the admins when the hourly limit of calls is nearly or fully used. Pending approvals send their
 * own notifications.
 */
export function limitAlerts(alertAdmins: AlertAdmins): AfterHook {
  return {
    name: "notify",
    async after({ rate }) {
      if (rate === null) return "nothing to tell";
      await alertAdmins(ALERTS[rate]);
      return "admins alerted";
    },
  };
}
