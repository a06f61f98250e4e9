/** The approval card. One component for the chat and the approvals page, for every state an approval can be in. */
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import { ApiError } from "../../api/api-error.ts";
import { policyQuery } from "../../api/queries.ts";
import { ConversationLink } from "../../components/conversation-link.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { PresenceNote, useEditing } from "../../components/presence/presence-note.tsx";
import { useMe } from "../../components/session.tsx";
import { WhoRang } from "../../components/who-rang.tsx";
import { Time } from "../../components/time.tsx";
import { duration } from "../../components/words.ts";
import { DecidedElsewhere, FasterThanYou, useOvertaken } from "./decided-elsewhere.tsx";
import { EditForm } from "./edit-form.tsx";
import { changesOfEffect } from "./edits.ts";
import { EffectView } from "./effect-view.tsx";
import { kindName } from "../../../../src/approvals/api/approval-row.ts";
import { approveLabel, irreversibleWords } from "./kind-words.ts";
import { EvidenceList, LastWords, Lints } from "./lints.tsx";
import { RejectPanel } from "./reject-panel.tsx";
import { Settled, UnderWay } from "./settled.tsx";
import { SwipeCard } from "./swipe-card.tsx";
import { NeedsHuman } from "./needs-human.tsx";
import { useApprovalActions, type ApprovalActions } from "./use-approval-actions.ts";
import { useSeen, useShownSince } from "./use-seen.ts";
import { putBack } from "./edit-draft.ts";
import { WroteSince } from "./wrote-since.tsx";

/** Keyboard actions on the open card. */
export interface CardHandle {
  /** `pressedMs` is when the key was pressed (`performance.now`): a key pressed before this card's bytes were on the screen was meant for another card. */
  approve(pressedMs: number): void;
  reject(): void;
  edit(): void;
  focus(): void;
}

type Panel = "none" | "edit" | "reject" | "redraft";

export interface CardProps {
  readonly approval: Approval;
  /** Hides the link to the current conversation. */
  readonly inChat?: boolean;
  readonly handle?: Ref<CardHandle>;
  readonly position?: string | undefined;
  /** Called with each decision of this card, as soon as the next card need not wait for it. */
  readonly onGiven?: ((approval: Approval) => void) | undefined;
  /** Called with each decision of this card that went through. */
  readonly onDecided?: ((approval: Approval) => void) | undefined;
  /** Whether a thumb can swipe the card. */
  readonly swipes?: boolean;
}

export function ApprovalCard(props: CardProps) {
  const { approval, inChat = false, handle, position, onGiven, onDecided, swipes = false } = props;
  const actions = useApprovalActions(approval, { onGiven, onDecided });
  const [panel, setPanel] = useState<Panel>("none");
  const [seenHash, setSeenHash] = useState<string | null>(null);
  const article = useRef<HTMLElement>(null);
  const pending = approval.status === "pending";
  const overtaken = useOvertaken(approval, actions);
  const shown = useShownSince(shownBytes(approval));
  useEditing(approval.id, pending && panel === "edit");
  useImperativeHandle(handle, () => ({
    approve: (pressedMs) => {
      const isMeant = shown.isSince(shownBytes(approval), pressedMs);
      if (pending && panel !== "edit" && actions.busy === null && isMeant) void actions.approve();
    },
    reject: () => pending && setPanel("reject"),
    edit: () => pending && setPanel("edit"),
    focus: () => article.current?.focus({ preventScroll: true }),
  }));
  return (
    <SwipeCard
      enabled={swipes && pending && panel === "none" && actions.busy === null}
      blocked={whyNotBySwipe(approval, seenHash)}
      onApprove={() => void actions.approveBySwipe()}
      onReject={() => setPanel("reject")}
    >
      <article
        ref={article}
        tabIndex={-1}
        aria-label={`${kindName(approval)}: ${approval.target}`}
        data-approval={approval.id}
        data-status={approval.status}
        className={`flex w-full flex-col overflow-hidden rounded-xl border bg-kumo-base outline-none ${
          pending ? "border-kumo-brand/40 shadow-sm" : "border-kumo-line"
        }`}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || event.defaultPrevented) return;
          if (pending && panel === "none" && actions.busy === null) {
            event.preventDefault();
            void actions.approve();
          }
        }}
      >
        {overtaken ? <DecidedElsewhere approval={approval} onClose={overtaken.close} /> : null}
        <CardBody
          approval={approval}
          actions={actions}
          panel={panel}
          setPanel={setPanel}
          inChat={inChat}
          position={position}
          onSeen={setSeenHash}
        />
      </article>
    </SwipeCard>
  );
}

/** Changes with anything on the card that a decision names. */
function shownBytes({ id, effectHash, sentSince }: Approval): string {
  return `${id} ${effectHash} ${sentSince ?? ""}`;
}

/** A swipe is fast, so it only approves a card that was read to the end and isn't marked as dangerous. The button is always there. */
function whyNotBySwipe(approval: Approval, seenHash: string | null): string | null {
  if (approval.lints.some((lint) => lint.level === "danger")) return "Marked as dangerous: use the button";
  return seenHash === approval.effectHash ? null : "Read to the end first";
}

