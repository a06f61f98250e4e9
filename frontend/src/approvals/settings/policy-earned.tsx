/** Rules that Steward earns: when it proposes one, and what each combination of agent, action and recipients has come to. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import {
  earnedEndpoints,
  SAMPLE_EVERY,
  shareWords,
  type EarnedRow,
} from "../../../../src/approvals/api/earned.ts";
import { inSentence } from "../../../../src/platform/api/in-sentence.ts";
import { RECIPIENT_WORDS } from "../../../../src/approvals/api/policy-words.ts";
import { type Policy } from "../../../../src/team/api/policy.ts";
import { call } from "../../api/call.ts";
import { earnedQuery } from "../../api/queries.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Choice } from "../../components/form.tsx";
import { Empty } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { toastError } from "../../components/toasts.ts";
import { count } from "../../components/words.ts";
import { NumberBox, Sentence } from "./policy-inputs.tsx";
import { Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

const OFF = "off";
const LINES = ["0.9", "0.95", "0.98"] as const;

interface Props {
  readonly admin: boolean;
  /** The current policy, which the figures are compared with. */
  readonly saved: Policy;
  readonly policy: Policy;
  readonly onChange: (policy: Policy) => void;
}

export function EarnedRules({ admin, saved, policy, onChange }: Props) {
  return (
    <Section
      title="Earned rules"
      lead={`When your team keeps approving the same kind of thing unchanged, Steward can propose to do it without asking. An admin decides. One in ${SAMPLE_EVERY} still asks, and if those get edited or rejected, Steward takes the rule back. Never for someone new or anything suspicious.`}
    >
      <Line policy={policy} onChange={onChange} />
      <Standings admin={admin} policy={saved} />
    </Section>
  );
}

function Line({ policy, onChange }: Pick<Props, "policy" | "onChange">) {
  const { earned } = policy;
  const set = (change: Partial<Policy["earned"]>): void =>
    onChange({ ...policy, earned: { ...earned, ...change } });
  const value = earned.line === null ? OFF : String(earned.line);
  const own = value === OFF || LINES.some((one) => one === value) ? [] : [value];
  return (
    <Rows>
      <Sentence note={noteOn(policy)}>
        Steward{" "}
        <Choice
          label="When Steward proposes a rule"
          value={value}
          options={[
            [OFF, "never proposes a rule"],
            ...[...LINES, ...own].map(
              (one) => [one, `proposes a rule at ${shareWords(Number(one))}`] as const,
            ),
          ]}
          onChange={(next) => set({ line: next === OFF ? null : Number(next) })}
        />
        {earned.line === null ? null : (
          <>
            {" "}
            approved unchanged (95% sure), after at least{" "}
            <NumberBox
              label="Decisions before a rule is proposed"
              value={earned.minDecisions}
              min={10}
              max={200}
              whole
              onChange={(minDecisions) => set({ minDecisions })}
            />{" "}
            decisions.
          </>
        )}
      </Sentence>
    </Rows>
  );
}

function noteOn({ earned, autonomy }: Policy): string {
  if (earned.line === null) return "Off until an admin turns it on. What’s decided is counted either way.";
  return autonomy === "execute"
    ? "Each rule needs an admin’s approval."
    : "Steward won’t propose any yet: first let it act under Autonomy above, or for a single agent under Agents.";
}

function Standings({ admin, policy }: Pick<Props, "admin" | "policy">) {
  const query = useQuery(earnedQuery);
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} rows={2} />;
  if (data.length === 0)
    return (
      <Empty title="Nothing counted yet">
        Each time someone approves, edits, or rejects a draft to a person you know, it counts here.
      </Empty>
    );
  return (
    <ul aria-label="What was approved unchanged" className="sheet overflow-hidden">
      {data.map((row) => (
        <Standing key={row.id} row={row} admin={admin} policy={policy} />
      ))}
    </ul>
  );
}

const COLUMNS = "grid gap-x-6 gap-y-1 md:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,6fr)]";

