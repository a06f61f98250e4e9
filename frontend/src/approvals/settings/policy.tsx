/** The policy in plain sentences. Admins change it; members read the same sentences. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { call } from "../../api/call.ts";
import { earnedQuery, policyQuery } from "../../api/queries.ts";
import { FormLock, TextArea } from "../../components/form.tsx";
import { AdminsOnly, DraftFoot } from "../../components/settings/draft-parts.tsx";
import { Appointments } from "./policy-appointments.tsx";
import { EarnedRules } from "./policy-earned.tsx";
import { Approvals, Autonomy, Limits } from "./policy-general.tsx";
import { mergePolicy, samePolicy } from "./policy-merge.ts";
import { lacksOf } from "./policy-rule-edits.ts";
import { TeamRules } from "./policy-rules.tsx";
import { TextRules } from "./policy-texts.tsx";
import { ToolRules } from "./policy-tools.tsx";
import { useDraft } from "../../components/settings/use-draft.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { useState } from "react";
import type { Policy } from "../../../../src/team/api/policy.ts";
import { Rows, Section } from "../../components/settings/section.tsx";
import { sitesIn } from "../../components/settings/words-list.ts";

type PolicyAnswer = z.output<typeof teamEndpoints.policy.output>;

export default function PolicySettings() {
  const query = useQuery(policyQuery);
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} />;
  return <PolicyEditor current={data} />;
}

function PolicyEditor({ current }: { current: PolicyAnswer }) {
  const draft = useDraft({
    current,
    valueOf: ({ policy }: PolicyAnswer) => policy,
    same: samePolicy,
    queryKey: policyQuery.queryKey,
    put: (policy, version) => call(teamEndpoints.updatePolicy, { body: { policy, version } }),
    saved: () => ({ title: "Policy saved." }),
  });
  const { admin, base, mine, set } = draft;
  const merged = mergePolicy(base.policy, mine, current.policy);
  return (
    <>
      <AdminsOnly admin={admin} />
      <FormLock locked={!admin}>
        <Autonomy policy={mine} onChange={set} />
        <ToolRules tools={base.tools} policy={mine} onChange={set} />
        <TeamRules admin={admin} tools={base.tools} policy={mine} onChange={set} />
        <EarnedRules admin={admin} saved={base.policy} policy={mine} onChange={set} />
        <Approvals policy={mine} onChange={set} />
        <TextRules policy={mine} onChange={set} />
        <Appointments policy={mine} onChange={set} />
        <Web policy={mine} onChange={set} />
        <Limits policy={mine} onChange={set} />
      </FormLock>
      <DraftFoot
        draft={draft}
        save="Save policy"
        lacks={lacksOf(mine.rules)}
        overtaken={{
          title: "Someone else changed the policy.",
          words:
            merged.conflicts.length > 0
              ? `You both changed: ${merged.conflicts.join(", ")}.`
              : "You changed different things, so both fit together.",
        }}
        goOn={{ words: "Combine, keeping mine", value: merged.policy }}
      />
    </>
  );
}

/** The part of the policy on the web: the sites Steward may search and read. */
function Web({ policy, onChange }: { policy: Policy; onChange: (policy: Policy) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const value = policy.web.sites;
  const { sites, wrong } = sitesIn(typed ?? "");
  const holds = typed !== null && sites.join() === value.join();
  return (
    <Section
      title="Web research"
      lead="Steward hands a question to a researcher that searches and reads these sites and no others. It sees none of your records."
    >
      <Rows>
        <li className="flex flex-col gap-1.5 px-4 py-2.5">
          <p>Sites it may read:</p>
          <TextArea
            aria-label="Sites Steward may read"
            rows={Math.min(10, Math.max(4, value.length + 1))}
            value={holds ? typed : value.join("\n")}
            onChange={(text) => {
              setTyped(text);
              onChange({ ...policy, web: { sites: sitesIn(text).sites } });
            }}
          />
          <p className="text-xs text-kumo-subtle">
            One per line, such as example.com; its subdomains are included. If empty, Steward reads nothing on
            the web.
          </p>
          {holds && wrong.length > 0 ? (
            <p role="alert" className="text-sm text-kumo-danger wrap-anywhere">
              Not a site: {wrong.join(", ")}
            </p>
          ) : null}
        </li>
      </Rows>
    </Section>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(policyQuery);
  void client.prefetchQuery(earnedQuery);
}
