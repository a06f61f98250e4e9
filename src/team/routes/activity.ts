/** What happened and what it cost: usage, the audit trail, runs and their traces. */
import { toolTitle, destinationTitle } from "../../agent/tools/powers.ts";
import { agentOf } from "../../agent/index.ts";
import { isOperator } from "../../platform/auth/index.ts";
import { approvalsOfRun } from "../../approvals/index.ts";
import { listAudit, userActor } from "../../platform/audit/index.ts";
import { isoTime, msOf } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { teamEndpoints } from "../api/team.ts";
import { auditEndpoints } from "../api/audit.ts";
import { usesOfRun } from "../../workspace/skills/index.ts";
import {
  findRunTrace,
  listHooks,
  listRuns,
  reviewRun,
  sentBy,
  type RunTrace,
} from "../../agent/runs/index.ts";
import { usageReport } from "../../agent/usage/index.ts";
import { changesOfRun } from "../../workspace/index.ts";
import { decodeCursor, pageFrom } from "../../platform/http/cursor.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { dayOf } from "../../kernel/calendar.ts";

/** How far back decisions of hooks are shown where nothing else is asked for. */
const HOOKS_SHOWN_MS = 7 * 24 * 3_600_000;

export function activityRoutes(app: App): void {
  usageRoutes(app);
  runRoutes(app);
}

function usageRoutes(app: App): void {
  serve(app, teamEndpoints.usage, async ({ ctx, db, tenantId, principal }) => {
    const tenant = await ctx.objects.team();
    const today = dayOf(ctx.clock.now(), principal.tenant.timeZone);
    const report = await usageReport(db, await tenant.counters(tenantId), today);
    return { ...report, days: report.days.map(titled) };
  });

  serve(app, auditEndpoints.audit, async ({ db, query: { cursor, ...query } }) => {
    const limit = query.limit ?? LIMITS.pageSize;
    const rows = await listAudit(db, { ...query, before: auditCursor(cursor), limit: limit + 1 });
    return pageFrom(
      rows,
      limit,
      (row) => ({
        id: row.id,
        at: row.at,
        actor: { kind: row.actorKind, id: row.actorId, name: actorTitle(row) },
        action: row.action,
        subject: { kind: row.subjectKind, id: row.subjectId },
        sentence: row.sentence,
        changes: [...(row.changes ?? [])],
      }),
      (row) => [row.at, row.id],
    );
  });
}

function runRoutes(app: App): void {
  serve(app, teamEndpoints.runs, async ({ db, principal, query }) => {
    const limit = query.limit ?? LIMITS.pageSize;
    const { conversationId } = query;
    const userId = principal.user.id;
    const before = runCursor(query.cursor);
    const rows = await listRuns(db, { userId, conversationId, before, limit: limit + 1 });
    return pageFrom(rows, limit, titled, (run) => [run.startedAt, run.id]);
  });

  serve(app, teamEndpoints.run, async ({ ctx, db, principal, param }) => {
    const id = param("id");
    const { operators, logsUrl } = ctx.config;
    const [trace, uses, files, approvals] = await Promise.all([
      findRunTrace(db, principal.user.id, id),
      usesOfRun(db, id),
      changesOfRun({ db }, id),
      approvalsOfRun({ db }, id),
    ]);
    if (trace === null) throw new AppError("not_found", "That run doesn’t exist.");
    const skills = uses.map(({ skill, name, etag, at }) => ({ skill, name, etag, at }));
    const inWords = <Traced extends Pick<RunTrace, "agent" | "steps">>(traced: Traced) => ({
      ...titled(traced),
      steps: traced.steps.map((step) => ({
        ...step,
        title: step.kind === "tool" ? toolTitle(step.name) : step.name,
      })),
    });
    const leads = logsUrl !== null && isOperator(principal, operators);
    const sent = sentBy([trace, ...trace.subRuns].flatMap(({ steps }) => steps));
    return {
      ...inWords(trace),
      sent:
        trace.archivedIn === null ? sent.map((one) => ({ ...one, title: destinationTitle(one.to) })) : null,
      logsUrl: leads ? logsUrl.replaceAll("{run}", encodeURIComponent(trace.id)) : null,
      subRuns: trace.subRuns.map(inWords),
      skills,
      files,
      approvals,
    };
  });

  serve(app, teamEndpoints.reviewRun, async ({ ctx, db, principal, param, body }) =>
    titled(
      await reviewRun(db, {
        id: param("id"),
        accepted: body.accepted,
        by: userActor(principal.user),
        nowMs: ctx.clock.now(),
      }),
    ),
  );

  serve(app, teamEndpoints.hooks, async ({ ctx, db, query }) => {
    const limit = query.limit ?? LIMITS.pageSize;
    const { hook, decision, from = isoTime(ctx.clock.now() - HOOKS_SHOWN_MS) } = query;
    const before = auditCursor(query.cursor);
    const rows = await listHooks(db, { hook, decision, from: isoTime(msOf(from)), before, limit: limit + 1 });
    return pageFrom(
      rows,
      limit,
      (row) => row.decision,
      (row) => [...row.place],
    );
  });
}

/** With the agent as people call it. */
function titled<Of extends { readonly agent: string }>(of: Of): Of & { readonly agentTitle: string } {
  return { ...of, agentTitle: agentOf(of.agent).title };
}

/** Agents are on record by name, some by title. */
function actorTitle({
  actorKind,
  actorName,
}: {
  readonly actorKind: string;
  readonly actorName: string;
}): string {
  return actorKind === "agent" ? agentOf(actorName).title : actorName;
}

function auditCursor(cursor: string | undefined): { at: string; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const [at = "", id = ""] = decodeCursor(cursor, 2);
  return { at, id };
}

function runCursor(cursor: string | undefined): { startedAt: string; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const [startedAt = "", id = ""] = decodeCursor(cursor, 2);
  return { startedAt, id };
}
