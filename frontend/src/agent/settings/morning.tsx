/** The morning follow-ups: whether they are drafted, and when. Nothing for a team without accounts. */
import { useState, type FormEvent } from "react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { MORNING_DRAFTS } from "../../../../src/accounts/api/account-stages.ts";
import { accountsEndpoints } from "../../../../src/accounts/api/accounts.ts";
import { scheduleEndpoints } from "../../../../src/agent/api/schedules.ts";
import { stageSettingsQuery } from "../../accounts/account-queries.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { schedulesQuery } from "../schedule-queries.ts";
import { FormLock } from "../../components/form.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useIsAdmin } from "../../components/session.tsx";
import { toasts } from "../../components/toasts.ts";
import { ScheduleSwitch } from "./schedule-switch.tsx";
import { NumberBox } from "../../approvals/settings/policy-inputs.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { DailyClock } from "./daily-clock.tsx";

const MORNING = "system.accounts.followups";
const WORKDAYS = "1-5";

/** Under the key of all schedules: news of them renew it. */
export const morningQuery = queryOptions({
  queryKey: [...schedulesQuery.queryKey, MORNING],
  queryFn: ({ signal }) => call(scheduleEndpoints.get, { signal, params: { id: MORNING } }),
  retry: false,
});

export function Morning() {
  const { data } = useQuery(morningQuery);
  if (!data) return null;
  return (
    <Section
      title="Morning follow-ups"
      lead="On workdays, Steward drafts messages to the most overdue accounts, up to the number you set. Each waits for your approval, and no account gets two drafts at once."
    >
      <Rows>
        <ScheduleSwitch label="Morning follow-ups" schedule={data} queryKey={morningQuery.queryKey} />
        <DailyClock
          schedule={data}
          queryKey={morningQuery.queryKey}
          name="Morning follow-ups"
          label="On workdays at"
          days={WORKDAYS}
          offered="07:30"
        />
        <Drafts />
      </Rows>
      {data.lastError === null ? null : <p className="text-kumo-danger">Last run: {data.lastError}</p>}
      {data.lastError !== null || data.lastSummary === null ? null : <p>Last run: {data.lastSummary}</p>}
    </Section>
  );
}

/** How many it drafts at most. */
function Drafts() {
  const client = useQueryClient();
  const { data } = useQuery(stageSettingsQuery);
  const isAdmin = useIsAdmin();
  const [chosen, setChosen] = useState<number | null>(null);
  const saving = useMutation({
    mutationFn: (body: { drafts: number; version: number }) =>
      call(accountsEndpoints.updateMorning, { body }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: (answer) => {
      client.setQueryData(stageSettingsQuery.queryKey, answer);
      setChosen(null);
      toasts.add({ variant: "success", title: "Number of drafts saved." });
    },
  });
  if (!data) return null;
  const drafts = chosen ?? data.morningDrafts;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (data !== undefined) saving.mutate({ drafts, version: data.version });
  }
  return (
    <RowItem>
      <form className="flex flex-wrap items-center gap-3" onSubmit={submit}>
        <span className="font-medium">At most</span>
        <FormLock locked={!isAdmin}>
          <NumberBox
            label="Maximum drafts per morning"
            value={drafts}
            min={MORNING_DRAFTS.least}
            max={MORNING_DRAFTS.most}
            whole
            onChange={setChosen}
          />
        </FormLock>
        <span className="text-sm text-kumo-subtle">drafts per morning (up to {MORNING_DRAFTS.most})</span>
        {isAdmin ? (
          <Button
            type="submit"
            className="touch"
            loading={saving.isPending}
            disabled={drafts === data.morningDrafts}
          >
            Save number
          </Button>
        ) : null}
      </form>
      {saving.error ? <ErrorNotice error={saving.error} /> : null}
    </RowItem>
  );
}
