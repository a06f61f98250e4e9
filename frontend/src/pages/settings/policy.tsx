/** The policy in plain sentences. Admins change it; members read the same sentences. */
import { useState, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import { accountEndpoints, type Policy, type ToolMode } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { policyQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { AdminsOnly, DraftFoot } from "./draft-parts.tsx";
import { mergePolicy, samePolicy } from "./policy-merge.ts";
import { Choice, NumberBox, Sentence, TimeBox } from "./policy-inputs.tsx";
import { TextRules } from "./policy-texts.tsx";
import { Rows, Section } from "./section.tsx";
import { minutesOf } from "./words-list.ts";
import { useDraft } from "./use-draft.ts";

type PolicyAnswer = z.output<typeof accountEndpoints.policy.output>;
type Tool = PolicyAnswer["tools"][number];

export default function PolicySettings() {
  const { data, error, isPending, refetch } = useQuery(policyQuery);
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (isPending || !data) return <ListSkeleton />;
  return <PolicyEditor current={data} />;
}

function PolicyEditor({ current }: { current: PolicyAnswer }) {
  const draft = useDraft({
    current,
    valueOf: ({ policy }: PolicyAnswer) => policy,
    same: samePolicy,
    queryKey: policyQuery.queryKey,
    put: (policy, version) => call(accountEndpoints.updatePolicy, { body: { policy, version } }),
    saved: () => ({ title: "Policy saved." }),
  });
  const { admin, base, mine, set: setMine } = draft;
  const merged = mergePolicy(base.policy, mine, current.policy);

  return (
    <>
      <AdminsOnly admin={admin} />
      <fieldset disabled={!admin} className="flex min-w-0 flex-col gap-6">
        <ToolRules tools={base.tools} policy={mine} onChange={setMine} />
        <GeneralRules policy={mine} onChange={setMine} />
        <TextRules policy={mine} onChange={setMine} />
      </fieldset>
      <DraftFoot
        draft={draft}
        save="Save the policy"
        overtaken={{
          title: "Somebody changed the policy while you were at it.",
          words:
            merged.conflicts.length > 0
              ? `Both of you changed: ${merged.conflicts.join(", ")}.`
              : "You changed different things, so both fit together.",
        }}
        goOn={{ words: "Put mine on top of theirs", value: merged.policy }}
      />
    </>
  );
}

const MODE_WORDS: Readonly<Record<ToolMode, string>> = {
  ask: "ask first",
  allow: "do it without asking",
  deny: "never",
  shadow: "only note what it would do",
};

function modesOf(tool: Tool): ToolMode[] {
  const all: ToolMode[] =
    tool.effect === "external" ? ["ask", "allow", "deny", "shadow"] : ["allow", "ask", "deny", "shadow"];
  return all.filter(
    (mode) => mode !== "allow" || tool.mayAllow || tool.effect !== "external" || tool.mode === "allow",
  );
}

/** What reaches the outside world first: there a slip cannot be taken back. */
const EFFECTS = [
  ["external", "Tools that act on the outside world", "What happens when the agent wants to use one."],
  ["internal", "Tools that change our own records", "Files, schedules and notes. Every version is kept."],
  ["read", "Tools that only read", "Nothing is changed by them."],
] as const;

function noteOf(tool: Tool): string {
  const always = tool.effect === "external" && !tool.mayAllow;
  return [
    tool.name,
    tool.egress === "open_web" ? "reaches the open web" : "",
    always ? "always needs a person" : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

function ToolRules({
  tools,
  policy,
  onChange,
}: {
  tools: readonly Tool[];
  policy: Policy;
  onChange: (policy: Policy) => void;
}) {
  return (
    <>
      {EFFECTS.map(([effect, title, lead]) => (
        <Section key={effect} title={title} lead={lead}>
          <Rows>
            {tools
              .filter((tool) => tool.effect === effect)
              .map((tool) => (
                <Sentence key={tool.name} note={noteOf(tool)}>
                  {tool.title}:{" "}
                  <Choice
                    label={`${tool.title}: what happens`}
                    value={policy.tools[tool.name] ?? tool.defaultMode}
                    options={modesOf(tool).map((mode) => [mode, MODE_WORDS[mode]] as const)}
                    onChange={(mode) =>
                      onChange({ ...policy, tools: { ...policy.tools, [tool.name]: mode } })
                    }
                  />
                </Sentence>
              ))}
          </Rows>
        </Section>
      ))}
    </>
  );
}

function GeneralRules({
  policy,
  onChange,
}: {
  policy: Policy;
  onChange: (policy: Policy) => void;
}): ReactNode {
  const set = (change: Partial<Policy>): void => onChange({ ...policy, ...change });
  const setTurn = (change: Partial<Policy["turn"]>): void => set({ turn: { ...policy.turn, ...change } });
  const quiet = policy.contactQuietHours;
  return (
    <>
      <Section title="How free it is">
        <Rows>
          <Sentence note="“Only notes” turns every outside action into a note of what it would have done.">
            In general it{" "}
            <Choice
              label="How free it is in general"
              value={policy.autonomy}
              options={[
                ["propose", "proposes and waits for a person"],
                ["execute", "acts where a tool above allows it"],
                ["shadow", "only notes what it would do"],
              ]}
              onChange={(autonomy) => set({ autonomy })}
            />
          </Sentence>
          <Sentence>
            Changes to our own records{" "}
            <Choice
              label="Changes to our own records"
              value={policy.permissionMode}
              options={[
                ["default", "follow each tool’s rule"],
                ["acceptEdits", "are made without asking"],
              ]}
              onChange={(permissionMode) => set({ permissionMode })}
            />
          </Sentence>
        </Rows>
      </Section>
      <Section title="Approvals">
        <Rows>
          <Sentence note="0 means at once; otherwise the decision can be taken back until then.">
            An approved action starts after{" "}
            <NumberBox
              label="Seconds before an approved action starts"
              value={policy.holdSeconds}
              min={0}
              max={3600}
              whole
              onChange={(holdSeconds) => set({ holdSeconds })}
            />{" "}
            seconds.
          </Sentence>
          <Sentence>
            An approval nobody decides expires after{" "}
            <NumberBox
              label="Hours until an approval expires"
              value={policy.approvalExpiryHours}
              min={0.01}
              max={720}
              onChange={(approvalExpiryHours) => set({ approvalExpiryHours })}
            />{" "}
            hours, one that answers a text after{" "}
            <NumberBox
              label="Hours until an answer to a text expires"
              value={policy.replyExpiryHours}
              min={0.01}
              max={720}
              onChange={(replyExpiryHours) => set({ replyExpiryHours })}
            />{" "}
            hours.
          </Sentence>
          <Sentence note="Up to five, with commas; empty for none.">
            The team is reminded after{" "}
            <MinutesBox
              value={policy.reminderMinutes}
              onChange={(reminderMinutes) => set({ reminderMinutes })}
            />{" "}
            minutes.
          </Sentence>
          <Sentence>
            To contacts, nothing is sent{" "}
            <Choice
              label="Quiet hours for contacts"
              value={quiet ? "hours" : "never"}
              options={[
                ["never", "at no particular hours (no quiet hours)"],
                ["hours", "in quiet hours"],
              ]}
              onChange={(kind) =>
                set({ contactQuietHours: kind === "hours" ? { from: "21:00", to: "08:00" } : null })
              }
            />
            {quiet ? (
              <>
                {" "}
                from{" "}
                <TimeBox
                  label="Quiet hours begin"
                  value={quiet.from}
                  onChange={(from) => set({ contactQuietHours: { ...quiet, from } })}
                />{" "}
                to{" "}
                <TimeBox
                  label="Quiet hours end"
                  value={quiet.to}
                  onChange={(to) => set({ contactQuietHours: { ...quiet, to } })}
                />
              </>
            ) : null}
            .
          </Sentence>
        </Rows>
      </Section>
      <Section title="Limits">
        <Rows>
          <Sentence note="The team is warned at 80 per cent; at 100 per cent the agent stops.">
            In a month it may spend{" "}
            <NumberBox
              label="Monthly budget in dollars"
              value={policy.monthlyBudgetUsd}
              min={0}
              max={1_000_000}
              onChange={(monthlyBudgetUsd) => set({ monthlyBudgetUsd })}
            />{" "}
            dollars.
          </Sentence>
          <Sentence>
            In an hour it may use tools{" "}
            <NumberBox
              label="Tool calls an hour"
              value={policy.toolCallsPerHour}
              min={1}
              max={100_000}
              whole
              onChange={(toolCallsPerHour) => set({ toolCallsPerHour })}
            />{" "}
            times.
          </Sentence>
          <Sentence>
            One turn ends at{" "}
            <NumberBox
              label="Model calls a turn"
              value={policy.turn.modelCalls}
              min={1}
              max={200}
              whole
              onChange={(modelCalls) => setTurn({ modelCalls })}
            />{" "}
            model calls,{" "}
            <NumberBox
              label="Tool calls a turn"
              value={policy.turn.toolCalls}
              min={1}
              max={500}
              whole
              onChange={(toolCalls) => setTurn({ toolCalls })}
            />{" "}
            tool calls,{" "}
            <NumberBox
              label="Minutes a turn"
              value={policy.turn.minutes}
              min={0.1}
              max={60}
              onChange={(minutes) => setTurn({ minutes })}
            />{" "}
            minutes or{" "}
            <NumberBox
              label="Dollars a turn"
              value={policy.turn.costUsd}
              min={0.001}
              max={100}
              onChange={(costUsd) => setTurn({ costUsd })}
            />{" "}
            dollars.
          </Sentence>
        </Rows>
      </Section>
    </>
  );
}

function MinutesBox({ value, onChange }: { value: readonly number[]; onChange: (value: number[]) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value.join(", ");
  return (
    <input
      aria-label="Minutes after which the team is reminded"
      aria-invalid={minutesOf(text) === null}
      value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        const minutes = minutesOf(event.target.value);
        if (minutes !== null) onChange(minutes);
      }}
      onBlur={() => setTyped(null)}
      className="h-8 w-28 rounded-md bg-kumo-control px-2 ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand disabled:opacity-100 aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
    />
  );
}
