/** The boxes an account's fields are written in, in the form of a new one and of one that is changed. */
import { ACCOUNT_LIMITS } from "../../../src/accounts/api/accounts.ts";
import { TextArea, TextBox } from "../components/form.tsx";
import { useWork } from "../components/session.tsx";
import { FIELD_WORDS, type Draft } from "./account-words.ts";

export interface FieldProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
}

export function LineField({
  field,
  draft,
  onChange,
  ...box
}: FieldProps & {
  field: keyof Draft;
  placeholder?: string;
  autoFocus?: boolean;
  type?: "email" | "tel";
}) {
  return (
    <TextBox
      {...box}
      label={FIELD_WORDS[field]}
      value={draft[field]}
      maxLength={field === "name" ? ACCOUNT_LIMITS.nameChars : ACCOUNT_LIMITS.textChars}
      autoComplete="off"
      onChange={(typed) => onChange({ [field]: typed })}
      className="w-full"
    />
  );
}

/** A list with one item per line. */
export function ListField({
  field,
  draft,
  placeholder,
  onChange,
}: FieldProps & { field: "insuranceTypes" | "nextSteps" | "pendingActions"; placeholder: string }) {
  return (
    <TextArea
      label={`${FIELD_WORDS[field]}, one per line`}
      value={draft[field]}
      rows={2}
      placeholder={placeholder}
      onChange={(typed) => onChange({ [field]: typed })}
      className="w-full"
    />
  );
}

/** The fields of an account other than its name and stage. */
export function FurtherFields(props: FieldProps) {
  const work = useWork();
  const isInsured = work === null || work === "insurance" || props.draft.insuranceTypes !== "";
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <LineField {...props} field="industry" placeholder="Child care" />
        <LineField {...props} field="location" placeholder="Austin, TX" />
        <LineField {...props} field="primaryEmail" type="email" placeholder="office@example.com" />
        <LineField {...props} field="primaryPhone" type="tel" placeholder="+1 412 555 0142" />
      </div>
      {isInsured ? <ListField {...props} field="insuranceTypes" placeholder="General liability" /> : null}
    </>
  );
}
