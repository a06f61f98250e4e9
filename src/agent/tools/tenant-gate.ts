/** The gate with a tenant's hooks; toolset services are opened once per run. */
import type { RunTool } from "../ports.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Tenant } from "./tenant.ts";
import { createGate, type GateDeps, type ProposeCall } from "./gate.ts";
import { afterHooks, beforeHooks, type HookDeps } from "./hooks/index.ts";
import { Findings } from "./findings.ts";
import { serviceOpener } from "./open-services.ts";

interface TenantGateDeps extends Omit<HookDeps, "tenantId"> {
  readonly tenant: Tenant;
  /** Names of an agent's tools. */
  readonly grants: (agent: string) => readonly string[];
  readonly propose: ProposeCall;
  readonly sample: GateDeps["sample"];
  readonly clock: Clock;
}

/** No I/O. Caches the services of the current run. */
export function tenantGate(deps: TenantGateDeps): RunTool {
  const hooks = { ...deps, tenantId: deps.tenant.id };
  let current: { readonly runId: string; readonly agent: string; readonly gate: RunTool } | null = null;
  return (call, scope) => {
    if (current?.runId !== scope.runId || current.agent !== scope.agent) {
      const { conversationId, agent, runId, speaker } = scope;
      const acting = { conversationId, agent, runId, speaker, callId: null };
      const findings = new Findings();
      const gate = createGate({
        ...deps,
        open: serviceOpener(findings.watch(deps.tenant), acting),
        quotesIn: (content) => findings.in(content),
        before: beforeHooks(hooks),
        after: afterHooks(hooks),
      });
      current = { runId, agent, gate };
    }
    return current.gate(call, scope);
  };
}
