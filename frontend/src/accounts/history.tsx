/** An account's history, newest first: each entry with its changes, its evidence, and a link to the entry before. */
import { useState } from "react";
import { Link, useLocation } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { Account, AccountEntry, AccountEvidence } from "../../../src/accounts/api/accounts.ts";
import { ClockCounterClockwiseIcon, FileTextIcon } from "../components/icons.ts";
import { Empty } from "../components/page.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Time } from "../components/time.tsx";
import { count, withoutEmphasis } from "../components/words.ts";
import { entryAnchor, problemWords, sourcePath, sourceWords } from "./account-words.ts";
import { Changes } from "./changes.tsx";
import { FileLink, Part } from "./part.tsx";

const AT_FIRST = 30;

export function History({ account }: { account: Account }) {
  const { id, entries, problems, files } = account;
  const [shown, setShown] = useState(AT_FIRST);
  const hash = useLocation({ select: (location) => location.hash });
  const asked = entries.findIndex((entry) => entryAnchor(entry.id) === hash);
  const visible = entries.slice(0, Math.max(shown, asked + 1));
  return (
    <Part title="History" action={<FileLink path={files.history}>history.md</FileLink>}>
      {entries.length === 0 ? (
        <Empty title="No history">This account’s history.md is empty or was deleted.</Empty>
      ) : (
        <ol className="relative flex flex-col">
          {visible.map((entry, index) => (
            <Entry
              key={entry.id}
              account={id}
              entry={entry}
              problem={problems.find((one) => one.entry === entry.id)?.message ?? null}
              isLast={index === entries.length - 1}
              isAsked={index === asked}
              onBefore={() => setShown((now) => Math.max(now, index + 2))}
            />
          ))}
        </ol>
      )}
      {visible.length < entries.length ? (
        <Button className="touch self-start" onClick={() => setShown(visible.length + AT_FIRST)}>
          Older ({count(entries.length - visible.length, "entry", "entries")})
        </Button>
      ) : null}
    </Part>
  );
}

function Entry({
  account,
  entry,
  problem,
  isLast,
  isAsked,
  onBefore,
}: {
  account: string;
  entry: AccountEntry;
  problem: string | null;
  isLast: boolean;
  isAsked: boolean;
  onBefore: () => void;
}) {
  const { id, sentence, changes, evidence, approvedBy, previous } = entry;
  return (
    <li
      id={entryAnchor(id)}
      aria-current={isAsked ? "true" : undefined}
      className="relative -mx-2 scroll-mt-40 rounded-lg py-2 pr-2 pl-7 aria-current:bg-kumo-info-tint"
    >
      {isLast ? null : <span aria-hidden className="absolute top-5 -bottom-4 left-3 w-px bg-kumo-line" />}
      <span aria-hidden className="absolute top-3.75 left-2 size-2 rounded-full bg-kumo-interact" />
      <div className="flex flex-col gap-1">
        <div className="flex items-baseline gap-3">
          <h3 className="min-w-0 flex-1 font-medium wrap-anywhere">
            {withoutEmphasis(clipped(sentence, 500))}
          </h3>
          <span className="shrink-0 text-xs text-kumo-subtle">
            <Time at={id} />
          </span>
        </div>
        <Changes changes={changes} />
        {problem === null ? null : (
          <p className="text-sm font-medium text-kumo-danger wrap-anywhere">
            This entry is broken: {problemWords(problem)}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-kumo-subtle">
          <Evidence account={account} evidence={evidence} />
          {approvedBy === undefined ? null : <span>Approved by {clipped(approvedBy, 100)}</span>}
          {previous === null ? null : (
            <Link
              to="."
              hash={entryAnchor(previous)}
              onClick={onBefore}
              className="inline-flex min-h-6 items-center gap-1 hover:text-kumo-default hover:underline"
            >
              <ClockCounterClockwiseIcon aria-hidden className="size-3.5" />
              <span>
                Before this: <Time at={previous} />
              </span>
            </Link>
          )}
        </div>
      </div>
    </li>
  );
}

/** The evidence of an entry: quoted words, a file, or an edit by hand. */
function Evidence({ account, evidence }: { account: string; evidence: AccountEvidence }) {
  if (evidence.kind === "hand") return <span>Edited in the file by {clipped(evidence.name, 100)}</span>;
  if (evidence.kind === "page") return <span>{clipped(evidence.name, 100)}, on this page</span>;
  if (evidence.kind === "approval")
    return (
      <Link className="underline" to="/approvals/$id" params={{ id: evidence.id }}>
        The draft and its decision
      </Link>
    );
  if (evidence.kind === "command")
    return (
      <span className="wrap-anywhere">
        {evidence.name === undefined ? null : `${clipped(evidence.name, 100)}: `}
        <q className="text-kumo-default italic">{clipped(evidence.words, 500)}</q>
      </span>
    );
  const path = sourcePath(account, evidence.path);
  const { kind, part } = sourceWords(path);
  return (
    <FileLink path={path}>
      <FileTextIcon aria-hidden className="size-3.5 shrink-0" />
      {kind}, {clipped(part, 80)}
    </FileLink>
  );
}
