/** Verifies one's phone number: a code shown here is texted from that phone to a team line. */
import { useEffect, useState } from "react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { type PhoneCodeView, type TeamMember } from "../../../../src/platform/api/members.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { teamQuery } from "../../api/queries.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Modal } from "../../components/dialog.tsx";
import { TextBox } from "../../components/form.tsx";
import { CheckIcon } from "../../components/icons.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { phoneWords } from "../../components/words.ts";
import { cleanPhone, isPhone } from "../../notifications/settings/on-call-edits.ts";

const LOOK_MS = 3_000;
const ALL_TRIES = 5;

const codeQuery = (expiresAt: string) =>
  queryOptions({
    queryKey: ["me", "phone-code", expiresAt],
    queryFn: ({ signal }) => call(teamEndpoints.phoneCode, { signal }),
    refetchInterval: LOOK_MS,
  });

export function VerifyPhone({
  person,
  open,
  onClose,
}: {
  person: TeamMember;
  open: boolean;
  onClose: () => void;
}) {
  const asking = useMutation({
    mutationFn: (number: string) => call(teamEndpoints.askPhoneCode, { body: { number } }),
    meta: ERROR_SHOWN_HERE,
  });
  const close = (): void => {
    if (asking.data) void call(teamEndpoints.dropPhoneCode, {}).catch(() => undefined);
    asking.reset();
    onClose();
  };
  const asked = asking.data;
  const done = asked !== undefined && person.phone === asked.number && person.phoneVerifiedAt !== null;
  return (
    <Modal open={open} onClose={close} title="Verify your number">
      <div className="flex flex-col gap-4 p-4 text-sm">
        {asked === undefined ? (
          <AskNumber
            start={asking.variables ?? person.phone}
            busy={asking.isPending}
            error={asking.error}
            onAsk={(number) => asking.mutate(number)}
          />
        ) : done ? (
          <Done number={asked.number} onClose={close} />
        ) : (
          <TextIt asked={asked} busy={asking.isPending} onAgain={() => asking.mutate(asked.number)} />
        )}
      </div>
    </Modal>
  );
}

function AskNumber({
  start,
  busy,
  error,
  onAsk,
}: {
  start: string | null;
  busy: boolean;
  error: Error | null;
  onAsk: (number: string) => void;
}) {
  const [typed, setTyped] = useState(start === null ? "" : phoneWords(start));
  const [tried, setTried] = useState(false);
  const number = cleanPhone(typed);
  const whole = number !== null && isPhone(number);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (whole) onAsk(number);
      }}
    >
      <p>
        You’ll text a code from your phone to your team’s line. Once it arrives, Steward knows that texts from
        this number are yours.
      </p>
      <TextBox
        type="tel"
        label="Your number"
        autoComplete="tel"
        placeholder="412 555 0142"
        aria-invalid={tried && !whole}
        value={typed}
        onChange={setTyped}
        className="tabular-nums"
      />
      {tried && !whole ? (
        <p role="alert" className="text-kumo-danger">
          Type the whole number, with its area code.
        </p>
      ) : null}
      {error ? <ErrorNotice error={error} /> : null}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" className="touch" loading={busy}>
          Get a code
        </Button>
      </div>
    </form>
  );
}

function TextIt({ asked, busy, onAgain }: { asked: PhoneCodeView; busy: boolean; onAgain: () => void }) {
  const client = useQueryClient();
  const { code, number, line, expiresAt } = asked;
  const { data } = useQuery(codeQuery(expiresAt));
  /** The code that is known not to have been used. */
  const [unused, setUnused] = useState<string | null>(null);
  const waiting = data?.waiting ?? null;
  const ended = data !== undefined && waiting?.expiresAt !== expiresAt;
  const over = ended && unused === expiresAt;
  // A code that waits no more was used or is over: the team says which.
  useEffect(() => {
    if (ended) void client.invalidateQueries(teamQuery).then(() => setUnused(expiresAt));
  }, [ended, client, expiresAt]);
  const wrong = waiting === null ? 0 : ALL_TRIES - waiting.triesLeft;
  return (
    <>
      <p>
        Text this code from <span className="font-medium tabular-nums">{phoneWords(number)}</span> to{" "}
        {line.label},{" "}
        <span className="font-medium whitespace-nowrap tabular-nums">{phoneWords(line.number)}</span>.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-kumo-line bg-kumo-tint px-4 py-3">
        <output aria-label="Your code" className="text-2xl font-semibold tracking-widest tabular-nums">
          {code.slice(0, 3)} {code.slice(3)}
        </output>
        <span className="flex flex-wrap gap-2">
          <CopyButton value={code} label="Copy the code" variant="secondary" />
          {/* iOS reads the words behind "&", Android those behind "?". */}
          <a
            href={`sms:${line.number}?&body=${code}`}
            className="touch inline-flex items-center rounded-lg px-3 font-medium text-kumo-link ring ring-kumo-line sm:hidden"
          >
            Open Messages
          </a>
        </span>
      </div>
      {over ? (
        <Notice
          tone="warning"
          live
          title="This code doesn’t work anymore."
          actions={
            <Button size="sm" className="touch" loading={busy} onClick={onAgain}>
              Get a new code
            </Button>
          }
        >
          It expired, or too many texts came with another one.
        </Notice>
      ) : (
        <p role="status" className="text-kumo-subtle">
          {wrong === 0
            ? "Waiting for your text."
            : `A text came with another code. ${triesWords(ALL_TRIES - wrong)}`}{" "}
          The code expires <Time at={expiresAt} as="upcoming" /> and works once. Don’t share it.
        </p>
      )}
    </>
  );
}

function triesWords(left: number): string {
  return left === 1 ? "One more try." : `${left} more tries.`;
}

function Done({ number, onClose }: { number: string; onClose: () => void }) {
  return (
    <>
      <p role="status" className="flex items-start gap-2">
        <CheckIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-kumo-success" weight="bold" />
        <span>
          <span className="font-medium tabular-nums">{phoneWords(number)}</span> is verified. Steward now
          treats texts from it as yours.
        </span>
      </p>
      <div className="flex justify-end">
        <Button variant="primary" className="touch" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}
