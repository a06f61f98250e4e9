/** Changes an account's fields in one form. Where somebody else was faster, their change is shown and what was typed is kept. */
import { useState, type FormEvent } from "react";
import type { Account, AccountProof, AccountState } from "../../../src/accounts/api/accounts.ts";
import { Modal } from "../components/dialog.tsx";
import { FormEnd } from "../components/form-end.tsx";
import { FurtherFields, LineField, ListField } from "./account-fields.tsx";
import { draftOf, wantedOf, type Draft } from "./account-words.ts";
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
  const wanted = wantedOf(before, draft);
  const ready = draft.name.trim() !== "" && Object.keys(wanted).length > 0;
  const fields = { draft, onChange: (change: Partial<Draft>) => setTyped({ ...typed, ...change }) };
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (ready) form.save(wanted);
  }
  return (
    <Modal open onClose={onClose} title="Edit account">
      <form className="flex flex-col gap-4 p-4" noValidate onSubmit={submit}>
        <LineField {...fields} field="name" autoFocus />
        <StageChoice stage={draft.stage} shown onChange={(stage) => fields.onChange({ stage })} />
        <FurtherFields {...fields} />
        <ListField {...fields} field="nextSteps" placeholder="Send the quote by Friday" />
        <ListField {...fields} field="pendingActions" placeholder="Waiting for their loss runs" />
        <NewerNotice account={account} since={form.since} />
        <FormEnd job={form} ready={ready} onCancel={onClose}>
          Save
        </FormEnd>
      </form>
    </Modal>
  );
}
