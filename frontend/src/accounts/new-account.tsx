/** Creates an account; only the name is required. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { accountsEndpoints } from "../../../src/accounts/api/accounts.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { Modal } from "../components/dialog.tsx";
import { DialogForm } from "../components/dialog-form.tsx";
import { CaretRightIcon } from "../components/icons.ts";
import { FurtherFields, LineField } from "./account-fields.tsx";
import { rulesQuery } from "./account-queries.ts";
import { EMPTY_DRAFT, wantedOf } from "./account-words.ts";
import { areReadable, DetailFields, wantedDetails, type TypedDetails } from "./detail-fields.tsx";
import { StageChoice } from "./stage-choice.tsx";

export default function NewAccount({ name, onClose }: { name: string; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState({ ...EMPTY_DRAFT, name });
  const { data: { fields } = { fields: [] } } = useQuery(rulesQuery);
  const [details, setDetails] = useState<TypedDetails>({});
  const create = useMutation({
    mutationFn: () =>
      call(accountsEndpoints.create, {
        body: { wanted: { ...wantedOf(EMPTY_DRAFT, draft), ...wantedDetails(fields, [], details) } },
      }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ["accounts"] });
      onClose();
      void navigate({ to: "/accounts/$id", params: { id } });
    },
  });
  const ready = draft.name.trim() !== "" && areReadable(fields, details);
  const set = (change: Partial<typeof draft>): void => setDraft({ ...draft, ...change });
  return (
    <Modal open onClose={onClose} title="New account">
      <DialogForm
        job={create}
        ready={ready}
        onCancel={onClose}
        act="Create account"
        onSubmit={() => create.mutate()}
      >
        <LineField field="name" draft={draft} autoFocus placeholder="Little Oaks Child Care" onChange={set} />
        <StageChoice stage={draft.stage} shown onChange={(stage) => set({ stage })} />
        <details className="group flex flex-col">
          <summary className="touch -mx-1 inline-flex items-center gap-1 rounded-lg px-1 py-1 text-kumo-subtle hover:text-kumo-default">
            <CaretRightIcon aria-hidden className="size-4 transition-transform group-open:rotate-90" />
            More
          </summary>
          <div className="flex flex-col gap-4 pt-3">
            <FurtherFields draft={draft} onChange={set} />
            <DetailFields fields={fields} details={[]} typed={details} onChange={setDetails} />
          </div>
        </details>
      </DialogForm>
    </Modal>
  );
}
