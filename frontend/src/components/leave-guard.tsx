/** Asks before a page with something unsaved is left. */
import { useState, type ReactNode } from "react";
import { useBlocker } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { Modal } from "./dialog.tsx";

interface Props {
  readonly title: string;
  readonly dirty: boolean;
  /** Whether saving succeeded; null if the draft can't be saved. */
  readonly onSave: (() => Promise<boolean>) | null;
  readonly onDiscard: () => void;
  /** Label of the button that leaves and keeps the draft; null if leaving would lose it. */
  readonly leave?: string | null;
  /** What happens to the draft. */
  readonly children: ReactNode;
}

export function LeaveGuard({ title, dirty, onSave, onDiscard, leave = null, children }: Props) {
  const [busy, setBusy] = useState(false);
  const guard = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  if (guard.status !== "blocked") return null;
  return (
    <Modal open onClose={guard.reset} title={title}>
      <div className="flex flex-col gap-4 p-4">
        <p>{children}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="touch" onClick={guard.reset}>
            Stay
          </Button>
          <Button
            className="touch"
            onClick={() => {
              onDiscard();
              guard.proceed();
            }}
          >
            Discard
          </Button>
          {leave === null ? null : (
            <Button className="touch" onClick={guard.proceed}>
              {leave}
            </Button>
          )}
          {onSave === null ? null : (
            <Button
              variant="primary"
              className="touch"
              loading={busy}
              onClick={() => {
                setBusy(true);
                void onSave().then((done) => {
                  setBusy(false);
                  if (done) guard.proceed();
                  else guard.reset();
                });
              }}
            >
              Save and leave
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
