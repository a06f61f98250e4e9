/** Quo's API takes no files (`POST /v1/messages` has text only), so attaching is not offered, and pasting or dropping a file explains why. */
import { useState, type ClipboardEvent, type DragEvent } from "react";
import { Button } from "@cloudflare/kumo/components/button";

export function useRefusedFiles() {
  const [offered, setOffered] = useState(false);
  return {
    offered,
    close: () => setOffered(false),
    handlers: {
      onPaste: (event: ClipboardEvent) => setOffered(event.clipboardData.files.length > 0),
      onDragOver: (event: DragEvent) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        setOffered(true);
      },
    },
  };
}

export function TextOnly({ files: { offered, close } }: { files: ReturnType<typeof useRefusedFiles> }) {
  if (!offered) return null;
  return (
    <div role="status" className="flex items-center gap-2 px-2 text-sm text-kumo-warning">
      <p className="min-w-0 flex-1">
        Photos and files can’t be sent from here. Quo takes only text from other apps, so send them from the
        Quo app.
      </p>
      <Button type="button" size="sm" variant="ghost" className="touch" onClick={close}>
        OK
      </Button>
    </div>
  );
}
