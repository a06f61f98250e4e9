/** What we promised someone, and by when: kept by answering them, or with a click. */
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { ThreadLine } from "../../../src/messaging/api/threads.ts";
import { CheckIcon } from "../components/icons.ts";
import { clipped } from "../components/text-pieces.ts";
import { addressOf } from "../messaging/inbox/thread-lists.ts";
import { PromisedBy } from "../messaging/inbox/thread-row.tsx";
import { useThreadAct } from "../messaging/inbox/use-thread-act.ts";

export function PromiseRow({ thread }: { thread: ThreadLine }) {
  const act = useThreadAct();
  const name = clipped(thread.name ?? thread.shown, 100);
  return (
    <li className="flex items-center gap-3 border-b border-kumo-hairline pr-3 last:border-b-0 hover:bg-kumo-tint">
      <Link
        {...addressOf(thread, {})}
        data-row
        className="flex min-w-0 flex-1 flex-col gap-0.5 px-4 py-2.5 focus-visible:-outline-offset-2"
      >
        <span className="truncate font-medium">{name}</span>
        <span className="line-clamp-2 text-sm wrap-anywhere">“{clipped(thread.promised ?? "", 200)}”</span>
        <span className="pt-0.5 text-xs">
          <PromisedBy dueAt={thread.nextAt} />
        </span>
      </Link>
      <Button
        size="sm"
        className="touch shrink-0"
        aria-label={`Kept: ${name}`}
        icon={<CheckIcon aria-hidden className="size-4" />}
        disabled={act.isPending}
        onClick={() => act.mutate({ state: thread, act: { kind: "kept" } })}
      >
        Kept
      </Button>
    </li>
  );
}
