/** Empties a conversation's outbox: writes records to D1 and sends notices to the team. */
import type { TenantDb } from "../../platform/db/index.ts";
import type { Logger } from "../../kernel/log.ts";
import { noticeOf, type LeadOf, type Notice } from "./background-run.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { project } from "./project.ts";
import { WHOLE, writeTranscript } from "./transcript.ts";
import { type TranscriptStore } from "../../platform/transcripts.ts";

interface FlushDeps {
  readonly log: ConversationLog;
  readonly db: TenantDb;
  /** Notifies the team. Repeats of a notice notify once. */
  readonly notify: (notice: Notice) => Promise<void>;
  readonly leadOf: LeadOf;
  readonly transcripts: TranscriptStore;
  readonly logger: Logger;
}

/**
 * Writes pending entries; true if none is left. One flush runs at a time, and a call during one is answered
 * by the next. Never throws.
 */
export function flusher(deps: FlushDeps): () => Promise<boolean> {
  let tail: Promise<boolean> = Promise.resolve(true);
  return () => {
    tail = tail
      .then(() => flush(deps))
      .catch((error: unknown) => {
        deps.logger.warn("conversation.projection_failed", { error });
        return false;
      });
    return tail;
  };
}

async function flush({ db, log, notify, leadOf, transcripts }: FlushDeps): Promise<boolean> {
  await project(db, log);
  for (const entry of log.store.outbox()) {
    if (entry.kind === "transcript") {
      await writeTranscript(log, transcripts, entry.key === WHOLE);
      log.store.clearOutbox([entry]);
    }
    if (entry.kind !== "notice") continue;
    const notice = noticeOf(log, entry);
    if (notice !== null) await notify({ ...notice, ...leadOf(notice.said) });
    // Cleared once its notification is stored.
    log.store.clearOutbox([entry]);
  }
  return log.store.outbox().length === 0;
}
