/** What the agent did, in sentences; each opens its trace. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { z } from "zod";
import type { runSchema } from "../../../../src/protocol/index.ts";
import { conversationsQuery, runsQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { useNow } from "../../components/now.ts";
import { Empty, PageHead, Scroll, usePageTitle } from "../../components/page.tsx";
import { useZone } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { dayKey, dayName, duration, money } from "../../components/words.ts";
import { runSentence } from "./run-words.ts";

type Run = z.infer<typeof runSchema>;

export function ActivityPage() {
  const runs = useInfiniteQuery(runsQuery);
  const conversations = useInfiniteQuery(conversationsQuery(""));
  const zone = useZone();
  const now = useNow();
  usePageTitle("Activity");
  const titles = new Map(
    (conversations.data?.pages ?? []).flatMap((page) => page.items).map((one) => [one.id, one.title]),
  );
  const items = (runs.data?.pages ?? []).flatMap((page) => page.items);
  const days = [...Map.groupBy(items, (run) => dayKey(run.startedAt, zone)).values()];
  return (
    <section aria-label="Activity" className="flex min-h-0 w-full flex-col">
      <PageHead title={<h1 className="text-base font-semibold">Activity</h1>} />
      <Scroll>
        <div className="mx-auto flex max-w-3xl flex-col gap-5 p-3 sm:p-5">
          {runs.error ? <ErrorNotice error={runs.error} onRetry={() => void runs.refetch()} /> : null}
          {runs.isPending ? <ListSkeleton /> : null}
          {runs.data && items.length === 0 ? (
            <Empty title="Nothing has happened yet.">
              Every piece of work the agent does is listed here, with what it cost.
            </Empty>
          ) : null}
          {days.map((day) => (
            <section key={day[0]?.id} aria-label={dayName(day[0]?.startedAt ?? "", now, zone)}>
              <h2 className="px-1 pb-1.5 text-xs font-medium text-kumo-subtle">
                {dayName(day[0]?.startedAt ?? "", now, zone)}
              </h2>
              <ul className="overflow-hidden rounded-xl border border-kumo-line bg-kumo-base">
                {day.map((run) => (
                  <RunRow key={run.id} run={run} title={titles.get(run.conversationId)} />
                ))}
              </ul>
            </section>
          ))}
          {runs.hasNextPage ? (
            <Button
              className="touch self-center"
              loading={runs.isFetchingNextPage}
              onClick={() => void runs.fetchNextPage()}
            >
              Earlier
            </Button>
          ) : null}
        </div>
      </Scroll>
    </section>
  );
}

function RunRow({ run, title }: { run: Run; title: string | undefined }) {
  const took = run.finishedAt ? duration(Date.parse(run.finishedAt) - Date.parse(run.startedAt)) : null;
  return (
    <li className="border-b border-kumo-hairline last:border-b-0">
      <Link
        to="/activity/$id"
        params={{ id: run.id }}
        className="touch flex flex-wrap items-baseline gap-x-3 px-4 py-2.5 hover:bg-kumo-tint focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
          {runSentence(run)}
          {title ? <span className="text-kumo-subtle"> “{title}”</span> : null}
        </span>
        <span className="text-xs text-kumo-subtle">
          <Time at={run.startedAt} as="clock" />
          {took ? ` · ${took}` : ""} · {money(run.costUsd)}
        </span>
      </Link>
    </li>
  );
}
