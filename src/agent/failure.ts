/** Messages for people when the model fails or may not be called. */
import type { IntegrationError } from "../kernel/errors.ts";
import type { RunEnd, RunFailureCode } from "./runs/index.ts";
import type { Refusal } from "./spending.ts";

/** The end of a run after a model call failed for good. */
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

/** Whether the model is overloaded, so that another may answer. */
export function isOverloaded({ status }: IntegrationError): boolean {
  return status === 429 || status === 529;
}

/** The end of a run whose next call was not admitted. */
export function refusalOf(refusal: Refusal | null, agent: { readonly title: string }): RunEnd {
  if (refusal === "agent_disabled") return failed("agent_disabled", disabledWords(agent));
  return { reason: refusal ?? "budget_spent", error: null };
}

export function disabledWords({ title }: { readonly title: string }): string {
  return `${title} is turned off for your team. An admin can turn it on in Settings → Agents.`;
}

function failed(code: RunFailureCode, message: string): RunEnd {
  return { reason: "failed", error: { code, message } };
}
