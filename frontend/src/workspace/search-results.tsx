/** Search results by file: each line, with its matches highlighted, opens the file there. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { workspaceEndpoints } from "../../../src/workspace/api/workspace.ts";
import type * as z from "zod";
import { fileSearchQuery } from "./workspace-queries.ts";
import { Empty } from "../components/page.tsx";
import { count } from "../components/words.ts";
import { EntryIcon } from "./file-icon.tsx";
import { moveFocus } from "./list-focus.ts";
import { markedPieces } from "./paths.ts";
import { NotLoaded } from "../components/not-loaded.tsx";

type Hit = z.output<typeof workspaceEndpoints.search.output>["items"][number];

interface Found {
  readonly path: string;
  readonly hits: readonly Hit[];
}

/** Hits grouped by file, in order of arrival. */
export function byFile(hits: readonly Hit[]): Found[] {
  const files = new Map<string, Hit[]>();
  for (const hit of hits) {
    const known = files.get(hit.path);
    if (known) known.push(hit);
    else files.set(hit.path, [hit]);
  }
  return [...files].map(([path, found]) => ({ path, hits: found }));
}

export function SearchResults({
  words,
  folder,
  openPath,
  openLine,
}: {
  words: string;
  folder: string;
  openPath: string | null;
  openLine: number | undefined;
}) {
  const query = useQuery(fileSearchQuery(words, folder));
  const { data, isPlaceholderData } = query;
  if (data === undefined) return <NotLoaded query={query} rows={5} inset />;
  const files = byFile(data.items);
  if (files.length === 0)
    return (
      <Empty title={`No results for “${words}”`}>
        We searched every line of every file{folder === "" ? "" : ` in ${folder}`}.
      </Empty>
    );
  return (
    <div className={isPlaceholderData ? "opacity-60" : ""}>
      <p role="status" className="px-4 py-2 text-xs text-kumo-subtle">
        {count(data.items.length, "line")}
        {data.more ? " and more" : ""} in {count(files.length, "file")}
      </p>
      <ul aria-label="Results" data-found>
        {files.map((file) => (
          <li key={file.path} className="border-b border-kumo-hairline pb-1.5">
            <p className="flex min-w-0 items-center gap-2 px-4 pt-2 text-sm font-medium">
              <EntryIcon path={file.path} kind="file" />
              <span className="min-w-0 wrap-anywhere">{file.path}</span>
            </p>
            <ul>
              {file.hits.map((hit) => (
                <HitLine
                  key={hit.line}
                  hit={hit}
                  words={words}
                  open={file.path === openPath && hit.line === openLine}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}

function HitLine({ hit, words, open }: { hit: Hit; words: string; open: boolean }) {
  return (
    <li>
      <Link
        to="/workspace/$"
        params={{ _splat: hit.path }}
        search={{ q: words, line: hit.line }}
        data-entry={`${hit.path}:${hit.line}`}
        onKeyDown={(event) => {
          const list = event.currentTarget.closest("[data-found]");
          if (list && moveFocus(list, event.key)) event.preventDefault();
        }}
        className={`touch flex items-baseline gap-2 px-4 py-1 text-sm hover:bg-kumo-tint focus-visible:-outline-offset-2 ${open ? "bg-kumo-tint" : ""}`}
      >
        <span className="w-8 shrink-0 text-right text-xs text-kumo-subtle tabular-nums">
          <span className="sr-only">Line </span>
          {hit.line}
        </span>
        <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
          {markedPieces(hit.text, hit.marks).map((piece, index) =>
            piece.hit ? (
              <mark
                key={index}
                className="rounded-sm bg-kumo-warning-tint text-kumo-default ring ring-kumo-warning/40"
              >
                {piece.text}
              </mark>
            ) : (
              piece.text
            ),
          )}
        </span>
      </Link>
    </li>
  );
}
