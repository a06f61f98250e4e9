/** What a team takes with it of its projects. */
import { isNull } from "drizzle-orm";
import type { ExportedKind } from "../platform/exports.ts";
import { comments } from "./tables/projects-more.ts";
import { projects, tasks } from "./tables/projects.ts";

export const exports: readonly ExportedKind[] = [
  {
    name: "projects",
    title: "Projects",
    table: projects,
    key: [projects.name, projects.id],
    where: () => isNull(projects.deletedAt),
    columns: [
      ["Name", projects.name],
      ["Description", projects.description],
      ["Client", projects.clientName],
      ["Status", projects.status],
      ["Start", projects.startDate],
      ["Due", projects.dueDate],
      ["Completed", projects.completedAt],
      ["ID", projects.id],
    ],
  },
  {
    name: "tasks",
    title: "Tasks",
    table: tasks,
    key: [tasks.updatedAt, tasks.id],
    where: () => isNull(tasks.deletedAt),
    columns: [
      ["Title", tasks.title],
      ["Description", tasks.description],
      ["Status", tasks.status],
      ["Priority", tasks.priority],
      ["Type", tasks.type],
      ["Assignee IDs", tasks.assigneeIds],
      ["Start", tasks.startDate],
      ["Due", tasks.dueDate],
      ["Estimated hours", tasks.estimatedHours],
      ["Actual hours", tasks.actualHours],
      ["Completed", tasks.completedAt],
      ["Project ID", tasks.projectId],
      ["Parent task ID", tasks.parentId],
      ["ID", tasks.id],
    ],
  },
  {
    name: "comments",
    title: "Comments",
    table: comments,
    key: [comments.updatedAt, comments.id],
    where: () => isNull(comments.deletedAt),
    columns: [
      ["Time", comments.createdAt],
      ["By", comments.authorName],
      ["Comment", comments.body],
      ["Task ID", comments.taskId],
      ["Project ID", comments.projectId],
    ],
  },
];
