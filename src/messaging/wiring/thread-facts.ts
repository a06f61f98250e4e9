/** Composition of what a run is given with a text or an e-mail that started it. */
import { approversOf } from "../effects/sms-send.ts";
import { readThreadFacts, type AgentWorld } from "../../agent/index.ts";
import { listDrafts } from "../../approvals/index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { isoTime, systemClock } from "../../kernel/clock.ts";
import type { Env } from "../../platform/env.ts";
import { dayOf } from "../../agent/usage/index.ts";
import { liveByPath } from "../../workspace/index.ts";
import { systemLogger } from "../../platform/logger.ts";
import { openTexting } from "../../integrations/open.ts";
import { ownersOfNumbers } from "../contacts/open.ts";
import { EFFECTS } from "../../approvals/wiring/actions.ts";
import { workspace } from "../../workspace/open.ts";

/** Reads it for one tenant. Never throws. */
export function threadFacts(env: Env, tenantId: string): AgentWorld["threadOf"] {
  const db = tenantDb(env, tenantId);
  return (identity, { timeZone, ...asked }) => {
    let opened: ReturnType<typeof openTexting> | null = null;
    const texting = () => (opened ??= openTexting(env, tenantId));
    return readThreadFacts(
      {
        db,
        logger: systemLogger,
        timeZone,
        contacts: async () => (await texting()).contacts,
        owners: async (number) => (await ownersOfNumbers(env, tenantId, [number]))?.(number) ?? null,
        texts: async (number, limit) => (await texting()).messages(number, limit),
        approvers: (ids) => approversOf(db, ids),
        today: () => dayOf(systemClock.now(), timeZone),
        notes: async (paths) => {
          const files = workspace(env, tenantId);
          const rows = (await liveByPath(files, paths)).toSorted((one, other) =>
            one.path < other.path ? -1 : 1,
          );
          return Promise.all(rows.map(({ sha256 }) => files.blobs.get(sha256)));
        },
        drafts: async (contact) => {
          const since = isoTime(systemClock.now());
          return (await listDrafts({ db, effects: EFFECTS }, { state: "waiting", since, contact })).items;
        },
      },
      identity,
      asked,
    );
  };
}
