/** A slot that was handed out: a trigger of the agent, or a job of the product. */
import type { DueSlot } from "./ports.ts";
import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../kernel/errors.ts";
import type { ConversationRpc } from "../api/objects.ts";
import type { WorkDeps } from "./ports.ts";
import { scheduledTrigger } from "./trigger.ts";
import type { ScheduleRow, Slot } from "./types.ts";
import { workOn, type WorkResult } from "./work.ts";

/** A job of the product for one tenant. May be repeated for the same slot. `summary` is one line for people; throws what goes wrong. */
export type SystemJob = (slot: Slot) => Promise<{ readonly summary: string }>;

/** What working on a slot is given. */
interface SlotDeps extends Omit<WorkDeps, "run"> {
  readonly conversation: (conversationId: string) => Promise<Pick<ConversationRpc, "receiveTrigger">>;
  /** A job by its name; undefined for one this release does not have. */
  readonly job: (name: string) => SystemJob | undefined;
}

/** A slot as the key of its work. */
export function slotKey({ scheduleId, slotAt }: Slot): string {
  return `${scheduleId} ${slotAt}`;
}

/** Works on the slot of a key. Never throws for what the work itself throws. */
export function workOnKey(deps: SlotDeps, key: string): Promise<WorkResult> {
  const cut = key.lastIndexOf(" ");
  const slot = { scheduleId: key.slice(0, cut), slotAt: key.slice(cut + 1) };
  const run = (row: ScheduleRow) =>
    row.kind === "agent" ? startRun(deps, row, slot) : runJob(deps, row, slot);
  return workOn({ ...deps, run }, slot);
}

function runJob({ job }: SlotDeps, row: ScheduleRow, slot: Slot): Promise<{ readonly summary: string }> {
  const found = job(row.name);
  if (found === undefined) throw new AppError("not_configured", "This version of Steward has no such job.");
  return found(slot);
}

/** A schedule's slot is a trigger like any other: a message in its conversation, from which the agent goes on. */
async function startRun(deps: SlotDeps, row: ScheduleRow, slot: Slot): Promise<{ readonly summary: string }> {
  const at = { tenantId: deps.db.tenantId, nowMs: deps.clock.now(), timeZone: deps.timeZone };
  const { identity, message } = scheduledTrigger(row, slot, at);
  await (await deps.conversation(identity.conversationId)).receiveTrigger(identity, message);
  return { summary: "The agent has started." };
}

/** Hands slots out as work of their own, by what they may wait for. */
export async function handOutSlots(ctx: TenantContext, slots: readonly DueSlot[]): Promise<void> {
  for (const [kind, some] of Map.groupBy(slots, (due) => due.kind))
    await ctx.send(
      kind,
      some.map(({ slot }) => slotKey(slot)),
    );
}
