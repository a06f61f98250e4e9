/** What a tool call in a chat did to the accounts or found in them: the change with its undo, the quotes, who is due. */
import { useEffect, useEffectEvent, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import * as z from "zod";
import {
  accountCitationSchema,
  accountUpdateSchema,
  dueAccountSchema,
} from "../../../src/accounts/api/account-query.ts";
import type { ResultView } from "../../../src/agent/api/message.ts";
import { ACCOUNT_FIELDS, type AccountChange } from "../../../src/accounts/api/accounts.ts";
import { CheckIcon, FileTextIcon } from "../components/icons.ts";
import { InsideLink } from "../components/inside-link.tsx";
import { Notice } from "../components/notice.tsx";
import { useNow } from "../components/now.ts";
import { useZone } from "../components/session.tsx";
import { clipped } from "../components/text-pieces.ts";
import { dayName, withoutMarks } from "../components/words.ts";
import { withPassage } from "../knowledge/passage/passage-words.ts";
import { accountQuery } from "./account-queries.ts";
import { entryAnchor } from "./account-words.ts";
import { Changes } from "./changes.tsx";
import { DueList } from "./due-list.tsx";
import { headOf, useUndo } from "./use-account.ts";

/** Results leave out empty fields. */
const updateSchema = z.object({
  ...accountUpdateSchema.pick({ account_id: true, account_name: true, history_entry_id: true }).shape,
  changes: z.array(
    z.object({ field: z.string(), old_value: z.json().default(""), new_value: z.json().default("") }),
  ),
  previous_history_entry: z.string().default(""),
});
type Update = z.infer<typeof updateSchema>;

const foundSchema = z.object({
  specialist: z.literal("search_agent"),
  result: z.object({
    citations: z.array(accountCitationSchema.extend({ lines: z.string().nullish() })).default([]),
    notes: z.array(z.string()).default([]),
    noPrimarySource: z.boolean().default(false),
  }),
});
type Found = z.infer<typeof foundSchema>["result"];

const dueSchema = z.object({
  items: z.array(dueAccountSchema.partial({ next_steps: true, pending_actions: true })),
  total: z.number().optional(),
});

/** Listed in a chat. */
const MOST_DUE = 10;

export default function AccountResult({
  shows,
  data,
  onNeeded,
  onAsk,
}: {
  shows: ResultView;
  /** Null until it has been loaded in full. */
  data: unknown;
  onNeeded: () => void;
  onAsk: (words: string) => void;
}) {
  const isMissing = data === null;
  const load = useEffectEvent(onNeeded);
  useEffect(() => {
    if (isMissing) load();
  }, [isMissing]);
  switch (shows) {
    case "handed_on": {
      const found = foundSchema.safeParse(data);
      return found.success ? <Sources found={found.data.result} /> : null;
    }
    case "due_accounts": {
      const due = dueSchema.safeParse(data);
      if (!due.success || due.data.items.length === 0) return null;
      const accounts = due.data.items.slice(0, MOST_DUE);
      return <DueList due={{ accounts, total: due.data.total ?? due.data.items.length }} onAsk={onAsk} />;
    }
    case "account_change": {
      const update = updateSchema.safeParse(data);
      return update.success ? <Proof update={update.data} /> : null;
    }
  }
}

/** Quotes that were checked against the files, each with the way to its place. */
function Sources({ found: { citations, notes, noPrimarySource } }: { found: Found }) {
  const zone = useZone();
  const now = useNow();
  if (citations.length === 0 && notes.length === 0) return null;
  return (
    <section aria-label="Sources" className="-mt-2 flex flex-col gap-1.5 text-sm">
      {noPrimarySource && citations.length > 0 ? (
        <Notice tone="warning">
          No e-mail, call, or text on record says this. Only the account’s own file does.
        </Notice>
      ) : null}
      {citations.map(({ path, quote, lines = null }, index) => (
        <InsideLink
          key={`${index}-${path}`}
          href={withPassage(`/workspace/${path}`, quote)}
          className="touch flex flex-col gap-0.5 rounded-lg border border-kumo-line bg-kumo-base px-3 py-2 hover:bg-kumo-tint"
        >
          <span className="wrap-anywhere">“{clipped(quote, 300)}”</span>
          <span className="flex items-center gap-1 text-xs text-kumo-subtle">
            <FileTextIcon aria-hidden className="size-3.5 shrink-0" />
            <span className="wrap-anywhere">
              {clipped(
                placeWords(path, (day) => dayName(`${day}T12:00:00Z`, now, zone)),
                120,
              )}
              {lines === null ? "" : `, ${lines.includes("-") ? "lines" : "line"} ${lines}`}
            </span>
          </span>
        </InsideLink>
      ))}
      {notes.map((note) => (
        <p key={note} className="text-kumo-subtle">
          {withoutMarks(note, 500)}
        </p>
      ))}
    </section>
  );
}

const KINDS: Readonly<Record<string, string>> = { emails: "E-mail", calls: "Call", sms: "Texts" };

/** `Call, Nov 2`, or a file's place in the account's folder. */
function placeWords(path: string, dayWords: (day: string) => string): string {
  const [, kind = "", day = ""] = /\/sources\/(\w+)\/(\d{4}-\d\d-\d\d)/.exec(path) ?? [];
  const named = KINDS[kind];
  return named === undefined ? path.split("/").slice(2).join("/") : `${named}, ${dayWords(day)}`;
}

/** What was changed, with its entry in the history and the undo. */
function Proof({ update: { account_id: id, account_name: name, ...update } }: { update: Update }) {
  const changes = update.changes.flatMap(({ field: named, old_value, new_value }): AccountChange[] => {
    const field = ACCOUNT_FIELDS.find((one) => one === named);
    return field === undefined ? [] : [{ field, old: old_value, new: new_value }];
  });
  return (
    <section
      aria-label={`Update of ${clipped(name, 100)}`}
      className="flex flex-col gap-3 rounded-xl border border-kumo-success/40 bg-kumo-base p-4 shadow-sm"
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Link to="/accounts/$id" params={{ id }} className="font-semibold hover:underline">
          {clipped(name, 100)}
        </Link>
        <span className="text-xs text-kumo-subtle">Account {id}</span>
      </p>
      <Changes changes={changes} />
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2 text-sm">
        <EntryLink id={id} entry={update.history_entry_id} />
        <Undo id={id} entry={update.history_entry_id} isFirst={update.previous_history_entry === ""} />
      </div>
    </section>
  );
}

function EntryLink({ id, entry }: { id: string; entry: string }) {
  return (
    <Link
      to="/accounts/$id"
      params={{ id }}
      hash={entryAnchor(entry)}
      className="text-kumo-link hover:underline"
    >
      In its history
    </Link>
  );
}

/** Offered only while nothing came after the change, so that an undo never removes later work. */
function Undo({ id, entry, isFirst }: { id: string; entry: string; isFirst: boolean }) {
  const [undone, setUndone] = useState(false);
  const { data: account } = useQuery({ ...accountQuery(id), enabled: !isFirst });
  const undo = useUndo(id, entry, () => setUndone(true));
  if (undone)
    return (
      <p role="status" className="flex items-center gap-1.5">
        <CheckIcon aria-hidden weight="bold" className="size-3.5 text-kumo-success" />
        Undone
      </p>
    );
  if (account === undefined || headOf(account) !== entry) return null;
  return (
    <Button size="sm" className="touch" loading={undo.isPending} onClick={() => undo.mutate()}>
      Undo
    </Button>
  );
}
