/**
 * The tenant's counters in SQLite: load, decide by the pure functions, save. Every method is synchronous
 * and one transaction, so that nothing intervenes between check and update.
 */
import type {
  AdmitModelStep,
  Admission,
  CountedAs,
  StepAdmission,
  TenantCounters,
  TenantLimits,
} from "../api/objects.ts";
import {
  callsPerHour,
  decideCall,
  decideStep,
  dueAlerts,
  lapse,
  RATE_WINDOW_MS,
  settled,
  type BudgetAlert,
  type BudgetView,
  type Reservation,
} from "./admission.ts";
import type { ObjectSql, SqlValue } from "../../platform/db/object-sql.ts";
import { monthOf } from "../../kernel/calendar.ts";

/** How long IDs are remembered, to recognize repeats. */
const MEMORY_MS = 48 * 3_600_000;
/** Changes between two cleanups of old rows. */
const PRUNE_EVERY = 200;

type Row = Record<string, SqlValue>;

function reservationOf(row: Row): Reservation {
  return {
    id: String(row["id"]),
    month: String(row["month"]),
    reservedMicroUsd: Number(row["reserved_micro_usd"]),
    chargedMicroUsd: Number(row["charged_micro_usd"]),
    state: row["state"] as Reservation["state"],
    lapsesAtMs: Number(row["lapses_at_ms"]),
  };
}

export class SpendMeter {
  readonly #sql: ObjectSql;
  #changes = 0;

  constructor(sql: ObjectSql) {
    this.#sql = sql;
  }

  /** Reserves a step's maximum cost. A known reservation ID returns the same answer: it was admitted. */
  admitStep(
    step: AdmitModelStep,
    limits: TenantLimits,
    nowMs: number,
  ): { readonly answer: StepAdmission; readonly exhausted: boolean } {
    return this.#sql.transaction(() => {
      const month = monthOf(nowMs, limits.timeZone);
      this.#chargeLapsed(nowMs);
      if (this.#find(step.reservationId) !== null) return { answer: { ok: true }, exhausted: false };
      const decision = decideStep(this.#view(month), step, limits, nowMs);
      if ("reservation" in decision) this.#save(decision.reservation);
      this.#prune(nowMs);
      return { exhausted: false, ...decision };
    });
  }

