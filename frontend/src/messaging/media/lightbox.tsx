/** A photo as large as the screen allows; arrow keys and buttons go to the next one of the same text. */
import { useLayoutEffect, useState } from "react";
import { Dialog } from "@cloudflare/kumo/primitives/dialog";
import { textMediaPath } from "../../../../src/messaging/api/text-media.ts";
import { ArrowLeftIcon, ArrowRightIcon, DownloadSimpleIcon, XIcon } from "../../components/icons.ts";
import { useZone } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { photoWords } from "./media-words.ts";
import type { MediaProps } from "./text-media.tsx";

const CONTROL =
  "grid size-11 shrink-0 place-items-center rounded-full bg-black/60 text-white hover:bg-black/80";

export default function Lightbox({
  start,
  onClose,
  ...said
}: MediaProps & { start: number; onClose: () => void }) {
  const zone = useZone();
  const { media: photos, textId } = said;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      photos.findIndex(({ index }) => index === start),
    ),
  );
  const { length } = photos;
  const go = (step: 1 | -1): void => setAt((before) => (before + step + length) % length);
  // Heard from the moment it is seen, since the focus comes a moment later, and before the dialog, which keeps arrow keys to itself.
  useLayoutEffect(() => {
    const step = (event: KeyboardEvent): void => {
      if (length < 2 || (event.key !== "ArrowRight" && event.key !== "ArrowLeft")) return;
      event.preventDefault();
      setAt((before) => (before + (event.key === "ArrowRight" ? 1 : length - 1)) % length);
    };
    document.addEventListener("keydown", step, { capture: true });
    return () => document.removeEventListener("keydown", step, { capture: true });
  }, [length]);
  const photo = photos[at];
  if (photo === undefined) return null;
  const words = photoWords(photos, photo, said, zone);
  const address = textMediaPath(textId, photo.index);
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/85" />
        <Dialog.Popup className="fixed inset-0 z-50 flex flex-col text-white outline-none">
          <header className="flex items-center gap-2 p-2 pl-4">
            <Dialog.Title className="line-clamp-2 min-w-0 flex-1 text-sm" aria-live="polite">
              {clipped(words, 160)}
            </Dialog.Title>
            <a href={`${address}?save=1`} download aria-label="Save photo" className={CONTROL}>
              <DownloadSimpleIcon aria-hidden className="size-5" />
            </a>
            <Dialog.Close aria-label="Close" className={CONTROL}>
              <XIcon aria-hidden className="size-5" />
            </Dialog.Close>
          </header>
          <div className="relative flex min-h-0 flex-1 justify-center p-2 safe-bottom">
            <img
              key={address}
              src={address}
              alt={words}
              className="max-h-full min-w-0 flex-1 object-contain"
            />
            {photos.length > 1 ? <Steps onGo={go} /> : null}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Steps({ onGo }: { onGo: (step: 1 | -1) => void }) {
  return (
    <>
      <button
        type="button"
        aria-label="Previous photo"
        className={`${CONTROL} absolute top-1/2 left-2`}
        onClick={() => onGo(-1)}
      >
        <ArrowLeftIcon aria-hidden className="size-5" />
      </button>
      <button
        type="button"
        aria-label="Next photo"
        className={`${CONTROL} absolute top-1/2 right-2`}
        onClick={() => onGo(1)}
      >
        <ArrowRightIcon aria-hidden className="size-5" />
      </button>
    </>
  );
}
