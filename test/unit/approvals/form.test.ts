import { describe, expect, it } from "vitest";
import * as z from "zod";
import { formOf } from "../../../src/approvals/index.ts";
import type { FormField } from "../../../src/approvals/api/approval.ts";

const SCHEMA = z.strictObject({
  title: z.string().max(200),
  notes: z.string().max(4000).nullable(),
  place: z.strictObject({ street: z.string(), unit: z.string().optional() }),
  attendees: z.array(z.email()).max(5),
  tasks: z
    .array(
      z.strictObject({
        summary: z.string().max(100),
        priority: z.enum(["high", "low"]).optional(),
        labels: z.array(z.string()).optional(),
        due: z.strictObject({ day: z.string() }).optional(),
      }),
    )
    .min(1),
  reminder: z.strictObject({ minutes: z.number() }).optional(),
  anything: z.unknown(),
});

const shape = (fields: readonly FormField[]): unknown[] =>
  fields.map(({ path, label, type, required, fields: inner }) => [
    path,
    label,
    required ? `${type}!` : type,
    ...(inner === undefined ? [] : [shape(inner)]),
  ]);

describe("the edit form of a schema", () => {
  it("has a field for every leaf, and editors for lists, things in lists and what may be left out", () => {
    expect(shape(formOf(z.toJSONSchema(SCHEMA, { io: "input" })))).toEqual([
      ["/title", "Title", "text!"],
      ["/notes", "Notes", "longtext"],
      ["/place/street", "Place: Street", "text!"],
      ["/place/unit", "Place: Unit", "text"],
      ["/attendees", "Attendees", "list!", [["", "", "text!"]]],
      [
        "/tasks",
        "Tasks",
        "records!",
        [
          ["/summary", "Summary", "text!"],
          ["/priority", "Priority", "choice"],
          ["/labels", "Labels", "list", [["", "", "text!"]]],
          ["/due", "Due", "group", [["/due/day", "Day", "text!"]]],
        ],
      ],
      ["/reminder", "Reminder", "group", [["/reminder/minutes", "Minutes", "number!"]]],
    ]);
    expect(formOf(z.toJSONSchema(SCHEMA)).find(({ path }) => path === "/attendees")?.maxItems).toBe(5);
  });

  it("reads types written as lists: a value that may be null is one of its type, one of several types has no field", () => {
    const properties = { hours: { type: ["number", "null"] }, mixed: { type: ["number", "string"] } };
    const schema = { type: "object", properties, required: ["hours", "mixed"] };
    expect(shape(formOf(schema))).toEqual([["/hours", "Hours", "number"]]);
  });
});
