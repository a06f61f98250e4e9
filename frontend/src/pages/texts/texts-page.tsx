/** All texts and calls with one number, as the records hold them, whether the agent had a part in them or not. */
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { ThreadItem } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { textThreadQuery } from "../../api/text-queries.ts";
import { Folded, Plain } from "../../components/folded.tsx";
import { PhoneIcon } from "../../components/icons.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { Empty, PageHead, Scroll, usePageTitle } from "../../components/page.tsx";
import { useZone } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { dayWords } from "./day-words.ts";

const TextDirectly = lazy(() => import("../conversation/text-directly.tsx"));
const MOST_SAID = { chars: 2000, lines: 40 };

export default function TextsPage() {
  const number = useParams({ strict: false }).number ?? "";
  const { at } = useSearch({ from: "/inside/texts/$number" });
  const { data, error, isPending, refetch, ...pages } = useInfiniteQuery(textThreadQuery(number, at));
  const head = data?.pages[0];
  const contact = head?.contact;
  const name = contact?.name ?? contact?.shown ?? number;
  usePageTitle(`Texts with ${clipped(name, 80)}`);
  const [direct, setDirect] = useState<"unused" | "open" | "closed">("unused");
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-label={`Texts with ${name}`} className="flex min-h-0 w-full flex-col">
      <PageHead
        back="/conversations"
        title={
          <>
            <h1 className="truncate text-base font-semibold">{clipped(name, 100)}</h1>
            <p className="truncate text-xs text-kumo-subtle">
              {clipped(
                [contact?.shown ?? number, contact?.role, contact?.company]
                  .filter((words) => words && words !== name)
                  .join(" · "),
                200,
              )}
            </p>
          </>
        }
      >
        {head?.conversationId ? (
          <Link
            to="/conversations/$id"
            params={{ id: head.conversationId }}
            className="touch inline-flex items-center text-sm whitespace-nowrap text-kumo-link underline underline-offset-2"
          >
            With Steward
          </Link>
        ) : null}
        <Button size="sm" className="touch" disabled={!contact} onClick={() => setDirect("open")}>
          Text them…
        </Button>
      </PageHead>
      <Scroll>
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-1.5 px-4 py-4">
          {error && !data ? (
            error instanceof ApiError && error.code === "not_found" ? (
              <Empty title="No texts with this number are known.">
                Old texts can be read from the phone system under Settings, Texts.
              </Empty>
            ) : (
              <ErrorNotice error={error} onRetry={() => void refetch()} />
            )
          ) : null}
          {isPending ? <ListSkeleton /> : null}
          {pages.hasPreviousPage ? (
            <Button
              className="touch self-center"
              loading={pages.isFetchingPreviousPage}
              onClick={() => void pages.fetchPreviousPage()}
            >
              Older
            </Button>
          ) : null}
          <Items key={number} items={items} wanted={at} />
          {pages.hasNextPage ? (
            <Button
              className="touch self-center"
              loading={pages.isFetchingNextPage}
              onClick={() => void pages.fetchNextPage()}
            >
              Newer
            </Button>
          ) : null}
          {data && items.length === 0 ? <Empty title="Nothing was written yet." /> : null}
        </div>
      </Scroll>
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
    </section>
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
    ours && item.byHand ? "sent by hand" : "",
    ours ? (item.delivery ?? (item.byHand ? "" : "sent")) : "",
    item.others.length > 0 ? `also to ${item.others.map((one) => one.name ?? one.shown).join(", ")}` : "",
  ].filter(Boolean);
  return (
    <>
      <div className="text-base whitespace-pre-wrap wrap-anywhere">
        <Folded text={item.text} {...MOST_SAID}>
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
          {minutes > 0 ? `, ${minutes} min` : ", nobody answered"} · <Time at={item.at} as="clock" />
        </span>
      </p>
      {item.summary.length > 0 ? (
        <ul className="list-disc pl-5 text-base wrap-anywhere">
          {item.summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {item.nextSteps.length > 0 ? (
        <>
          <p className="font-medium">Next</p>
          <ul className="list-disc pl-5 text-base wrap-anywhere">
            {item.nextSteps.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : null}
      {item.transcript.length > 0 ? (
        <details>
          <summary className="touch inline-flex cursor-pointer items-center text-sm text-kumo-link">
            What was said
          </summary>
          <dl className="flex flex-col gap-1 pt-1">
            {item.transcript.map((line, index) => (
              <div key={index} className="flex gap-2">
                <dt className="w-14 shrink-0 text-kumo-subtle">
                  {line.name ? clipped(line.name, 60) : line.who === "team" ? "We" : "They"}
                </dt>
                <dd className="min-w-0 wrap-anywhere">{line.text}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </div>
  );
}
