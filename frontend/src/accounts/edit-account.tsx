/** Edits an account's fields in one form. After a conflict it shows the other person's change and keeps what was typed. */
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Account, AccountProof, AccountState } from "../../../src/accounts/api/accounts.ts";
import { Modal } from "../components/dialog.tsx";
import { DialogForm } from "../components/dialog-form.tsx";
import { FurtherFields, LineField, ListField } from "./account-fields.tsx";
import { rulesQuery } from "./account-queries.ts";
import { draftOf, wantedOf, type Draft } from "./account-words.ts";
import { areReadable, DetailFields, wantedDetails, type TypedDetails } from "./detail-fields.tsx";
import { NewerNotice } from "./newer-notice.tsx";
import { StageChoice } from "./stage-choice.tsx";
import { useForm } from "./use-account.ts";

export default function EditAccount({
  account,
  state,
  onSaved,
  onClose,
}: {
  account: Account;
  state: AccountState;
  onSaved: (proof: AccountProof) => void;
  onClose: () => void;
}) {
  const before = draftOf(state);
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const draft = { ...before, ...typed };
  const form = useForm(account, (proof) => {
    onSaved(proof);
    onClose();
  });
  const { data: { fields: own } = { fields: [] } } = useQuery(rulesQuery);
  const [details, setDetails] = useState<TypedDetails>({});
  const wanted = { ...wantedOf(before, draft), ...wantedDetails(own, state.details, details) };
  const ready = draft.name.trim() !== "" && areReadable(own, details) && Object.keys(wanted).length > 0;
  const fields = { draft, onChange: (change: Partial<Draft>) => setTyped({ ...typed, ...change }) };
  return (
    <Modal open onClose={onClose} title="Edit account">
      <DialogForm job={form} ready={ready} onCancel={onClose} act="Save" onSubmit={() => form.save(wanted)}>
        <LineField {...fields} field="name" autoFocus />
        <StageChoice stage={draft.stage} shown onChange={(stage) => fields.onChange({ stage })} />
        <FurtherFields {...fields} />
        <DetailFields fields={own} details={state.details} typed={details} onChange={setDetails} />
        <ListField {...fields} field="nextSteps" placeholder="Send the quote by Friday" />
        <ListField {...fields} field="pendingActions" placeholder="Waiting for their loss runs" />
        <NewerNotice account={account} since={form.since} />
      </DialogForm>
    </Modal>
  );
}
