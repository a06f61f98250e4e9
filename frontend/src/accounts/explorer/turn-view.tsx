/** One question and its answer: how it was understood, what was looked up, and the sources. */
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type { AccountAnswer } from "../../../../src/accounts/api/account-query.ts";
import type { LiveTurn, ToolStep } from "../../../../src/agent/api/conversation-frames.ts";
import { accountAnswerQuery } from "../account-answers.ts";
import { FileTextIcon } from "../../components/icons.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useZone } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { AgentWords, PersonWords } from "../../agent/conversation/bubbles.tsx";
import { Steps } from "../../agent/conversation/steps.tsx";
import { threadItems, type StepItem } from "../../agent/conversation/thread-items.ts";
import { AskedDialog, type Asked } from "./asked-forms.tsx";
import { Cards, Draft, DueList } from "./follow-ups.tsx";
import { Journey } from "./journey.tsx";
import { inOwnWords, routedIn, type AskedTurn } from "./turns.ts";
import { UpdateProof } from "./update-proof.tsx";
import type { ConfirmBody, FilePlace } from "./use-explorer.ts";

interface TurnProps {
  readonly conversationId: string;
  readonly turn: AskedTurn;
  /** Set while it works. */
  readonly live: LiveTurn | null;
  readonly steps: Readonly<Record<string, ToolStep>>;
  /** Whether it is the newest turn: only that one can be answered or continued. */
  readonly isLast: boolean;
  readonly confirming: { readonly isPending: boolean; readonly error: Error | null };
  readonly onConfirm: (body: ConfirmBody) => void;
  readonly onAsk: (words: string) => void;
  readonly onFile: (place: FilePlace) => void;
}

export function TurnView(props: TurnProps) {
  const { conversationId, turn, live, steps, isLast } = props;
  const answer = useQuery(accountAnswerQuery(conversationId, turn.turnId));
  const zone = useZone();
  const seen = threadItems(turn.messages, steps, zone).flatMap((item) =>
    item.kind === "steps" ? item.steps.map(inOwnWords) : [],
  );
  return (
    <li className="flex flex-col gap-3">
      <Asker turn={turn} />
      <Way turn={turn} seen={seen} answer={answer.data} />
      {live === null ? null : <Working live={live} seen={seen} />}
      {answer.data === undefined ? null : (
        <Answer {...props} answer={answer.data} isLast={isLast && live === null} />
      )}
      {answer.error && !answer.data ? (
        <ErrorNotice error={answer.error} onRetry={() => void answer.refetch()} />
      ) : null}
    </li>
  );
}

function Asker({ turn: { messages, words } }: Pick<TurnProps, "turn">) {
  const first = messages.find(({ author }) => author.kind === "user");
  return first === undefined || words === "" ? null : <PersonWords message={first} text={words} />;
}

/** How it was understood, and what was looked up. */
function Way({
  turn: { messages },
  seen,
  answer,
}: Pick<TurnProps, "turn"> & {
  readonly seen: readonly StepItem[];
  readonly answer: AccountAnswer | undefined;
}) {
  const routed = answer?.routed ?? routedIn(messages);
  return (
    <>
      {routed === null ? null : <Journey routed={routed} skills={answer?.skills ?? []} />}
      {seen.length > 0 ? <Steps steps={seen} thinking="" tookMs={null} onOpen={() => undefined} /> : null}
    </>
  );
}

/** What the turn is doing now. */
function Working({ live, seen }: { live: LiveTurn; seen: readonly StepItem[] }) {
  const now = seen.findLast(({ status }) => status === "running");
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-sm text-kumo-subtle">
        <span aria-hidden className="size-2 animate-pulse rounded-full bg-kumo-brand" />
        {now === undefined ? "Working…" : `${clipped(now.summary, 200)}…`}
      </p>
      {live.text === "" ? null : <AgentWords text={live.text} streaming />}
    </div>
  );
}