interface BodyProps {
  readonly approval: Approval;
  readonly actions: ApprovalActions;
  readonly panel: Panel;
  readonly setPanel: (panel: Panel) => void;
  readonly inChat: boolean;
  readonly position: string | undefined;
  readonly onSeen: (effectHash: string) => void;
}

function CardBody(props: BodyProps) {
  const { approval, actions, inChat } = props;
  switch (approval.status) {
    case "pending":
      return <Pending {...props} />;
    case "approved":
    case "executing":
      return (
        <UnderWay
          approval={approval}
          actions={actions}
          problem={<Problem {...props} />}
          context={<Context approval={approval} inChat={inChat} />}
        />
      );
    case "needs_human":
      return (
        <NeedsHuman
          approval={approval}
          actions={actions}
          problem={<Problem {...props} />}
          context={<Context approval={approval} inChat={inChat} />}
        />
      );
    case "done":
    case "failed":
    case "not_done":
    case "rejected":
    case "expired":
    case "stale":
    case "withdrawn":
      return (
        <Settled
          inChat={inChat}
          approval={approval}
          actions={actions}
          problem={<Problem {...props} />}
          context={<Context approval={approval} inChat={inChat} />}
        />
      );
  }
}

/** The source. */
function Context({ approval, inChat }: { approval: Approval; inChat: boolean }) {
  if (inChat) return null;
  return (
    <p className="text-sm text-kumo-subtle">
      In{" "}
      <ConversationLink id={approval.conversationId} className="link wrap-anywhere">
        {approval.conversationTitle || "its conversation"}
      </ConversationLink>
    </p>
  );
}

function Head({ approval, position }: { approval: Approval; position: string | undefined }) {
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-kumo-hairline px-4 py-2.5 text-sm">
      <h3 className="font-semibold">{kindName(approval)}</h3>
      {approval.urgent ? (
        <span className="rounded-full bg-kumo-danger-tint px-2 py-px text-xs font-medium text-kumo-danger ring ring-kumo-danger/40">
          Urgent
        </span>
      ) : null}
      <span className="text-kumo-subtle">
        waiting <Time at={approval.createdAt} as="span" /> · expires{" "}
        <Time at={approval.expiresAt} as="upcoming" />
      </span>
      {position ? <span className="ml-auto text-xs text-kumo-subtle">{position}</span> : null}
    </header>
  );
}

function Pending({ approval, actions, panel, setPanel, inChat, position, onSeen }: BodyProps) {
  const label = approveLabel(approval);
  const me = useMe();
  const forOthers = othersWhoDecide(approval, me);
  return (
    <>
      <Head approval={approval} position={position} />
      <div className="flex flex-col gap-3.5 px-4 py-3.5">
        <PresenceNote approvalId={approval.id} />
        {approval.urgent ? <WhoRang subjects={[approval.id]} /> : null}
        {panel === "edit" ? (
          <EditForm approval={approval} actions={actions} label={label} onClose={() => setPanel("none")} />
        ) : (
          <>
            <Effects approval={approval} onEdit={canEdit(approval) ? () => setPanel("edit") : undefined} />
            <WroteSince
              approval={approval}
              onPutBack={
                forOthers !== null
                  ? undefined
                  : (index) => {
                      putBack(approval, index);
                      setPanel("edit");
                    }
              }
            />
            <Note note={approval.note} />
            <PrivateGrounds approval={approval} />
            <Lints lints={approval.lints.filter(({ code }) => code !== "wrote_since")} />
            <SeenMark key={approval.effectHash} onSeen={() => onSeen(approval.effectHash)} />
          </>
        )}
        <LastWords approval={approval} inChat={inChat} />
        <EvidenceList evidence={approval.evidence} />
        <Context approval={approval} inChat={inChat} />
        <Problem approval={approval} actions={actions} />
        {panel === "reject" || panel === "redraft" ? (
          <RejectPanel mode={panel} actions={actions} onClose={() => setPanel("none")} />
        ) : null}
        {panel === "none" && forOthers !== null ? (
          <p className="text-sm text-kumo-subtle">Only {forOthers} can decide this.</p>
        ) : null}
        {panel === "none" && forOthers === null ? (
          <Buttons approval={approval} actions={actions} label={label} setPanel={setPanel} />
        ) : null}
      </div>
    </>
  );
}

/** Who alone can decide, in words; null where this member can. */
function othersWhoDecide(
  { adminsOnly, deciders = [] }: Approval,
  { user, role }: ReturnType<typeof useMe>,
): string | null {
  if (deciders.length > 0)
    return deciders.some(({ id }) => id === user.id) ? null : deciders.map(({ name }) => name).join(" or ");
  return adminsOnly === true && role !== "admin" ? "an admin" : null;
}

/** Steward's note to the person deciding; it is sent to no one else. */
function Note({ note }: { note: string | undefined }) {
  if (note === undefined) return null;
  return (
    <p className="border-l-2 border-kumo-brand/50 pl-3 text-sm whitespace-pre-line wrap-anywhere">
      <span className="font-medium">Steward’s note to you:</span> {note}
    </p>
  );
}

