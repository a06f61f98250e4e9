import * as z from "zod";
import { localTime } from "../../kernel/local-time.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import type { InboxServices } from "./index.ts";

const NOBODY_ON_CALL =
  "Say so, and what can be done: notify_team or ask_user with to “team” rings everybody at once, to a name below that person alone. Who is on call, and when, an admin sets under Settings → On call.";

export const listTeam = defineTool({
  name: "list_team",
  title: "Check who is on call",
  done: "Checked who is on call",
  description:
    "Lists the people of the team with their phone numbers, and who is on call now, in the order they are asked about something urgent.",
  keywords:
    "team member members on-call duty who is colleague colleagues members staff teammate teammates phone number cell emergency tonight weekend who reach escalate",
  input: z.strictObject({}),
  effect: "read",
  lists: true,
  egress: "none",
  brings: "team",
  tellsOutside: true,
  summarize: () => "Checking who is on call",
  async run(_, { team, clock, timeZone }: InboxServices) {
    const nowMs = clock.now();
    const { members, onCall } = await team();
    const onDuty = members
      .filter(({ duty }) => duty?.now === true)
      .sort((left, right) => (left.duty?.place ?? 0) - (right.duty?.place ?? 0));
    const quiet = onCall.staffQuietHours;
    return {
      kind: "list",
      beside: {
        now: localTime(nowMs, timeZone),
        ...(onDuty.length === 0
          ? { onCallNow: "nobody", next: NOBODY_ON_CALL }
          : { onCallNow: onDuty.map(({ name }) => name) }),
        ...(onDuty.length > 1 ? { nextAskedAfterMinutes: onCall.escalateAfterMinutes } : {}),
        ...(quiet === null ? {} : { onlyUrgentRings: `${quiet.from}–${quiet.to}` }),
      },
      items: members.map(({ name, email, role, phone, duty }) => ({
        name,
        email,
        role,
        number: phone,
        ...(duty === null ? {} : { onCall: duty.hours }),
      })),
      keep: "first",
    };
  },
});
