/** Files of other tools as tasks: cells as they are quoted, columns by their headers, days however they are written. */
import { expect, it } from "vitest";
import { parseCsv } from "../../../frontend/src/projects/csv.ts";
import { dayOf, orderOf } from "../../../frontend/src/projects/csv-days.ts";
import { guessColumns, ordered, readTasks } from "../../../frontend/src/projects/csv-tasks.ts";
import type { ForeignTask } from "../../../src/projects/api/project-imports.ts";

const readFile = (content: string, options: Parameters<typeof readTasks>[2] = {}) => {
  const [headers = [], ...rows] = parseCsv(content);
  return readTasks({ headers, rows }, guessColumns(headers), options);
};

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
  const [gate, hinge] = readFile('Name,Labels\nGate,"[storm, wet walls, storm]"\nHinge,\n').tasks;
  expect([gate?.tags, hinge?.tags]).toEqual([["storm", "wet walls"], []]);
});

const HEADERS = ["Name", "Status", "Assignee", "Due", "Estimate", "ID", "Parent"];
const tasksOf = (...rows: string[][]) => readTasks({ headers: HEADERS, rows }, guessColumns(HEADERS)).tasks;

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
  ["11/27/26", "2026-11-27"],
  ["27/11/2026", null],
  ["2026/1/5", "2026-01-05"],
  ["03/Dec/26 12:00 AM", "2026-12-03"],
  ["27 November 2026", "2026-11-27"],
  ["Fri, 27th of Nov 2026", "2026-11-27"],
  ["Nov 27", null],
  ["Sprint 3", null],
  ["Unit 3B, 2026", null],
  ["1796256000000", "2026-12-03"],
  ["1796256000", "2026-12-03"],
  ["02/30/2026", null],
  ["soon", null],
  ["", null],
])("reads the day %j", (words, day) => {
  expect(dayOf(words)).toBe(day);
});

it.each([
  [["11/30/26"], "month"],
  [["03/04/2026", "25/04/2026"], "day"],
  [["03/04/2026"], null],
  [["03/03/2026", ""], "month"],
  [["3.4.2026"], "month"],
])("tells the order of %j", (days, order) => {
  expect(orderOf(days)).toBe(order);
});

it("READ-WHOLE: reads an export of ClickUp", () => {
  const { tasks, ignored, cells } = readFile(
    `Task Type,Task ID,Task Custom ID,Task Name,Task Content,Status,Date Created,Date Created Text,Due Date,Due Date Text,Start Date,Start Date Text,Parent ID,Attachments,Assignees,Tags,Priority,List Name,Folder Name,Space Name,Time Estimated,Time Estimated Text,Checklists,Comments,Assigned Comments,Time Spent,Time Spent Text,Rolled Up Time,Rolled Up Time Text
Task,86a1aa,null,"Repaint hall","First line\\nsecond line",to do,1764000000000,"11/24/2025, 11:00:00 AM EST",1796256000000,"12/2/2026, 7:00:00 PM EST",1795910400000,"11/28/2026, 7:00:00 PM EST",null,[],"[Dana Whitfield,Tom Okafor]","[paint,hall]",2,Turnover,hidden,Ops,14400000,4 h,{},[],0,0,null,0,null
Task,86a1ab,null,"Buy paint",null,in progress,1764000000000,"11/24/2025, 11:00:00 AM EST",1795996800000,"11/29/2026, 7:00:00 PM EST",null,null,86a1aa,[],[],[],null,Turnover,hidden,Ops,5400000,1 h 30 m,{},[],0,0,null,0,null
`,
  );
  expect(tasks).toMatchObject([
    {
      key: "86a1aa",
      dueDate: "2026-12-02",
      startDate: "2026-11-28",
      hours: 4,
      description: "First line\nsecond line",
      people: [{ name: "Dana Whitfield" }, { name: "Tom Okafor" }],
      tags: ["paint", "hall"],
      parent: null,
      status: "to do",
    },
    { dueDate: "2026-11-29", startDate: null, hours: 1.5, description: "", parent: "86a1aa", priority: null },
  ]);
  expect(cells.filter(({ unread }) => unread > 0)).toEqual([]);
  expect(ignored).toContain("Folder Name");
});

it("READ-WHOLE: reads ClickUp's moments without their text as days of the team's", () => {
  const file = "Task Name,Due Date,Time Estimated\nPaint,1796256000000,5400000\n";
  expect(readFile(file, { timeZone: "America/New_York" }).tasks).toMatchObject([
    { dueDate: "2026-12-02", hours: 1.5 },
  ]);
});

