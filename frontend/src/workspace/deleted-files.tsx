import { useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { deletedFilesQuery } from "./workspace-queries.ts";
import { MorePages } from "../components/more-pages.tsx";
import { ErrorNotice } from "../components/notice.tsx";
import { Empty } from "../components/page.tsx";
import { ListSkeleton } from "../components/skeleton.tsx";
import { Time } from "../components/time.tsx";
import { EntryIcon } from "./file-icon.tsx";
import { sizeWords } from "./paths.ts";
import type { FileActions } from "./use-file-actions.ts";

/** Deleted files, newest first: each can be restored with all its versions. */
export function DeletedFiles({ actions }: { actions: FileActions }) {
  const { data, error, isPending, refetch, ...pages } = useInfiniteQuery(deletedFilesQuery);
  const [busy, setBusy] = useState<string | null>(null);
  const files = (data?.pages ?? []).flatMap((page) => page.items);
  if (error && !data)
    return (
      <div className="p-3">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (isPending) return <ListSkeleton rows={4} />;
  if (files.length === 0)
    return <Empty title="No deleted files">Deleted files appear here, with all their versions.</Empty>;
  return (
    <>
      <ul aria-label="Deleted files">
        {files.map((file) => (
          <li
            key={file.fileId}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-kumo-hairline px-4 py-2"
          >
            <EntryIcon path={file.path} kind="file" />
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {file.path}
              <span className="block text-xs text-kumo-subtle">
                Deleted <Time at={file.deletedAt} /> by {file.deletedBy.name} · {sizeWords(file.sizeBytes)}
              </span>
            </span>
            <Button
              size="sm"
              className="touch"
              aria-label={`Restore ${file.path}`}
              loading={busy === file.fileId}
              disabled={busy !== null}
              onClick={() => {
                setBusy(file.fileId);
                void actions.undelete({ fileId: file.fileId, path: file.path }).finally(() => setBusy(null));
              }}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      <MorePages query={pages} words="Earlier" wide />
    </>
  );
}
