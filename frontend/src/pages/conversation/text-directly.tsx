/**
 * Writing to the contact oneself. A dialog of its own, from a button that names the person, so that it is never taken for the box in which one
 * writes to the agent: what is written here goes to a phone.
 */
import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { textEndpoints, type Approval, type DirectTextOptions } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { readStored, writeStored } from "../../api/storage.ts";
import { directOptionsQuery } from "../../api/text-queries.ts";
import { smsSize } from "../../../../src/protocol/sms-size.ts";
import { Modal } from "../../components/dialog.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useMe } from "../../components/session.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { toasts } from "../../components/toasts.ts";

const MOST_CHARACTERS = 1600;

interface DirectProps {
  readonly number: string;
  /** As the conversation calls them, until the phone system says more. */
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

export default function TextDirectly({ number, name, open, onClose }: DirectProps) {
  return (
    <Modal open={open} onClose={onClose} title={`Text ${clipped(name, 60)} directly`}>
      {open ? <Writing number={number} name={name} onClose={onClose} /> : null}
    </Modal>
  );
}

function Writing({ number, name, onClose }: Omit<DirectProps, "open">) {
  const { data, error, refetch } = useQuery(directOptionsQuery(number));
  if (error && !data)
    return (
      <div className="p-4">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data)
    return (
      <div role="status" aria-label="Asking the phone system" className="flex flex-col gap-3 p-4">
        <Bar className="h-4 w-2/3" />
        <Bar className="h-24 w-full rounded-lg" />
      </div>
    );
  return <Form options={data} name={data.to.name ?? name} onClose={onClose} />;
}

function Form({ options, name, onClose }: { options: DirectTextOptions; name: string; onClose: () => void }) {
  const { to, from, blocked } = options;
  const client = useQueryClient();
  const key = `direct.${useMe().user.id}.${to.number}`;
  const [text, setText] = useState(() => readStored(key) ?? "");
  const [actId, setActId] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [unsure, setUnsure] = useState<Approval | null>(null);
  const size = smsSize(text);
  const first = clipped(name.split(" ")[0] ?? name, 30);
  const sendable = blocked === null && text.trim() !== "" && text.length <= MOST_CHARACTERS && !busy;

  function change(value: string): void {
    setText(value);
    writeStored(key, value === "" ? null : value);
  }

  async function send(): Promise<void> {
    if (!sendable) return;
    setBusy(true);
    setProblem(null);
    try {
      const approval = await call(textEndpoints.sendDirect, {
        params: { number: to.number },
        body: { clientMessageId: actId, text },
      });
      void client.invalidateQueries({ queryKey: ["texts", to.number] });
      setActId(crypto.randomUUID());
      change("");
      if (approval.status === "failed" || approval.status === "needs_human" || approval.status === "stale")
        return setUnsure(approval);
      toasts.add(
        approval.status === "done"
          ? { variant: "success", title: `Sent to ${clipped(name, 60)}.` }
          : { title: approval.executeAfter ? "Held for now; it is sent by itself." : "On its way." },
      );
      onClose();
    } catch (failure) {
      setProblem(failure);
    } finally {
      setBusy(false);
    }
  }

  if (unsure) return <Unsure approval={unsure} name={name} />;
  return (
    <form
      className="flex flex-col gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className="text-sm">
        To <strong className="wrap-anywhere">{clipped(name, 100)}</strong>
        {to.role ? `, ${clipped(to.role, 80)}` : ""} · <span className="whitespace-nowrap">{to.shown}</span>
        {from ? (
          <span className="block text-kumo-subtle">
            From {from.label}, {from.shown}
          </span>
        ) : null}
      </p>
      <Remarks options={options} first={first} />
      <label className="flex flex-col gap-1.5 text-sm font-medium">
        Your words, exactly as {first} gets them
        <textarea
          autoFocus
          rows={4}
          value={text}
          maxLength={MOST_CHARACTERS}
          disabled={blocked !== null}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
              event.preventDefault();
              void send();
            }
          }}
          className="field-sizing-content max-h-[40vh] min-h-24 w-full rounded-lg border-2 border-kumo-warning/60 bg-kumo-control px-3 py-2 text-base font-normal outline-none focus:outline-2 focus:outline-kumo-brand"
        />
      </label>
      {problem === null ? null : <ErrorNotice error={problem} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="flex-1 text-xs whitespace-nowrap text-kumo-subtle tabular-nums max-sm:basis-full">
          {size.characters} {size.characters === 1 ? "character" : "characters"}
          {size.segments > 1 ? ` · sent as ${size.segments} texts` : size.segments === 1 ? " · 1 text" : ""}
        </p>
        <Button type="button" className="touch" onClick={onClose}>
          Not now
        </Button>
        <Button type="submit" variant="primary" className="touch" disabled={!sendable} loading={busy}>
          {options.quietUntil === null ? `Send to ${first}’s phone` : "Send when quiet hours end"}
        </Button>
      </div>
    </form>
  );
}

const BLOCKED: Readonly<Record<NonNullable<DirectTextOptions["blocked"]>, string>> = {
  opted_out: "has opted out of texts with STOP and cannot be texted until they write START.",
  own_line: "is the company’s own line.",
  no_line: "cannot be texted: no line is set up for it. An admin can add one to the connection.",
  not_connected: "cannot be texted: no phone system is connected yet.",
  unreachable: "cannot be texted now: the phone system does not answer. Try again in a moment.",
};

function Remarks({ options, first }: { options: DirectTextOptions; first: string }) {
  const { blocked, quietUntil, group, waitingDrafts } = options;
  if (blocked !== null)
    return (
      <Notice tone="danger" live>
        {first} {BLOCKED[blocked]}
      </Notice>
    );
  return (
    <>
      <Notice tone="warning" title={`This goes to ${first}’s phone, not to Steward.`}>
        It counts as approved by you. Steward reads it afterwards and does not answer.
      </Notice>
      {group.length > 0 ? (
        <Notice tone="warning">
          Their last text went to a group, also to{" "}
          {clipped(group.map((one) => one.name ?? one.shown).join(", "), 300)}. This goes to {first} alone.
        </Notice>
      ) : null}
      {waitingDrafts > 0 ? (
        <Notice>
          {waitingDrafts === 1 ? "A draft of Steward’s waits" : `${waitingDrafts} drafts of Steward’s wait`}{" "}
          for a decision here. Sending this puts {waitingDrafts === 1 ? "it" : "them"} aside.
        </Notice>
      ) : null}
      {quietUntil === null ? null : (
        <Notice>
          Quiet hours for contacts last until <Time at={quietUntil} as="clock" />. It is held until then, and
          you can take it back.
        </Notice>
      )}
    </>
  );
}

function Unsure({ approval, name }: { approval: Approval; name: string }) {
  const words =
    approval.status === "needs_human"
      ? `It is not known whether it reached ${clipped(name, 60)}.`
      : (approval.staleReason ?? approval.effects[0]?.problem ?? "It did not go out.");
  return (
    <div className="p-4">
      <Notice
        tone="danger"
        live
        title={words}
        actions={
          <Link
            to="/approvals/$id"
            params={{ id: approval.id }}
            className="touch text-kumo-link underline underline-offset-2"
          >
            Open its card
          </Link>
        }
      >
        {approval.status === "needs_human"
          ? "Look into the phone system, then say on its card what happened. It is not sent again by itself."
          : "Nothing was sent."}
      </Notice>
    </div>
  );
}
