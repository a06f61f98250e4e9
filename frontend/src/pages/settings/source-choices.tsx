/** How a source is kept: what admins choose of it once it's there. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { knowledgeEndpoints, type KnowledgeSource } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { SAID_HERE } from "../../api/mutations.ts";
import { Tick } from "../../components/form.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { count } from "../../components/words.ts";
import { priceWords, withSource } from "./sources-query.ts";

export function SourceChoices({ source: { id, summaries } }: { source: KnowledgeSource }) {
  const client = useQueryClient();
  const changing = useMutation({
    mutationFn: (body: { summarizes: boolean }) => call(knowledgeEndpoints.change, { params: { id }, body }),
    meta: SAID_HERE,
    onSuccess: (answer) => withSource(client, answer),
  });
  if (summaries === null) return null;
  const { isOn, problem } = summaries;
  return (
    <div className="flex flex-col gap-3">
      {isOn && problem !== null ? <Notice tone="warning">{problem}</Notice> : null}
      <SummaryTick
        hint={summaryWords(summaries)}
        checked={isOn}
        disabled={changing.isPending}
        onChange={(summarizes) => changing.mutate({ summarizes })}
      />
      {changing.error ? <ErrorNotice error={changing.error} /> : null}
    </div>
  );
}

/** Whether each e-mail is summarized. */
export function SummaryTick({
  hint,
  checked,
  disabled = false,
  onChange,
}: {
  hint: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <div className="flex flex-col gap-0.5">
      <Tick label="Summarize each e-mail" checked={checked} disabled={disabled} onChange={onChange} />
      <p className="text-sm text-kumo-subtle">{hint}</p>
    </div>
  );
}

function summaryWords({ isOn, left, leftUsd }: NonNullable<KnowledgeSource["summaries"]>): string {
  const about = "Two or three sentences that search finds, too.";
  if (left === 0) return isOn ? "All of them are summarized." : about;
  const amount = count(left, "e-mail");
  return isOn
    ? `${amount} to go.`
    : `${about} Costs about ${priceWords(leftUsd)} for the ${amount} read so far.`;
}
