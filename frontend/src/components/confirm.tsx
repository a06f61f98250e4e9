import type { ReactNode } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { Modal } from "./dialog.tsx";

/** Asks before something that can't be undone. Says what happens, and names the act on its button. */
export function Confirm({
  open,
  title,
  act,
  busy,
  onConfirm,
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  act: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Modal open={open} onClose={onClose} title={title}>
      <div className="flex flex-col gap-4 p-4">
        <div className="wrap-anywhere">{children}</div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="touch" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="destructive" className="touch" loading={busy} onClick={onConfirm}>
            {act}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
