/** Adds, edits, or removes a person of an account. */
import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import {
  ACCOUNT_LIMITS,
  type Account,
  type AccountContact,
  type AccountProof,
} from "../../../src/accounts/api/accounts.ts";
import { Modal } from "../components/dialog.tsx";
import { DialogForm } from "../components/dialog-form.tsx";
import { TextBox } from "../components/form.tsx";
import { NewerNotice } from "./newer-notice.tsx";
import { useForm } from "./use-account.ts";

const NOBODY: AccountContact = { name: "", role: "", email: "", phone: "" };
const FIELDS = [
  ["name", "Name"],
  ["role", "Role"],
  ["email", "E-mail"],
  ["phone", "Phone"],
] as const;

export default function PersonForm({
  account,
  contacts,
  who,
  onSaved,
  onClose,
}: {
  account: Account;
  contacts: readonly AccountContact[];
  /** Null for a new person. */
  who: AccountContact | null;
  onSaved: (proof: AccountProof) => void;
  onClose: () => void;
}) {
  const [person, setPerson] = useState(who ?? NOBODY);
  const form = useForm(account, (proof) => {
    onSaved(proof);
    onClose();
  });
  const ready = person.name.trim() !== "" && !isSame(person, who);
  const put = (now: AccountContact | null): void => {
    const at = contacts.findIndex((one) => isSame(one, who));
    const others = at < 0 ? [...contacts] : contacts.toSpliced(at, 1);
    form.save({ contacts: now === null ? others : others.toSpliced(at < 0 ? others.length : at, 0, now) });
  };
  return (
    <Modal open onClose={onClose} title={who === null ? "Add a person" : "Edit person"}>
      <DialogForm job={form} ready={ready} onCancel={onClose} act="Save" onSubmit={() => put(person)}>
        {FIELDS.map(([field, label]) => (
          <TextBox
            key={field}
            label={label}
            autoFocus={field === "name"}
            autoComplete="off"
            value={person[field]}
            maxLength={ACCOUNT_LIMITS.textChars}
            onChange={(words) => setPerson({ ...person, [field]: words })}
            className="w-full"
          />
        ))}
        {who === null ? null : (
          <Button className="touch self-start" disabled={form.isPending} onClick={() => put(null)}>
            Remove from this account
          </Button>
        )}
        <NewerNotice account={account} since={form.since} />
      </DialogForm>
    </Modal>
  );
}

function isSame(one: AccountContact, other: AccountContact | null): boolean {
  return other !== null && FIELDS.every(([field]) => one[field] === other[field]);
}
