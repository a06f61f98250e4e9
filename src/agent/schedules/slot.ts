/** Runs a dispatched slot: a trigger of the agent, or a system job. */
import type { DueSlot } from "./ports.ts";
import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../kernel/errors.ts";
import type { ConversationRpc } from "../api/objects.ts";
import type { WorkDeps } from "./ports.ts";
import { scheduledTrigger } from "./trigger.ts";
import type { ScheduleRow, Slot } from "./types.ts";
import { runSlot, type WorkResult } from "./run-slot.ts";

/**
 * A system job for one tenant. May be repeated for the same slot. `summary` is one line for people. Throws
 * on failure.
 */
export type SystemJob = (slot: Slot) => Promise<{ readonly summary: string }>;

interface SlotDeps extends Omit<WorkDeps, "run"> {
  readonly conversation: (conversationId: string) => Promise<Pick<ConversationRpc, "receiveTrigger">>;
  /** Returns undefined for a job that this release doesn't have. */
  readonly job: (name: string) => SystemJob | undefined;
}

/** A slot as a work key. */
export function slotKey({ scheduleId, slotAt }: Slot): string {
  return `${scheduleId} ${slotAt}`;
}

/** Runs the slot of a key. Failures of the work are not thrown. */
export function workOnKey(deps: SlotDeps, key: string): Promise<WorkResult> {
  const cut = key.lastIndexOf(" ");
  const slot = { scheduleId: key.slice(0, cut), slotAt: key.slice(cut + 1) };
  const run = (row: ScheduleRow) =>
    row.kind === "agent" ? startRun(deps, row, slot) : runJob(deps, row, slot);
  return runSlot({ ...deps, run }, slot);
}

function runJob({ job }: SlotDeps, row: ScheduleRow, slot: Slot): Promise<{ readonly summary: string }> {
  const found = job(row.name);
  if (found === undefined) throw new AppError("not_configured", "This version of Steward has no such job.");
  return found(slot);
}

/** A slot triggers a run by a message in the schedule's conversation. */
async function startRun(deps: SlotDeps, row: ScheduleRow, slot: Slot): Promise<{ readonly summary: string }> {
  const at = { tenantId: deps.db.tenantId, nowMs: deps.clock.now(), timeZone: deps.timeZone };
  const { identity, message } = scheduledTrigger(row, slot, at);
  await (await deps.conversation(identity.conversationId)).receiveTrigger(identity, message);
  return { summary: "The agent has started." };
}

/** Dispatches slots to queues by what they may wait for. */
export async function handOutSlots(ctx: TenantContext, slots: readonly DueSlot[]): Promise<void> {
  for (const [kind, some] of Map.groupBy(slots, (due) => due.kind))
    await ctx.send(
      kind,
      some.map(({ slot }) => slotKey(slot)),
    );
}
