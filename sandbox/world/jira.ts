/** Harborlight's Jira: claims in progress and routine office work. Dates are relative to now. */

export interface WorldJiraIssue {
  readonly project: "CLAIM" | "OPS";
  readonly type: "Task" | "Bug";
  readonly summary: string;
  readonly about: string;
  readonly status: "To Do" | "In Progress" | "Done" | "Won't Do";
  /** First name. */
  readonly assignee?: "Ruth" | "Ben";
  readonly priority?: "Highest" | "High" | "Medium" | "Low";
  readonly labels?: readonly string[];
  readonly dueInDays?: number;
  readonly daysOld: number;
  readonly comments?: readonly (readonly [by: "Ruth" | "Ben", text: string])[];
}

/** The last project is not connected by the team. */
export const JIRA_PROJECTS = [
  { key: "CLAIM", name: "Claims", projectTypeKey: "business" },
  { key: "OPS", name: "Office", projectTypeKey: "business" },
  { key: "HR", name: "People", projectTypeKey: "business" },
] as const;

/** In issue number order. */
export const JIRA_ISSUES: readonly WorldJiraIssue[] = [
  {
    project: "CLAIM",
    type: "Task",
    summary: "Pier 9 Marina: storm damage to the fuel dock",
    about:
      "Reported by phone. Adjuster comes **Thursday**.\n\n1. Photos of the dock\n2. Invoice of the last repair",
    status: "In Progress",
    assignee: "Ben",
    priority: "High",
    labels: ["property", "storm"],
    dueInDays: 3,
    daysOld: 8,
    comments: [
      ["Ben", "Photos are there, the invoice is still missing."],
      ["Ruth", "Their bookkeeper is back on Monday."],
    ],
  },
  {
    project: "CLAIM",
    type: "Task",
    summary: "Ostrander Cold Storage: spoiled goods after the power cut",
    about: "Temperature log asked for twice.",
    status: "To Do",
    assignee: "Ruth",
    priority: "Highest",
    labels: ["property"],
    dueInDays: -1,
    daysOld: 12,
  },
  {
    project: "CLAIM",
    type: "Task",
    summary: "Dube Trucking: rear-end collision on I-90",
    about: "Paid out, file complete.",
    status: "Done",
    assignee: "Ben",
    labels: ["auto"],
    daysOld: 40,
    comments: [["Ben", "Settled for $8,400."]],
  },
  {
    project: "CLAIM",
    type: "Task",
    summary: "Lakeshore Bakery: slip on the steps",
    about: "",
    status: "To Do",
    daysOld: 2,
  },
  {
    project: "OPS",
    type: "Bug",
    summary: "Printer on the second floor prints every page twice",
    about: "Since Tuesday.",
    status: "To Do",
    priority: "Low",
    daysOld: 5,
  },
  {
    project: "OPS",
    type: "Task",
    summary: "Renew the license of the agency",
    about: "State form, fee and continuing education hours.",
    status: "In Progress",
    assignee: "Ruth",
    priority: "High",
    dueInDays: 20,
    daysOld: 30,
  },
];
