import { expect, it } from "vitest";
import { requestTitle, type RequestPart } from "../../../src/approvals/api/request-words.ts";

const text = (target: string): RequestPart => ({
  target,
  plural: "texts",
  isMessage: true,
});
const task = (target: string): RequestPart => ({ target, plural: "tasks", isMessage: false });

it.each([
  [[text("Maria Lopez, +1 412 555 0142"), text("John Pruitt")], "2 texts to Maria Lopez and John Pruitt"],
  [["A", "B", "C", "D"].map(text), "4 texts to A, B, and 2 more"],
  [[task("Repairs"), task("Repairs")], "2 tasks: Repairs"],
  [[text("Maria Lopez"), task("Repairs")], "2 drafts: Maria Lopez and Repairs"],
  [
    [text("Maria Lopez"), { target: "Repairs", plural: null, isMessage: false }],
    "2 drafts: Maria Lopez and Repairs",
  ],
])("a request is called by what it drafts and for whom", (parts, title) => {
  expect(requestTitle(parts)).toBe(title);
});