/** Shown if the note and quotes are withheld. */
function PrivateGrounds({ approval }: { approval: Approval }) {
  if (approval.isGroundsPrivate !== true) return null;
  return (
    <p className="text-sm text-kumo-subtle">
      This draft comes from a colleague’s private conversation, so the reasons for it aren’t shown. Everything
      it would do is shown.
    </p>
  );
}

/** At the end of everything that would be sent. */
function SeenMark({ onSeen }: { onSeen: () => void }) {
  return <div ref={useSeen(onSeen)} aria-hidden className="-mt-3.5 h-px" />;
}

function Effects({ approval, onEdit }: { approval: Approval; onEdit: (() => void) | undefined }) {
  const several = approval.effects.length > 1;
  return approval.effects.map((effect, index) => (
    <section
      key={effect.index}
      aria-label={effect.title}
      className={index > 0 ? "border-t border-kumo-hairline pt-3.5" : ""}
    >
      {several ? (
        <h4 className="mb-2 text-sm font-medium">
          {index + 1}. {effect.title}
        </h4>
      ) : null}
      <EffectView
        effect={effect}
        changes={approval.edited ? changesOfEffect(approval, effect) : []}
        editedBy="a colleague"
        lastContact={approval.lastContact}
        onEdit={onEdit}
      />
    </section>
  ));
}

function Buttons({
  approval,
  actions,
  label,
  setPanel,
}: {
  approval: Approval;
  actions: ApprovalActions;
  label: string;
  setPanel: (panel: Panel) => void;
}) {
  const busy = actions.busy !== null;
  const danger = approval.lints.some((lint) => lint.level === "danger");
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant={danger ? "secondary" : "primary"}
        className="touch max-sm:w-full max-sm:justify-center"
        disabled={busy}
        loading={actions.busy === "approve"}
        onClick={() => void actions.approve()}
      >
        {label}
        <Keys />
      </Button>
      {canEdit(approval) ? (
        <Button
          className="touch max-sm:flex-1 max-sm:justify-center"
          disabled={busy}
          onClick={() => setPanel("edit")}
        >
          Edit…
        </Button>
      ) : null}
      <Button
        className="touch max-sm:flex-1 max-sm:justify-center"
        disabled={busy}
        onClick={() => setPanel("reject")}
      >
        Reject…
      </Button>
      {approval.adminsOnly === true ? null : (
        <Button
          variant="ghost"
          className="touch max-sm:w-full max-sm:justify-center"
          disabled={busy}
          onClick={() => setPanel("redraft")}
        >
          Ask the agent to change…
        </Button>
      )}
      <p className="ml-auto text-xs text-kumo-subtle max-sm:w-full max-sm:text-center">
        <UndoWords approval={approval} />
        {approval.adminsOnly === true ? null : (
          <Link
            to="/settings/policy"
            search={{ tool: approval.tool }}
            className="touch inline-flex items-center link"
          >
            When Steward asks
          </Link>
        )}
      </p>
    </div>
  );
}

/** Whether an approval could be undone, shown before the decision. */
function UndoWords({ approval }: { approval: Approval }) {
  const { data } = useQuery({ ...policyQuery, staleTime: 60_000 });
  if (!data) return null;
  const { holdSeconds } = data.policy;
  const why = irreversibleWords(approval);
  const isHeld = holdSeconds > 0;
  if (!isHeld && why === null) return null;
  return (
    <span title={why ?? undefined}>
      {isHeld ? `Can be undone for ${duration(holdSeconds * 1000)}` : "Can’t be undone"}
      {" · "}
    </span>
  );
}

/** Whether anything of it can be changed: a field, or a part that can be left out. */
function canEdit({ form, effects }: Approval): boolean {
  return form.length > 0 || effects.length > 1;
}

const IS_MAC = /mac|iphone|ipad/i.test(navigator.userAgent);

function Keys() {
  return (
    <kbd aria-hidden className="ml-1 font-sans text-xs opacity-80 max-lg:hidden">
      {IS_MAC ? "⌘⏎" : "Ctrl ⏎"}
    </kbd>
  );
}

/** Why the last attempt failed; neutral if someone else was faster. */
function Problem({ approval, actions }: { approval: Approval; actions: ApprovalActions }): ReactNode {
  const { problem } = actions;
  if (problem === null) return null;
  const dismiss = (
    <Button size="sm" variant="ghost" className="touch" onClick={() => actions.clearProblem()}>
      Dismiss
    </Button>
  );
  if (problem instanceof ApiError && problem.code === "already_decided")
    return <FasterThanYou approval={approval} actions={dismiss} />;
  if (problem instanceof ApiError && problem.code === "effect_changed") {
    return (
      <Notice tone="warning" live title="This changed while you were looking at it." actions={dismiss}>
        Nothing was done. The card now shows the newest version: look at it, then decide.
      </Notice>
    );
  }
  return <ErrorNotice error={problem} actions={dismiss} />;
}
