/** Pending approvals and recent decisions: a list with the card beside it. */
import { useEffect, useRef, useState, useLayoutEffect, type RefObject } from "react";
import { useInfiniteQuery, useQuery, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { Approval, ApprovalRow as Row } from "../../../src/approvals/api/approval.ts";
import { requestTitle } from "../../../src/approvals/api/request-words.ts";
import { approvalQuery, openApprovalsQuery, recentApprovalsQuery } from "../api/queries.ts";
import { byUrgency } from "./by-urgency.ts";
import { ApprovalCard, type CardHandle } from "./draft/card.tsx";
import { ApprovalStack } from "./draft/stack.tsx";
import { useDecided } from "../components/undo/decided.ts";
import { useUndo } from "../components/undo/use-undo.ts";
import { MorePages } from "../components/paged-list.tsx";
import { waitsForPerson } from "../components/badge-counts.ts";
import { Notice } from "../components/notice.tsx";
import { Empty, PageHead, Scroll, usePageTitle } from "../components/page.tsx";
import { AlsoLooking, useLookingAtApprovals } from "../components/presence/presence-note.tsx";
import { Bar } from "../components/skeleton.tsx";
import { count } from "../components/words.ts";
import { ApprovalRow } from "./approval-row.tsx";
import { useApprovals } from "./use-approvals.ts";
import { useTriageKeys } from "./use-triage-keys.ts";
import { itemsOf } from "../api/paged.ts";
import { NotLoaded } from "../components/not-loaded.tsx";

/** Cards loaded ahead of the open one. */
const AHEAD = 3;
/** The maximum number of decisions in one request. */
const MAX_TOGETHER = 50;

/** All approvals as the page sorts them. */
function useLists() {
  const { underWay: given } = useDecided();
  const open = useQuery(openApprovalsQuery);
  const recent = useInfiniteQuery(recentApprovalsQuery);
  const waiting = byRequest((open.data ?? []).filter(waitsForPerson).sort(byUrgency)).flat();
  return {
    open,
    recent,
    waiting,
    /** Pending ones, except those being decided right now. */
    rows: waiting.filter(({ id }) => !given.includes(id)),
    underWay: (open.data ?? []).filter((approval) => !waitsForPerson(approval)).sort(byUrgency),
    decided: itemsOf(recent.data),
  };
}

type Lists = ReturnType<typeof useLists>;

/** Rows of one request stand together, where the most urgent of them stands. */
function byRequest(rows: readonly Row[]): Row[][] {
  return [...Map.groupBy(rows, ({ turnId }) => turnId).values()];
}

export default function ApprovalsPage() {
  const openId = useParams({ strict: false }).id;
  const lists = useLists();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const card = useRef<CardHandle>(null);
  usePageTitle("Approvals");
  useLookingAtApprovals();
  const goOn = useTriage(lists.rows, openId, card);
  const all = [...lists.rows, ...lists.underWay, ...lists.decided];
  useTriageKeys({ ids: all.map((approval) => approval.id), openId, card, undo: useUndo() });
  useOpenFirst(openId, lists.waiting[0]?.id);
  // A batch stays together until it is closed: decided items are shown as receipts.
  const batch = [...lists.waiting, ...lists.underWay, ...lists.decided].filter(({ id }) => picked.has(id));
  const showsDetail = openId !== undefined || batch.length > 1;
  return (
    <>
      <section
        aria-label="Approvals"
        className={`min-h-0 w-full flex-col border-r border-kumo-line bg-kumo-base lg:flex lg:w-92 lg:shrink-0 ${showsDetail ? "hidden" : "flex"}`}
      >
        <List lists={lists} picked={picked} onPick={setPicked} />
      </section>
      <section
        aria-label="Approval"
        className={`min-h-0 min-w-0 flex-1 flex-col lg:flex ${showsDetail ? "flex" : "hidden"}`}
      >
        {batch.length > 1 ? (
          <Batch rows={batch} onEnd={() => setPicked(new Set())} />
        ) : openId ? (
          <OpenApproval
            id={openId}
            card={card}
            onGiven={goOn}
            waiting={lists.rows.filter(({ status }) => status === "pending")}
            onSeeTogether={(ids) => setPicked(new Set(ids))}
          />
        ) : (
          <NothingOpen lists={lists} />
        )}
      </section>
    </>
  );
}

function NothingOpen({ lists: { open, rows, underWay, decided } }: { lists: Lists }) {
  if (!open.data) return null;
  // The list says that there is nothing.
  if (rows.length + underWay.length + decided.length === 0) return null;
  return <Empty title="Pick an approval">Each card shows exactly what will be sent.</Empty>;
}

function List({
  lists: { open, recent, waiting, rows, underWay, decided },
  picked,
  onPick,
}: {
  lists: Lists;
  picked: ReadonlySet<string>;
  onPick: (ids: ReadonlySet<string>) => void;
}) {
  const draw = (approval: Row) => (
    <ApprovalRow
      key={approval.id}
      approval={approval}
      picked={picked.has(approval.id)}
      onPick={approval.status === "pending" ? (on) => onPick(withChoice(picked, approval.id, on)) : undefined}
    />
  );
  return (
    <>
      <ListHead rows={rows} loaded={open.data !== undefined} onPick={onPick} />
      <Scroll>
        {open.data ? null : <NotLoaded query={open} rows={4} inset />}
        <Group
          title="Waiting for approval"
          rows={byRequest(rows).flatMap((request) => [
            <RequestHead key={`request ${request[0]?.turnId}`} request={request} onPick={onPick} />,
            ...request.map(draw),
          ])}
        />
        <Group title="On the way" rows={underWay.map(draw)} />
        {open.data && waiting.length === 0 ? <CaughtUp any={decided.length > 0} /> : null}
        <Group title="Recently decided" rows={decided.map(draw)} />
        {open.error || !recent.error || recent.data ? null : <NotLoaded query={recent} inset />}
        <MorePages query={recent} words="Earlier" wide />
      </Scroll>
      <KeyHints shown={rows.length + underWay.length + decided.length > 0} />
    </>
  );
}

/** Names a request that drafted several, and shows them together. */
function RequestHead({
  request,
  onPick,
}: {
  request: readonly Row[];
  onPick: (ids: ReadonlySet<string>) => void;
}) {
  const pending = request.filter(({ status }) => status === "pending").slice(0, MAX_TOGETHER);
  if (pending.length < 2) return null;
  return (
    <li className="flex items-center gap-2 border-b border-kumo-hairline bg-kumo-recessed px-4 py-1.5 text-sm">
      <span className="min-w-0 flex-1 truncate font-medium">{requestTitle(pending)}</span>
      <Button
        size="sm"
        variant="ghost"
        className="touch shrink-0"
        onClick={() => onPick(new Set(pending.map(({ id }) => id)))}
      >
        See all {pending.length}
      </Button>
    </li>
  );
}

function ListHead({
  rows,
  loaded,
  onPick,
}: {
  rows: readonly Row[];
  loaded: boolean;
  onPick: (ids: ReadonlySet<string>) => void;
}) {
  const pending = rows.filter(({ status }) => status === "pending").slice(0, MAX_TOGETHER);
  return (
    <PageHead title="Approvals">
      <AlsoLooking />
      {pending.length > 1 ? (
        <Button size="sm" className="touch" onClick={() => onPick(new Set(pending.map(({ id }) => id)))}>
          Review {pending.length} together
        </Button>
      ) : (
        <span className="text-sm whitespace-nowrap text-kumo-subtle">
          {loaded && rows.length > 0 ? `${rows.length} waiting` : ""}
        </span>
      )}
    </PageHead>
  );
}

function KeyHints({ shown }: { shown: boolean }) {
  if (!shown) return null;
  return (
    <p className="border-t border-kumo-hairline px-4 py-2 text-xs text-kumo-subtle max-lg:hidden [&_kbd]:font-sans [&_kbd]:font-semibold">
      <kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>a</kbd> approve · <kbd>r</kbd> reject · <kbd>e</kbd>{" "}
      edit · <kbd>u</kbd> undo
    </p>
  );
}

function withChoice(chosen: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}

/** On a wide screen the first waiting approval opens automatically. */
function useOpenFirst(openId: string | undefined, firstId: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (openId !== undefined || firstId === undefined || !matchMedia("(min-width: 64rem)").matches) return;
    void navigate({ to: "/approvals/$id", params: { id: firstId }, replace: true });
  }, [openId, firstId, navigate]);
}

