/** What people are told when the model cannot be had. */
import type { TurnEnd } from "../conversations/index.ts";
import type { IntegrationError } from "../kernel/errors.ts";

/** How a turn ends whose model call failed for good. */
export function failureOf(error: IntegrationError): TurnEnd {
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
      "The model refused the request. Your message is kept; the team's admins were told.",
    );
  }
  return failed(
    "upstream_failed",
    "The model cannot be reached right now. Your message is kept; send another to try again.",
  );
}

function failed(code: string, message: string): TurnEnd {
  return { reason: "failed", error: { code, message } };
}
