/** Files of other tools as tasks: cells as they are quoted, columns by their headers, days however they are written. */
import { expect, it } from "vitest";
import { parseCsv } from "../../../frontend/src/pages/projects/csv.ts";
import { dayOf, guessColumns, tasksOfRows } from "../../../frontend/src/pages/projects/csv-tasks.ts";

it("reads cells with commas, quotes and line ends in them", () => {
  expect(parseCsv('\uFEFFName,Notes\r\n"Valve, 3B","He said ""now"".\nTwice."\r\n\r\nGate,\r\n')).toEqual([
    ["Name", "Notes"],
    ["Valve, 3B", 'He said "now".\nTwice.'],
    ["Gate", ""],
  ]);
});

it.each([
  ["Name;Due\nGate;1.12.2026", ["Gate", "1.12.2026"]],
  ["Name\tDue\nGate\t1.12.2026", ["Gate", "1.12.2026"]],
  ['"a,b";"c"\nx;y', ["x", "y"]],
])("finds what cells are parted by in %j", (text, row) => {
  expect(parseCsv(text)[1]).toEqual(row);
});

it("keeps what a quote that never ends holds", () => {
  expect(parseCsv('a,b\n"open,1')).toEqual([["a", "b"], ["open,1"]]);
});

it.each([
  [
    "Asana",
    ["Task ID", "Created At", "Name", "Assignee", "Due Date", "Notes", "Section/Column", "Parent task"],
  ],
  ["Jira", ["Issue key", "Summary", "Status", "Priority", "Assignee", "Due date", "Description"]],
  ["Trello", ["Card ID", "Card Name", "Card Description", "Members", "Due Date", "List Name"]],
])("knows the columns of %s", (_, headers) => {
  const found = guessColumns(headers);
  const named = Object.fromEntries(Object.entries(found).map(([part, at]) => [part, headers[at]]));
  expect(named).toMatchObject({
    title: headers.find((header) => /^(Name|Summary|Card Name)$/.test(header)),
    key: headers[0],
    dueDate: headers.find((header) => /due/i.test(header)),
    people: headers.find((header) => /assignee|members/i.test(header)),
    status: headers.find((header) => /status|section|list/i.test(header)),
  });
});

it("reads the tags of a cell, each once", () => {
  const columns = guessColumns(["Name", "Labels"]);
  const [gate, hinge] = tasksOfRows([["Gate", "[storm, wet walls, storm]"], ["Hinge"]], columns);
  expect([gate?.tags, hinge?.tags]).toEqual([["storm", "wet walls"], []]);
});

const HEADERS = ["Name", "Status", "Assignee", "Due", "Estimate", "ID", "Parent"];
const tasksOf = (...rows: string[][]) => tasksOfRows(rows, guessColumns(HEADERS));

it("makes tasks of rows, each with a key of its own", () => {
  const [gate, hinge, again, ...rest] = tasksOf(
    ["Gate", "Doing", "Tom; tom@alderfinch.example", "12/01/2026", "1h 30m", "7", ""],
    ["Hinge", "", "", "", "", "", "7"],
    ["Hinge", "", "", "", "x", "", ""],
    ["", "Done", "", "", "", "", ""],
  );
  expect(rest).toEqual([]);
  expect(gate).toMatchObject({
    key: "7",
    title: "Gate",
    status: "Doing",
    dueDate: "2026-12-01",
    hours: 1.5,
    people: [
      { name: "Tom", email: null },
      { name: "tom@alderfinch.example", email: "tom@alderfinch.example" },
    ],
  });
  expect(hinge).toMatchObject({ key: "Hinge", parent: "7", dueDate: null, hours: null });
  expect(again).toMatchObject({ key: "Hinge (2)", parent: null });
});

it("reads days with the day first where the file has one that can be nothing else", () => {
  const due = (words: string): string[] => ["A", "", "", words, "", "", ""];
  expect(tasksOf(due("03/04/2026"), due("25/04/2026")).map(({ dueDate }) => dueDate)).toEqual([
    "2026-04-03",
    "2026-04-25",
  ]);
});

it.each([
  ["2026-11-27T10:00:00Z", "2026-11-27"],
  ["11/27/2026", "2026-11-27"],
  ["27.11.2026", "2026-11-27"],
  ["Nov 27, 2026", "2026-11-27"],
  ["02/30/2026", null],
  ["soon", null],
  ["", null],
])("reads the day %j", (words, day) => {
  expect(dayOf(words)).toBe(day);
});
