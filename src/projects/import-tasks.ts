/**
 * Imports tasks from other tools. A task of a connected service is linked to its counterpart there, which
 * identifies it later and whose changes are taken over; nothing is written back. A task from a file is
 * identified by its key.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { byIds, users, type TenantDb } from "../platform/db/index.ts";
import { projects, tasks } from "./tables/projects.ts";
import { isoTime } from "../kernel/clock.ts";
import { derivedId } from "../kernel/ids.ts";
import { priorityOf, statusOf } from "./api/project-import-words.ts";
import type { ForeignTask, ImportList, ImportPreview, ImportStep } from "./api/project-imports.ts";
import type { TaskLinkVendor } from "./api/projects.ts";
import { asBrought } from "./bring-in.ts";
import { ORDER_STEP, PROJECT } from "./kinds.ts";
import { tagNames, tagsByName, withTags } from "./named-tags.ts";
import type { ProjectDeps, Writer } from "./ports.ts";
import { createProject, type ProjectRow } from "./projects.ts";
import type { Plan } from "./record-kind.ts";
import { planChange, planCreate } from "./records.ts";
import { runPlans } from "./run-plans.ts";
import { TASK, type TaskRow } from "./task-kind.ts";
import { lastOrder } from "./tasks.ts";

const TASKS_A_BATCH = 20;
const PREVIEW_PAGES = 3;

/** A task of a service, with its URL there. */
interface ServiceTask extends ForeignTask {
  readonly url: string;
}

/** An import source: one vendor's account. */
export interface ImportSource {
  readonly vendor: TaskLinkVendor;
  /** Lists in scope. */
  readonly lists: () => Promise<readonly Omit<ImportList, "vendor" | "projectId">[]>;
  /** A page of a list; `cursor` is from the previous page. */
  readonly page: (
    listId: string,
    cursor: string | null,
  ) => Promise<{ readonly tasks: readonly ServiceTask[]; readonly next: string | null }>;
}

/** Lists with the projects imported from them. */
export async function importLists(db: TenantDb, source: ImportSource): Promise<ImportList[]> {
  const lists = await source.lists();
  const linked = await Promise.all(lists.map(({ id }) => projectOfList(db, source.vendor, id)));
  return lists.map((list, at) => ({ ...list, vendor: source.vendor, projectId: linked[at]?.id ?? null }));
}

/** What importing a list would do, from its first pages. */
export async function previewImport(
  db: TenantDb,
  source: ImportSource,
  listId: string,
): Promise<ImportPreview> {
  const all: ServiceTask[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PREVIEW_PAGES; page++) {
    const read = await source.page(listId, cursor);
    all.push(...read.tasks);
    cursor = read.next;
    if (cursor === null) break;
  }
  const [known, members] = await Promise.all([twinsOf(db, source.vendor, all), membersOf(db)]);
  const statuses = Map.groupBy(all, ({ status }) => status);
  const people = Map.groupBy(
    all.flatMap((task) => task.people),
    ({ name }) => name,
  );
  return {
    tasks: all.length,
    more: cursor !== null,
    there: known.size,
    statuses: [...statuses].map(([theirs, some]) => ({
      theirs,
      ours: statusOf(
        theirs,
        some.some(({ isClosed }) => isClosed),
      ),
      tasks: some.length,
    })),
    people: [...people].map(([name, [first, ...rest]]) => ({
      name,
      member: first === undefined ? null : (memberFor(members, first)?.name ?? null),
      tasks: rest.length + 1,
    })),
  };
}

/** Imports a page of a list into its project. Throws `not_found` if the list is not in scope. */
export async function importPage(
  deps: ProjectDeps,
  source: ImportSource,
  { list, cursor }: { readonly list: Pick<ImportList, "id" | "name">; readonly cursor: string | null },
  by: Writer,
): Promise<ImportStep> {
  const { vendor } = source;
  const there = await projectOfList(deps.db, vendor, list.id);
  const project = there ?? (await projectFor(deps, { vendor, ...list }, by));
  const { tasks: read, next } = await source.page(list.id, cursor);
  return { projectId: project.id, next, ...(await takeOver(deps, project, read, { vendor, by })) };
}

/** Imports rows of a file; existing tasks are unchanged. */
export async function importRows(
  deps: ProjectDeps,
  {
    projectId,
    name,
    rows,
  }: { readonly projectId: string; readonly name: string; readonly rows: readonly ForeignTask[] },
  by: Writer,
): Promise<ImportStep> {
  const there = await deps.db.find(projects, eq(projects.id, projectId));
  const project = there ?? (await createProject(deps, { id: projectId, name, status: "active" }, by)).row;
  return { projectId, next: null, ...(await takeOver(deps, project, rows, { vendor: null, by })) };
}

function projectOfList(db: TenantDb, vendor: TaskLinkVendor, listId: string): Promise<ProjectRow | null> {
  const linked = and(eq(projects.linkVendor, vendor), eq(projects.linkId, listId), sql`link_id is not null`);
  return db.find(projects, and(linked, isNull(projects.deletedAt)) ?? sql`0`);
}

