/** Everything that waits for a decision, and what was decided lately: a list, and the card beside it. */
import { useEffect, useRef, useState } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { Approval } from "../../../../src/protocol/index.ts";
import {
  approvalQuery,
  byUrgency,
  openApprovalsQuery,
  recentApprovalsQuery,
} from "../../api/queries.ts";
import { ApprovalCard, type CardHandle } from "../../components/approval/card.tsx";
import { ApprovalStack } from "../../components/approval/stack.tsx";
import { MorePages } from "../../components/more-pages.tsx";
import { waitsForPerson } from "../../components/badge-counts.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Empty, PageHead, Scroll, usePageTitle } from "../../components/page.tsx";
import { AlsoLooking, useLookingAtApprovals } from "../../components/presence/presence-note.tsx";
import { Bar, ListSkeleton } from "../../components/skeleton.tsx";
import { count } from "../../components/words.ts";
import { ApprovalRow } from "./approval-row.tsx";
import { LastDecision } from "./last-decision.tsx";
import { useTriage, type Triage } from "./use-triage.ts";
import { useTriageKeys } from "./use-triage-keys.ts";

/** Most decisions one request takes. */
const MOST_AT_ONCE = 50;

export default function ApprovalsPage() {
  const openId = useParams({ strict: false }).id;
  const open = useQuery(openApprovalsQuery);
  const recent = useInfiniteQuery(recentApprovalsQuery);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const card = useRef<CardHandle>(null);
  usePageTitle("Approvals");
  useLookingAtApprovals();

  const waiting = (open.data ?? []).filter(waitsForPerson).sort(byUrgency);
  const triage = useTriage(waiting, openId, card);
  const rows = waiting.filter((approval) => approval.id !== triage.grace.waiting?.approval.id);
  const pending = rows.filter((approval) => approval.status === "pending");
  const underWay = (open.data ?? []).filter((approval) => !waitsForPerson(approval)).sort(byUrgency);
  const decided = (recent.data?.pages ?? []).flatMap((page) => page.items);
  const all = [...rows, ...underWay, ...decided];
  // A batch stays together until it is closed: what was decided in it is shown as receipts.
  const batch = [...waiting, ...underWay, ...decided].filter((approval) => picked.has(approval.id));
  useTriageKeys({ ids: all.map((approval) => approval.id), openId, card, undo: triage.undo });
  useOpenFirst(openId, waiting[0]?.id);

  const draw = (approval: Approval) => (
    <ApprovalRow
      key={approval.id}
      approval={approval}
      picked={picked.has(approval.id)}
      onPick={
        approval.status === "pending" ? (on) => setPicked(withChoice(picked, approval.id, on)) : undefined
      }
    />
  );
  const showsDetail = openId !== undefined || batch.length > 1;
  return (
    <>
      <section
        aria-label="Approvals"
        className={`min-h-0 w-full flex-col border-r border-kumo-line bg-kumo-base lg:flex lg:w-96 lg:shrink-0 ${showsDetail ? "hidden" : "flex"}`}
      >
        <PageHead title={<h1 className="text-base font-semibold">Approvals</h1>}>
          <AlsoLooking />
          <span className="text-sm whitespace-nowrap text-kumo-subtle">
            {open.data ? `${rows.length} waiting` : ""}
          </span>
          {pending.length > 1 ? (
            <Button
              size="sm"
              className="touch"
              onClick={() =>
                setPicked(new Set(pending.slice(0, MOST_AT_ONCE).map((approval) => approval.id)))
              }
            >
              {Math.min(pending.length, MOST_AT_ONCE)} together
            </Button>
          ) : null}
        </PageHead>
        {showsDetail ? null : <LastDecision {...triage} openId={undefined} onUndo={triage.undo} />}
        <Scroll>
          {open.error ? (
            <div className="p-3">
              <ErrorNotice error={open.error} onRetry={() => void open.refetch()} />
            </div>
          ) : null}
          {open.isPending ? <ListSkeleton rows={4} /> : null}
          <Group title="Waiting for a decision" rows={rows.map(draw)} />
          <Group title="On the way" rows={underWay.map(draw)} />
          {open.data && waiting.length === 0 ? <NothingWaits any={decided.length > 0} /> : null}
          <Group title="Decided lately" rows={decided.map(draw)} />
          {recent.error && !open.error ? (
            <div className="p-3">
              <ErrorNotice error={recent.error} onRetry={() => void recent.refetch()} />
            </div>
          ) : null}
          <MorePages query={recent} words="Earlier" wide />
        </Scroll>
        <p
          className={`border-t border-kumo-hairline px-4 py-2 text-xs text-kumo-subtle max-lg:hidden [&_kbd]:font-sans [&_kbd]:font-semibold ${all.length > 0 ? "" : "hidden"}`}
        >
          <kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>a</kbd> approve · <kbd>r</kbd> reject · <kbd>e</kbd>{" "}
          edit · <kbd>u</kbd> undo
        </p>
      </section>
      <section
        aria-label="The approval"
        className={`min-h-0 min-w-0 flex-1 flex-col lg:flex ${showsDetail ? "flex" : "hidden"}`}
      >
        {batch.length > 1 ? (
          <Batch approvals={batch} onEnd={() => setPicked(new Set())} />
        ) : openId ? (
          <OpenApproval
            id={openId}
            card={card}
            triage={triage}
            waiting={pending}
            onSeeTogether={(ids) => setPicked(new Set(ids))}
          />
        ) : open.data ? (
          <Empty title={all.length > 0 ? "Choose an approval." : "Nothing to decide."}>
            Each card shows exactly what would be sent.
          </Empty>
        ) : null}
      </section>
    </>
  );
}

