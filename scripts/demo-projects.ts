/** Imports the property manager's projects through the product's own import, like an admin coming from another tool. */
import * as z from "zod";
import { ALDER } from "../sandbox/world/company.ts";
import {
  DEMO_PROJECT_IDS,
  DEMO_RATES,
  DEMO_TAGS,
  demoProjects,
  demoTaskId,
  tagId,
  VENDOR_FIELD,
} from "../sandbox/world/projects/index.ts";
import { DEFAULT_AGENT_SETTINGS } from "../src/agent/api/agent.ts";
import { demoCall, demoSignIn, type DemoAddresses } from "./demo-call.ts";

const TASKS_AT_ONCE = 25;
/** Agent runs started right away, so that the renovations' page has content. */
const ASKED: readonly (readonly [projectId: string, agent: string, input: object])[] = [
  ["demo_bellweather", "scope-detector", {}],
  ["demo_bellweather", "risk-predictor", {}],
  ["demo_bellweather", "summary-writer", { period: "weekly" }],
  ["demo_quarry", "risk-predictor", {}],
];

const basement = (key: string): string => demoTaskId("demo_bellweather", key);

/** Goals, a form, a rule and a view. */
const HANGING: readonly (readonly [path: string, body: object])[] = [
  [
    "goals",
    {
      id: "demo_goal_dry",
      projectId: "demo_bellweather",
      title: "Basement is dry",
      measure: "tasks",
      taskIds: ["drain", "pump", "cracks", "yard", "paint-wall"].map(basement),
    },
  ],
  [
    "goals",
    {
      id: "demo_goal_vacancy",
      projectId: null,
      title: "Days a unit stands empty, on average",
      measure: "number",
      target: 18,
      current: 21,
      unit: "days",
    },
  ],
  [
    "forms",
    {
      id: "demo_form_defect",
      projectId: "demo_inspections",
      title: "Something is broken",
      description: "For the team on the way: what is broken, where, and how bad it is.",
      phaseId: "demo_inspections_phase_1",
      assigneeIds: ["user_demo_marcus"],
      fields: [
        {
          key: "what",
          label: "What and where",
          type: "text",
          required: true,
          options: [],
          becomes: "title",
        },
        {
          key: "more",
          label: "What it looks like",
          type: "long_text",
          required: false,
          options: [],
          becomes: "description",
        },
      ],
    },
  ],
  [
    "automations",
    {
      id: "demo_rule_review",
      projectId: "demo_bellweather",
      name: "Blocked work of the basement is told to Dana",
      event: "task.status_changed",
      conditions: { column: "status", op: "eq", value: "blocked" },
      actions: [{ type: "notify", userId: "user_demo_dana", words: "Blocked in the basement" }],
      enabled: true,
    },
  ],
  [
    "project-views",
    {
      id: "demo_view_vendors",
      projectId: "demo_bellweather",
      name: "Waiting for vendors",
      shared: true,
      settings: {
        layout: "list",
        filter: { tag: tagId("vendor"), status: "created,in_progress,blocked" },
        sort: "due",
        group: null,
        columns: [],
      },
    },
  ],
];

export async function bringDemoProjects({ appUrl, sandboxUrl }: DemoAddresses): Promise<void> {
  const admin = ALDER.people.find(({ role }) => role === "admin");
  if (admin === undefined) return;
  const headers = await demoSignIn(sandboxUrl, admin.email);
  const post = (path: string, body: object): Promise<unknown> =>
    demoCall(`${appUrl}/api/${path}`, z.unknown(), { headers, body });
  await bringDemoRecords(post);
  for (const [at, rate] of DEMO_RATES.entries())
    await post("rates", { ...rate, id: `demo_rate_${at}`, userId: null, currency: "USD" });
  for (const [path, body] of HANGING) await post(path, body);
  await letPropose(`${appUrl}/api/agents/ai-pm/settings`, headers);
  // Reminders in one project are enough for the demo; nine would flood the approvals page.
  for (const id of DEMO_PROJECT_IDS.slice(1))
    await demoCall(`${appUrl}/api/projects/${id}/agents/ai-pm/schedule`, z.unknown(), {
      method: "PUT",
      headers,
      body: { every: null },
    });
  for (const [at, [projectId, agent, input]] of ASKED.entries())
    await post(`projects/${projectId}/agents/${agent}/runs`, { id: `demo_asked_${at}`, input });
}

/** Sets the mode that an admin chooses who has watched the agent for a while, unless somebody has chosen one. */
async function letPropose(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const { version } = await demoCall(url, z.object({ version: z.number() }), { method: "GET", headers });
  const settings = { ...DEFAULT_AGENT_SETTINGS, autonomy: "propose" };
  if (version === 0)
    await demoCall(url, z.unknown(), { method: "PUT", headers, body: { settings, version } });
}

/** The projects and the records their tasks refer to, through an admin's API calls. */
export async function bringDemoRecords(
  post: (path: string, body: object) => Promise<unknown>,
): Promise<void> {
  for (const [name, color] of Object.entries(DEMO_TAGS)) await post("tags", { id: tagId(name), name, color });
  await post("custom-fields", {
    id: VENDOR_FIELD,
    name: "Vendor",
    type: "text",
    options: [],
    sortOrder: 1024,
    projectId: null,
  });
  for (const { tasks, ...project } of demoProjects(Date.now()))
    for (let at = 0; at < tasks.length; at += TASKS_AT_ONCE)
      await post("project-imports", { ...project, tasks: tasks.slice(at, at + TASKS_AT_ONCE) });
}
