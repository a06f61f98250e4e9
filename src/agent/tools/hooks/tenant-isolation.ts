import { denied } from "../answer.ts";
import type { BeforeHook } from "./types.ts";

/** Refuses a call whose conversation belongs to another tenant, as a second line of defense. */
export function tenantIsolation(tenantId: string): BeforeHook {
  return {
    name: "tenant-isolation",
    async before({ scope }) {
      if (scope.tenantId === tenantId && tenantId !== "") return { decision: "same tenant", rule: null };
      const rule = "tenant.mismatch";
      return { decision: "deny", rule, stop: denied(rule, "This call does not belong to this team.") };
    },
  };
}
