/** The message of a due schedule and its conversation: one long-running conversation per schedule. Pure. */
import type { ConversationIdentity, InboundMessage } from "../api/objects.ts";
import type { ScheduleRow, Slot } from "./types.ts";

/** A slot older than this is reported as late. */
const LATE_MS = 10 * 60_000;
const PREVIEW_CHARS = 140;
/** Results are for one member; no one else is notified instead. */
const THEIRS = {
  mode: "only" as const,
  othersAfterMinutes: 60,
  because: "the schedule",
  personal: true,
};

/** Only schedules known to be made by a person, without outside text, count as the team's own words. */
function isOwnWords(author: ScheduleRow["createdBy"]): boolean {
  return author?.kind === "user" && author.heardOutside !== true;
}

export function scheduleConversationId(scheduleId: string): string {
  return `schedule:${scheduleId}`;
}

/** The message that starts a run. Its ID is derived from schedule and slot, so a repeat changes nothing. */
export function scheduledTrigger(
  row: Pick<ScheduleRow, "id" | "title" | "instruction" | "tells" | "createdBy">,
  slot: Slot,
  at: { readonly tenantId: string; readonly nowMs: number; readonly timeZone: string },
): { readonly identity: ConversationIdentity; readonly message: InboundMessage } {
  const dueMs = Date.parse(slot.slotAt);
  const when = new Intl.DateTimeFormat("en-US", {
    timeZone: at.timeZone,
    dateStyle: "full",
    timeStyle: "short",
  }).format(dueMs);
  const late = at.nowMs - dueMs > LATE_MS ? `\n(This was due on ${when} and is late.)` : "";
  return {
    identity: {
      tenantId: at.tenantId,
      conversationId: scheduleConversationId(row.id),
      source: "schedule",
      title: row.title,
      trigger: {
        source: "schedule",
        eventId: slot.slotAt,
        preview: row.instruction.slice(0, PREVIEW_CHARS),
        ...(isOwnWords(row.createdBy) ? {} : { heardOutside: true }),
        ...(row.tells === null ? {} : { routedTo: { ...row.tells, ...THEIRS } }),
      },
    },
    message: {
      messageId: `slot.${row.id}.${slot.slotAt}`,
      author: { kind: "system", id: "system:steward", name: row.title },
      text: `${row.instruction}${late}`,
    },
  };
}
