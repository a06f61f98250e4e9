/** Actions on the selected entries, above the list. */
import { useId } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { ownerAgainst } from "../../../src/workspace/api/workspace-owners.ts";
import { XIcon } from "../components/icons.ts";
import { count } from "../components/words.ts";
import { manyAddress, tooManyWords } from "./download.ts";

interface Props {
  readonly folder: string;
  readonly paths: readonly string[];
  /** The action in progress, in words; null if there is none. */
  readonly working: string | null;
  readonly onMove: () => void;
  readonly onRemove: () => void;
  readonly onClear: () => void;
}

export function SelectionBar({ folder, paths, working, onMove, onRemove, onClear }: Props) {
  const busy = working !== null;
  const reason = useId();
  const isOwned = paths.some((path) => ownerAgainst(path, "member") !== null);
  const zip = manyAddress(folder, paths);
  return (
    <div
      role="toolbar"
      aria-label="Selected"
      className="sticky top-0 z-5 flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-kumo-line bg-kumo-tint px-3 py-1.5"
    >
      <Button
        variant="ghost"
        shape="square"
        size="sm"
        className="touch"
        aria-label="Clear selection"
        disabled={busy}
        icon={<XIcon aria-hidden className="size-4" />}
        onClick={onClear}
      />
      <span role="status" className="min-w-0 flex-1 text-sm font-medium tabular-nums">
        {working ?? `${count(paths.length, "item")} selected`}
      </span>
      <Button size="sm" className="touch" disabled={busy || isOwned} onClick={onMove}>
        Move…
      </Button>
      {zip === null ? (
        <Button size="sm" className="touch" disabled aria-describedby={reason}>
          <ZipWords />
        </Button>
      ) : (
        <a
          href={zip}
          download
          className="touch inline-flex items-center rounded-lg px-2.5 py-1 text-sm ring ring-kumo-line hover:bg-kumo-base"
        >
          <ZipWords />
        </a>
      )}
      <Button size="sm" className="touch" disabled={busy || isOwned} onClick={onRemove}>
        Delete
      </Button>
      {zip === null ? (
        <p id={reason} className="w-full text-right text-xs text-kumo-subtle max-sm:text-left">
          {tooManyWords(paths)}
        </p>
      ) : null}
    </div>
  );
}

function ZipWords() {
  return (
    <span>
      Download<span className="max-sm:sr-only">&nbsp;.zip</span>
    </span>
  );
}
