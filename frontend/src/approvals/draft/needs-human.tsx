/** For an effect whose outcome is unknown: a person checks and answers. */
import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { inSentence } from "../../../../src/platform/api/in-sentence.ts";
import { Notice } from "../../components/notice.tsx";
import { EffectView } from "./effect-view.tsx";
import { doneWord } from "../../../../src/approvals/api/receipt-words.ts";
import { kindName } from "../../../../src/approvals/api/approval-row.ts";
import type { StateProps } from "./settled.tsx";

export function NeedsHuman({ approval, actions, problem, context }: StateProps) {
  const [confirming, setConfirming] = useState(false);
  const busy = actions.busy !== null;
  const done = doneWord(approval).toLowerCase();
  // Only a message is shown as sent: a deletion is not the thing it deleted.
  const isMessage = approval.effects.some(({ words }) => words.message !== null);
  const what = isMessage ? `${inSentence(kindName(approval))} ` : "";
  const problems = approval.effects.filter((effect) => effect.problem);
  return (
    <div className="flex flex-col gap-3.5 px-4 py-3.5">
      <Notice tone="warning" title={`Was this ${what}${done}? Please check.`}>
        <p>
          {approval.decidedBy?.name ?? "A person"} approved it, but the connection broke at a moment when we
          can’t tell whether it was {done}. Steward won’t retry it, so it can’t happen twice. Check where it
          would appear ({approval.target}), then tell us what you see.
        </p>
        {problems.map((effect) => (
          <p key={effect.index} className="mt-1 text-kumo-subtle">
            {effect.problem}
          </p>
        ))}
      </Notice>
      {approval.effects.map((effect) => (
        <EffectView key={effect.index} effect={effect} />
      ))}
      {context}
      {problem}
      {confirming ? (
        <div
          role="group"
          aria-label="Try again?"
          className="flex flex-wrap items-center gap-2 rounded-lg bg-kumo-tint p-3"
        >
          <p className="min-w-0 flex-1 basis-52 text-sm">
            If it was {done} after all, trying again would repeat it.
          </p>
          <Button
            variant="destructive"
            className="touch"
            disabled={busy}
            onClick={() => void actions.resolve("retry")}
          >
            Try again
          </Button>
          <Button className="touch" onClick={() => setConfirming(false)}>
            Cancel
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            className="touch"
            disabled={busy}
            onClick={() => void actions.resolve("done")}
          >
            It was {done}
          </Button>
          <Button className="touch" disabled={busy} onClick={() => void actions.resolve("not_done")}>
            It was not {done}
          </Button>
          <Button variant="ghost" className="touch" disabled={busy} onClick={() => setConfirming(true)}>
            Try again…
          </Button>
        </div>
      )}
    </div>
  );
}