function withChoice(chosen: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}

/** On a wide screen the first that waits is open at once. */
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

function NothingWaits({ any }: { any: boolean }) {
  return (
    <Empty title="Nothing waits for you.">
      {any
        ? "Everything is decided."
        : "When Steward wants to send or change something outside, it asks here first."}
    </Empty>
  );
}

function OpenApproval({
  id,
  card,
  triage,
  waiting,
  onSeeTogether,
}: {
  id: string;
  card: React.RefObject<CardHandle | null>;
  triage: Triage;
  waiting: readonly Approval[];
  onSeeTogether: (ids: readonly string[]) => void;
}) {
  const { data, error, refetch } = useQuery(approvalQuery(id));
  const turnMates = data?.status === "pending" ? waiting.filter((one) => one.turnId === data.turnId) : [];
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
      <LastDecision {...triage} openId={id} onUndo={triage.undo} />
      <Scroll key={id}>
        <div className="mx-auto flex max-w-2xl flex-col gap-3 overflow-x-clip p-3 sm:p-5">
          {turnMates.length > 1 ? (
            <Notice
              actions={
                <Button
                  size="sm"
                  className="touch"
                  onClick={() => onSeeTogether(turnMates.map((one) => one.id))}
                >
                  See all {turnMates.length}
                </Button>
              }
            >
              One of {turnMates.length} that the agent asks for together.
            </Notice>
          ) : null}
          {data ? (
            <ApprovalCard
              key={id}
              approval={data}
              handle={card}
              position={at >= 0 && waiting.length > 1 ? `${at + 1} of ${waiting.length}` : undefined}
              onDecided={triage.decided}
              onSwipeApprove={triage.approveSoon}
            />
          ) : null}
          {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
          {!data && !error ? <Bar className="h-72 w-full rounded-xl" /> : null}
        </div>
      </Scroll>
    </>
  );
}

function Batch({ approvals, onEnd }: { approvals: readonly Approval[]; onEnd: () => void }) {
  return (
    <>
      <PageHead
        title={<h1 className="text-base font-semibold">{count(approvals.length, "approval")} together</h1>}
      >
        <Button className="touch" onClick={onEnd}>
          {approvals.some((approval) => approval.status === "pending") ? "One by one" : "Close"}
        </Button>
      </PageHead>
      <Scroll>
        <div className="mx-auto max-w-2xl p-3 sm:p-5">
          <ApprovalStack approvals={approvals} />
        </div>
      </Scroll>
    </>
  );
}
