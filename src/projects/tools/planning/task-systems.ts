/**
 * Systems in which tasks can be created: Jira, ClickUp, or the team's data service. Each task is created by
 * that system's own tool, with all its checks.
 */
import * as z from "zod";
import { AppError } from "../../../kernel/errors.ts";
import { plainWords } from "../../../kernel/plain-words.ts";
import type { Tenant } from "../../../agent/tools/tenant.ts";
import type { Acting } from "../../../agent/tools/call.ts";
import type { AnyTool } from "../../../agent/tools/define-tool.ts";
import type { Toolset } from "../../../agent/tools/define-toolset.ts";
import { createJiraIssue, jira, type JiraServices } from "../../../integrations/jira/tools/index.ts";
import { createServiceIssue, service } from "../../../integrations/data-service/tools/index.ts";
import { createTask, tasks, type TaskServices, pathOf } from "../../../integrations/clickup/tools/index.ts";
import { PRIORITIES } from "./urgency-words.ts";

export const line = (maxChars: number) => z.string().trim().min(1).max(maxChars);

export const wantedTaskSchema = z.strictObject({
  summary: line(255).describe("What is to be done, beginning with a verb"),
  description: line(4_000).describe("Facts, who asks, by when"),
  type: line(100).describe("task, bug, story or epic"),
  priority: z.enum(PRIORITIES).optional(),
  labels: z.array(line(60)).max(10).optional(),
  components: z.array(line(100)).max(10).optional(),
  estimated_hours: z.number().min(0).max(1_000).nullable().optional(),
  assignee: line(100).optional().describe("A colleague's name, if a person named one"),
  due: z.iso.date().optional().describe("Only if it was said"),
});
export type WantedTask = z.output<typeof wantedTaskSchema>;

/** The destination, as the system's own tool expects it. */
interface Aim {
  readonly place: string;
  /** The acting user of the data service. */
  readonly user: string | undefined;
}

/** A project or list. */
interface TaskPlace {
  readonly id: string;
  readonly name: string;
}

/** A connected system. */
export interface OpenSystem {
  readonly name: SystemName;
  readonly title: string;
  readonly create: AnyTool;
  readonly services: unknown;
  /** Its projects or lists; null if they can't be listed. */
  readonly places: readonly TaskPlace[] | null;
  /** Arguments of the system's own tool. */
  argsOf(task: WantedTask, aim: Aim): Promise<Record<string, unknown>>;
}

export const SYSTEMS = ["jira", "clickup", "service"] as const;
type SystemName = (typeof SYSTEMS)[number];

/** The systems connected now. */
export async function openSystems(tenant: Tenant, acting: Acting): Promise<readonly OpenSystem[]> {
  const opened = await Promise.all([
    openJira(tenant, acting),
    openClickUp(tenant, acting),
    openService(tenant, acting),
  ]);
  return opened.filter((system) => system !== null);
}

async function openJira(tenant: Tenant, acting: Acting): Promise<OpenSystem | null> {
  const services = await openedOrNull<JiraServices>(jira, tenant, acting);
  if (services === null) return null;
  return {
    name: "jira",
    title: "Jira",
    create: createJiraIssue,
    services,
    places: services.projects.map(({ key, name }) => ({ id: key, name })),
    async argsOf({ type, summary, priority, assignee, due, ...task }, { place: project }) {
      const types = await services.types(project);
      const known = types.some(({ name }) => name.toLowerCase() === type.toLowerCase());
      return {
        project,
        summary,
        ...(known ? { type } : {}),
        description: withFacts(task.description, { estimate: task.estimated_hours }),
        labels: labelsOf(task),
        priority,
        assignee,
        due,
      };
    },
  };
}

