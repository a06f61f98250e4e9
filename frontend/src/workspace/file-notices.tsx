/** Notices above the text: others' changes to the open file, and drafts restored from this device. */
import { useEffect, useState } from "react";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { FileAuthor, WorkspaceChange } from "../../../src/platform/api/workspace-change.ts";
import { onFileNews } from "./workspace-news.ts";
import { Notice } from "../components/notice.tsx";
import { useMe } from "../components/session.tsx";
import { Time } from "../components/time.tsx";
import type { FileActions } from "./use-file-actions.ts";

/** News of this file by someone else: the newest, until it is dismissed. */
export function useNewsOf(path: string): {
  readonly news: WorkspaceChange | null;
  readonly clear: () => void;
} {
  const me = useMe().user.id;
  const [news, setNews] = useState<WorkspaceChange | null>(null);
  useEffect(
    () =>
      onFileNews((changes) => {
        const mine = changes.findLast((change) => change.path === path || change.from === path);
        if (mine && mine.author.id !== me) setNews(mine);
      }),
    [path, me],
  );
  return { news, clear: () => setNews(null) };
}

/** A newer version exists beside unsaved text. */
export function ConflictNotice({
  author,
  at,
  onMerge,
  onTakeTheirs,
}: {
  author: string;
  at: string;
  onMerge: () => void;
  onTakeTheirs: () => void;
}) {
  return (
    <Notice
      tone="warning"
      live
      title={`${author} changed this file, too.`}
      actions={
        <>
          <Button size="sm" variant="primary" className="touch" onClick={onMerge}>
            Merge
          </Button>
          <Button size="sm" className="touch" onClick={onTakeTheirs}>
            Use theirs
          </Button>
        </>
      }
    >
      They saved <Time at={at} />. Your changes aren’t saved yet, and nothing is lost.
    </Notice>
  );
}

/** The text changed under a reader. */
export function RenewedNotice({
  author,
  onSee,
  onClose,
}: {
  author: FileAuthor;
  onSee: () => void;
  onClose: () => void;
}) {
  return (
    <Notice
      tone="info"
      live
      title={`${author.name} just changed this file.`}
      actions={
        <>
          <Button size="sm" className="touch" onClick={onSee}>
            See changes
          </Button>
          <Button size="sm" variant="ghost" className="touch" onClick={onClose}>
            OK
          </Button>
        </>
      }
    >
      You’re looking at the new version.
    </Notice>
  );
}

/** The file went elsewhere or away while it was open. */
export function GoneNotice({
  path,
  news,
  dirty,
  saving,
  actions,
  onSaveAnew,
}: {
  path: string;
  news: WorkspaceChange | null;
  dirty: boolean;
  saving: boolean;
  actions: FileActions;
  onSaveAnew: () => void;
}) {
  const by = news ? ` by ${news.author.name}` : "";
  const moved = news?.change === "moved" && news.from === path ? news.path : null;
  return (
    <Notice
      tone="warning"
      live
      title={moved ? `This file was moved${by}.` : `This file was deleted${by}.`}
      actions={
        <>
          {moved ? (
            <Link
              to="/workspace/$"
              params={{ _splat: moved }}
              className="touch inline-flex items-center link"
            >
              Open {moved}
            </Link>
          ) : (
            <Button size="sm" className="touch" onClick={() => void actions.undelete({ path })}>
              Restore
            </Button>
          )}
          <Button size="sm" className="touch" loading={saving} onClick={onSaveAnew}>
            {dirty ? "Save mine as a new file" : "Save this as a new file"}
          </Button>
        </>
      }
    >
      The text you see is still here{dirty ? ", including your changes" : ""}.
    </Notice>
  );
}

/** Unsaved words of an earlier visit. */
export function DraftNotice({ at, onDiscard }: { at: string; onDiscard: () => void }) {
  return (
    <Notice
      tone="info"
      title="We restored your unsaved changes."
      actions={
        <Button size="sm" className="touch" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      They were kept on this device <Time at={at} /> and aren’t saved yet.
    </Notice>
  );
}
