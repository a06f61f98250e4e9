/** A source's settings: what admins can change after adding it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  knowledgeEndpoints,
  type KnowledgeKind,
  type KnowledgeSource,
} from "../../../../src/knowledge/api/knowledge.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { Choice, Tick } from "../../components/form.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { count } from "../../components/words.ts";
import { priceWords, THING_WORDS, withSource, type SourceMember } from "./sources-query.ts";

export function SourceChoices({
  source: { id, owner, kind, summaries },
  members,
}: {
  source: KnowledgeSource;
  members: readonly SourceMember[];
}) {
  const client = useQueryClient();
  const changing = useMutation({
    mutationFn: (body: { summarizes: boolean } | { ownerId: string | null }) =>
      call(knowledgeEndpoints.change, { params: { id }, body }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: (answer) => withSource(client, answer),
  });
  const problem = summaries.isOn ? summaries.problem : null;
  return (
    <div className="flex flex-col gap-3">
      <WhoFinds
        ownerId={owner?.id ?? null}
        members={members}
        disabled={changing.isPending}
        onChange={(ownerId) => changing.mutate({ ownerId })}
      />
      {problem === null ? null : <Notice tone="warning">{problem}</Notice>}
      <SummaryTick
        kind={kind}
        hint={summaryWords(summaries, kind)}
        checked={summaries.isOn}
        disabled={changing.isPending}
        onChange={(summarizes) => changing.mutate({ summarizes })}
      />
      {changing.error ? <ErrorNotice error={changing.error} /> : null}
    </div>
  );
}

/** Whether what is long is summarized. */
export function SummaryTick({
  kind,
  hint,
  checked,
  disabled = false,
  onChange,
}: {
  kind: KnowledgeKind;
  hint: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <div className="flex flex-col gap-0.5">
      <Tick label={TICKS[kind]} checked={checked} disabled={disabled} onChange={onChange} />
      <p className="text-sm text-kumo-subtle">{hint}</p>
    </div>
  );
}

const TICKS: Readonly<Record<KnowledgeKind, string>> = {
  email: "Summarize each e-mail",
  document: "Summarize long documents",
  event: "Summarize events with long descriptions",
  issue: "Summarize long tasks",
};

const EVERYONE = "everyone";

/** Who can find a source's content. */
export function WhoFinds({
  ownerId,
  members,
  disabled = false,
  onChange,
}: {
  ownerId: string | null;
  members: readonly SourceMember[];
  disabled?: boolean;
  onChange: (ownerId: string | null) => void;
}) {
  const left = ownerId === null || members.some(({ id }) => id === ownerId) ? [] : [ownerId];
  return (
    <div className="flex flex-col gap-1">
      <Choice
        label="Who can find it"
        shown
        value={ownerId ?? EVERYONE}
        disabled={disabled}
        options={[
          [EVERYONE, "Everyone in your team"],
          ...members.map(({ id, name }) => [id, `Only ${name}`] as const),
          ...left.map((id) => [id, "Only a former member"] as const),
        ]}
        onChange={(id) => onChange(id === EVERYONE ? null : id)}
      />
      {ownerId === null ? null : (
        <p className="text-sm text-kumo-subtle">
          Only they find it in search, and Steward uses it only when they ask. A conversation that quotes it
          becomes private to them.
        </p>
      )}
    </div>
  );
}

function summaryWords({ isOn, left, leftUsd }: KnowledgeSource["summaries"], kind: KnowledgeKind): string {
  const about = "Two or three sentences that search finds, too.";
  if (left === 0) return isOn ? "All of them are summarized." : about;
  const amount = count(left, ...THING_WORDS[kind]);
  return isOn
    ? `${amount} to go.`
    : `${about} Costs about ${priceWords(leftUsd)} for the ${amount} read so far.`;
}
