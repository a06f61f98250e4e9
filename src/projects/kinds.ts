/**
 * Record kinds of projects and phases. Tasks are in task-kind.ts, records attached to tasks in more-kinds.ts.
 */
import { projectPhases, projects } from "./tables/projects.ts";
import { isoTime } from "../kernel/clock.ts";
import { requireMembers, requireProject } from "./known.ts";
import { type RecordKind } from "./record-kind.ts";

/** Drift in percent from which scope alerts are sent. */
const SCOPE_ALERT_PERCENT = 15;
/** Distance between neighbors, so that records can be inserted between them. */
export const ORDER_STEP = 1024;

export const PROJECT: RecordKind<typeof projects> = {
  entity: "project",
  stream: "projects",
  noun: "project",
  table: projects,
  label: "name",
  defaults: {
    description: "",
    clientName: "",
    status: "active",
    scopeAlertPercent: SCOPE_ALERT_PERCENT,
    tasksTotal: 0,
    tasksDone: 0,
    taskCounts: {},
    boardCounts: {},
  },
  async prepare({ deps, before, after, nowMs }) {
    if (after.ownerId !== null && after.ownerId !== before?.ownerId)
      await requireMembers(deps, [after.ownerId]);
    const isDone = after.status === "completed";
    const wasDone = before?.status === "completed";
    return {
      ...(isDone === wasDone ? {} : { set: { completedAt: isDone ? isoTime(nowMs) : null } }),
      ...(before !== null && before.status !== after.status
        ? { what: "status_changed", tells: { from: before.status, to: after.status } }
        : {}),
    };
  },
};

export const PHASE: RecordKind<typeof projectPhases> = {
  entity: "phase",
  stream: "projects",
  noun: "phase",
  table: projectPhases,
  label: "name",
  defaults: { description: "" },
  async prepare({ deps, before, after }) {
    if (before !== null) return { what: "phase_changed" };
    await requireProject(deps, after.projectId);
    return { what: "phase_created" };
  },
};
