/** The general part of the policy: autonomy, approvals, and limits. */
import { useState } from "react";
import { DEFAULT_SESSIONS, LOOK_UPS_PER_CALL, type Policy } from "../../../../src/team/api/policy.ts";
import { Choice, TextBox } from "../../components/form.tsx";
import { NumberBox, Sentence, TimeBox } from "./policy-inputs.tsx";
import { Rows, Section } from "../../components/settings/section.tsx";
import { minutesOf } from "../../components/settings/words-list.ts";

interface Props {
  readonly policy: Policy;
  readonly onChange: (policy: Policy) => void;
}

export function Autonomy({ policy, onChange }: Props) {
  return (
    <Section title="Autonomy">
      <Rows>
        <Sentence note="Someone new, a new contact, and anything that looks suspicious always need a person. “Only notes” turns every outside action into a note of what Steward would have done.">
          In general, Steward{" "}
          <Choice
            label="Autonomy in general"
            value={policy.autonomy}
            options={[
              ["propose", "proposes and waits for approval"],
              ["execute", "acts where a rule or an action allows it"],
              ["shadow", "only notes what it would do"],
            ]}
            onChange={(autonomy) => onChange({ ...policy, autonomy })}
          />
        </Sentence>
        <Sentence>
          Changes to your own records{" "}
          <Choice
            label="Changes to your own records"
            value={policy.permissionMode}
            options={[
              ["default", "follow each tool’s setting"],
              ["acceptEdits", "are made without asking"],
            ]}
            onChange={(permissionMode) => onChange({ ...policy, permissionMode })}
          />
        </Sentence>
      </Rows>
    </Section>
  );
}

export function Approvals({ policy, onChange }: Props) {
  const set = (change: Partial<Policy>): void => onChange({ ...policy, ...change });
  return (
    <Section title="Approvals">
      <Rows>
        <Sentence note="Until then you can undo. 0 means right away.">
          Approved drafts go out after{" "}
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
          Undecided approvals expire after{" "}
          <NumberBox
            label="Hours until an approval expires"
            value={policy.approvalExpiryHours}
            min={0.01}
            max={720}
            onChange={(approvalExpiryHours) => set({ approvalExpiryHours })}
          />{" "}
          hours, replies to texts after{" "}
          <NumberBox
            label="Hours until a reply to a text expires"
            value={policy.replyExpiryHours}
            min={0.01}
            max={720}
            onChange={(replyExpiryHours) => set({ replyExpiryHours })}
          />{" "}
          hours.
        </Sentence>
        <Sentence note="Up to five, separated by commas. Leave empty for no reminders.">
          Remind the team after{" "}
          <MinutesBox
            value={policy.reminderMinutes}
            onChange={(reminderMinutes) => set({ reminderMinutes })}
          />{" "}
          minutes.
        </Sentence>
        <ContactQuietHours policy={policy} onChange={onChange} />
      </Rows>
    </Section>
  );
}

function ContactQuietHours({ policy, onChange }: Props) {
  const quiet = policy.contactQuietHours;
  const set = (contactQuietHours: Policy["contactQuietHours"]): void =>
    onChange({ ...policy, contactQuietHours });
  return (
    <Sentence note="Nothing is sent to contacts during these hours.">
      Quiet hours for contacts:{" "}
      <Choice
        label="Quiet hours for contacts"
        value={quiet ? "hours" : "never"}
        options={[
          ["never", "none"],
          ["hours", "every day"],
        ]}
        onChange={(kind) => set(kind === "hours" ? { from: "21:00", to: "08:00" } : null)}
      />
      {quiet ? (
        <>
          {" "}
          from{" "}
          <TimeBox
            label="Quiet hours begin"
            value={quiet.from}
            onChange={(from) => set({ ...quiet, from })}
          />{" "}
          to <TimeBox label="Quiet hours end" value={quiet.to} onChange={(to) => set({ ...quiet, to })} />
        </>
      ) : null}
    </Sentence>
  );
}

