/** The edit form: fields from the tool's schema and parts to leave out. The server re-resolves it while the user types, and differences are marked. */
import { useState, useEffect } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { type Approval, type Preview, approvalEndpoints } from "../../../../src/approvals/api/approval.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { isEdited, keepEdit, keptPositions, storedEdit, type Edited } from "./edit-draft.ts";
import { changesOfEffect } from "./edits.ts";
import { EffectView } from "./effect-view.tsx";
import { issuesByField } from "./field-issues.ts";
import { Fields } from "./fields.tsx";
import { approveLabel } from "./kind-words.ts";
import { Lints } from "./lints.tsx";
import type { ApprovalActions } from "./use-approval-actions.ts";
import { call } from "../../api/call.ts";

export function EditForm({
  approval,
  actions,
  label,
  onClose,
}: {
  approval: Approval;
  actions: ApprovalActions;
  label: string;
  onClose: () => void;
}) {
  const [edited, setEdited] = useState(() => storedEdit(approval));
  const writers = (approval.wroteSince ?? []).map(({ index }) => index);
  const [knownWriters, setKnownWriters] = useState(writers);
  const newWriters = writers.filter((index) => !knownWriters.includes(index));
  // A recipient who writes while the form is open is left out here too, until a person puts them back.
  if (newWriters.length > 0) {
    setKnownWriters(writers);
    setEdited({ ...edited, without: [...new Set([...edited.without, ...newWriters])] });
  }
  const { check, again } = usePreview(approval.id, edited);
  const issues = check.kind === "refused" ? issuesByField(check.error) : {};
  const differs = isEdited(approval, edited);

  function change(next: Edited): void {
    setEdited(next);
    keepEdit(approval, next);
  }

  function leave(): void {
    keepEdit(approval, null);
    onClose();
  }

  async function approve(): Promise<void> {
    if (check.kind !== "ok") return;
    const { effectHash } = check.preview;
    const done = differs ? await actions.approve({ ...edited, effectHash }) : await actions.approve();
    if (done) leave();
  }

  const named =
    check.kind === "ok"
      ? approveLabel({
          ...check.preview,
          sentSince: approval.sentSince,
          ...(approval.wroteSince === undefined ? {} : { wroteSince: approval.wroteSince }),
        })
      : label;
  const bright = check.kind !== "ok" || check.preview.lints.every(({ level }) => level !== "danger");
  return (
    <form
      noValidate
      aria-label="Edit before approving"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void approve();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
          event.preventDefault();
          event.stopPropagation();
          void approve();
        } else if (event.key === "Escape") {
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <Fields
        form={approval.form}
        args={edited.arguments}
        proposed={approval.proposedArguments}
        issues={issues}
        onChange={(args) => change({ ...edited, arguments: args })}
      />
      <Outcome
        approval={approval}
        check={check}
        again={again}
        fieldsMarked={Object.keys(issues).length > 0}
        onWithout={(without) => change({ ...edited, without })}
        without={edited.without}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant={bright ? "primary" : "secondary"}
          className="touch"
          disabled={check.kind !== "ok" || actions.busy !== null}
          loading={actions.busy === "approve"}
        >
          {check.kind === "checking" ? "Checking…" : differs ? `${named}, as edited` : named}
        </Button>
        <Button className="touch" onClick={leave}>
          Discard edits
        </Button>
      </div>
    </form>
  );
}

interface OutcomeProps {
  readonly approval: Approval;
  readonly check: Check;
  readonly again: () => void;
  readonly fieldsMarked: boolean;
  readonly without: readonly number[];
  readonly onWithout: (without: number[]) => void;
}

