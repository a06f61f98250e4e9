/** Comments of a task and the box to add one; an at sign mentions and notifies a colleague. */
import { Suspense, useState } from "react";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { commentsEndpoints, type Comment } from "../../../src/projects/api/projects-records.ts";
import type { TaskSheet } from "../../../src/projects/api/projects-tasks.ts";
import { call } from "../api/call.ts";
import { MoreMenu } from "../components/more-menu.tsx";
import { useMe } from "../components/session.tsx";
import { Time } from "../components/time.tsx";
import { toastError } from "../components/toasts.ts";
import { CommentBox } from "./comment-box.tsx";
import { SheetPart } from "./sheet-part.tsx";
import { ByAgent, Face } from "./task-bits.tsx";
import { useRemove } from "./use-record.ts";
import { Markdown } from "../components/lazy-markdown.ts";

export function Comments({ sheet }: { sheet: TaskSheet }) {
  const { task, comments, moreComments } = sheet;
  const [older, setOlder] = useState<readonly Comment[]>([]);
  const [busy, setBusy] = useState(false);
  const all = [...comments, ...older.filter(({ id }) => !comments.some((one) => one.id === id))].toReversed();
  const loadOlder = async (): Promise<void> => {
    setBusy(true);
    try {
      setOlder((await call(commentsEndpoints.list, { query: { taskId: task.id, limit: 200 } })).items);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SheetPart title="Comments" {...(task.commentCount === 0 ? {} : { about: String(task.commentCount) })}>
      {moreComments && older.length === 0 ? (
        <Button size="sm" className="touch self-start" loading={busy} onClick={() => void loadOlder()}>
          Earlier comments
        </Button>
      ) : null}
      <ol className="flex flex-col gap-3">
        {all.map((comment) => (
          <Said key={comment.id} comment={comment} />
        ))}
      </ol>
      <CommentBox projectId={task.projectId} taskId={task.id} />
    </SheetPart>
  );
}

function Said({ comment }: { comment: Comment }) {
  const me = useMe();
  const remove = useRemove(commentsEndpoints.remove, "Comment deleted.");
  const { author, body, createdAt, runId } = comment;
  const isMine = author.kind === "user" && author.id === me.user.id;
  return (
    <li className="group flex items-start gap-2.5">
      <span className="pt-0.5">
        <Face name={author.name} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-h-6 items-center gap-1.5 text-xs text-kumo-subtle">
          <span className="font-medium text-kumo-default">{author.name.slice(0, 60)}</span>
          {author.kind === "agent" ? <ByAgent /> : null}
          <Time at={createdAt} />
          {runId === null ? null : (
            <Link to="/activity/$id" params={{ id: runId }} className="text-kumo-link hover:underline">
              Why
            </Link>
          )}
          {isMine ? (
            <MoreMenu
              label="More for this comment"
              size="sm"
              className="-my-2 ml-auto opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
            >
              <DropdownMenu.Item variant="danger" onClick={() => remove.mutate(comment)}>
                Delete
              </DropdownMenu.Item>
            </MoreMenu>
          ) : null}
        </p>
        <div className="text-sm">
          <Suspense fallback={<p className="whitespace-pre-wrap wrap-anywhere">{body}</p>}>
            <Markdown text={body} />
          </Suspense>
        </div>
      </div>
    </li>
  );
}