export function Limits({ policy, onChange }: Props) {
  const set = (change: Partial<Policy>): void => onChange({ ...policy, ...change });
  return (
    <Section title="Limits">
      <Rows>
        <Sentence note="Your team gets a warning at 80%. At 100%, Steward stops.">
          Monthly budget: ${" "}
          <NumberBox
            label="Monthly budget in dollars"
            value={policy.monthlyBudgetUsd}
            min={0}
            max={1_000_000}
            onChange={(monthlyBudgetUsd) => set({ monthlyBudgetUsd })}
          />
        </Sentence>
        <Sentence
          note={`Plus ${(policy.toolCallsPerHour * LOOK_UPS_PER_CALL).toLocaleString("en-US")} look-ups, counted separately. Your team gets a warning at 80%. At 100%, conversations pause and continue automatically; urgent ones never pause.`}
        >
          Tool calls per hour:{" "}
          <NumberBox
            label="Tool calls per hour"
            value={policy.toolCallsPerHour}
            min={1}
            max={100_000}
            whole
            onChange={(toolCallsPerHour) => set({ toolCallsPerHour })}
          />
        </Sentence>
        <TurnLimits turn={policy.turn} onChange={(turn) => set({ turn })} />
        <ChatLimits policy={policy} onChange={onChange} />
      </Rows>
    </Section>
  );
}

function TurnLimits({ turn, onChange }: { turn: Policy["turn"]; onChange: (turn: Policy["turn"]) => void }) {
  const set = (change: Partial<Policy["turn"]>): void => onChange({ ...turn, ...change });
  return (
    <Sentence>
      A turn ends after{" "}
      <NumberBox
        label="Model calls per turn"
        value={turn.modelCalls}
        min={1}
        max={200}
        whole
        onChange={(modelCalls) => set({ modelCalls })}
      />{" "}
      model calls,{" "}
      <NumberBox
        label="Tool calls per turn"
        value={turn.toolCalls}
        min={1}
        max={500}
        whole
        onChange={(toolCalls) => set({ toolCalls })}
      />{" "}
      tool calls,{" "}
      <NumberBox
        label="Minutes per turn"
        value={turn.minutes}
        min={0.1}
        max={60}
        onChange={(minutes) => set({ minutes })}
      />{" "}
      minutes, or ${" "}
      <NumberBox
        label="Dollars per turn"
        value={turn.costUsd}
        min={0.001}
        max={100}
        onChange={(costUsd) => set({ costUsd })}
      />
      .
    </Sentence>
  );
}

type Sessions = Policy["sessions"];

const NO_LIMITS: Sessions = { idleDays: null, turns: null, transcriptMb: null };

function ChatLimits({ policy: { sessions, ...policy }, onChange }: Props) {
  const set = (change: Partial<Sessions>): void =>
    onChange({ ...policy, sessions: { ...sessions, ...change } });
  const { idleDays, turns, transcriptMb } = sessions;
  const isLimited = idleDays !== null || turns !== null || transcriptMb !== null;
  return (
    <Sentence note="The next message opens a new chat automatically, and the agent knows what was said. Chats with Steward have no limits.">
      Chats with project agents{" "}
      <Choice
        label="Limits of chats with project agents"
        value={isLimited ? "limits" : "none"}
        options={[
          ["limits", "continue in a new chat"],
          ["none", "have no limits"],
        ]}
        onChange={(kind) => set(kind === "none" ? NO_LIMITS : DEFAULT_SESSIONS)}
      />
      {isLimited ? " after" : null}
      {idleDays === null ? null : (
        <>
          {" "}
          <NumberBox
            label="Days without a message in a chat with a project agent"
            value={idleDays}
            min={1}
            max={365}
            whole
            onChange={(days) => set({ idleDays: days })}
          />{" "}
          days without a message{turns === null && transcriptMb === null ? "" : ","}
        </>
      )}
      {turns === null ? null : (
        <>
          {" "}
          <NumberBox
            label="Turns of a chat with a project agent"
            value={turns}
            min={1}
            max={1000}
            whole
            onChange={(count) => set({ turns: count })}
          />{" "}
          turns{transcriptMb === null ? "" : ", or"}
        </>
      )}
      {transcriptMb === null ? null : (
        <>
          {" "}
          <NumberBox
            label="Megabytes of a chat with a project agent"
            value={transcriptMb}
            min={0.1}
            max={10}
            onChange={(megabytes) => set({ transcriptMb: megabytes })}
          />{" "}
          megabytes
        </>
      )}
      .
    </Sentence>
  );
}

function MinutesBox({ value, onChange }: { value: readonly number[]; onChange: (value: number[]) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value.join(", ");
  return (
    <span className="inline-flex align-middle">
      <TextBox
        aria-label="Minutes until reminders"
        aria-invalid={minutesOf(text) === null}
        value={text}
        onChange={(words) => {
          setTyped(words);
          const minutes = minutesOf(words);
          if (minutes !== null) onChange(minutes);
        }}
        onBlur={() => setTyped(null)}
        className="h-8 w-28 aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
      />
    </span>
  );
}
