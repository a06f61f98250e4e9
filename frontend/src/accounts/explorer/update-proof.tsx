/** Proof of an update at a glance: old and new values, the files, the index, and the log entry. */
import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AccountUpdate } from "../../../../src/accounts/api/account-query.ts";
import {
  ACCOUNT_FIELDS,
  type AccountChange,
  type AccountField,
} from "../../../../src/accounts/api/accounts.ts";
import { accountQuery } from "../account-queries.ts";
import { ArrowRightIcon, CaretRightIcon, CheckIcon, WarningIcon } from "../../components/icons.ts";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { Changes } from "../changes.tsx";
import { entryAnchor } from "../account-words.ts";
import { headOf, useUndo } from "../use-account.ts";
import type { FilePlace } from "./use-explorer.ts";

/** Fields as the answer names them, as seed 003 does. */
function fieldOf(name: string): AccountField | null {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const known = camel === "note" ? "notes" : camel === "nextStep" ? "nextSteps" : camel;
  return ACCOUNT_FIELDS.find((one) => one === known) ?? null;
}

interface ProofProps {
  readonly update: AccountUpdate;
  readonly onFile: (place: FilePlace) => void;
}

export function UpdateProof({ update, onFile }: ProofProps) {
  const { account_id: id, account_name: name } = update;
  const changes = update.changes.flatMap(({ field, old_value, new_value }): AccountChange[] => {
    const known = fieldOf(field);
    return known === null ? [] : [{ field: known, old: old_value ?? "", new: new_value ?? "" }];
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
      <Written update={update} onFile={onFile} />
      <details className="group text-sm">
        <summary className="touch inline-flex items-center gap-1 text-kumo-subtle hover:text-kumo-default">
          <CaretRightIcon aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
          Now found by
        </summary>
        <p className="mt-1 wrap-anywhere">{clipped(update.new_description, 2_000)}</p>
      </details>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Entries update={update} />
        <Undo update={update} />
      </div>
    </section>
  );
}

/** Offered only while nothing came after the change, so that an undo never removes later work. */
function Undo({ update }: Pick<ProofProps, "update">) {
  const { account_id: id, history_entry_id: entry, previous_history_entry: previous } = update;
  const [undone, setUndone] = useState<string | null>(null);
  const { data: account } = useQuery({ ...accountQuery(id), enabled: previous !== null });
  const undo = useUndo(id, entry, ({ entry: told }) => setUndone(told.id));
  if (undone !== null)
    return (
      <p role="status" className="flex items-center gap-1.5 text-sm">
        <CheckIcon aria-hidden weight="bold" className="size-3.5 text-kumo-success" />
        Undone.
        <Link
          to="/accounts/$id"
          params={{ id }}
          hash={entryAnchor(undone)}
          className="text-kumo-link hover:underline"
        >
          In the history
        </Link>
      </p>
    );
  if (account === undefined || headOf(account) !== entry) return null;
  return (
    <Button size="sm" className="touch" loading={undo.isPending} onClick={() => undo.mutate()}>
      Undo
    </Button>
  );
}

function Written({ update, onFile }: ProofProps) {
  return (
    <ul aria-label="Written" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {update.files_modified.map((path) => (
        <li key={path}>
          <button
            type="button"
            className="touch inline-flex items-center gap-1.5 rounded text-kumo-link hover:underline"
            onClick={() => onFile({ path })}
          >
            <CheckIcon aria-hidden weight="bold" className="size-3.5 text-kumo-success" />
            {path.split("/").at(-1)}
          </button>
        </li>
      ))}
      <li className="inline-flex items-center gap-1.5">
        {update.index_updated ? (
          <CheckIcon aria-hidden weight="bold" className="size-3.5 text-kumo-success" />
        ) : (
          <WarningIcon aria-hidden className="size-3.5 text-kumo-warning" />
        )}
        {update.index_updated ? "Search updated" : "Search follows in a moment"}
      </li>
    </ul>
  );
}

/** The entry before, and the one that tells this. */
function Entries({ update }: Pick<ProofProps, "update">) {
  const { account_id: id, history_entry_id: entry, previous_history_entry: previous } = update;
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-xs text-kumo-subtle">
      {previous === null ? (
        "First entry"
      ) : (
        <Link to="/accounts/$id" params={{ id }} hash={entryAnchor(previous)} className="hover:underline">
          Entry of <Time at={previous} />
        </Link>
      )}
      <ArrowRightIcon aria-hidden className="size-3" />
      <Link
        to="/accounts/$id"
        params={{ id }}
        hash={entryAnchor(entry)}
        className="text-kumo-link hover:underline"
      >
        Entry of <Time at={entry} />
      </Link>
    </p>
  );
}
