/** The accounts' files beside the answers: folders to browse, and a file with the quoted words highlighted. */
import { useEffect, useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { accountFileQuery, accountTreeQuery } from "../account-answers.ts";
import { CaretRightIcon, FileTextIcon, FolderIcon, XIcon } from "../../components/icons.ts";
import { Marked } from "../../components/marked.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";
import { FileLink } from "../part.tsx";
import { quoteRange } from "./quote-range.ts";
import type { FilePlace } from "./use-explorer.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

const ROOT = "accounts";

interface PaneProps {
  readonly place: FilePlace;
  readonly onOpen: (place: FilePlace) => void;
}

/** `onClose` is set only for the pane beside the answers; a sheet has its own close button. */
export function FilePane({ place, onOpen, onClose }: PaneProps & { readonly onClose?: () => void }) {
  const isFile = /\.[a-z]+$/.test(place.path);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-14 shrink-0 items-center gap-1 border-b border-kumo-hairline px-3">
        <Way path={place.path} onOpen={onOpen} />
        {onClose === undefined ? null : (
          <Button
            variant="ghost"
            shape="square"
            size="sm"
            className="touch"
            aria-label="Close files"
            icon={<XIcon aria-hidden className="size-4" />}
            onClick={onClose}
          />
        )}
      </header>
      <div
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        {isFile ? (
          <OpenFile key={`${place.path} ${place.quote ?? ""}`} place={place} />
        ) : (
          <Folder path={place.path} onOpen={onOpen} />
        )}
      </div>
    </div>
  );
}

function Way({ path, onOpen }: { path: string; onOpen: (place: FilePlace) => void }) {
  const names = path.split("/");
  return (
    <nav aria-label="Path" className="min-w-0 flex-1">
      <ol className="flex min-w-0 flex-wrap items-center text-sm">
        {names.map((name, index) => (
          <li key={index} className="flex min-w-0 items-center">
            {index === 0 ? null : <CaretRightIcon aria-hidden className="size-3 shrink-0 text-kumo-subtle" />}
            {index === names.length - 1 ? (
              <span aria-current="page" className="truncate px-1 font-medium">
                {clipped(name, 60)}
              </span>
            ) : (
              <button
                type="button"
                className="truncate rounded px-1 py-0.5 text-kumo-subtle hover:bg-kumo-tint"
                onClick={() => onOpen({ path: names.slice(0, index + 1).join("/") })}
              >
                {clipped(name, 60)}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Folder({ path, onOpen }: { path: string; onOpen: (place: FilePlace) => void }) {
  const query = useQuery(accountTreeQuery(path));
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} inset />;
  if (data.items.length === 0)
    return <p className="p-4 text-kumo-subtle">{path === ROOT ? "No accounts yet." : "Nothing in here."}</p>;
  return (
    <ul aria-label={path}>
      {data.items.map((item) => (
        <li key={item.path}>
          <button
            type="button"
            className="touch flex w-full items-center gap-2 border-b border-kumo-hairline px-4 py-2 text-left hover:bg-kumo-tint focus-visible:-outline-offset-2"
            onClick={() => onOpen({ path: item.path })}
          >
            {item.kind === "folder" ? (
              <FolderIcon aria-hidden className="size-4 shrink-0 text-kumo-subtle" />
            ) : (
              <FileTextIcon aria-hidden className="size-4 shrink-0 text-kumo-subtle" />
            )}
            <span className="min-w-0 flex-1 truncate">{clipped(item.name, 100)}</span>
            <span className="shrink-0 text-xs text-kumo-subtle">
              {item.kind === "folder" ? count(item.files, "file") : <Time at={item.updatedAt} />}
            </span>
          </button>
        </li>
      ))}
      {data.more ? (
        <li className="px-4 py-2 text-sm">
          <FileLink path={path}>More in the workspace</FileLink>
        </li>
      ) : null}
    </ul>
  );
}

function OpenFile({ place: { path, quote } }: { place: FilePlace }) {
  const query = useQuery(accountFileQuery(path));
  const { data } = query;
  const words = useRef<HTMLDivElement>(null);
  const range = data === undefined || quote === undefined ? null : quoteRange(data.content, quote);
  useEffect(() => {
    words.current?.querySelector("mark")?.scrollIntoView({ block: "center" });
  }, [data]);
  if (data === undefined) return <NotLoaded query={query} inset />;
  return (
    <article className="flex flex-col gap-3 p-4">
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-kumo-subtle">
        <Time at={data.updatedAt} />
        <span>{clipped(data.author.name, 60)}</span>
        {data.source === null ? null : <span>Includes outside content</span>}
        <FileLink path={path}>Open in the workspace</FileLink>
      </p>
      {quote !== undefined && range === null ? (
        <p className="text-sm text-kumo-warning">
          This quote is no longer in the file. The file has changed since.
        </p>
      ) : null}
      <div ref={words} className="text-sm leading-6 whitespace-pre-wrap wrap-anywhere">
        <Marked text={data.content} ranges={range === null ? [] : [range]} />
      </div>
    </article>
  );
}
