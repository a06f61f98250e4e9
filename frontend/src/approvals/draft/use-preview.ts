/** Asks the server what an edit would do, once typing pauses. */
import { useEffect, useState } from "react";
import { approvalEndpoints, type Preview } from "../../../../src/approvals/api/approval.ts";
import { call } from "../../api/call.ts";
import type { Edited } from "./edit-draft.ts";

const PREVIEW_DELAY_MS = 350;

export type Check =
  | { readonly kind: "checking" }
  | { readonly kind: "ok"; readonly preview: Preview }
  | { readonly kind: "refused"; readonly error: unknown };

/** An answer counts only for the edit it was asked about. */
export function usePreview(approvalId: string, edited: Edited): { check: Check; again: () => void } {
  const [answer, setAnswer] = useState<{ question: string; check: Check } | null>(null);
  const [round, setRound] = useState(0);
  const bytes = JSON.stringify(edited);
  const question = `${approvalId} ${round} ${bytes}`;
  useEffect(() => {
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      call(approvalEndpoints.preview, {
        params: { id: approvalId },
        body: JSON.parse(bytes) as Edited,
        signal: abort.signal,
      }).then(
        (preview) => setAnswer({ question, check: { kind: "ok", preview } }),
        (error: unknown) => {
          if (!abort.signal.aborted) setAnswer({ question, check: { kind: "refused", error } });
        },
      );
    }, PREVIEW_DELAY_MS);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [approvalId, bytes, question]);
  const check: Check = answer?.question === question ? answer.check : { kind: "checking" };
  return { check, again: () => setRound((count) => count + 1) };
}
