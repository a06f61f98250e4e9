/** The open file's actions and details. */
import type { ReactNode } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { WorkspaceFile } from "../../../src/workspace/api/workspace.ts";
import { ownerAgainst } from "../../../src/workspace/api/workspace-owners.ts";
import type { LineNote } from "../components/editor/line-note.ts";
import { ClockCounterClockwiseIcon } from "../components/icons.ts";
import { InsideLink } from "../components/inside-link.tsx";
import { MoreMenu } from "../components/more-menu.tsx";
import { Time } from "../components/time.tsx";
import { downloadAddress } from "./download.ts";
import type { OpenFileState } from "./use-open-file.ts";
import type { ViewMode } from "./use-view-mode.ts";

interface Props {
  readonly path: string;
  readonly open: OpenFileState;
  readonly mode: ViewMode;
  readonly onMode: (mode: ViewMode) => void;
  readonly blame: boolean;
  readonly onBlame: () => void;
  readonly history: boolean;
  readonly onHistory: () => void;
  readonly onMove: () => void;
  readonly onRemove: () => void;
  /** Help with writing, while the text is edited. */
  readonly help: ReactNode;
}

const MODES: readonly (readonly [ViewMode, string])[] = [
  ["write", "Edit"],
  ["both", "Split"],
  ["read", "Read"],
];

export function FileTools(props: Props) {
  const { path, open, mode, onMode, blame, onBlame, history, onHistory, onMove, onRemove } = props;
  const isOwned = ownerAgainst(path, "member") !== null;
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1 px-3 pb-2 lg:px-4">
      {path.endsWith(".md") && !isOwned ? (
        <div role="group" aria-label="View" className="flex rounded-lg bg-kumo-tint p-0.5">
          {MODES.map(([value, words]) => (
            <button
              key={value}
              type="button"
              aria-pressed={mode === value}
              onClick={() => onMode(value)}
              className={`touch rounded-md px-2.5 py-1 text-sm ${value === "both" ? "max-[1099px]:hidden" : ""} ${mode === value ? "bg-kumo-base font-medium shadow-xs ring ring-kumo-line" : "text-kumo-subtle hover:text-kumo-default"}`}
            >
              {words}
            </button>
          ))}
        </div>
      ) : null}
      <Button
        size="sm"
        variant={history ? "secondary" : "ghost"}
        aria-pressed={history}
        className="touch"
        icon={<ClockCounterClockwiseIcon aria-hidden className="size-4" />}
        onClick={onHistory}
      >
        History
      </Button>
      <Button
        size="sm"
        variant={blame ? "secondary" : "ghost"}
        aria-pressed={blame}
        className="touch"
        disabled={mode === "read"}
        onClick={onBlame}
      >
        <span className="max-sm:hidden">Show authors</span>
        <span className="sm:hidden">Authors</span>
      </Button>
      <MoreMenu label="More actions for this file" size="sm">
        {isOwned ? null : <DropdownMenu.Item onClick={onMove}>Rename or move…</DropdownMenu.Item>}
        <DropdownMenu.LinkItem closeOnClick href={downloadAddress(path)} download>
          Download
        </DropdownMenu.LinkItem>
        {mode === "write" ? null : (
          <DropdownMenu.Item onClick={() => setTimeout(() => window.print())}>
            Print or save as PDF
          </DropdownMenu.Item>
        )}
        {open.dirty ? <DropdownMenu.Item onClick={open.discard}>Discard my changes</DropdownMenu.Item> : null}
        {isOwned ? null : (
          <DropdownMenu.Item variant="danger" onClick={onRemove}>
            Delete
          </DropdownMenu.Item>
        )}
      </MoreMenu>
      {mode === "read" ? null : props.help}
    </div>
  );
}

/** The save state in words, and the save button. */
export function SaveButton({
  open,
  merging,
  onSave,
}: {
  open: OpenFileState;
  merging: boolean;
  onSave: () => void;
}) {
  return (
    <>
      <span role="status" className="shrink-0 text-xs text-kumo-subtle">
        {open.saving ? "Saving…" : open.dirty ? "Unsaved" : "Saved"}
      </span>
      <Button
        variant={open.dirty ? "primary" : "secondary"}
        className="touch"
        aria-keyshortcuts="Control+S Meta+S"
        disabled={!open.dirty || merging}
        loading={open.saving}
        onClick={onSave}
      >
        Save
      </Button>
    </>
  );
}

/** The cursor's line and its author; else the file's size and last author. */
export function FileFoot({
  fetched,
  open,
  line,
  blame,
}: {
  fetched: WorkspaceFile;
  open: OpenFileState;
  line: { readonly number: number; readonly note: LineNote | null } | null;
  blame: boolean;
}) {
  return (
    <footer className="flex shrink-0 flex-wrap gap-x-3 border-t border-kumo-hairline px-4 py-1.5 text-xs text-kumo-subtle">
      {line ? <span className="tabular-nums">Line {line.number}</span> : null}
      {line && blame ? (
        <span className="min-w-0 wrap-anywhere">
          {line.note ? line.note.full : "Not saved yet"}
          {line.note?.place ? (
            <>
              {" · "}
              <InsideLink href={line.note.place.href} className="link">
                {line.note.place.words}
              </InsideLink>
            </>
          ) : null}
        </span>
      ) : (
        <>
          <span>{open.file.text.length.toLocaleString("en-US")} characters</span>
          <span className="max-sm:hidden">Version {fetched.version}</span>
          <span className="min-w-0 truncate">
            {fetched.author.name}, <Time at={fetched.updatedAt} />
          </span>
        </>
      )}
    </footer>
  );
}
