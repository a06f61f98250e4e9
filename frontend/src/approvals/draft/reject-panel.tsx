/** A reason: one tap for the usual reasons, words for the rest. */
import { useEffect, useRef, useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type { ApprovalActions } from "./use-approval-actions.ts";

export const REJECT_REASONS = ["Wrong person", "Wrong content", "Not now"] as const;

/** `mode` "redraft" sends the words to the agent and asks for a new draft. */
export function RejectPanel({
  mode,
  actions,
  onClose,
}: {
  mode: "reject" | "redraft";
  actions: Pick<ApprovalActions, "busy" | "reject" | "withdraw">;
  onClose: () => void;
}) {
  const [words, setWords] = useState("");
  const [other, setOther] = useState(mode === "redraft");
  const panel = useRef<HTMLDivElement>(null);
  const firstButton = useRef<HTMLButtonElement>(null);
  const busy = actions.busy !== null;
  useEffect(() => {
    firstButton.current?.focus();
    // On a phone it opens below the visible area.
    panel.current?.scrollIntoView({ block: "nearest" });
  }, []);

  async function send(reason: string): Promise<void> {
    if (reason.trim() !== "" && (await actions.reject(reason.trim(), mode === "redraft"))) onClose();
  }

  return (
    <div
      ref={panel}
      role="group"
      aria-label={mode === "redraft" ? "Ask the agent to change it" : "Reason"}
      className="flex scroll-mb-3 flex-col gap-2.5 rounded-lg bg-kumo-tint p-3"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <p className="text-sm font-medium">
        {mode === "redraft" ? "What should be different?" : "Reason (shared with Steward)"}
      </p>
      {mode === "reject" ? (
        <div className="flex flex-wrap gap-2">
          {REJECT_REASONS.map((reason, index) => (
            <Button
              key={reason}
              ref={index === 0 ? firstButton : null}
              className="touch"
              disabled={busy}
              onClick={() => void send(reason)}
            >
              {reason}
            </Button>
          ))}
          {other ? null : (
            <Button className="touch" disabled={busy} onClick={() => setOther(true)}>
              Other…
            </Button>
          )}
        </div>
      ) : null}
      {other ? (
        <form
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void send(words);
          }}
        >
          <textarea
            autoFocus
            aria-label={mode === "redraft" ? "What should be different" : "Reason"}
            maxLength={2000}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              event.stopPropagation();
              void send(words);
            }}
            placeholder={mode === "redraft" ? "Shorter, and offer Thursday instead" : "In your words"}
            className="field-sizing-content min-h-16 w-full rounded-lg bg-kumo-control px-3 py-2 text-base ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand"
          />
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant="primary"
              className="touch"
              disabled={words.trim() === "" || busy}
              loading={actions.busy === "reject"}
            >
              {mode === "redraft" ? "Request changes" : "Reject"}
            </Button>
            <Button variant="ghost" className="touch" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            className="touch"
            disabled={busy}
            loading={actions.busy === "withdraw"}
            onClick={() => void actions.withdraw().then((done) => done && onClose())}
          >
            Discard
          </Button>
          <span className="text-xs text-kumo-subtle">
            Nothing is sent, and Steward won’t follow up on it.
          </span>
          <Button variant="ghost" size="sm" className="touch" onClick={onClose}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  );
}