function Standing({ row, admin, policy }: { row: EarnedRow; admin: boolean; policy: Policy }) {
  const { line, minDecisions } = policy.earned;
  return (
    <li className={`${COLUMNS} border-b border-kumo-hairline px-4 py-3 last:border-b-0`}>
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{row.toolTitle}</p>
        <p className="text-sm text-kumo-subtle wrap-anywhere">
          {row.agentTitle}
          {toWords(", to ", row)}
        </p>
      </div>
      <div className="min-w-0 tabular-nums">
        <p>
          {row.unchanged} of {row.decided} approved unchanged
        </p>
        <p className="text-sm text-kumo-subtle">
          {row.decided < minDecisions
            ? "Too few to tell."
            : `At least ${shareWords(row.lowerBound)} (95% sure)${line === null ? "" : `, threshold ${shareWords(line)}`}`}
        </p>
      </div>
      <div className="min-w-0">
        <State row={row} policy={policy} />
        {admin && row.state === "in_force" ? <TakeBack row={row} /> : null}
      </div>
    </li>
  );
}

/** Empty for an act without recipients. */
function toWords(to: string, { recipients }: EarnedRow): string {
  return recipients === "no_one" ? "" : `${to}${RECIPIENT_WORDS[recipients]}`;
}

function State({ row, policy }: { row: EarnedRow; policy: Policy }) {
  const { samples } = row;
  switch (row.state) {
    case "collecting":
      return <p className="text-kumo-subtle">{collectingWords(row, policy)}</p>;
    case "proposed":
      return (
        <p>
          Proposed <Time at={row.stateAt} />.{" "}
          {row.approvalId === null ? null : (
            <Link to="/approvals/$id" params={{ id: row.approvalId }} className="link">
              See the proposal
            </Link>
          )}
        </p>
      );
    case "in_force":
      return (
        <>
          <p className="font-medium">
            In force since <Time at={row.stateAt} />
          </p>
          <p className="text-sm text-kumo-subtle">
            {samples.decided === 0
              ? "No checks decided yet."
              : `Checks approved unchanged: ${samples.unchanged} of ${samples.decided}.`}
          </p>
        </>
      );
    case "declined":
    case "taken_back":
      return (
        <>
          <p>
            {row.state === "declined" ? "Not accepted" : "Taken back"} <Time at={row.stateAt} />
          </p>
          <p className="text-sm text-kumo-subtle wrap-anywhere">
            {row.because} {restWords(row, policy)}
          </p>
        </>
      );
  }
}

/** What is missing before a rule is suggested. */
function collectingWords(row: EarnedRow, { earned }: Policy): string {
  if (earned.line === null) return "Counting";
  const missing = earned.minDecisions - row.decided;
  if (missing > 0) return `Counting: ${count(missing, "more decision")} to go`;
  if (row.lowerBound < earned.line) return "Counting: below the threshold";
  switch (row.heldBack) {
    case "autonomy":
      return "Threshold reached. Steward proposes no rule until it’s allowed to act (Autonomy, above).";
    case "rules":
      return "Threshold reached, but there’s no room for another rule. Remove one above.";
    case "tool":
      return "Threshold reached, but this always needs a person.";
    case null:
      return "Threshold reached. Steward is about to propose a rule.";
  }
}

function restWords({ restsFor }: EarnedRow, { earned }: Policy): string {
  if (earned.line === null || restsFor === 0) return "";
  return `Steward won’t propose it again before ${count(restsFor, "more decision")}.`;
}

function TakeBack({ row }: { row: EarnedRow }) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const takeBack = useMutation({
    mutationFn: () => call(earnedEndpoints.takeBack, { params: { id: row.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["policy"] }),
    onError: toastError,
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button size="sm" className="touch mt-1" onClick={() => setAsking(true)}>
        Take back…
      </Button>
      <Confirm
        open={asking}
        title="Take this rule back?"
        act="Take back"
        busy={takeBack.isPending}
        onConfirm={() => takeBack.mutate()}
        onClose={() => setAsking(false)}
      >
        From now on Steward asks again before it can {inSentence(row.toolTitle)}
        {toWords(" to ", row)}. What has already gone out stays.
      </Confirm>
    </>
  );
}