it("READ-WHOLE: reads years of two digits, and asks where the order can't be told", () => {
  const smartsheet =
    "Task Name,Status,Assigned To,Start Date,Due Date\r\nInspect boiler,Not Started,Dana Whitfield,11/30/26,12/03/26\r\n";
  expect(readFile(smartsheet)).toMatchObject({
    isOrderOpen: false,
    tasks: [{ startDate: "2026-11-30", dueDate: "2026-12-03" }],
  });
  const open = "Name,Due\nGate,03/04/26\n";
  expect(readFile(open).isOrderOpen).toBe(true);
  expect(readFile(open, { order: "day" }).tasks[0]?.dueDate).toBe("2026-04-03");
});

it("READ-WHOLE: unites Jira's repeated columns and finds parents by id, key or title", () => {
  const jira = `Summary,Issue key,Issue id,Parent,Issue Type,Status,Priority,Assignee,Due date,Labels,Labels,Labels,Parent key
Move the office,OPS-1,10001,,Epic,In Progress,High,Dana Whitfield,03/Dec/26 12:00 AM,move,office,q4,
Book the van,OPS-2,10002,10001,Task,To Do,Medium,Tom Okafor,01/Dec/26 12:00 AM,van,,,OPS-1
`;
  expect(readFile(jira).tasks).toMatchObject([
    { key: "OPS-1", tags: ["move", "office", "q4"], parent: null, dueDate: "2026-12-03" },
    { key: "OPS-2", tags: ["van"], parent: "OPS-1", dueDate: "2026-12-01" },
  ]);
  const byId =
    "Summary,Issue key,Issue id,Parent\nMove,OPS-1,10001,\nVan,OPS-2,10002,10001\nBox,OPS-3,10003,77\n";
  const { tasks, cells } = readFile(byId);
  expect(tasks.map(({ parent }) => parent)).toEqual([null, "OPS-1", "77"]);
  expect(cells.find(({ part }) => part === "parent")).toMatchObject({ filled: 2, unread: 1, example: "77" });
});

it("READ-WHOLE: takes Asana's day of completion as done, and parents by their titles", () => {
  const { tasks } = readFile(
    "Task ID,Created At,Completed At,Name,Section/Column,Assignee,Due Date,Parent task\n1,2026-11-01,2026-11-20,Order keys,To do,,2026-11-18,\n2,2026-11-01,,Cut keys,To do,,,Order Keys\n3,,,Twin,,,,\n4,,,Twin,,,,\n5,,,Child,,,,Twin\n",
  );
  expect(tasks.map(({ isClosed }) => isClosed)).toEqual([true, false, false, false, false]);
  expect(tasks.map(({ parent }) => parent)).toEqual([null, "1", null, null, null]);
});

it("READ-WHOLE: says how many cells can't be read, which columns become nothing, and how many rows have no title", () => {
  const { cells, ignored, untitled } = readFile(
    "Name,Due,Estimate,Completed,Budget,Empty\nGate,soon,a lot,perhaps,1450,\nHinge,2026-11-27,2d,no,,\n,2026-01-01,,,7,\n",
  );
  expect(cells).toEqual([
    { part: "title", header: "Name", filled: 2, unread: 0, example: "" },
    { part: "completed", header: "Completed", filled: 2, unread: 1, example: "perhaps" },
    { part: "dueDate", header: "Due", filled: 3, unread: 1, example: "soon" },
    { part: "hours", header: "Estimate", filled: 2, unread: 1, example: "a lot" },
  ]);
  expect(ignored).toEqual(["Budget"]);
  expect(untitled).toBe(1);
});

it("READ-WHOLE: reads exports of Todoist, Trello and monday.com", () => {
  const first = (text: string) => {
    const [headers = [], ...rows] = parseCsv(text);
    return readTasks({ headers, rows }, guessColumns(headers)).tasks[0];
  };
  expect(
    first("TYPE,CONTENT,DESCRIPTION,RESPONSIBLE,DATE\ntask,Order key,Hi,Tom,2026-12-03\n"),
  ).toMatchObject({
    title: "Order key",
    dueDate: "2026-12-03",
  });
  expect(
    first(
      "Card ID,Card Name,Due Date,List Name,Due Complete\n1,Order key,2026-12-03T17:00:00.000Z,Doing,true\n",
    ),
  ).toMatchObject({
    dueDate: "2026-12-03",
    isClosed: true,
  });
  expect(
    first("Name,Person,Timeline - Start,Timeline - End\nOrder key,Ann,2026-11-28,2026-12-03\n"),
  ).toMatchObject({
    startDate: "2026-11-28",
    dueDate: "2026-12-03",
  });
});

it("has tasks before their parts, however deep, and ends in a circle", () => {
  const task = (key: string, parent: string | null) => ({ key, parent }) as ForeignTask;
  const keys = (...tasks: ForeignTask[]) => ordered(tasks).map(({ key }) => key);
  expect(keys(task("c", "b"), task("b", "a"), task("a", null))).toEqual(["a", "b", "c"]);
  expect(keys(task("a", "b"), task("b", "a")).toSorted()).toEqual(["a", "b"]);
});
