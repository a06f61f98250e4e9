/** How late everything of the drill was, by the records. */
import { DatabaseSync } from "node:sqlite";
import type { DemoTenant } from "../../../sandbox/world/company.ts";
import { LET_GO_MS } from "../../support/records.ts";
import { recordsFile } from "../growth/grow-team.ts";
import { reminderOf, senderOf, type Planned } from "./team.ts";

/** One kind's figures over all teams; times in ms. */
export interface Lateness {
  readonly what: string;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly worst: number;
  /** More than a minute late. */
  readonly late: number;
  readonly lost: number;
}

const LATE_MS = 60_000;
/** A text's run waits so long for more words of the same person, and an approved text so long for a change of mind; a new team's settings. */
const GATHER_MS = 20_000;
const HOLD_MS = 10_000;

/** Reads the records. `sentMs`: when each team's text was acknowledged. The app must be down. */
export function readLateness(
  dataDir: string,
  planned: readonly Planned[],
  sentMs: ReadonlyMap<string, number>,
): Lateness[] {
  const database = new DatabaseSync(recordsFile(dataDir), { readOnly: true, timeout: LET_GO_MS });
  try {
    const first = (sql: string, ...args: string[]): number | null => {
      const at = database.prepare(sql).get(...args)?.["at"];
      return typeof at === "string" ? Date.parse(at) : null;
    };
    const run = (what: "started_at" | "finished_at", team: DemoTenant, conversation: string) =>
      first(
        `select ${what} as at from runs where tenant_id = ? and conversation_id = ? order by started_at limit 1`,
        team.id,
        conversation,
      );
    const after = (ms: number | null, dueMs: number | null): number | null =>
      ms === null || dueMs === null ? null : Math.max(0, ms - dueMs);
    const each = (of: (one: Planned) => number | null): (number | null)[] => planned.map(of);
    return [
      figures(
        "text: from its acknowledgement to its run, less 20 s for more words",
        each(({ team }) => {
          const sent = sentMs.get(team.id);
          return after(
            run("started_at", team, `sms:${senderOf(team)}`),
            sent === undefined ? null : sent + GATHER_MS,
          );
        }),
      ),
      figures(
        "e-mail: from when its look was due until it was taken",
        each(({ team, lookAtMs }) =>
          after(
            first(
              "select received_at as at from mails where tenant_id = ? order by received_at limit 1",
              team.id,
            ),
            lookAtMs,
          ),
        ),
      ),
      figures(
        "e-mail: the same, until the agent had read it",
        each(({ team, lookAtMs }) =>
          after(
            first(
              "select finished_at as at from runs where tenant_id = ? and conversation_id like 'email:%' order by started_at limit 1",
              team.id,
            ),
            lookAtMs,
          ),
        ),
      ),
      figures(
        "reminder: from when it was due to its run",
        each(({ team, reminderAtMs }) =>
          after(run("started_at", team, `schedule:${reminderOf(team)}`), reminderAtMs),
        ),
      ),
      figures(
        "approval: from the decision until it was sent, less 10 s to undo",
        each(({ team }) => {
          const decided = first(
            "select decided_at as at from approvals where tenant_id = ? limit 1",
            team.id,
          );
          const sent = first(
            "select effects.updated_at as at from effects join approvals on approvals.id = effects.approval_id where approvals.tenant_id = ? and effects.status = 'done' limit 1",
            team.id,
          );
          return after(sent, decided === null ? null : decided + HOLD_MS);
        }),
      ),
    ];
  } finally {
    database.close();
  }
}

function figures(what: string, times: readonly (number | null)[]): Lateness {
  const known = times.filter((time) => time !== null).sort((left, right) => left - right);
  const at = (share: number): number =>
    known[Math.min(known.length - 1, Math.floor(known.length * share))] ?? 0;
  return {
    what,
    count: known.length,
    p50: at(0.5),
    p95: at(0.95),
    worst: known.at(-1) ?? 0,
    late: known.filter((time) => time > LATE_MS).length,
    lost: times.length - known.length,
  };
}

/** The table as docs/capacity.md has it. */
export function tableOf(
  all: readonly Lateness[],
  { teams, minutes }: { readonly teams: number; readonly minutes: number },
): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const rows = all.map(
    ({ what, count, p50, p95, worst, late, lost }) =>
      `| ${[what, count, seconds(p50), seconds(p95), seconds(worst), late, lost].join(" | ")} |`,
  );
  return [
    `DRILL: ${teams} teams, each with one of each within ${minutes} minutes.`,
    "",
    "| one …  | came | p50 | p95 | worst | over a minute late | lost |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
