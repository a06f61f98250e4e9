/** All texts and calls with one number, as the records hold them, whether the agent had a part in them or not. */
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useInfiniteQuery, type QueryClient } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import type { textEndpoints, ThreadItem } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { textThreadQuery } from "../../api/text-queries.ts";
import { Folded, Plain } from "../../components/folded.tsx";
import { PhoneIcon } from "../../components/icons.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { Empty, PageHead, Scroll, usePageTitle } from "../../components/page.tsx";
import { PersonLink } from "../../components/people/person-link.tsx";
import { useZone } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { dayWords } from "./day-words.ts";

const TextDirectly = lazy(() => import("../conversation/text-directly.tsx"));
const MAX_SAID = { chars: 2000, lines: 40 };

export default function TextsPage() {
  const number = useParams({ strict: false }).number ?? "";
  const { at } = useSearch({ from: "/inside/texts/$number" });
  const thread = useInfiniteQuery(textThreadQuery(number, at));
  const head = thread.data?.pages[0];
  const name = nameOf(head, number);
  usePageTitle(`Texts with ${clipped(name, 80)}`);
  const items = thread.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-label={`Texts with ${name}`} className="flex min-h-0 w-full flex-col">
      <Head number={number} name={name} head={head} />
      <Scroll>
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-1.5 px-4 py-4">
          {thread.error && !thread.data ? (
            <Problem error={thread.error} onRetry={() => void thread.refetch()} />
          ) : null}
          {thread.isPending ? <ListSkeleton /> : null}
          {thread.hasPreviousPage ? (
            <More
              words="Older"
              busy={thread.isFetchingPreviousPage}
              onMore={() => void thread.fetchPreviousPage()}
            />
          ) : null}
          <Items key={number} items={items} wanted={at} />
          {thread.hasNextPage ? (
            <More words="Newer" busy={thread.isFetchingNextPage} onMore={() => void thread.fetchNextPage()} />
          ) : null}
          {thread.data && items.length === 0 ? <Empty title="No texts yet" /> : null}
        </div>
      </Scroll>
    </section>
  );
}

function nameOf(head: FirstPage | undefined, number: string): string {
  return head?.contact.name ?? head?.contact.shown ?? number;
}

function More({ words, busy, onMore }: { words: string; busy: boolean; onMore: () => void }) {
  return (
    <Button className="touch self-center" loading={busy} onClick={onMore}>
      {words}
    </Button>
  );
}

type FirstPage = z.output<typeof textEndpoints.thread.output>;

/** Who it is, the way to what Steward did with them, and writing to them oneself. */
function Head({ number, name, head }: { number: string; name: string; head: FirstPage | undefined }) {
  const [direct, setDirect] = useState<"unused" | "open" | "closed">("unused");
  return (
    <>
      <PageHead
        back="/conversations"
        title={
          <>
            <h1 className="truncate text-base font-semibold">
              <PersonLink id={number}>{clipped(name, 100)}</PersonLink>
            </h1>
            <p className="truncate text-xs text-kumo-subtle">{about(number, name, head)}</p>
          </>
        }
      >
        {head?.conversationId ? (
          <Link
            to="/conversations/$id"
            params={{ id: head.conversationId }}
            className="touch inline-flex items-center text-sm whitespace-nowrap text-kumo-link underline underline-offset-2"
          >
            Open conversation
          </Link>
        ) : null}
        <Button size="sm" className="touch" disabled={!head} onClick={() => setDirect("open")}>
          Text directly…
        </Button>
      </PageHead>
      {direct === "unused" ? null : (
        <Suspense fallback={null}>
          <TextDirectly
            number={number}
            name={name}
            open={direct === "open"}
            onClose={() => setDirect("closed")}
          />
        </Suspense>
      )}
    </>
  );
}

function about(number: string, name: string, head: FirstPage | undefined): string {
  const { shown = number, role = null, company = null } = head?.contact ?? {};
  return clipped([shown, role, company].filter((words) => words && words !== name).join(" · "), 200);
}

function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return error instanceof ApiError && error.code === "not_found" ? (
    <Empty title="No texts with this number">You can import past texts under Settings → Texts.</Empty>
  ) : (
    <ErrorNotice error={error} onRetry={onRetry} />
  );
}

