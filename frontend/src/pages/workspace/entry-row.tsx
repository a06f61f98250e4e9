import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { WorkspaceEntry } from "../../../../src/protocol/index.ts";
import { DotsThreeIcon } from "../../components/icons.ts";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";
import { EntryIcon } from "./file-icon.tsx";
import { purposeOf, sizeWords } from "./paths.ts";
import { downloadAddress, exportAddress } from "./upload.ts";

interface Props {
  readonly entry: WorkspaceEntry;
  readonly open: boolean;
  /** Beside an open file there is room for the name alone. */
  readonly compact: boolean;
  readonly onMove: (entry: WorkspaceEntry) => void;
  readonly onRemove: (entry: WorkspaceEntry) => void;
}

export function EntryRow({ entry, open, compact, onMove, onRemove }: Props) {
  const purpose = purposeOf(entry.path);
  return (
    <li
      className={`flex items-center border-b border-kumo-hairline pr-1 hover:bg-kumo-tint has-[:focus-visible]:bg-kumo-tint ${open ? "bg-kumo-tint" : ""}`}
    >
      <Link
        to="/workspace/$"
        params={{ _splat: entry.path }}
        data-entry={entry.path}
        {...(open ? { "aria-current": "page" as const } : {})}
        className={`flex min-w-0 flex-1 items-center gap-3 px-4 focus-visible:-outline-offset-2 ${compact ? "min-h-11 py-1.5" : "min-h-13 py-2"}`}
      >
        <EntryIcon path={entry.path} kind={entry.kind} />
        <span className="min-w-0 flex-1">
          <span className={`block truncate ${open ? "font-medium" : ""}`} title={entry.name}>
            {entry.name}
            <span className="sr-only">{entry.kind === "folder" ? ", folder" : ""}</span>
          </span>
          {compact ? null : (
            <span className="block truncate text-xs text-kumo-subtle">
              <span className="sm:hidden">
                <Meta entry={entry} />
              </span>
              <span className="max-sm:hidden">
                {purpose ?? (entry.kind === "file" ? `by ${entry.author.name}` : "")}
              </span>
            </span>
          )}
        </span>
        {entry.kind === "file" && entry.source !== null ? (
          <span
            title={`Holds text from outside: ${entry.source}`}
            className="shrink-0 rounded-full bg-kumo-warning-tint px-2 py-px text-xs ring ring-kumo-warning/40 max-sm:hidden"
          >
            from outside
          </span>
        ) : null}
        {compact ? null : (
          <>
            <span className="w-24 shrink-0 text-right text-xs text-kumo-subtle tabular-nums max-sm:hidden">
              {amountOf(entry)}
            </span>
            <span className="w-36 shrink-0 text-right text-xs text-kumo-subtle max-sm:hidden">
              <Time at={entry.updatedAt} />
            </span>
          </>
        )}
      </Link>
      <RowMenu entry={entry} onMove={() => onMove(entry)} onRemove={() => onRemove(entry)} />
    </li>
  );
}

function amountOf(entry: WorkspaceEntry): string {
  return entry.kind === "folder" ? count(entry.files, "file") : sizeWords(entry.sizeBytes);
}

function Meta({ entry }: { entry: WorkspaceEntry }) {
  return (
    <>
      {amountOf(entry)} · <Time at={entry.updatedAt} />
      {entry.kind === "file" ? ` · ${entry.author.name}` : ""}
    </>
  );
}

function RowMenu({
  entry,
  onMove,
  onRemove,
}: {
  entry: WorkspaceEntry;
  onMove: () => void;
  onRemove: () => void;
}) {
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger
        render={
          <Button
            variant="ghost"
            shape="square"
            className="touch"
            aria-label={`More for ${entry.name}`}
            icon={<DotsThreeIcon aria-hidden weight="bold" className="size-5" />}
          />
        }
      />
      <DropdownMenu.Content>
        <DropdownMenu.Item onClick={onMove}>Rename or move…</DropdownMenu.Item>
        <DropdownMenu.LinkItem
          closeOnClick
          href={entry.kind === "file" ? downloadAddress(entry.path) : exportAddress(entry.path)}
          download
        >
          {entry.kind === "file" ? "Download" : "Download as zip"}
        </DropdownMenu.LinkItem>
        <DropdownMenu.Item variant="danger" onClick={onRemove}>
          Delete
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu>
  );
}
