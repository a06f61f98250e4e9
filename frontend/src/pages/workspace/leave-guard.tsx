/** Asks before a page with unsaved text is left. The text is kept on this device either way. */
import { useState } from "react";
import { useBlocker } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { Modal } from "../../components/dialog.tsx";

interface Props {
  readonly name: string;
  readonly dirty: boolean;
  /** Whether it is saved now. */
  readonly onSave: () => Promise<boolean>;
  readonly onDiscard: () => void;
}

export function LeaveGuard({ name, dirty, onSave, onDiscard }: Props) {
  const [busy, setBusy] = useState(false);
  const guard = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  if (guard.status !== "blocked") return null;
  return (
    <Modal open onClose={guard.reset} title={`${name} is not saved`}>
      <div className="flex flex-col gap-4 p-4">
        <p>
          What you wrote is kept on this device and is there again when you open the file. Others do not see
          it yet.
        </p>
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
            Discard it
          </Button>
          <Button className="touch" onClick={guard.proceed}>
            Leave it as a draft
          </Button>
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
        </div>
      </div>
    </Modal>
  );
}
