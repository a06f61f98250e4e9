/** Explains a failure: what happened, what is safe, what to do. */
import { ApiError } from "./api-error.ts";

/** Content of an error notice. */
export interface Explanation {
  readonly what: string;
  readonly safe: string | null;
  readonly next: string;
  readonly requestId: string | null;
  readonly retryable: boolean;
}

interface Words {
  readonly safe: string | null;
  readonly next: string;
  readonly retryable?: boolean;
}

const NOTHING_CHANGED = "Nothing changed.";

const WORDS: Readonly<Record<string, Words>> = {
  offline: {
    safe: "What you typed is saved on this device.",
    next: "Check your connection, then try again.",
    retryable: true,
  },
  unauthenticated: { safe: "Your drafts are saved on this device.", next: "Sign in again." },
  forbidden: { safe: NOTHING_CHANGED, next: "Ask an admin on your team." },
  not_found: { safe: null, next: "It may have been removed, or the link is wrong." },
  changed: { safe: NOTHING_CHANGED, next: "Review the newer version, then try again." },
  conflict: { safe: NOTHING_CHANGED, next: "Review the newer version, then try again." },
  exists: { safe: NOTHING_CHANGED, next: "Choose another name." },
  invalid_path: { safe: NOTHING_CHANGED, next: "Choose another name." },
  already_decided: { safe: "Nothing happened twice.", next: "The card shows the decision." },
  effect_changed: { safe: "Nothing was sent.", next: "Review the new version, then decide." },
  not_held: { safe: null, next: "It already ran or was undone. The card shows which." },
  invalid_arguments: { safe: "Nothing was sent.", next: "Fix the highlighted fields." },
  invalid_request: { safe: NOTHING_CHANGED, next: "Fix it, then try again." },
  too_large: { safe: NOTHING_CHANGED, next: "Make it shorter, or split it up." },
  rate_limited: { safe: NOTHING_CHANGED, next: "Wait a moment, then try again.", retryable: true },
  budget_spent: { safe: "Nothing is lost.", next: "An admin can raise the monthly budget in Settings." },
  not_configured: { safe: NOTHING_CHANGED, next: "An admin needs to set this up first." },
  upstream_failed: { safe: NOTHING_CHANGED, next: "Try again in a minute.", retryable: true },
  unavailable: { safe: NOTHING_CHANGED, next: "Try again in a minute.", retryable: true },
  unreadable: { safe: null, next: "Reload the page.", retryable: true },
};

/** A sign-in that fails by how the deployment is set up: trying again doesn't help. */
const MISCONFIGURED: Words = {
  safe: null,
  next: "Send this to the person who runs this deployment: only they can fix it.",
};

/** Explains anything thrown. */
export function explainError(error: unknown): Explanation {
  if (!(error instanceof ApiError)) {
    return {
      what: "Something on this page went wrong.",
      safe: "Nothing was sent.",
      next: "Reload the page.",
      requestId: null,
      retryable: true,
    };
  }
  const words = (error.details["misconfigured"] === true ? MISCONFIGURED : WORDS[error.code]) ?? {
    safe: null,
    next: "Try again. If it keeps happening, tell an admin.",
    retryable: true,
  };
  return {
    what: error.message,
    safe: words.safe,
    next: words.next,
    requestId: error.requestId,
    retryable: words.retryable ?? false,
  };
}
