/** Short remarks at the edge, also from outside the component tree. */
import { createKumoToastManager } from "@cloudflare/kumo/components/toast";
import { explainError } from "../api/explain-error.ts";

export const toasts = createKumoToastManager();

/** Says that something failed, in full: what happened, what is safe, what to do. */
export function toastError(error: unknown): void {
  const words = explainError(error);
  const id = words.requestId ? ` (request ${words.requestId})` : "";
  toasts.add({
    variant: "error",
    title: words.what,
    description: `${words.safe ? `${words.safe} ` : ""}${words.next}${id}`,
    timeout: 12_000,
  });
}
