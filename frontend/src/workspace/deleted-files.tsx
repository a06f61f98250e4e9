import { useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { deletedFilesQuery } from "./workspace-queries.ts";
import { PagedList } from "../components/paged-list.tsx";
import { Empty } from "../components/page.tsx";
import { Time } from "../components/time.tsx";
import { EntryIcon } from "./file-icon.tsx";
import { sizeWords } from "./paths.ts";
import type { FileActions } from "./use-file-actions.ts";

/** Deleted files, newest first: each can be restored with all its versions. */
export function DeletedFiles({ actions }: { actions: FileActions }) {
  const query = useInfiniteQuery(deletedFilesQuery);
  const [busy, setBusy] = useState<string | null>(null);
  return (
    <PagedList
      query={query}
      rows={4}
      wide
      more="Earlier"
      empty={<Empty title="No deleted files">Deleted files appear here, with all their versions.</Empty>}
    >
      {(files) => (
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
                  void actions
                    .undelete({ fileId: file.fileId, path: file.path })
                    .finally(() => setBusy(null));
                }}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
