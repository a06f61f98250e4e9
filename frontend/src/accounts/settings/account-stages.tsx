/** Stages of accounts: their order, and when and how an account of each is followed up; and the morning's drafts. */
import { useRef, useState } from "react";
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { accountsEndpoints } from "../../../../src/accounts/api/accounts.ts";
import type { StageSettings } from "../../../../src/accounts/api/account-stages.ts";
import { stageSettingsQuery } from "../account-queries.ts";
import { call } from "../../api/call.ts";
import { newId } from "../../api/storage.ts";
import { Choice, FormLock } from "../../components/form.tsx";
import { PlusIcon } from "../../components/icons.ts";
import { Modal } from "../../components/dialog.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { toastError, toasts } from "../../components/toasts.ts";
import { AdminsOnly, DraftFoot } from "../../components/settings/draft-parts.tsx";
import { Morning, morningQuery } from "../../agent/settings/morning.tsx";
import { Section } from "../../components/settings/section.tsx";
import { editedOf, lacksOfStages, newStage, rulesOf, without, type EditedStage } from "./stage-edits.ts";
import { AccountFields } from "./account-fields.tsx";
import { StageRow } from "./stage-row.tsx";
import { useDraft } from "../../components/settings/use-draft.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { moveItem } from "../../components/move-item.ts";

const same = (one: readonly EditedStage[], other: readonly EditedStage[]): boolean =>
  JSON.stringify(rulesOf(one)) === JSON.stringify(rulesOf(other));

export default function AccountStages() {
  const query = useQuery(stageSettingsQuery);
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} />;
  return (
    <>
      <Stages current={data} />
      <AccountFields current={data} />
      <Morning />
    </>
  );
}

function Stages({ current }: { current: StageSettings }) {
  const undo = useUndo();
  /** The stages before the newest save. */
  const before = useRef(current);
  const draft = useDraft({
    current,
    valueOf: editedOf,
    same,
    queryKey: stageSettingsQuery.queryKey,
    put(stages: EditedStage[], version) {
      before.current = current;
      return call(accountsEndpoints.updateStages, { body: { stages: rulesOf(stages), version } });
    },
    saved: ({ version }) => ({
      title: "Stages saved.",
      timeout: 10_000,
      actions: [
        { children: "Undo", variant: "secondary", onClick: () => void undo(before.current, version) },
      ],
    }),
  });
  const { admin, mine, set } = draft;
  const [going, setGoing] = useState<EditedStage | null>(null);
  return (
    <>
      <Section
        title="Account stages"
        lead="The order of your pipeline. Steward suggests a follow-up after this many days of silence, using the first channel that works."
      >
        <AdminsOnly admin={admin} />
        <FormLock locked={!admin}>
          <ol className="flex flex-col gap-3">
            {mine.map((stage, index) => (
              <StageRow
                key={stage.key}
                stage={stage}
                isFirst={index === 0}
                isLast={index === mine.length - 1}
                onChange={(change) => set(mine.with(index, { ...stage, ...change }))}
                onMove={(by) => set(moveItem(mine, index, by))}
                onRemove={() => (stage.accounts > 0 ? setGoing(stage) : set(without(mine, stage, null)))}
              />
            ))}
          </ol>
        </FormLock>
        {admin && mine.length < 30 ? (
          <Button
            className="touch self-start"
            icon={<PlusIcon aria-hidden className="size-4" />}
            onClick={() => set([...mine, newStage(newId())])}
          >
            Add a stage
          </Button>
        ) : null}
        <DraftFoot draft={draft} save="Save stages" lacks={lacksOfStages(mine)} />
      </Section>
      {going === null ? null : (
        <TakeOver
          gone={going}
          stages={mine.filter(({ key }) => key !== going.key)}
          onClose={() => setGoing(null)}
          onChosen={(heir) => {
            set(without(mine, going, heir));
            setGoing(null);
          }}
        />
      )}
    </>
  );
}

/** Restores the previous stages. */
function useUndo() {
  const client = useQueryClient();
  return async ({ stages }: StageSettings, version: number): Promise<void> => {
    try {
      const body = { stages: rulesOf(editedOf({ stages })), version };
      const saved = await call(accountsEndpoints.updateStages, { body });
      client.setQueryData(stageSettingsQuery.queryKey, saved);
      toasts.add({ title: "Stages restored." });
    } catch (error) {
      toastError(error);
    }
  };
}

/** Where accounts go when their stage is removed. */
function TakeOver({
  gone,
  stages,
  onClose,
  onChosen,
}: {
  gone: EditedStage;
  stages: readonly EditedStage[];
  onClose: () => void;
  onChosen: (heir: string) => void;
}) {
  const [heir, setHeir] = useState(stages[0]?.key ?? "");
  const many = gone.accounts === 1 ? "1 account is" : `${gone.accounts} accounts are`;
  return (
    <Modal open onClose={onClose} title={`Remove ${clipped(gone.stage, 40)}`}>
      <div className="flex flex-col gap-4 p-4">
        <p>
          {many} in this stage. Choose the stage to move them to. The account files don’t change; “
          {clipped(gone.stage, 40)}” becomes another name for that stage.
        </p>
        <Choice
          label="Move to"
          shown
          value={heir}
          options={stages.map(({ key, stage }) => [key, clipped(stage, 60) || "New stage"] as const)}
          onChange={setHeir}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="touch" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" className="touch" disabled={heir === ""} onClick={() => onChosen(heir)}>
            Remove stage
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(stageSettingsQuery);
  void client.prefetchQuery(morningQuery);
}
