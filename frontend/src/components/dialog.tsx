/** A dialog with a title and a close button that restores focus: centered, or as a sheet at the edge. */
import type { ReactNode } from "react";
import { Dialog } from "@cloudflare/kumo/primitives/dialog";
import { XIcon } from "./icons.ts";

const PLACES = {
  middle:
    "left-1/2 top-1/2 max-h-[85dvh] w-[min(32rem,calc(100vw-1.5rem))] -translate-x-1/2 -translate-y-1/2 rounded-xl",
  side: "inset-x-0 bottom-0 max-h-[88dvh] rounded-t-2xl safe-bottom sm:inset-x-auto sm:inset-y-0 sm:right-0 sm:max-h-none sm:w-96 sm:rounded-none",
} as const;

export function Modal({
  open,
  onClose,
  title,
  place = "middle",
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  place?: keyof typeof PLACES;
  children: ReactNode;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={(now) => (now ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Dialog.Popup
          className={`fixed z-50 flex flex-col overflow-hidden bg-kumo-base text-kumo-default shadow-xl ring ring-kumo-line transition-opacity duration-150 outline-none data-[ending-style]:opacity-0 data-[starting-style]:opacity-0 ${PLACES[place]}`}
        >
          <header className="flex min-h-14 shrink-0 items-center gap-2 border-b border-kumo-hairline pr-2 pl-4">
            <Dialog.Title className="min-w-0 flex-1 text-base font-semibold">{title}</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              className="grid size-11 shrink-0 place-items-center rounded-lg hover:bg-kumo-tint"
            >
              <XIcon aria-hidden className="size-5" />
            </Dialog.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
