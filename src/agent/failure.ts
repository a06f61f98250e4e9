/** What people read when a model cannot be had or may not be asked. */
import type { IntegrationError } from "../kernel/errors.ts";
import type { RunEnd, RunFailureCode } from "./runs/index.ts";
import type { Refusal } from "./spending.ts";

/** How a run ends whose model call failed for good. */
export function failureOf(error: IntegrationError): RunEnd {
  const { status } = error;
  if (status === 401 || status === 403 || status === 402) {
    return failed(
      "not_configured",
      "The model refused this deployment's key. An admin must check ANTHROPIC_API_KEY and its billing.",
    );
  }
  if (status !== undefined && status < 500 && status !== 429) {
    return failed(
      "internal",
      "The model refused the request. Your message is kept; the team's admins were notified.",
    );
  }
  return failed(
    "upstream_failed",
    "The model cannot be reached right now. Your message is kept; send another to try again.",
  );
}

/** Whether the model has too much to do, where another may have room. */
export function isOverloaded({ status }: IntegrationError): boolean {
  return status === 429 || status === 529;
}

/** How a run ends whose next call was not admitted. */
export function refusalOf(refusal: Refusal | null, agent: { readonly title: string }): RunEnd {
  if (refusal === "agent_disabled") return failed("agent_disabled", disabledWords(agent));
  return { reason: refusal ?? "budget_spent", error: null };
}

/** Why an agent that an admin turned off does nothing. */
export function disabledWords({ title }: { readonly title: string }): string {
  return `${title} is turned off for your team. An admin can turn it on in Settings → Agents.`;
}

function failed(code: RunFailureCode, message: string): RunEnd {
  return { reason: "failed", error: { code, message } };
}
