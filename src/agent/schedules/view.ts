/** Wire format of schedules. Pure. */
import type { Schedule } from "../api/schedules.ts";
import { describeCadence } from "./describe.ts";
import { scheduleConversationId } from "./trigger.ts";
import type { ScheduleRow } from "./types.ts";

export function scheduleView(row: ScheduleRow, timeZone: string): Schedule {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    instruction: row.instruction,
    cadence: row.cadence,
    when: describeCadence(row.cadence, timeZone),
    status: row.status,
    nextAt: row.nextAt,
    running: row.slotAt !== null,
    lastSeenAt: row.lastSeenAt,
    lastSummary: row.lastSummary,
    lastError: row.lastError,
    conversationId: row.kind === "agent" && row.lastSeenAt !== null ? scheduleConversationId(row.id) : null,
    createdBy: row.createdBy,
    tells: row.tells,
    createdAt: row.createdAt,
  };
}
