/** Converts records to their wire format. */
import type { checklistItems, comments } from "./tables/projects-more.ts";
import type { projectChanges, projectPhases, projects, tasks } from "./tables/projects.ts";
import type { Phase, Project, ProjectChange, TaskLink } from "./api/projects.ts";
import type { ChecklistItem, Comment } from "./api/projects-records.ts";
import type { Task } from "./api/projects-tasks.ts";
import { isAsSealed } from "./seal.ts";

export function projectView(row: typeof projects.$inferSelect): Project {
  const { linkVendor, linkId, linkUrl, taskCounts: _, boardCounts: __, ...rest } = bare(row);
  return { ...rest, link: linkOf({ linkVendor, linkId, linkUrl, linkReadAt: null }) };
}

export function phaseView(row: typeof projectPhases.$inferSelect): Phase {
  return bare(row);
}

export function taskView(row: typeof tasks.$inferSelect): Task {
  const { linkVendor, linkId, linkUrl, linkReadAt, createdByKind, createdById, ...rest } = bare(row);
  return {
    ...rest,
    ...listsOf(rest),
    createdBy: { kind: createdByKind, id: createdById },
    link: linkOf({ linkVendor, linkId, linkUrl, linkReadAt }),
  };
}

export function commentView(row: typeof comments.$inferSelect): Comment {
  const { authorKind, authorId, authorName, ...rest } = bare(row);
  return {
    ...rest,
    mentions: [...rest.mentions],
    author: { kind: authorKind, id: authorId, name: authorName },
  };
}

export function checklistView(row: typeof checklistItems.$inferSelect): ChecklistItem {
  const { projectId: _, ...rest } = bare(row);
  return rest;
}

export function changeView(row: typeof projectChanges.$inferSelect): ProjectChange {
  const { tenantId: _, version: __, actorKind, actorId, actorName, ...told } = row;
  const { salt: ___, digest: ____, previous: _____, seal: ______, ...rest } = told;
  return { ...rest, isProven: isAsSealed(row), actor: { kind: actorKind, id: actorId, name: actorName } };
}

/** A record without internal columns. */
export function bare<
  Row extends { tenantId: string; moveId: string; historySeal: string | null; deletedAt: string | null },
>(row: Row): Omit<Row, "tenantId" | "moveId" | "historySeal" | "deletedAt"> {
  const { tenantId: _, moveId: __, historySeal: ___, deletedAt: ____, ...rest } = row;
  return rest;
}

/** Mutable copies of lists, as wire types require. */
export function listsOf(row: Pick<typeof tasks.$inferSelect, "assigneeIds" | "tagIds" | "dependsOn">) {
  return {
    assigneeIds: [...row.assigneeIds],
    tagIds: [...row.tagIds],
    dependsOn: [...row.dependsOn],
  };
}

/** The linked service's record; null if there is none. */
export function linkOf({
  linkVendor,
  linkId,
  linkUrl,
  linkReadAt,
}: Pick<typeof tasks.$inferSelect, "linkVendor" | "linkId" | "linkUrl" | "linkReadAt">): TaskLink | null {
  if (linkVendor === null || linkId === null) return null;
  return { vendor: linkVendor, id: linkId, url: linkUrl, readAt: linkReadAt };
}
