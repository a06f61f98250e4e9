/** Short remarks at the edge, also from outside the component tree. What shows them is loaded in an idle moment; until then they wait. */
import type { createKumoToastManager, KumoToastManagerAddOptions } from "@cloudflare/kumo/components/toast";
import { explainError } from "../api/explain-error.ts";
import { newId } from "../api/storage.ts";

type Manager = ReturnType<typeof createKumoToastManager>;
type Toast = KumoToastManagerAddOptions<object>;

let manager: Manager | null = null;
let waiting: Toast[] = [];

export const toasts = {
  /** Returns its id, to close it. */
  add(toast: Toast): string {
    const id = newId();
    if (manager === null) waiting.push({ ...toast, id });
    else manager.add({ ...toast, id });
    return id;
  },
  close(id: string): void {
    waiting = waiting.filter((toast) => toast.id !== id);
    manager?.close(id);
  },
};

/** Reports an action, with an undo button; `onUndo` runs once. Returns the toast's id. */
export function toastWithUndo(toast: Toast, onUndo: () => void): string {
  const id = toasts.add({
    timeout: 12_000,
    ...toast,
    actions: [
      {
        children: "Undo",
        variant: "secondary",
        onClick: () => {
          toasts.close(id);
          onUndo();
        },
      },
    ],
  });
  return id;
}

/** Set by the component that shows them, once it is mounted. */
export function showToastsWith(shown: Manager): void {
  manager = shown;
  for (const toast of waiting.splice(0)) shown.add(toast);
}

/** Reports a failure in full: what happened, what is safe, what to do. */
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