function Answer({ answer, ...props }: TurnProps & { readonly answer: AccountAnswer }) {
  const { onFile, onAsk, isLast } = props;
  switch (answer.type) {
    case "success":
      if (answer.routed_to === "search_agent") return <Found answer={answer} onFile={onFile} />;
      if (answer.routed_to === "updater_agent")
        return (
          <>
            <AgentWords text={answer.message} />
            <UpdateProof update={answer} onFile={onFile} />
          </>
        );
      if (answer.routed_to === null) return <AgentWords text={answer.message} />;
      return <FollowUp answer={answer} onAsk={isLast ? onAsk : null} />;
    case "awaiting_approval":
      return (
        <>
          <AgentWords text={answer.message} />
          <Cards ids={answer.approvals.map(({ approvalId }) => approvalId)} />
        </>
      );
    case "error":
      return <Notice tone="warning">{clipped(answer.message, 2_000)}</Notice>;
    case "running":
      return null;
    case "confirmation_required":
    case "clarification_needed":
    case "vague_update_clarification":
      return <AskedBack {...props} asked={answer} />;
  }
}

type Success<Agent extends string> = Extract<AccountAnswer, { type: "success"; routed_to: Agent }>;

function Found({ answer, onFile }: { answer: Success<"search_agent">; onFile: (place: FilePlace) => void }) {
  return (
    <>
      <AgentWords text={answer.answer} />
      {answer.noPrimarySource ? (
        <Notice tone="warning">
          No e-mail, call, or text on record says this. Only the account’s own file does.
        </Notice>
      ) : null}
      {answer.citations.length === 0 ? null : (
        <ul aria-label="Sources" className="flex flex-col gap-1.5">
          {answer.citations.map(({ path, quote, lines }, index) => (
            <li key={`${index}-${path}`}>
              <button
                type="button"
                className="touch flex w-full flex-col gap-0.5 rounded-lg border border-kumo-line bg-kumo-base px-3 py-2 text-left text-sm hover:bg-kumo-tint"
                onClick={() => onFile({ path, quote })}
              >
                <span className="wrap-anywhere">“{clipped(quote, 300)}”</span>
                <span className="flex items-center gap-1 text-xs text-kumo-subtle">
                  <FileTextIcon aria-hidden className="size-3.5 shrink-0" />
                  <span className="wrap-anywhere">
                    {clipped(path.split("/").slice(2).join("/"), 120)}
                    {lines === null ? "" : `, ${lines.includes("-") ? "lines" : "line"} ${lines}`}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {answer.notes.length === 0 ? null : (
        <ul className="flex flex-col gap-1 text-sm text-kumo-subtle">
          {answer.notes.map((note) => (
            <li key={note}>{clipped(note, 500)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function FollowUp({
  answer,
  onAsk,
}: {
  answer: Success<"followup_agent">;
  onAsk: ((words: string) => void) | null;
}) {
  const results = answer.results.map(({ result }) => result);
  const waiting = [answer.result, ...results].flatMap((one) => one?.approvalId ?? []);
  const drafts = [answer.draft, ...answer.results.map(({ draft }) => draft)].filter((one) => one !== null);
  return (
    <>
      <AgentWords text={answer.message} />
      {answer.pending === null ? null : <DueList due={answer.pending} onAsk={onAsk} />}
      {waiting.length > 0 ? (
        <Cards ids={waiting} />
      ) : (
        drafts.map((draft, index) => <Draft key={index} draft={draft} />)
      )}
    </>
  );
}

const ANSWER_WORDS: Readonly<Record<Asked["type"], string>> = {
  confirmation_required: "Create or choose…",
  clarification_needed: "Choose…",
  vague_update_clarification: "Fill in…",
};

/** A question to the person. Its form opens automatically once, and later by the button. */
function AskedBack({ asked, isLast, confirming, onConfirm }: TurnProps & { readonly asked: Asked }) {
  const [open, setOpen] = useState(true);
  return (
    <div className="flex flex-col items-start gap-2">
      <AgentWords text={asked.message} />
      {isLast ? (
        <>
          <Button className="touch" variant="primary" onClick={() => setOpen(true)}>
            {ANSWER_WORDS[asked.type]}
          </Button>
          {open ? (
            <AskedDialog asked={asked} job={confirming} onAnswer={onConfirm} onClose={() => setOpen(false)} />
          ) : null}
        </>
      ) : null}
    </div>
  );
}
