/** The hooks around every tool call, in order. A new hook is one file and one line here. */
import { audit, type WriteAudit } from "./audit.ts";
import { autonomy, type AutonomyDeps } from "./autonomy.ts";
import { cost } from "./cost.ts";
import { egress } from "./egress.ts";
import { limitAlerts, type AlertAdmins } from "./limit-alerts.ts";
import { rate, type AdmitToolCall } from "./rate.ts";
import { tenantIsolation } from "./tenant-isolation.ts";
import { trace } from "./trace.ts";
import type { AfterHook, BeforeHook } from "./types.ts";
import { uses } from "./uses.ts";

/** Dependencies of the hooks, for one tenant. */
export interface HookDeps extends AutonomyDeps {
  readonly tenantId: string;
  readonly admitToolCall: AdmitToolCall;
  readonly audit: WriteAudit;
  readonly alertAdmins: AlertAdmins;
}

/** Run before a call, in order. */
export function beforeHooks(deps: HookDeps): readonly BeforeHook[] {
  return [tenantIsolation(deps.tenantId), uses, autonomy(deps), egress, rate(deps.admitToolCall)];
}

/** Run after the answer, in order. */
export function afterHooks(deps: HookDeps): readonly AfterHook[] {
  return [cost, audit(deps.audit), trace(deps.logger), limitAlerts(deps.alertAdmins)];
}