/** The edit's effect, or why it can't be made. */
function Outcome({ approval, check, again, fieldsMarked, without, onWithout }: OutcomeProps) {
  if (check.kind === "checking") {
    return (
      <p role="status" className="text-sm text-kumo-subtle">
        Checking what this would do…
      </p>
    );
  }
  if (check.kind === "refused") {
    if (fieldsMarked) {
      return (
        <Notice tone="danger" live title="This can’t be approved yet.">
          Fix the highlighted fields. Nothing was done, and nothing you typed is lost.
        </Notice>
      );
    }
    return (
      <div className="flex flex-col gap-2">
        <ErrorNotice error={check.error} onRetry={again} />
        {without.length > 0 ? (
          <div>
            <Button size="sm" className="touch" onClick={() => onWithout([])}>
              Restore what was removed
            </Button>
          </div>
        ) : null}
      </div>
    );
  }
  return <Previewed approval={approval} preview={check.preview} without={without} onWithout={onWithout} />;
}

function Previewed({
  approval,
  preview,
  without,
  onWithout,
}: {
  approval: Approval;
  preview: Preview;
  without: readonly number[];
  onWithout: (without: number[]) => void;
}) {
  const positions = keptPositions(preview);
  const isBundle = positions.length + preview.leftOut.length > 1;
  return (
    <section
      aria-label="What you approve"
      className="flex flex-col gap-2.5 rounded-lg border border-dashed border-kumo-line p-3"
    >
      <h4 className="text-xs font-medium text-kumo-subtle">This is what you approve</h4>
      {preview.effects.map((effect, index) => (
        <section
          key={effect.index}
          aria-label={effect.title}
          className={`flex flex-col gap-2 ${index > 0 ? "border-t border-kumo-hairline pt-2.5" : ""}`}
        >
          {isBundle ? (
            <div className="flex items-center justify-between gap-3">
              <h5 className="min-w-0 text-sm font-medium wrap-anywhere">{effect.title}</h5>
              {preview.effects.length > 1 ? (
                <Button
                  size="sm"
                  className="touch shrink-0"
                  aria-label={`Leave out: ${effect.title}`}
                  onClick={() => onWithout([...without, positions[index] ?? index])}
                >
                  Leave out
                </Button>
              ) : null}
            </div>
          ) : null}
          <EffectView effect={effect} changes={changesOfEffect(approval, effect)} editedBy="you" />
        </section>
      ))}
      {preview.leftOut.length > 0 ? (
        <ul aria-label="Left out" className="flex flex-col gap-1.5 border-t border-kumo-hairline pt-2.5">
          {preview.leftOut.map(({ index, title }) => (
            <li key={index} className="flex items-center justify-between gap-3 text-sm text-kumo-subtle">
              <span className="min-w-0 wrap-anywhere">
                Left out: <del className="decoration-1">{title}</del>
              </span>
              <Button
                size="sm"
                className="touch shrink-0"
                aria-label={`Put back: ${title}`}
                onClick={() => onWithout(without.filter((one) => one !== index))}
              >
                Put back
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <Lints lints={preview.lints} />
    </section>
  );
}

/** Requests a preview once typing pauses. */
const PREVIEW_DELAY_MS = 350;

type Check =
  | { readonly kind: "checking" }
  | { readonly kind: "ok"; readonly preview: Preview }
  | { readonly kind: "refused"; readonly error: unknown };

/** An answer counts only for the edit it was asked about. */
function usePreview(approvalId: string, edited: Edited): { check: Check; again: () => void } {
  const [answer, setAnswer] = useState<{ question: string; check: Check } | null>(null);
  const [round, setRound] = useState(0);
  const bytes = JSON.stringify(edited);
  const question = `${approvalId} ${round} ${bytes}`;
  useEffect(() => {
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      call(approvalEndpoints.preview, {
        params: { id: approvalId },
        body: JSON.parse(bytes) as Edited,
        signal: abort.signal,
      }).then(
        (preview) => setAnswer({ question, check: { kind: "ok", preview } }),
        (error: unknown) => {
          if (!abort.signal.aborted) setAnswer({ question, check: { kind: "refused", error } });
        },
      );
    }, PREVIEW_DELAY_MS);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [approvalId, bytes, question]);
  const check: Check = answer?.question === question ? answer.check : { kind: "checking" };
  return { check, again: () => setRound((count) => count + 1) };
}