async function openClickUp(tenant: Tenant, acting: Acting): Promise<OpenSystem | null> {
  const services = await openedOrNull<TaskServices>(tasks, tenant, acting);
  if (services === null) return null;
  return {
    name: "clickup",
    title: "ClickUp",
    create: createTask,
    services,
    places: (await services.lists()).map((list) => ({ id: list.id, name: pathOf(list) })),
    argsOf: ({ summary, description, type, priority, assignee, due, ...task }, { place: list }) =>
      Promise.resolve({
        list,
        name: summary,
        description,
        // ClickUp has no types of its own without a plan that adds them.
        tags: labelsOf(type === "task" ? task : { ...task, labels: [type, ...(task.labels ?? [])] }),
        ...(typeof task.estimated_hours === "number" ? { estimateHours: task.estimated_hours } : {}),
        priority: priority === "medium" ? "normal" : priority,
        ...(assignee === undefined ? {} : { assignees: [assignee] }),
        due,
      }),
  };
}

async function openService(tenant: Tenant, acting: Acting): Promise<OpenSystem | null> {
  const services = await openedOrNull<unknown>(service, tenant, acting);
  if (services === null) return null;
  return {
    name: "service",
    title: "the data service",
    create: createServiceIssue,
    services,
    places: null,
    argsOf: ({ summary, type, priority, assignee, due, ...task }, { place: project, user }) =>
      Promise.resolve({
        user,
        project,
        type,
        summary,
        description: withFacts(task.description, { estimate: task.estimated_hours, due }),
        priority,
        assignee,
        labels: labelsOf(task),
      }),
  };
}

async function openedOrNull<Services>(
  toolset: Toolset,
  tenant: Tenant,
  acting: Acting,
): Promise<Services | null> {
  try {
    return (await toolset.open(tenant, acting)) as Services;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_configured") return null;
    throw error;
  }
}

/** No system accepts components by name alone, so they become labels, which contain no spaces. */
function labelsOf({ labels = [], components = [] }: Pick<WantedTask, "labels" | "components">): string[] {
  return [...new Set([...labels, ...components].map((one) => one.trim().replace(/\s+/g, "-")))].filter(
    (one) => one !== "",
  );
}

/** Appends facts for which the system has no field to the description. */
function withFacts(
  description: string,
  { estimate, due }: { estimate?: number | null | undefined; due?: string | undefined },
): string {
  const facts = [
    ...(estimate === undefined || estimate === null ? [] : [`Estimate: ${estimate} h`]),
    ...(due === undefined ? [] : [`Due: ${due}`]),
  ];
  return [description, facts.join("\n")].filter((part) => part !== "").join("\n\n");
}

/** The destination; a string says what is missing or ambiguous. */
export function placeNamed(
  systems: readonly OpenSystem[],
  wanted: string,
  name: SystemName | undefined,
): { readonly system: OpenSystem; readonly place: string } | string {
  const asked = name === undefined ? systems : systems.filter((system) => system.name === name);
  if (systems.length === 0)
    return "Nothing that keeps tasks is connected: neither Jira nor ClickUp nor a data service.";
  if (asked.length === 0)
    return `That isn't connected. Connected: ${systems.map((one) => `${one.title} (system: ${one.name})`).join(", ")}.`;
  const words = plainWords(wanted).join(" ");
  const fitting = asked.flatMap((system) =>
    (system.places ?? [])
      .filter(({ id, name: title }) =>
        [id, title, title.split(" › ").at(-1) ?? ""].some((one) => plainWords(one).join(" ") === words),
      )
      .map(({ id }) => ({ system, place: id })),
  );
  const [found, ...others] = fitting;
  if (found !== undefined && others.length === 0) return found;
  const [only] = asked;
  if (found === undefined && only?.places === null && asked.length === 1)
    return { system: only, place: wanted };
  const why =
    found === undefined ? `No project or list is called "${wanted}"` : `Several are called "${wanted}"`;
  return `${why}. Ask which one, or give one of these as project_key${asked.length > 1 ? " with its system" : ""}: ${asked.map(placesOf).join("; ")}.`;
}

function placesOf({ name, title, places }: OpenSystem): string {
  const shown =
    places === null
      ? "a project's key, as keys of its issues begin with"
      : places
          .slice(0, 20)
          .map((place) => (place.id === place.name ? place.id : `${place.name} (${place.id})`))
          .join(", ");
  return `${title} (system: ${name}): ${shown}`;
}