async function projectFor(
  deps: ProjectDeps,
  { vendor, id, name }: Pick<ImportList, "vendor" | "id" | "name">,
  by: Writer,
): Promise<ProjectRow> {
  const values = { name: name.slice(0, 200), status: "active", linkVendor: vendor, linkId: id };
  const [written] = await runPlans(deps, [await planCreate(deps, PROJECT, values, by)]);
  return written?.row as unknown as ProjectRow;
}

/** An incoming task, with its URL if it has one. */
type Given = ForeignTask & { readonly url?: string };

interface Taking {
  /** Null for rows of a file. */
  readonly vendor: TaskLinkVendor | null;
  readonly by: Writer;
}

/** Creates new tasks, and updates existing ones with the service's changes. */
async function takeOver(
  deps: ProjectDeps,
  project: Pick<ProjectRow, "id">,
  given: readonly Given[],
  taking: Taking,
): Promise<Omit<ImportStep, "projectId" | "next">> {
  // Parents before their subtasks, without duplicates.
  const once = new Map(given.map((task) => [task.key, task]));
  const ordered = [...once.values()].toSorted(
    (one, other) => Number(one.parent !== null) - Number(other.parent !== null),
  );
  const [step, last] = await Promise.all([
    beginImport(deps, project, ordered, taking),
    lastOrder(deps.db, project.id),
  ]);
  const figures = { made: 0, renewed: 0, there: 0, tagged: 0, untagged: 0 };
  for (let at = 0; at < ordered.length; at += TASKS_A_BATCH) {
    const plans: Plan[] = [];
    for (const [nth, task] of ordered.slice(at, at + TASKS_A_BATCH).entries()) {
      const { became, some } = await plansFor(step, task, last + (at + nth + 1) * ORDER_STEP);
      figures[became] += 1;
      const { tagged, untagged } = taggedBy(step, task);
      figures.tagged += tagged;
      figures.untagged += untagged;
      plans.push(...some);
    }
    if (plans.length > 0) await runPlans(deps, plans);
  }
  return figures;
}

async function beginImport(
  deps: ProjectDeps,
  project: Pick<ProjectRow, "id">,
  given: readonly Given[],
  { vendor, by }: Taking,
): Promise<Step> {
  const { db } = deps;
  // Parents may have been imported with an earlier page.
  const asked = given.flatMap(({ key, parent }) =>
    parent === null ? [{ key }] : [{ key }, { key: parent }],
  );
  const [known, members] = await Promise.all([
    vendor === null ? rowsOf(db, project.id, asked) : twinsOf(db, vendor, asked),
    membersOf(db),
  ]);
  const ids = new Map<string, string>();
  for (const [key, row] of known)
    if (row.projectId === project.id && row.parentId === null) ids.set(key, row.id);
  const alive = await aliveProjects(db, [...known.values()]);
  const of = { deps, project, members, known, alive, ids, vendor, by: { ...by, fromLink: true } };
  const wanted = given.filter((task) => vendor !== null || !isHere(of, task));
  const names = new Set(wanted.flatMap((task) => tagNames(task.tags)));
  return { ...of, tags: await tagsByName(deps, names, by) };
}

function isHere({ known, alive }: Pick<Step, "known" | "alive">, { key }: Given): boolean {
  const row = known.get(key);
  return row !== undefined && alive.has(row.projectId);
}

/** How many tags are added, and how many are skipped. Existing tasks from a file are unchanged. */
function taggedBy(step: Step, task: Given): Pick<ImportStep, "tagged" | "untagged"> {
  if (step.vendor === null && isHere(step, task)) return { tagged: 0, untagged: 0 };
  const had = isHere(step, task) ? (step.known.get(task.key)?.tagIds ?? []) : [];
  const has = withTags(had, task.tags, step.tags);
  const theirs = tagNames(task.tags);
  const there = theirs.filter((name) => has.includes(step.tags.get(name) ?? ""));
  return { tagged: has.length - had.length, untagged: theirs.length - there.length };
}

async function plansFor(
  step: Step,
  task: Given,
  sortOrder: number,
): Promise<{ readonly became: "made" | "renewed" | "there"; readonly some: readonly Plan[] }> {
  const row = step.known.get(task.key);
  if (row !== undefined && step.alive.has(row.projectId)) {
    const some = await renewal(step, row, task);
    return { became: some.length > 0 ? "renewed" : "there", some };
  }
  // If its project was deleted, it is created again in this one.
  const gone = row === undefined ? [] : await removal(step, row);
  return { became: "made", some: [...gone, await making(step, task, sortOrder)] };
}

/** Context of importing a page. */
interface Step extends Taking {
  readonly deps: ProjectDeps;
  readonly project: Pick<ProjectRow, "id">;
  readonly members: Members;
  /** Existing tasks by key, and which of their projects are not deleted. */
  readonly known: ReadonlyMap<string, TaskRow>;
  readonly alive: ReadonlySet<string>;
  /** Top-level tasks of the project, by key. */
  readonly ids: Map<string, string>;
  /** IDs of tags, by name. */
  readonly tags: ReadonlyMap<string, string>;
}

