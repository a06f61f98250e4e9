/** What becomes of a person in the tables of this room. */
import { at, type Erases } from "../platform/erasure.ts";

const PROJECT_RECORD = { what: "A record of a project", path: "/projects", of: at("/projects", "projectId") };
const TASK_PART = { what: "A part of a task", path: "/projects", of: at("/tasks", "taskId") };

export const erases = {
  automation_rules: { treatment: "list", place: { what: "A rule of your projects", path: "/projects" } },
  baseline_tasks: {
    treatment: "mask",
    place: {
      what: "A task in a project’s baseline",
      path: "/projects",
      of: at("/projects", "projectId"),
    },
  },
  checklist_items: { treatment: "mask", place: TASK_PART },
  comments: {
    treatment: "mask",
    place: { what: "A comment on a task", path: "/projects", of: at("/tasks", "taskId") },
  },
  custom_field_definitions: {
    treatment: "list",
    place: { what: "A field of your tasks", path: "/projects" },
  },
  custom_field_values: { treatment: "drop", place: TASK_PART },
  form_submissions: { treatment: "mask", place: { what: "A submitted form", path: "/projects" } },
  forms: { treatment: "list", place: { what: "A form", path: "/projects" } },
  goal_task_links: { treatment: "keep" },
  goals: { treatment: "list", place: { what: "A goal", path: "/projects" } },
  project_agent_runs: { treatment: "mask", place: PROJECT_RECORD },
  project_changes: {
    treatment: "mask",
    place: { what: "A project’s history", path: "/projects", of: at("/projects", "projectId") },
  },
  project_documents: {
    treatment: "list",
    place: {
      what: "The title of a project’s document",
      path: "/projects",
      of: at("/projects", "projectId"),
    },
  },
  project_phases: {
    treatment: "list",
    place: { what: "A phase of a project", path: "/projects", of: at("/projects", "projectId") },
  },
  projects: { treatment: "list", place: { what: "A project", path: "/projects", of: at("/projects", "id") } },
  rates: { treatment: "list", place: { what: "A rate", path: "/projects" } },
  reminders: { treatment: "mask", place: TASK_PART },
  saved_views: { treatment: "list", place: { what: "A saved view of tasks", path: "/projects" } },
  status_changes: { treatment: "keep" },
  tags: { treatment: "list", place: { what: "A tag", path: "/projects" } },
  task_assignments: { treatment: "keep" },
  task_dependencies: { treatment: "keep" },
  task_tags: { treatment: "keep" },
  tasks: { treatment: "mask", place: { what: "A task", path: "/projects", of: at("/tasks", "id") } },
} satisfies Erases;
