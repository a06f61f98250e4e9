import type { Texting } from "../connections/index.ts";
import type { EffectExecutor } from "../approvals/ports.ts";
import type { Precondition } from "../db/index.ts";
import { readThread, type GoogleAccount } from "../integrations/google/read.ts";
import type { TextRecords } from "../texts/index.ts";
import { findLive, type WorkspaceDeps } from "../workspace/index.ts";
import { formatNumber } from "../kernel/phone.ts";

const THREAD_TEXTS = 50;

type Of<Kind extends Precondition["kind"]> = Extract<Precondition, { kind: Kind }>;

/** Whether nothing has come into a thread, from either side, since an e-mail was drafted for it. */
export async function checkThread(
  { mailbox, threadId, messageId }: Of<"newest_email">,
  account: GoogleAccount,
): ReturnType<EffectExecutor["check"]> {
  const newest = (await readThread(account, mailbox, threadId)).at(-1);
  if ((newest?.id ?? null) === messageId) return { holds: true };
  const who = newest?.labels.includes("SENT") === true ? "Somebody of the team wrote" : "They wrote";
  return { holds: false, reason: `${who} in this thread since this was drafted.` };
}

/** Whether a file is at the version its change was worked out from. */
export async function checkFile(
  { path, etag }: Of<"file_unchanged">,
  files: WorkspaceDeps,
): ReturnType<EffectExecutor["check"]> {
  const head = await findLive(files, path);
  if ((head?.etag ?? null) === etag) return { holds: true };
  const what = head === null ? "is not there any more" : `was changed by ${head.author.name}`;
  return { holds: false, reason: `${path} ${what} since this was drafted.` };
}

/**
 * Whether what was true at proposal still is, right before an effect runs. Failures of the provider are
 * thrown: not known is not true.
 */
export async function checkPrecondition(
  precondition: Of<"newest_message" | "not_opted_out">,
  texting: Texting,
  hasOptedOut: TextRecords["hasOptedOut"],
): ReturnType<EffectExecutor["check"]> {
  switch (precondition.kind) {
    case "newest_message": {
      const newest = (await texting.messages(precondition.number, 1)).at(-1);
      if ((newest?.id ?? null) === precondition.messageId) return { holds: true };
      const who = newest?.direction === "outgoing" ? "Somebody texted them" : "They texted";
      return { holds: false, reason: `${who} since this was drafted.` };
    }
    case "not_opted_out": {
      const thread = await texting.messages(precondition.number, THREAD_TEXTS);
      if (!(await hasOptedOut(precondition.number, thread))) return { holds: true };
      return {
        holds: false,
        reason: `${formatNumber(precondition.number)} has opted out of texts with STOP.`,
      };
    }
  }
}
