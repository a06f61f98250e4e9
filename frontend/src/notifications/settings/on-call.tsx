/** On-call notifications and quiet hours. Admins edit them; members read the same sentences. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import { onCallEndpoints, type OnCall } from "../../../../src/notifications/api/on-call.ts";
import { type TeamMember } from "../../../../src/platform/api/members.ts";
import { call } from "../../api/call.ts";
import { onCallQuery, teamQuery } from "../../api/queries.ts";
import { Choice, FormLock } from "../../components/form.tsx";
import { useMe } from "../../components/session.tsx";
import { AdminsOnly, DraftFoot } from "../../components/settings/draft-parts.tsx";
import { HoursBoxes, NIGHT } from "../../components/settings/hours-boxes.tsx";
import { escalationSentence, isPhone } from "./on-call-edits.ts";
import { Order } from "./on-call-order.tsx";
import { NumberBox, Sentence } from "../../approvals/settings/policy-inputs.tsx";
import { Rows, Section } from "../../components/settings/section.tsx";
import { useDraft } from "../../components/settings/use-draft.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

type Answer = z.output<typeof onCallEndpoints.get.output>;

export default function OnCallSettings() {
  const onCall = useQuery(onCallQuery);
  const team = useQuery(teamQuery);
  if (!onCall.data || !team.data) return <NotLoaded query={[onCall, team]} />;
  return <Editor current={onCall.data} team={team.data.items} />;
}

function Editor({ current, team }: { current: Answer; team: readonly TeamMember[] }) {
  const draft = useDraft({
    current,
    valueOf: ({ onCall }: Answer) => onCall,
    queryKey: onCallQuery.queryKey,
    put: (onCall, version) => call(onCallEndpoints.update, { body: { onCall, version } }),
    saved: () => ({ title: "On-call settings saved." }),
  });
  const { admin, mine, set: setMine } = draft;
  const good = mine.people.every((person) => isPhone(person.phone));
  const nameOf = (userId: string): string =>
    team.find((person) => person.id === userId)?.name ?? "Former member";

  return (
    <>
      <AdminsOnly admin={admin} />
      <FormLock locked={!admin}>
        <QuietHours onCall={mine} onChange={setMine} />
        <Section title="On call" lead={escalationSentence(mine, nameOf)}>
          <Rows>
            <Sentence note="To take it, press “I’m on it” on the notification, or decide the approval. Every step is logged.">
              The next person is notified after{" "}
              <NumberBox
                label="Minutes until the next person on call is notified"
                value={mine.escalateAfterMinutes}
                min={1}
                max={240}
                whole
                onChange={(escalateAfterMinutes) => setMine({ ...mine, escalateAfterMinutes })}
              />{" "}
              minutes.
            </Sentence>
            <Sentence note="Texts go to your own team only. If they’re off, people get a notification instead.">
              Texts to people on call{" "}
              <Choice
                label="Texts to people on call"
                value={mine.textsAllowed ? "yes" : "no"}
                options={[
                  ["no", "are off"],
                  ["yes", "go out without asking"],
                ]}
                onChange={(value) => setMine({ ...mine, textsAllowed: value === "yes" })}
              />
              .
            </Sentence>
          </Rows>
          <Order onCall={mine} team={team} nameOf={nameOf} onChange={setMine} />
        </Section>
      </FormLock>
      <DraftFoot
        draft={draft}
        save="Save"
        lacks={good ? null : "A phone number isn’t complete."}
        overtaken={{ words: `Theirs: ${escalationSentence(current.onCall, nameOf)}` }}
      />
    </>
  );
}

function QuietHours({ onCall, onChange }: { onCall: OnCall; onChange: (onCall: OnCall) => void }) {
  const zone = useMe().tenant.timeZone;
  const quiet = onCall.staffQuietHours;
  return (
    <Section
      title="Team quiet hours"
      lead={`During these hours only urgent news notifies anyone. Everything else waits under Notifications until they end. Times are in ${zone.replaceAll("_", " ")}.`}
    >
      <Rows>
        <Sentence note="Quiet hours for contacts, when nothing is sent to them, are set in Policy.">
          Your team has{" "}
          <Choice
            label="Team quiet hours"
            value={quiet ? "hours" : "none"}
            options={[
              ["none", "no quiet hours"],
              ["hours", "quiet hours"],
            ]}
            onChange={(kind) => onChange({ ...onCall, staffQuietHours: kind === "hours" ? NIGHT : null })}
          />
          {quiet ? (
            <HoursBoxes
              label="Quiet hours"
              hours={quiet}
              onChange={(staffQuietHours) => onChange({ ...onCall, staffQuietHours })}
            />
          ) : null}
          .
        </Sentence>
      </Rows>
    </Section>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(onCallQuery);
  void client.prefetchQuery(teamQuery);
}