  /** Settles a reservation; an unknown or settled ID changes nothing. */
  settle(reservationId: string, costMicroUsd: number, nowMs: number): void {
    this.#sql.transaction(() => {
      this.#chargeLapsed(nowMs);
      const before = this.#find(reservationId);
      const after = before === null ? null : settled(before, costMicroUsd);
      if (before !== null && after !== null) this.#charge(before, after);
    });
  }

  /** Counts a tool call, once per ID. */
  admitCall(
    { id, countedAs }: { readonly id: string; readonly countedAs: CountedAs },
    limits: TenantLimits,
    nowMs: number,
  ): Admission {
    if (this.#one("select 1 from tool_calls where id = ?", id) !== undefined) return { ok: true };
    const perHour = callsPerHour(limits, countedAs);
    const countInWindow = this.#callsInWindow(countedAs, nowMs);
    const overBy = Math.max(0, countInWindow - perHour);
    const leaving = this.#one(
      "select at_ms from tool_calls where counted_as = ? and at_ms > ? order by at_ms limit 1 offset ?",
      countedAs,
      nowMs - RATE_WINDOW_MS,
      overBy,
    );
    const freesAtMs = Number(leaving?.["at_ms"] ?? nowMs) + RATE_WINDOW_MS;
    const answer = decideCall({ countInWindow, freesAtMs }, perHour);
    if (answer.ok)
      this.#sql.rows("insert into tool_calls (id, at_ms, counted_as) values (?, ?, ?)", id, nowMs, countedAs);
    this.#prune(nowMs);
    return answer;
  }

  counters(limits: TenantLimits, nowMs: number): TenantCounters {
    this.#chargeLapsed(nowMs);
    const view = this.#view(monthOf(nowMs, limits.timeZone));
    return {
      month: view.month,
      spentMicroUsd: view.spentMicroUsd,
      reservedMicroUsd: view.reservedMicroUsd,
      budgetMicroUsd: limits.monthlyBudgetMicroUsd,
      toolCallsLastHour: this.#callsInWindow("call", nowMs),
      toolCallsPerHour: limits.toolCallsPerHour,
    };
  }

  /** The stored limits; null before the first. */
  limits(): { readonly value: TenantLimits; readonly readAtMs: number } | null {
    const row = this.#one("select * from limits");
    if (row === undefined) return null;
    const value = {
      toolCallsPerHour: Number(row["tool_calls_per_hour"]),
      monthlyBudgetMicroUsd: Number(row["monthly_budget_micro_usd"]),
      timeZone: String(row["time_zone"]),
      disabledAgents: JSON.parse(String(row["disabled_agents"] ?? "[]")) as string[],
    };
    return { value, readAtMs: Number(row["read_at_ms"]) };
  }

  /** Drops the limits until they are read again. */
  forgetLimits(): void {
    this.#sql.rows("delete from limits");
  }

  /** Stores limits read from the records. */
  keepLimits(limits: TenantLimits, readAtMs: number): void {
    this.#sql.rows(
      `insert or replace into limits (only_row, tool_calls_per_hour, monthly_budget_micro_usd, time_zone, disabled_agents, read_at_ms)
       values (1, ?, ?, ?, ?, ?)`,
      limits.toolCallsPerHour,
      limits.monthlyBudgetMicroUsd,
      limits.timeZone,
      JSON.stringify(limits.disabledAgents ?? []),
      readAtMs,
    );
  }

  /** Makes a month's alerts due again after the budget was raised. */
  forgetAlerts(limits: TenantLimits, nowMs: number): void {
    this.#sql.rows(
      "update months set warned_at_ms = null, stopped_at_ms = null where month = ?",
      monthOf(nowMs, limits.timeZone),
    );
  }

  /** Alerts that became due. Each is returned once per month and budget, so the caller must deliver them. */
  takeAlerts(
    limits: TenantLimits,
    nowMs: number,
    exhausted: boolean,
  ): { month: string; alerts: BudgetAlert[] } {
    const { month, spentMicroUsd } = this.#view(monthOf(nowMs, limits.timeZone));
    const row = this.#one("select warned_at_ms, stopped_at_ms from months where month = ?", month);
    const given: BudgetAlert[] = [];
    if ((row?.["warned_at_ms"] ?? null) !== null) given.push("budget_warning");
    if ((row?.["stopped_at_ms"] ?? null) !== null) given.push("budget_spent");
    const alerts = dueAlerts(spentMicroUsd, limits.monthlyBudgetMicroUsd, given, exhausted);
    for (const alert of alerts) {
      this.#addSpent(month, 0);
      const column = alert === "budget_warning" ? "warned_at_ms" : "stopped_at_ms";
      this.#sql.rows(`update months set ${column} = ? where month = ?`, nowMs, month);
    }
    return { month, alerts };
  }

  #view(month: string): BudgetView {
    const spent = this.#one("select spent_micro_usd from months where month = ?", month);
    const open = this.#one(
      "select sum(reserved_micro_usd) as reserved, min(lapses_at_ms) as lapses from reservations where state = 'open' and month = ?",
      month,
    );
    const lapses = open?.["lapses"] ?? null;
    return {
      month,
      spentMicroUsd: Number(spent?.["spent_micro_usd"] ?? 0),
      reservedMicroUsd: Number(open?.["reserved"] ?? 0),
      nextLapseMs: lapses === null ? null : Number(lapses),
    };
  }

  #chargeLapsed(nowMs: number): void {
    const over = this.#sql.rows(
      "select * from reservations where state = 'open' and lapses_at_ms <= ?",
      nowMs,
    );
    for (const row of over) {
      const before = reservationOf(row);
      this.#charge(before, lapse(before));
    }
  }

  /** A reservation belongs to the month in which it was made, whenever it is settled. */
  #charge(before: Reservation, after: Reservation): void {
    this.#save(after);
    this.#addSpent(after.month, after.chargedMicroUsd - before.chargedMicroUsd);
  }

  #addSpent(month: string, microUsd: number): void {
    this.#sql.rows(
      "insert into months (month, spent_micro_usd) values (?1, ?2) on conflict (month) do update set spent_micro_usd = spent_micro_usd + ?2",
      month,
      microUsd,
    );
  }

  #save(row: Reservation): void {
    this.#sql.rows(
      `insert or replace into reservations (id, month, reserved_micro_usd, charged_micro_usd, state, lapses_at_ms)
       values (?, ?, ?, ?, ?, ?)`,
      row.id,
      row.month,
      row.reservedMicroUsd,
      row.chargedMicroUsd,
      row.state,
      row.lapsesAtMs,
    );
  }

  #find(id: string): Reservation | null {
    const row = this.#one("select * from reservations where id = ?", id);
    return row === undefined ? null : reservationOf(row);
  }

  #callsInWindow(countedAs: CountedAs, nowMs: number): number {
    const row = this.#one(
      "select count(*) as calls from tool_calls where counted_as = ? and at_ms > ?",
      countedAs,
      nowMs - RATE_WINDOW_MS,
    );
    return Number(row?.["calls"] ?? 0);
  }

  #prune(nowMs: number): void {
    if (++this.#changes % PRUNE_EVERY !== 0) return;
    this.#sql.rows("delete from reservations where state <> 'open' and lapses_at_ms <= ?", nowMs - MEMORY_MS);
    this.#sql.rows("delete from tool_calls where at_ms <= ?", nowMs - MEMORY_MS);
  }

  #one(query: string, ...bindings: readonly SqlValue[]): Row | undefined {
    return this.#sql.rows(query, ...bindings)[0];
  }
}
