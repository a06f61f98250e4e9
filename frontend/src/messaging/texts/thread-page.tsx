/** One thread: all texts and calls with a number, outgoing messages, team actions, and the reply box. */
import { Fragment, useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import type { textEndpoints, ThreadItem } from "../../../../src/messaging/api/texts.ts";
import type { ThreadEntry, ThreadState } from "../../../../src/messaging/api/threads.ts";
import { approvalQuery, openApprovalsQuery } from "../../api/queries.ts";
import { useApprovals } from "../../approvals/use-approvals.ts";
import { byUrgency } from "../../approvals/by-urgency.ts";
import { textThreadQuery } from "../text-queries.ts";
import { Empty, usePageTitle } from "../../components/page.tsx";
import { useMe, useZone } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { useKeptPlace, useStickToEnd } from "../../agent/conversation/use-stick-to-end.ts";
import { useDirectText } from "../../agent/conversation/use-direct-text.ts";
import { focusEnd } from "./focus-end.ts";
import { goesTo, isTakenBack, wordsIn } from "./drafts.ts";
import { EntryLine } from "../inbox/entry-line.tsx";
import { placeEntries } from "./placed.ts";
import { Said } from "./said.tsx";
import { Sending } from "./sending.tsx";
import { ThreadComposer } from "./thread-composer.tsx";
import { ThreadHead } from "./thread-head.tsx";
import { useFinish } from "../inbox/use-finish.ts";
import { useMarkRead } from "../inbox/use-mark-read.ts";
import { itemsOf } from "../../api/paged.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

export default function ThreadPage() {
  const number = useParams({ strict: false }).number ?? "";
  const { line } = useSearch({ from: "/inside/texts/$number" });
  return <Thread key={`${number} ${line ?? ""}`} number={number} />;
}

function Thread({ number }: { number: string }) {
  const { at, line } = useSearch({ from: "/inside/texts/$number" });
  const query = useThread(number, at, line);
  const pages = query.data?.pages ?? [];
  const head = pages[0];
  const name = head?.contact.name ?? head?.contact.shown ?? number;
  usePageTitle(`Texts with ${clipped(name, 80)}`);
  const act = useFinish(head?.state ?? null);
  useMarkRead(readState(pages));
  const box = useRef<HTMLTextAreaElement>(null);
  const direct = useDirectText(number, name, () => focusEnd(box));
  const takenBack = (words: string): void => {
    if (direct.text === "") direct.change(words);
    focusEnd(box);
  };
  const approvals = useGoingOut(number, takenBack);
  useWrittenAgain(takenBack);
  return (
    <section aria-label={`Texts with ${name}`} className="flex min-h-0 w-full flex-1 flex-col">
      <ThreadHead number={number} name={name} head={head} onAct={act} onReply={() => focusEnd(box)} />
      <Body
        query={query}
        items={itemsOf(query.data)}
        entries={pages.flatMap((page) => page.entries)}
        name={name}
        wanted={at}
      >
        <Sending approvals={approvals} />
      </Body>
      {head ? <Composing head={head} name={name} box={box} direct={direct} /> : null}
    </section>
  );
}

/** The part of a thread shown to its end; a window in the past excludes the newest messages. */
function readState(pages: readonly ThreadPart[]): ThreadState | null {
  return pages.at(-1)?.hasNewer === false ? (pages[0]?.state ?? null) : null;
}

function Composing({
  head,
  name,
  box,
  direct,
}: {
  head: ThreadPart;
  name: string;
  box: RefObject<HTMLTextAreaElement | null>;
  direct: ReturnType<typeof useDirectText>;
}) {
  return (
    <ThreadComposer
      number={head.contact.number}
      name={name}
      line={head.line}
      noteLine={head.state?.line ?? null}
      box={box}
      direct={direct}
    />
  );
}

/** Restores one's own unsent text, named in the address, as if it had just been undone. */
function useWrittenAgain(onTakenBack: (words: string) => void): void {
  const { again } = useSearch({ from: "/inside/texts/$number" });
  const me = useMe();
  const { data } = useQuery({ ...approvalQuery(again ?? ""), enabled: again !== undefined });
  const write = useEffectEvent(() => {
    if (data !== undefined && isTakenBack(data, me.user.id)) onTakenBack(wordsIn(data));
  });
  useEffect(() => write(), [data?.id]);
}

/** Pending messages to a number. `onTakenBack` gets the text of one's own message when it is undone, from anywhere. */
function useGoingOut(number: string, onTakenBack: (words: string) => void): readonly Approval[] {
  const client = useQueryClient();
  const me = useMe();
  const { data = [] } = useQuery(openApprovalsQuery);
  const mine = data.filter((approval) => goesTo(approval, number)).sort(byUrgency);
  const before = useRef(mine);
  const settle = useEffectEvent(() => {
    const gone = before.current.filter((one) => !mine.some(({ id }) => id === one.id));
    before.current = mine;
    if (gone.length > 0) void client.invalidateQueries({ queryKey: ["texts", number] });
    for (const { id } of gone) {
      const one = client.getQueryData(approvalQuery(id).queryKey);
      if (one !== undefined && isTakenBack(one, me.user.id)) onTakenBack(wordsIn(one));
    }
  });
  const ids = mine.map(({ id }) => id).join(" ");
  useEffect(() => settle(), [ids]);
  return useApprovals(mine.map(({ id }) => id));
}

type ThreadPart = z.output<typeof textEndpoints.thread.output>;

function useThread(number: string, at: string | undefined, line: string | undefined) {
  return useInfiniteQuery(textThreadQuery(number, at, line));
}

function Body({
  query,
  items,
  entries,
  name,
  wanted,
  children,
}: {
  query: ReturnType<typeof useThread>;
  items: readonly ThreadItem[];
  entries: readonly ThreadEntry[];
  name: string;
  wanted: string | undefined;
  children: React.ReactNode;
}) {
  const zone = useZone();
  const stick = useStickToEnd();
  const { scroller, content, keepPlace } = stick;
  const all = placeEntries(items, entries, zone);
  useKeptPlace(stick, all[0]?.key);
  useWanted(scroller, wanted, items.length > 0);
  const older = (): void => {
    keepPlace();
    void query.fetchPreviousPage();
  };
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="log"
      aria-label="Texts and calls"
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
    >
      <div ref={content} className="mx-auto flex w-full max-w-3xl flex-col gap-1.5 px-4 py-4">
        {query.data ? null : <NotLoaded query={query} missing={UNKNOWN} />}
        {query.hasPreviousPage ? (
          <Older scroller={scroller} busy={query.isFetchingPreviousPage} onReach={older} />
        ) : null}
        {all.map((one) => (
          <Fragment key={one.key}>
            {one.isNewDay ? (
              <p className="pt-3 pb-1 text-center text-xs font-medium text-kumo-subtle">
                {dayWords(one.at, zone)}
              </p>
            ) : null}
            {one.kind === "entry" ? (
              <EntryLine entry={one.entry} />
            ) : (
              <Said item={one.item} from={name} wanted={one.item.id === wanted} first={one.isFirst} />
            )}
          </Fragment>
        ))}
        {query.hasNextPage ? (
          <Button
            className="touch self-center"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Newer
          </Button>
        ) : null}
        {query.data && items.length === 0 ? <Empty title="No texts yet" /> : null}
        {children}
      </div>
    </div>
  );
}

