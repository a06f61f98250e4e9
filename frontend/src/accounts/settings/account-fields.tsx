/** The team's own fields of accounts: their names, kinds and order. */
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { accountsEndpoints } from "../../../../src/accounts/api/accounts.ts";
import {
  detailFieldsSchema,
  INSURANCE_FIELDS,
  type FieldKind,
  type TeamField,
} from "../../../../src/accounts/api/account-fields.ts";
import type { StageSettings } from "../../../../src/accounts/api/account-stages.ts";
import { call } from "../../api/call.ts";
import { newId } from "../../api/storage.ts";
import { Choice, FormLock, TextBox } from "../../components/form.tsx";
import { PlusIcon } from "../../components/icons.ts";
import { moveItem } from "../../components/move-item.ts";
import { OrderButtons } from "../../components/order-buttons.tsx";
import { AdminsOnly, DraftFoot } from "../../components/settings/draft-parts.tsx";
import { Section } from "../../components/settings/section.tsx";
import { useDraft } from "../../components/settings/use-draft.ts";
import { rulesQuery, stageSettingsQuery } from "../account-queries.ts";

type Edited = TeamField & { readonly key: string };

const KINDS: readonly (readonly [FieldKind, string])[] = [
  ["text", "Text"],
  ["date", "Date"],
  ["money", "Money"],
  ["number", "Number"],
  ["person", "Person"],
];
const MOST = 20;

const editedOf = ({ fields }: Pick<StageSettings, "fields">): Edited[] =>
  fields.map((field) => ({ ...field, key: newId() }));
const fieldsOf = (edited: readonly Edited[]): TeamField[] =>
  edited.map(({ name, kind }) => ({ name: name.trim(), kind }));
const same = (one: readonly Edited[], other: readonly Edited[]): boolean =>
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));

function lackOf(edited: readonly Edited[]): string | null {
  if (edited.some(({ name }) => name.trim() === "")) return "Every field needs a name.";
  return detailFieldsSchema.safeParse(fieldsOf(edited)).error?.issues[0]?.message ?? null;
}

export function AccountFields({ current }: { current: StageSettings }) {
  const client = useQueryClient();
  const draft = useDraft({
    current,
    valueOf: editedOf,
    same,
    queryKey: stageSettingsQuery.queryKey,
    async put(edited: Edited[], version) {
      const saved = await call(accountsEndpoints.updateFields, {
        body: { fields: fieldsOf(edited), version },
      });
      await client.invalidateQueries({ queryKey: rulesQuery.queryKey });
      return saved;
    },
    saved: () => ({ title: "Fields saved." }),
  });
  const { admin, mine, set } = draft;
  const add = (fields: readonly TeamField[]): void =>
    set([...mine, ...fields.map((field) => ({ ...field, key: newId() }))]);
  const more = mine.length < MOST;
  return (
    <Section
      title="Account fields"
      lead="What your trade keeps of each customer. The list of accounts sorts by them, filters dates, and adds up money; an import fills them."
    >
      <AdminsOnly admin={admin} />
      <FormLock locked={!admin}>
        <ol className="flex flex-col gap-2">
          {mine.map((field, index) => (
            <li key={field.key} className="flex flex-wrap items-center gap-2">
              <div className="min-w-0 flex-1 basis-44">
                <TextBox
                  aria-label="Name of the field"
                  placeholder="Name of the field"
                  value={field.name}
                  maxLength={40}
                  onChange={(name) => set(mine.with(index, { ...field, name }))}
                  className="h-9 w-full font-medium"
                />
              </div>
              <Choice
                label={`Kind of ${field.name || "the new field"}`}
                value={field.kind}
                options={KINDS}
                onChange={(kind) => set(mine.with(index, { ...field, kind }))}
              />
              {admin ? (
                <OrderButtons
                  name={field.name || "the new field"}
                  isFirst={index === 0}
                  isLast={index === mine.length - 1}
                  onMove={(by) => set(moveItem(mine, index, by))}
                  onRemove={() => set(mine.toSpliced(index, 1))}
                />
              ) : null}
            </li>
          ))}
        </ol>
      </FormLock>
      {admin && more ? (
        <div className="flex flex-wrap gap-2">
          <Button
            className="touch"
            icon={<PlusIcon aria-hidden className="size-4" />}
            onClick={() => add([{ name: "", kind: "text" }])}
          >
            Add a field
          </Button>
          {mine.length === 0 ? (
            <Button className="touch" onClick={() => add(INSURANCE_FIELDS)}>
              Use the usual ones for insurance
            </Button>
          ) : null}
        </div>
      ) : null}
      <DraftFoot draft={draft} save="Save fields" lacks={lackOf(mine)} />
    </Section>
  );
}
