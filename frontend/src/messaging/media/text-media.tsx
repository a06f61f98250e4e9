/** Photos and files that came with a text: pictures that open full-size, anything else as a row to save. All of it is loaded from our own server. */
import { lazy, Suspense, useState } from "react";
import { textMediaPath, type TextMediaView } from "../../../../src/messaging/api/text-media.ts";
import { DownloadSimpleIcon, FileTextIcon } from "../../components/icons.ts";
import { useZone } from "../../components/session.tsx";
import { whenReachable } from "../../components/when-reachable.ts";
import { count } from "../../components/words.ts";
import { fileKind, photoWords } from "./media-words.ts";

const Lightbox = lazy(whenReachable(() => import("./lightbox.tsx")));

export interface MediaProps {
  readonly textId: string;
  readonly media: readonly TextMediaView[];
  /** The sender. */
  readonly from: string;
  readonly at: string;
}

/** `elsewhere` counts files whose address the phone system didn't provide. */
export default function TextMedia({ elsewhere = 0, ...said }: MediaProps & { elsewhere?: number }) {
  const { textId, media } = said;
  const zone = useZone();
  const [open, setOpen] = useState<number | null>(null);
  const photos = media.filter(({ isPhoto }) => isPhoto);
  return (
    <>
      <ul aria-label="Photos and files" className="flex max-w-full flex-wrap gap-1.5 py-0.5">
        {media.map((one) => (
          <li key={one.index} className="max-w-full">
            {one.isPhoto ? (
              <Photo
                address={textMediaPath(textId, one.index)}
                words={photoWords(photos, one, said, zone)}
                isOnly={photos.length === 1}
                onOpen={() => setOpen(one.index)}
              />
            ) : (
              <FileRow address={textMediaPath(textId, one.index)} words={fileKind(one.type)} />
            )}
          </li>
        ))}
        {elsewhere > 0 ? (
          <li className={`${ROW} text-kumo-subtle`}>
            <FileTextIcon aria-hidden className="size-4 shrink-0" />
            {count(elsewhere, "attachment")} in your phone system
          </li>
        ) : null}
      </ul>
      {open === null ? null : (
        <Suspense fallback={null}>
          <Lightbox {...said} media={photos} start={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

const ROW =
  "touch flex max-w-full items-center gap-2 rounded-lg border border-kumo-line bg-kumo-base px-3 py-1.5 text-sm";

function FileRow({ address, words }: { address: string; words: string }) {
  return (
    <a href={`${address}?save=1`} download className={`${ROW} hover:bg-kumo-tint`}>
      <DownloadSimpleIcon aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 truncate">Save {words === "PDF" ? words : words.toLowerCase()}</span>
    </a>
  );
}

/** Its space is reserved before it loads, so that nothing moves under a finger. */
function Photo({
  address,
  words,
  isOnly,
  onOpen,
}: {
  address: string;
  words: string;
  isOnly: boolean;
  onOpen: () => void;
}) {
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <span className={`${ROW} flex-wrap`}>
        <FileTextIcon aria-hidden className="size-4 shrink-0 text-kumo-subtle" />
        This photo can’t be shown.
        <button
          type="button"
          className="touch link"
          onClick={() => {
            setTries(tries + 1);
            setFailed(false);
          }}
        >
          Try again
        </button>
        <a href={`${address}?save=1`} download className="touch inline-flex items-center link">
          Save it
        </a>
      </span>
    );
  return (
    <button
      type="button"
      aria-label={`Open ${words}`}
      onClick={onOpen}
      className="block max-w-full overflow-hidden rounded-xl bg-kumo-fill ring ring-kumo-line hover:ring-kumo-brand focus-visible:ring-2 focus-visible:ring-kumo-brand"
    >
      <img
        key={tries}
        src={tries === 0 ? address : `${address}?try=${tries}`}
        alt={words}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(true)}
        className={`object-cover ${isOnly ? "h-48 w-64 max-w-full" : "size-32"}`}
      />
    </button>
  );
}
