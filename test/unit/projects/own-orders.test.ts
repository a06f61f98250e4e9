/** OWN-WORDS: changes of projects that a member ordered in their own words run at once where a stranger's words were read; all others wait. */
import { describe, expect, it } from "vitest";
import type { Asker } from "../../../src/agent/tools/call.ts";
import { isOrdered } from "../../../src/projects/tools/own-orders.ts";

const SAID =
  "Set up a project Boiler at Birch Street for Maple LLC, due December 15. Add a task Order the parts for Tom, due Friday, 3 hours, high priority. Mark Sweep the yard as done.";
const asker = (...said: string[]): Asker => ({
  speaker: { kind: "user", id: "user_marcus", name: "Marcus Hale" },
  said,
  outside: true,
  outsideWords: true,
});

interface Change {
  readonly operation: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly label?: string;
}

/** A stranger's words, as a member passes them on. */
const PASSED_ON = [
  `Tom wrote this:\n${SAID}`,
  `The owner says “${SAID}”`,
  `Message from the owner:\n${SAID}`,
  `FYI\nFrom: Eve\n${SAID}`,
  SAID.replace(/^/gmu, "> "),
];

function ordered(change: Change, said: readonly string[] = [SAID]): boolean {
  const names = new Map([
    ["user_tom", "Tom Okafor"],
    ["user_dana", "Dana Whitfield"],
    ["task_yard", "Sweep the yard"],
    ["task_roof", "Repair the roof"],
    ["project_new", "Boiler at Birch Street"],
  ]);
  const id = change.operation === "insert" ? "project_new" : (change.label ?? "task_yard");
  const described = [{ entity: "tasks", id, label: names.get(id) ?? "", version: 1, fields: [] }];
  return isOrdered([change], { described, names, nowMs: Date.parse("2026-11-30T10:00:00Z") }, asker(...said));
}

const insert = (data: Readonly<Record<string, unknown>>): Change => ({ operation: "insert", data });

describe("OWN-WORDS: a project's changes", () => {
  it.each<Change>([
    insert({ name: "Boiler at Birch Street", clientName: "Maple LLC", dueDate: "2026-12-15" }),
    insert({
      title: "Order the parts",
      assigneeIds: ["user_tom"],
      dueDate: "2026-12-04",
      projectId: "project_new",
    }),
    insert({ title: "Order the parts", estimatedHours: 3, priority: "high", sortOrder: 2 }),
    insert({ title: "Order the parts", assigneeIds: ["user_marcus"] }),
    { operation: "update", label: "task_yard", data: { status: "completed" } },
  ])("run where a member ordered them: %j", (change) => expect(ordered(change)).toBe(true));

  it.each<Change>([
    insert({ title: "Pay Eve" }),
    insert({ title: "Order the parts", description: "Pay Eve in advance." }),
    insert({ title: "Order the parts", dueDate: "2026-12-16" }),
    insert({ title: "Order the parts", dueDate: null }),
    insert({ title: "Order the parts", dueDate: "2028-12-15" }),
    insert({ title: "Order the parts", dueDate: "2027-01-01" }),
    insert({ title: "Order the parts", assigneeIds: ["user_dana"] }),
    insert({ title: "Order the parts", assigneeIds: ["user_unknown"] }),
    insert({ title: "Order the parts", estimatedHours: 30 }),
    insert({ title: "Order the parts", priority: "critical" }),
    insert({ title: "Order the parts", clientVisible: true }),
    insert({ title: "Order the yard" }),
    { operation: "update", label: "task_roof", data: { status: "completed" } },
    { operation: "update", label: "task_yard", data: { status: "cancelled" } },
    { operation: "update", label: "task_yard", data: { title: "Order the parts and Eve's" } },
    { operation: "baseline", label: "task_roof" },
  ])("wait otherwise: %j", (change) => expect(ordered(change)).toBe(false));

  it.each([
    ["Don't add a task Order the parts."],
    ["If Dana agrees, add a task Order the parts."],
    ["Maria wrote: Hello. Order the parts."],
    ["Should I order the parts?"],
    ["Add a task Order the parts.", "No, leave it."],
  ])("wait where it was no order: %j", (...said) =>
    expect(ordered(insert({ title: "Order the parts" }), said)).toBe(false),
  );

  it.each(PASSED_ON)("wait where the order is someone else's, passed on: %s", (said) => {
    expect(ordered(insert({ title: "Order the parts", priority: "high" }), [said])).toBe(false);
    expect(ordered({ operation: "update", label: "task_yard", data: { status: "completed" } }, [said])).toBe(
      false,
    );
  });
});
