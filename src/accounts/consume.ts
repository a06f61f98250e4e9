/**
 * Keeps account rows in sync with their files, and files what comes in from, or goes to, an account's people.
 */
import { asc, eq, sql } from "drizzle-orm";
import type { WorkResult } from "../platform/work/index.ts";
import { accountKeys } from "./tables/accounts.ts";
import type { Consumer, EventRow } from "../platform/events/index.ts";
import { backOffMs } from "../kernel/back-off.ts";
import { isoTime } from "../kernel/clock.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { accountsOfFiles, projectAccounts } from "./store.ts";
import { takeCalls, takeKnown, takeMails, takeTexts, type FilingDeps } from "./take-records.ts";

const AT_ONCE = 90;

/** Syncs rows with the files; `told` is called when some changed. */
export function accountsConsumer(deps: WorkspaceDeps, told: () => Promise<void>): Consumer {
  return {
    name: "accounts",
    takes: ["workspace.file."],
    async take(events) {
      const ids = [...new Set(events.flatMap(({ payload }) => idsOf(payload["ids"])))];
      let moved = 0;
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const found = await accountsOfFiles(deps.db, ids.slice(at, at + AT_ONCE));
        await projectAccounts(deps, found);
        moved += found.length;
      }
      if (moved > 0) await told();
    },
  };
}

function idsOf(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

const TAKEN: readonly (readonly [
  beginning: string,
  take: (deps: FilingDeps, ids: readonly string[]) => Promise<string[]>,
])[] = [
  ["texts.text.", takeTexts],
  ["texts.call.", takeCalls],
  ["mail.email.", takeMails],
];

/** Files new records; `told` is called if some accounts received any. */
export function filingConsumer(deps: FilingDeps, told: () => Promise<void>): Consumer {
  return {
    name: "account-sources",
    takes: TAKEN.map(([beginning]) => beginning),
    async take(events) {
      let changed = 0;
      for (const [beginning, take] of TAKEN) {
        const ids = idsIn(events.filter(({ type }) => type.startsWith(beginning)));
        for (let at = 0; at < ids.length; at += AT_ONCE)
          changed += (await take(deps, ids.slice(at, at + AT_ONCE))).length;
      }
      if (changed > 0) await told();
    },
  };
}

function idsIn(events: readonly EventRow[]): string[] {
  return [...new Set(events.flatMap(({ payload }) => idsOf(payload["ids"])))];
}

const KEYS = 20;
const RETRY = { firstMs: 60_000, longestMs: 60 * 60_000 } as const;

/**
 * Files existing records of addresses and numbers that are new to their accounts, until a deadline; resumes
 * after interruptions.
 */
export async function fileKnown(
  deps: FilingDeps,
  untilMs: number,
  told: () => Promise<void>,
): Promise<WorkResult> {
  const { db, clock } = deps.files;
  const isDue = sql`${accountKeys.dueAt} <= ${isoTime(clock.now())}`;
  const rows = await db.rows(accountKeys, isDue).orderBy(asc(accountKeys.dueAt)).limit(KEYS);
  let changed = 0;
  try {
    for (const row of rows) {
      let { place } = row;
      do {
        if (clock.now() >= untilMs) return "more";
        const isIt = sql`${eq(accountKeys.key, row.key)} and ${eq(accountKeys.accountId, row.accountId)}`;
        try {
          const page = await takeKnown(deps, row.key, place);
          changed += page.changed.length;
          ({ place } = page);
          const done = place === null ? { dueAt: null } : {};
          await db.update(accountKeys, { place, failures: 0, ...done }, isIt);
        } catch (error) {
          deps.logger.warn("accounts.filing_failed", { tenantId: db.tenantId, error });
          const failures = row.failures + 1;
          const dueAt = isoTime(clock.now() + backOffMs(failures, RETRY));
          await db.update(accountKeys, { failures, dueAt }, isIt);
          break;
        }
      } while (place !== null);
    }
  } finally {
    if (changed > 0) await told();
  }
  return rows.length === KEYS ? "more" : "done";
}