/** Scrolls to the requested text or call once it is loaded. */
function useWanted(
  scroller: RefObject<HTMLDivElement | null>,
  wanted: string | undefined,
  isThere: boolean,
): void {
  useEffect(() => {
    if (wanted === undefined || !isThere) return;
    scroller.current
      ?.querySelector(`[data-item="${CSS.escape(wanted)}"]`)
      ?.scrollIntoView({ block: "center" });
  }, [scroller, wanted, isThere]);
}

/** Loads older messages when scrolled into view. */
function Older({
  scroller,
  busy,
  onReach,
}: {
  scroller: RefObject<HTMLDivElement | null>;
  busy: boolean;
  onReach: () => void;
}) {
  const mark = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  useEffect(() => {
    reach.current = onReach;
  });
  useEffect(() => {
    if (busy || mark.current === null) return;
    const seen = new IntersectionObserver(
      ([entry]) => {
        const box = scroller.current;
        // If everything fits on the screen, there is nothing to scroll, and the button stays.
        if (entry?.isIntersecting === true && box !== null && box.scrollHeight > box.clientHeight)
          reach.current();
      },
      { root: scroller.current, rootMargin: "200px 0px 0px" },
    );
    seen.observe(mark.current);
    return () => seen.disconnect();
  }, [busy, scroller]);
  return (
    <div ref={mark} className="flex justify-center">
      <Button size="sm" className="touch" loading={busy} onClick={onReach}>
        Older
      </Button>
    </div>
  );
}

const UNKNOWN = (
  <Empty title="No texts with this number">You can import past texts under Settings → Texts.</Empty>
);

/** The day of a moment in words, in a zone, with the year: a year of texts is read here. */
function dayWords(at: string, zone: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    weekday: "short",
    year: "numeric",
    month: "long",
    day: "numeric",
  }).format(new Date(at));
}

/** @public Called by the router. */
export function warm(client: QueryClient, { number }: Readonly<Record<string, string | undefined>>): void {
  if (number !== undefined) void client.prefetchInfiniteQuery(textThreadQuery(number, undefined, undefined));
}