function Items({ items, wanted }: { items: readonly ThreadItem[]; wanted: string | undefined }) {
  const zone = useZone();
  const list = useRef<HTMLOListElement>(null);
  const any = items.length > 0;
  // Opened at its newest, as a thread is, where no place in it was asked for.
  useEffect(() => {
    if (any && wanted === undefined) list.current?.scrollIntoView({ block: "end" });
  }, [any, wanted]);
  return (
    <ol ref={list} className="flex flex-col gap-1.5">
      {items.map((item, index) => {
        const words = dayWords(item.at, zone);
        const before = items[index - 1];
        const isNewDay = before === undefined || dayWords(before.at, zone) !== words;
        return (
          <li key={item.id} className="flex flex-col gap-1.5">
            {isNewDay ? (
              <p className="pt-3 pb-1 text-center text-xs font-medium text-kumo-subtle">{words}</p>
            ) : null}
            <Item item={item} wanted={item.id === wanted} />
          </li>
        );
      })}
    </ol>
  );
}

function Item({ item, wanted }: { item: ThreadItem; wanted: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted) box.current?.scrollIntoView({ block: "center" });
  }, [wanted]);
  const ours = item.kind === "text" && item.direction === "outgoing";
  const frame = wanted ? "ring-2 ring-kumo-brand" : ours ? "ring ring-kumo-info/25" : "ring ring-kumo-line";
  const place = item.kind === "call" ? "self-stretch" : ours ? "self-end" : "self-start";
  return (
    <div
      ref={box}
      aria-current={wanted ? "true" : undefined}
      className={`max-w-[min(100%,36rem)] rounded-2xl px-3.5 py-2 ${ours ? "bg-kumo-info-tint" : "bg-kumo-base"} ${frame} ${place}`}
    >
      {item.kind === "text" ? <TextWords item={item} /> : <CallWords item={item} />}
    </div>
  );
}

function TextWords({ item }: { item: Extract<ThreadItem, { kind: "text" }> }) {
  const ours = item.direction === "outgoing";
  const remarks = [
    ours && item.byHand ? "Sent by hand" : "",
    ours ? (item.delivery ?? (item.byHand ? "" : "Sent")) : "",
    item.others.length > 0 ? `Also to ${item.others.map((one) => one.name ?? one.shown).join(", ")}` : "",
  ].filter(Boolean);
  return (
    <>
      <div className="text-base whitespace-pre-wrap wrap-anywhere">
        <Folded text={item.text} {...MAX_SAID}>
          {(shown) => <Plain text={shown} />}
        </Folded>
      </div>
      <p className="pt-0.5 text-xs text-kumo-subtle">
        <Time at={item.at} as="clock" />
        {remarks.length > 0 ? ` · ${clipped(remarks.join(" · "), 300)}` : ""}
      </p>
    </>
  );
}

function CallWords({ item }: { item: Extract<ThreadItem, { kind: "call" }> }) {
  const minutes = item.durationSeconds === null ? 0 : Math.ceil(item.durationSeconds / 60);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex items-center gap-2 text-sm font-medium">
        <PhoneIcon aria-hidden className="size-4 shrink-0" />
        <span>
          {item.direction === "incoming" ? "They called" : "We called"}
          {minutes > 0 ? `, ${minutes} min` : ", no answer"} · <Time at={item.at} as="clock" />
        </span>
      </p>
      <Points lines={item.summary} />
      {item.nextSteps.length > 0 ? <p className="font-medium">Next steps</p> : null}
      <Points lines={item.nextSteps} />
      {item.transcript.length > 0 ? <Transcript lines={item.transcript} /> : null}
    </div>
  );
}

function Points({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="list-disc pl-5 text-base wrap-anywhere">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Transcript({ lines }: { lines: Extract<ThreadItem, { kind: "call" }>["transcript"] }) {
  return (
    <details>
      <summary className="touch inline-flex cursor-pointer items-center text-sm text-kumo-link">
        Transcript
      </summary>
      <dl className="flex flex-col gap-1 pt-1">
        {lines.map((line, index) => (
          <div key={index} className="flex gap-2">
            <dt className="w-14 shrink-0 text-kumo-subtle">
              {line.name ? clipped(line.name, 60) : line.who === "team" ? "Us" : "Them"}
            </dt>
            <dd className="min-w-0 wrap-anywhere">{line.text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { number }: Readonly<Record<string, string | undefined>>): void {
  if (number !== undefined) void client.prefetchInfiniteQuery(textThreadQuery(number, undefined));
}
