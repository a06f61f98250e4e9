/**
 * Texting the contact directly. A separate dialog, opened by a button with the person's name, so that it can't be mistaken for the composer that
 * writes to the agent.
 */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import type { DirectTextOptions } from "../../../../src/messaging/api/texts.ts";
import { textEndpoints } from "../../../../src/messaging/api/texts.ts";
import { call } from "../../api/call.ts";
import { directOptionsQuery } from "../../messaging/text-queries.ts";
import { smsSize } from "../../../../src/messaging/api/sms-size.ts";
import { Modal } from "../../components/dialog.tsx";
import { TextArea } from "../../components/form.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";
import { useDirectText } from "./use-direct-text.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

export const MAX_CHARACTERS = 1600;

interface DirectProps {
  readonly number: string;
  /** Named as in the conversation until the phone system knows more. */
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
  const query = useQuery(directOptionsQuery(number));
  const { data } = query;
  if (!data) {
    const skeleton = (
      <div role="status" aria-label="Checking the phone system" className="flex flex-col gap-3 p-4">
        <Bar className="h-4 w-2/3" />
        <Bar className="h-24 w-full rounded-lg" />
      </div>
    );
    return <NotLoaded query={query} skeleton={skeleton} inset />;
  }
  return <Form options={data} name={data.to.name ?? name} onClose={onClose} />;
}

function Form({ options, name, onClose }: { options: DirectTextOptions; name: string; onClose: () => void }) {
  const { to, blocked } = options;
  const { text, change, sending, unsure } = useDirectText(to.number, name, onClose);
  const first = clipped(name.split(" ")[0] ?? name, 30);
  const sendable =
    blocked === null && text.trim() !== "" && text.length <= MAX_CHARACTERS && !sending.isPending;
  const send = (): void => {
    if (sendable) sending.mutate({});
  };
  if (unsure) return <Unsure approval={unsure} name={name} />;
  return (
    <form
      className="flex flex-col gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Addresses options={options} name={name} />
      <Remarks options={options} first={first} />
      <TextArea
        label={`Your text, exactly as ${first} will get it`}
        autoFocus
        rows={4}
        value={text}
        maxLength={MAX_CHARACTERS}
        disabled={blocked !== null}
        onChange={change}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          send();
        }}
        className="max-h-[40vh] min-h-24 w-full ring-2 ring-kumo-warning/60"
      />
      {sending.error ? <ErrorNotice error={sending.error} /> : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Size text={text} />
        <Button type="button" className="touch" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          className="touch"
          disabled={!sendable}
          loading={sending.isPending}
        >
          {options.quietUntil === null ? `Send to ${first}’s phone` : "Send when quiet hours end"}
        </Button>
      </div>
    </form>
  );
}

function Addresses({ options: { to, from }, name }: { options: DirectTextOptions; name: string }) {
  return (
    <p className="text-sm">
      To <strong className="wrap-anywhere">{clipped(name, 100)}</strong>
      {to.role ? `, ${clipped(to.role, 80)}` : ""} · <span className="whitespace-nowrap">{to.shown}</span>
      {from ? (
        <span className="block text-kumo-subtle">
          From {from.label}, {from.shown}
        </span>
      ) : null}
    </p>
  );
}

export function Size({ text }: { text: string }) {
  const { characters, segments } = smsSize(text);
  return (
    <p className="flex-1 text-xs whitespace-nowrap text-kumo-subtle tabular-nums max-sm:basis-full">
      {count(characters, "character")}
      {segments > 1 ? ` · sent as ${segments} texts` : segments === 1 ? " · 1 text" : ""}
    </p>
  );
}

const BLOCKED: Readonly<Record<NonNullable<DirectTextOptions["blocked"]>, string>> = {
  opted_out: "opted out of texts with STOP. You can’t text them until they text START.",
  asked_to_stop: "asked not to be texted. Nothing is sent until one of you has read it and allows texting.",
  own_line: "is your company’s own line.",
  no_line: "can’t be texted because no line is set up. An admin can add one to the connection.",
  not_connected: "can’t be texted because no phone system is connected yet.",
  unreachable: "can’t be texted right now because the phone system isn’t responding. Try again in a moment.",
};

/** For someone who read the contact's opt-out and knows it meant something else. */
function Allow({ number, first }: { number: string; first: string }) {
  const queries = useQueryClient();
  const allowing = useMutation({
    mutationFn: () => call(textEndpoints.allow, { params: { number } }),
    onSettled: () => queries.invalidateQueries({ queryKey: directOptionsQuery(number).queryKey }),
  });
  return (
    <span className="mt-2 block">
      <Button
        type="button"
        size="sm"
        className="touch"
        loading={allowing.isPending}
        onClick={() => allowing.mutate()}
      >
        Allow texting {first}
      </Button>
      {allowing.error ? <ErrorNotice error={allowing.error} /> : null}
    </span>
  );
}

/** The effect of sending, and why it may be blocked. The contact's own thread already shows the recipient. */
export function Remarks({
  options,
  first,
  inThread = false,
}: {
  options: DirectTextOptions;
  first: string;
  inThread?: boolean;
}) {
  const { blocked, quietUntil, group, waitingDrafts } = options;
  if (blocked !== null)
    return (
      <Notice tone="danger" live>
        {first} {BLOCKED[blocked]}
        {blocked === "asked_to_stop" ? <Allow number={options.to.number} first={first} /> : null}
      </Notice>
    );
  return (
    <>
      {inThread ? null : (
        <Notice tone="warning" title={`This goes to ${first}’s phone, not to Steward.`}>
          Sending it counts as your approval. Steward will read it but won’t reply.
        </Notice>
      )}
      {group.length > 0 ? (
        <Notice tone="warning">
          Their last text also went to {clipped(group.map((one) => one.name ?? one.shown).join(", "), 300)}.
          This one goes to {first} only.
        </Notice>
      ) : null}
      {waitingDrafts > 0 ? (
        <Notice>
          {waitingDrafts === 1
            ? "Replaces Steward’s draft, which is waiting for approval."
            : `Replaces ${waitingDrafts} of Steward’s drafts, which are waiting for approval.`}
        </Notice>
      ) : null}
      {quietUntil === null ? null : (
        <Notice>
          It’s quiet hours for contacts until <Time at={quietUntil} as="clock" />. We’ll hold this text until
          then, and you can take it back.
        </Notice>
      )}
    </>
  );
}

export function Unsure({ approval, name }: { approval: Approval; name: string }) {
  const unclear = approval.status === "needs_human";
  const words = unclear
    ? `We can’t tell whether it reached ${clipped(name, 60)}.`
    : (approval.staleReason ?? approval.effects[0]?.problem ?? "It wasn’t sent.");
  return (
    <div className="p-4">
      <Notice
        tone="danger"
        live
        title={words}
        actions={
          <Link to="/approvals/$id" params={{ id: approval.id }} className="touch link">
            Open its card
          </Link>
        }
      >
        {unclear
          ? "Check your phone system, then tell us on the card what happened. We won’t send it again on our own."
          : "Nothing was sent."}
      </Notice>
    </div>
  );
}