function Group({ title, rows }: { title: string; rows: React.ReactNode[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="border-b border-kumo-hairline bg-kumo-recessed px-4 py-1.5 text-xs font-medium text-kumo-subtle">
        {title}
      </h2>
      <ul>{rows}</ul>
    </section>
  );
}

function CaughtUp({ any }: { any: boolean }) {
  return (
    <Empty title="You’re all caught up">
      {any ? null : "When Steward wants to send or change something outside, it asks here first."}
    </Empty>
  );
}

function OpenApproval({
  id,
  card,
  onGiven,
  waiting,
  onSeeTogether,
}: {
  id: string;
  card: React.RefObject<CardHandle | null>;
  onGiven: (approval: Approval) => void;
  waiting: readonly Row[];
  onSeeTogether: (ids: readonly string[]) => void;
}) {
  const query = useQuery(approvalQuery(id));
  const { data } = query;
  const at = waiting.findIndex((one) => one.id === id);
  return (
    <>
      <PageHead
        back="/approvals"
        title={
          <h1 className="truncate text-base font-semibold">
            {data ? data.target || data.title : "Approval"}
          </h1>
        }
      />
      <Scroll key={id}>
        <div className="mx-auto flex max-w-2xl flex-col gap-3 overflow-x-clip p-3 sm:p-5">
          {data?.status === "pending" ? (
            <SameRequest approval={data} waiting={waiting} onSeeTogether={onSeeTogether} />
          ) : null}
          {data ? (
            <ApprovalCard
              key={id}
              approval={data}
              handle={card}
              position={at >= 0 && waiting.length > 1 ? `${at + 1} of ${waiting.length}` : undefined}
              onGiven={onGiven}
              onDecided={onGiven}
              swipes
            />
          ) : (
            <NotLoaded query={query} skeleton={<Bar className="h-72 w-full rounded-xl" />} />
          )}
        </div>
      </Scroll>
    </>
  );
}

/** Says that others were asked for with it, and shows them together. */
function SameRequest({
  approval,
  waiting,
  onSeeTogether,
}: {
  approval: Approval;
  waiting: readonly Row[];
  onSeeTogether: (ids: readonly string[]) => void;
}) {
  const together = waiting.filter((one) => one.turnId === approval.turnId);
  if (together.length < 2) return null;
  return (
    <Notice
      actions={
        <Button size="sm" className="touch" onClick={() => onSeeTogether(together.map(({ id }) => id))}>
          Review all {together.length}
        </Button>
      }
    >
      {together.findIndex(({ id }) => id === approval.id) + 1} of {together.length} from the same request
    </Notice>
  );
}

function Batch({ rows, onEnd }: { rows: readonly Row[]; onEnd: () => void }) {
  const approvals = useApprovals(rows.map(({ id }) => id));
  return (
    <>
      <PageHead title={count(rows.length, "approval")}>
        <Button className="touch" onClick={onEnd}>
          {approvals.some((approval) => approval.status === "pending") ? "One at a time" : "Close"}
        </Button>
      </PageHead>
      <Scroll>
        <div className="mx-auto max-w-2xl p-3 sm:p-5">
          {approvals.length < rows.length ? (
            <Bar className="h-72 w-full rounded-xl" />
          ) : (
            <ApprovalStack approvals={approvals} />
          )}
        </div>
      </Scroll>
    </>
  );
}

/** Returns a function that moves on from a decided card. `waiting` is in stack order. */
function useTriage(
  waiting: readonly Row[],
  openId: string | undefined,
  card: RefObject<CardHandle | null>,
): (approval: Approval) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const now = useRef({ waiting, openId });
  // The order at the time the card was open: the feed may remove the card before its own answer arrives.
  const order = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    now.current = { waiting, openId };
    if (waiting.some((one) => one.id === openId)) order.current = waiting.map((one) => one.id);
  });
  // The next cards are loaded ahead, so that they are there at once.
  const at = waiting.findIndex(({ id }) => id === openId);
  const ahead = waiting
    .slice(at + 1, at + 1 + AHEAD)
    .map(({ id }) => id)
    .join(" ");
  useEffect(() => {
    for (const id of ahead === "" ? [] : ahead.split(" "))
      if (client.getQueryData(approvalQuery(id).queryKey) === undefined)
        void client.prefetchQuery(approvalQuery(id));
  }, [client, ahead]);

  /** The next that waits after this one, from the top again after the last. */
  return ({ id }) => {
    if (id !== now.current.openId) return;
    const at = order.current.indexOf(id);
    const others = [...order.current.slice(at + 1), ...order.current.slice(0, Math.max(at, 0))];
    const next = others.find((other) => now.current.waiting.some((one) => one.id === other));
    if (next === undefined) return;
    void navigate({ to: "/approvals/$id", params: { id: next }, replace: true }).then(() =>
      card.current?.focus(),
    );
  };
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  void client.prefetchQuery(openApprovalsQuery);
  void client.prefetchInfiniteQuery(recentApprovalsQuery);
  if (id !== undefined) void client.prefetchQuery(approvalQuery(id));
}
