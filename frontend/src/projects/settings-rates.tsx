/** Hourly rates by role or member: for plans and statements of work. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ratesEndpoints, type Rate } from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { ratesQuery } from "./project-queries.ts";
import { newId } from "../api/storage.ts";
import { DialogForm } from "../components/dialog-form.tsx";
import { Choice, TextBox } from "../components/form.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Section } from "../components/settings/section.tsx";
import { renewProjects, useRemove } from "./use-record.ts";
import { useTeam } from "./use-team.ts";
import { RecordRows } from "../components/record-list.tsx";

const BY_ROLE = "-";

export function RatesPart() {
  const { data = [] } = useQuery(ratesQuery);
  const team = useTeam();
  const remove = useRemove(ratesEndpoints.remove, "Rate removed.");
  const nameOf = ({ role, userId }: Rate): string => (userId === null ? role : team.nameOf(userId));
  return (
    <Section
      title="Rates"
      lead="What an hour costs, for plans and statements of work. The same in every project."
    >
      <RecordRows
        items={data}
        noun="rate"
        nameOf={(rate) => `the rate of ${clipped(nameOf(rate), 40)}`}
        onRemove={(rate) => remove.mutate(rate)}
        row={(rate) => (
          <>
            <span className="min-w-0 flex-1 truncate">{clipped(nameOf(rate), 80)}</span>
            <span className="tabular-nums">{moneyOf(rate)} an hour</span>
          </>
        )}
        form={(rate, close) => <RateForm rate={rate} onClose={close} />}
      />
    </Section>
  );
}

function moneyOf({ perHour, currency }: Rate): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(perHour);
}

interface RateDraft {
  readonly role: string;
  readonly userId: string;
  readonly perHour: string;
  readonly currency: string;
}

function isWhole({ role, userId, perHour, currency }: RateDraft): boolean {
  const named = userId !== BY_ROLE || role.trim() !== "";
  return named && perHour !== "" && Number(perHour) >= 0 && /^[A-Z]{3}$/.test(currency);
}

function useSaveRate(rate: Rate | null, draft: RateDraft, onSaved: () => void) {
  const client = useQueryClient();
  const [id] = useState(newId);
  return useMutation({
    mutationFn: async () => {
      const isRole = draft.userId === BY_ROLE;
      const body = {
        role: isRole ? draft.role.trim() : "",
        userId: isRole ? null : draft.userId,
        perHour: Number(draft.perHour),
        currency: draft.currency,
      };
      if (rate === null) await call(ratesEndpoints.create, { body: { ...body, id } });
      else
        await call(ratesEndpoints.update, {
          params: { id: rate.id },
          body: { ...body, version: rate.version },
        });
    },
    meta: ERROR_SHOWN_HERE,
    onSuccess: onSaved,
    onSettled: () => renewProjects(client),
  });
}

function draftOf(rate: Rate | null): RateDraft {
  if (rate === null) return { role: "", userId: BY_ROLE, perHour: "", currency: "USD" };
  return {
    role: rate.role,
    userId: rate.userId ?? BY_ROLE,
    perHour: String(rate.perHour),
    currency: rate.currency,
  };
}

function RateForm({ rate, onClose }: { rate: Rate | null; onClose: () => void }) {
  const team = useTeam();
  const [draft, setDraft] = useState(() => draftOf(rate));
  const set = (change: Partial<RateDraft>): void => setDraft({ ...draft, ...change });
  const save = useSaveRate(rate, draft, onClose);
  const ready = isWhole(draft);
  return (
    <DialogForm job={save} ready={ready} onCancel={onClose} act="Save" onSubmit={() => save.mutate()}>
      <Choice
        label="Whose"
        shown
        value={draft.userId}
        options={[
          [BY_ROLE, "Of a role"] as const,
          ...team.members.map((member) => [member.id, clipped(member.name, 60)] as const),
        ]}
        onChange={(userId) => set({ userId })}
      />
      {draft.userId === BY_ROLE ? (
        <TextBox
          label="Role"
          placeholder="Electrician"
          value={draft.role}
          maxLength={200}
          onChange={(role) => set({ role })}
          className="w-full"
        />
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        <TextBox
          label="Per hour"
          type="number"
          min={0}
          step="0.5"
          value={draft.perHour}
          onChange={(perHour) => set({ perHour })}
          className="w-full"
        />
        <TextBox
          label="Currency"
          value={draft.currency}
          maxLength={3}
          onChange={(typed) => set({ currency: typed.toUpperCase() })}
          className="w-full"
        />
      </div>
    </DialogForm>
  );
}
