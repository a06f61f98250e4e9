/** A file's versions as a timeline beside the text. Selecting one shows its changes; any two can be compared. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type { FileVersion } from "../../../src/workspace/api/workspace.ts";
import { historyQuery } from "./workspace-queries.ts";
import { XIcon } from "../components/icons.ts";
import { InsideLink } from "../components/inside-link.tsx";
import { Time } from "../components/time.tsx";
import { changeWords, placeOf } from "./version-words.ts";
import { itemsOf } from "../api/paged.ts";
import { NotLoaded } from "../components/not-loaded.tsx";
import { MorePages } from "../components/paged-list.tsx";

/** The two versions being compared; if `from` is null, the one before. */
export interface Compared {
  readonly from: string | null;
  readonly to: string;
}

interface Props {
  readonly path: string;
  readonly compared: Compared | null;
  readonly onCompare: (compared: Compared | null) => void;
  readonly onClose: () => void;
}

export function useVersions(path: string) {
  const query = useInfiniteQuery(historyQuery(path));
  return { query, versions: itemsOf(query.data) };
}

export function HistoryPanel({ path, compared, onCompare, onClose }: Props) {
  const { query, versions } = useVersions(path);
  return (
    <aside
      aria-label="History"
      className="flex min-h-0 w-full flex-col border-kumo-line bg-kumo-base lg:w-72 lg:shrink-0 lg:border-l"
    >
      <header className="flex min-h-11 shrink-0 items-center border-b border-kumo-hairline pr-1 pl-4">
        <h2 className="flex-1 font-semibold">History</h2>
        <Button
          variant="ghost"
          shape="square"
          className="touch"
          aria-label="Close history"
          icon={<XIcon aria-hidden className="size-4.5" />}
          onClick={onClose}
        />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {query.data ? null : <NotLoaded query={query} rows={4} inset />}
        <ol className="py-2">
          {versions.map((version, index) => (
            <Step
              key={version.etag}
              version={version}
              before={versions[index + 1]}
              last={index === versions.length - 1 && !query.hasNextPage}
              open={compared?.to === version.etag}
              onOpen={() =>
                onCompare(compared?.to === version.etag ? null : { from: null, to: version.etag })
              }
            />
          ))}
        </ol>
        <MorePages query={query} words="Earlier" wide />
      </div>
    </aside>
  );
}

function Step({
  version,
  before,
  last,
  open,
  onOpen,
}: {
  version: FileVersion;
  before: FileVersion | undefined;
  last: boolean;
  open: boolean;
  onOpen: () => void;
}) {
  const place = placeOf(version);
  return (
    <li className={`relative pr-3 pl-9 ${open ? "bg-kumo-tint" : ""}`}>
      {last ? null : <span aria-hidden className="absolute top-5 bottom-0 left-[1.2rem] w-px bg-kumo-line" />}
      <span
        aria-hidden
        className={`absolute top-4 left-4 size-2.5 rounded-full ring-2 ring-kumo-base ${version.current ? "bg-kumo-brand" : "bg-kumo-interact"}`}
      />
      <button
        type="button"
        aria-pressed={open}
        onClick={onOpen}
        className="touch block w-full rounded-md py-2 text-left text-sm hover:underline"
      >
        <span className="font-medium wrap-anywhere">{version.author.name}</span>{" "}
        <span className="text-kumo-subtle wrap-anywhere">{changeWords(version, before)}</span>
        <span className="block text-xs text-kumo-subtle">
          <Time at={version.at} /> · version {version.version}
          {version.current ? " (current)" : ""}
        </span>
      </button>
      {version.source === null ? null : (
        <p className="pb-1 text-xs wrap-anywhere">
          <span className="rounded-full bg-kumo-warning-tint px-2 py-px ring ring-kumo-warning/40">
            outside content
          </span>{" "}
          <span className="text-kumo-subtle">{version.source}</span>
        </p>
      )}
      {place ? (
        <p className="pb-2 text-xs">
          <InsideLink href={place.href} className="touch inline-flex items-center link">
            {place.words}
          </InsideLink>
        </p>
      ) : null}
    </li>
  );
}
