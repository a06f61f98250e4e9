/** Routes of projects, phases and tasks. Every member may use them; the audit log records who did. */
import { projectDeps } from "../open.ts";
import type { Principal } from "../../platform/auth/index.ts";
import {
  changeRecord,
  changeTask,
  changeTasks,
  createPhase,
  createProject,
  createTask,
  listChanges,
  listProjects,
  listTasks,
  listWork,
  PHASE,
  phaseView,
  PROJECT,
  projectView,
  readBaseline,
  readBoard,
  readProject,
  readTask,
  readTimeline,
  recordOf,
  removeRecord,
  removeTask,
  setBaseline,
  someTasks,
  taskView,
  undoChange,
  type Writer,
} from "../index.ts";
import { projectsEndpoints } from "../api/projects.ts";
import { tasksEndpoints } from "../api/projects-tasks.ts";
import { encodeCursor, withOpaqueCursor } from "../../platform/http/cursor.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { userActor } from "../../platform/audit/index.ts";
import { dayOf } from "../../kernel/calendar.ts";

export function projectRoutes(app: App): void {
  projectsOf(app);
  tasksOf(app);
}

/** Maximum tasks requested at once. */
const SOME = 100;

export function writerOf({ user }: Principal): Writer {
  return { actor: userActor(user) };
}

/** The response of a write. */
function writtenAs<Row, View>(
  view: (row: Row) => View,
): (written: { row: Row; changeId: string }) => { record: View; changeId: string } {
  return ({ row, changeId }) => ({ record: view(row), changeId });
}

function projectsOf(app: App): void {
  const written = writtenAs(projectView);
  serve(app, projectsEndpoints.list, ({ db, query }) =>
    withOpaqueCursor(query, (asked) => listProjects(db, asked)),
  );
  serve(app, projectsEndpoints.get, ({ db, ctx, principal, param }) =>
    readProject(db, param("id"), dayOf(ctx.clock.now(), principal.tenant.timeZone)),
  );
  serve(app, projectsEndpoints.create, async ({ ctx, principal, body }) =>
    written(await createProject(projectDeps(ctx), body, writerOf(principal))),
  );
  serve(app, projectsEndpoints.update, async ({ ctx, principal, body, param }) =>
    written(await changeRecord(projectDeps(ctx), PROJECT, { ...body, id: param("id") }, writerOf(principal))),
  );
  serve(app, projectsEndpoints.remove, async ({ ctx, principal, query, param }) => ({
    changeId: await removeRecord(
      projectDeps(ctx),
      PROJECT,
      { ...query, id: param("id") },
      writerOf(principal),
    ),
  }));
  serve(app, projectsEndpoints.setBaseline, async ({ ctx, principal, body, param }) =>
    written(await setBaseline(projectDeps(ctx), { ...body, id: param("id") }, writerOf(principal))),
  );
  serve(app, projectsEndpoints.baseline, ({ db, query, param }) =>
    withOpaqueCursor(query, (asked) => readBaseline(db, param("id"), asked)),
  );
  serve(app, projectsEndpoints.changes, async ({ db, query, param }) => {
    const { id } = await recordOf(db, PROJECT, param("id"));
    return withOpaqueCursor(query, (asked) => listChanges(db, id, asked));
  });
  serve(app, projectsEndpoints.undo, async ({ ctx, principal, param }) => ({
    changeId: await undoChange(projectDeps(ctx), param("id"), writerOf(principal)),
  }));
  const phase = writtenAs(phaseView);
  serve(app, projectsEndpoints.createPhase, async ({ ctx, principal, body }) =>
    phase(await createPhase(projectDeps(ctx), body, writerOf(principal))),
  );
  serve(app, projectsEndpoints.updatePhase, async ({ ctx, principal, body, param }) =>
    phase(await changeRecord(projectDeps(ctx), PHASE, { ...body, id: param("id") }, writerOf(principal))),
  );
  serve(app, projectsEndpoints.removePhase, async ({ ctx, principal, query, param }) => ({
    changeId: await removeRecord(projectDeps(ctx), PHASE, { ...query, id: param("id") }, writerOf(principal)),
  }));
}

function tasksOf(app: App): void {
  const written = writtenAs(taskView);
  serve(app, tasksEndpoints.some, async ({ db, query }) => ({
    items: await someTasks(db, query.ids.split(",").slice(0, SOME)),
  }));
  serve(app, tasksEndpoints.list, ({ db, query }) =>
    withOpaqueCursor(query, (asked) => listTasks(db, asked)),
  );
  serve(app, tasksEndpoints.board, async ({ db, query, param }) => {
    const columns = await readBoard(db, await recordOf(db, PROJECT, param("id")), query);
    return {
      columns: columns.map(({ nextCursor, ...column }) => ({
        ...column,
        nextCursor: nextCursor === null ? null : encodeCursor([nextCursor]),
      })),
    };
  });
  serve(app, tasksEndpoints.timeline, async ({ db, query, param }) => {
    const project = await recordOf(db, PROJECT, param("id"));
    return withOpaqueCursor(query, (asked) => readTimeline(db, project, asked));
  });
  serve(app, tasksEndpoints.mine, ({ db, query, principal }) =>
    withOpaqueCursor(query, ({ userId = principal.user.id, ...asked }) => listWork(db, { userId, ...asked })),
  );
  serve(app, tasksEndpoints.get, ({ db, param }) => readTask(db, param("id")));
  serve(app, tasksEndpoints.create, async ({ ctx, principal, body }) =>
    written(await createTask(projectDeps(ctx), body, writerOf(principal))),
  );
  serve(app, tasksEndpoints.update, async ({ ctx, principal, body, param }) =>
    written(await changeTask(projectDeps(ctx), { ...body, id: param("id") }, writerOf(principal))),
  );
  serve(app, tasksEndpoints.updateMany, async ({ ctx, principal, body }) => {
    const result = await changeTasks(projectDeps(ctx), body.changes, writerOf(principal));
    return { items: result.written.map(written), refused: result.refused };
  });
  serve(app, tasksEndpoints.remove, async ({ ctx, principal, query, param }) => ({
    changeId: await removeTask(projectDeps(ctx), { ...query, id: param("id") }, writerOf(principal)),
  }));
}