async function making(
  { deps, project, members, ids, tags, vendor, by }: Step,
  task: Given,
  sortOrder: number,
): Promise<Plan> {
  const id = vendor === null ? await idOfRow(deps.db, project.id, task.key) : deps.ids.newId();
  const parentId = task.parent === null ? null : (ids.get(task.parent) ?? null);
  if (parentId === null) ids.set(task.key, id);
  const now = isoTime(deps.clock.now());
  const values = valuesOf(task, members);
  const earlier = (at: string | null): string => (at === null || at > now ? now : at);
  const changedAt = earlier(task.changedAt);
  const kind = asBrought(TASK, () => ({
    createdAt: earlier(task.createdAt),
    statusChangedAt: changedAt,
    startedAt: values.status === "in_progress" ? changedAt : null,
    completedAt: values.status === "completed" ? changedAt : null,
  }));
  const link =
    vendor === null
      ? {}
      : { linkVendor: vendor, linkId: task.key, linkUrl: task.url ?? null, linkReadAt: now };
  const tagIds = withTags([], task.tags, tags);
  return planCreate(
    deps,
    kind,
    { ...values, ...link, tagIds, id, projectId: project.id, parentId, sortOrder },
    by,
  );
}

async function removal({ deps, by }: Step, row: TaskRow): Promise<Plan[]> {
  const patch = { deletedAt: isoTime(deps.clock.now()) };
  const plan = await planChange(deps, TASK, row, patch, by, { action: "deleted" });
  return plan === null ? [] : [plan];
}

async function aliveProjects(db: TenantDb, rows: readonly TaskRow[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(rows.map(({ projectId }) => projectId))];
  const found = await db.pick(
    { id: projects.id },
    projects,
    byIds(projects.id, ids, isNull(projects.deletedAt)),
  );
  return new Set(found.map(({ id }) => id));
}

/**
 * The changes: fields owned by the service that differ, and its tags in addition to the team’s. All other
 * fields belong to the team. Rows of a file change nothing.
 */
async function renewal(
  { deps, members, tags, vendor, by }: Step,
  row: TaskRow,
  task: ForeignTask,
): Promise<Plan[]> {
  if (vendor === null) return [];
  const { title, description, status, priority, dueDate } = valuesOf(task, members);
  const tagIds = withTags(row.tagIds, task.tags, tags);
  const patch = { title, description, status, priority, dueDate, tagIds };
  const plan = await planChange(deps, TASK, row, patch, by);
  if (plan === null) return [];
  const linkReadAt = isoTime(deps.clock.now());
  const whole = await planChange(deps, TASK, row, { ...patch, linkReadAt }, by);
  return whole === null ? [] : [whole];
}

function valuesOf(task: ForeignTask, members: Members) {
  const found = task.people.flatMap((person) => memberFor(members, person)?.id ?? []);
  return {
    title: task.title,
    description: task.description,
    status: statusOf(task.status, task.isClosed),
    priority: priorityOf(task.priority),
    startDate: task.startDate,
    dueDate: task.dueDate,
    estimatedHours: task.hours,
    assigneeIds: [...new Set(found)],
  };
}

/** Existing tasks linked to these, by the service's keys. */
async function twinsOf(
  db: TenantDb,
  vendor: TaskLinkVendor,
  given: readonly Pick<ForeignTask, "key">[],
): Promise<ReadonlyMap<string, TaskRow>> {
  const keys = JSON.stringify(given.map(({ key }) => key));
  const rows = await db.rows(
    tasks,
    and(
      eq(tasks.linkVendor, vendor),
      sql`${tasks.linkId} in (select value from json_each(${keys}))`,
      sql`link_id is not null`,
      isNull(tasks.deletedAt),
    ),
  );
  return new Map(rows.map((row) => [row.linkId ?? "", row]));
}

/** Existing tasks imported from these rows, by key. */
async function rowsOf(
  db: TenantDb,
  projectId: string,
  given: readonly Pick<ForeignTask, "key">[],
): Promise<ReadonlyMap<string, TaskRow>> {
  const keyed = new Map(
    await Promise.all(given.map(async ({ key }) => [await idOfRow(db, projectId, key), key] as const)),
  );
  const rows = await db.rows(tasks, byIds(tasks.id, [...keyed.keys()]));
  return new Map(rows.map((row) => [keyed.get(row.id) ?? "", row]));
}

function idOfRow({ tenantId }: TenantDb, projectId: string, key: string): Promise<string> {
  return derivedId("task", tenantId, projectId, key);
}

type Members = readonly Pick<typeof users.$inferSelect, "id" | "name" | "email">[];

function membersOf(db: TenantDb): Promise<Members> {
  return db.rows(users, isNull(users.removedAt)).limit(500);
}

/** Matches by address, else by a name that only one member has. */
function memberFor(
  members: Members,
  { name, email }: ForeignTask["people"][number],
): Members[number] | undefined {
  const same = (one: string, other: string): boolean =>
    one.trim().toLowerCase() === other.trim().toLowerCase();
  const byMail = members.find((member) => same(member.email, email ?? name));
  const named = members.filter((member) => same(member.name, name));
  return byMail ?? (named.length === 1 ? named[0] : undefined);
}
