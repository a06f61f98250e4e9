/** What is said to the desk of accounts without its starter, and what of a request code reads itself. */
import { describe, expect, it } from "vitest";
import {
  draftsAsked,
  readCommand,
  writeFollowup,
  writeFollowups,
} from "../../../src/accounts/desk/commands.ts";

describe("a command", () => {
  it.each([
    { account: "10012", channel: null, purpose: "", isDry: false },
    { account: "10012", channel: "email", purpose: "", isDry: true },
    { account: "10012", channel: "call_script", purpose: "Ask for the stairs: photos", isDry: false },
  ] as const)("of one follow-up is read as it was written: %j", (wanted) => {
    expect(readCommand(writeFollowup(wanted))).toEqual({ kind: "followup", ...wanted });
  });

  it.each([
    { limit: 3, stage: null, isDry: false },
    { limit: 5, stage: "New Lead", isDry: false },
    { limit: 20, stage: "Quote Pitched", isDry: true },
    // Seed 003:401: the batch by days without contact.
    { limit: 5, stage: null, days: 14, isDry: false },
    { limit: 9, stage: "Days: 3", days: 0, isDry: true },
  ])("of several is read as it was written: %j", (wanted) => {
    expect(readCommand(writeFollowups(wanted))).toEqual({ kind: "followups", ...wanted });
  });

  it("is nothing else", () => {
    expect(readCommand("Follow up with Ames Hardware")).toBeNull();
    expect(readCommand("/followup Ames")).toBeNull();
    expect(readCommand("/search ")).toBeNull();
    expect(readCommand("/searching for it")).toBeNull();
    expect(readCommand("/followups 99")).toMatchObject({ limit: 20 });
  });
});

describe("a request about several accounts", () => {
  it.each([
    ["Draft follow-ups for the three most urgent accounts", 3],
    ["Write to the 5 that wait longest", 5],
    ["Prepare 40 follow-ups", 20],
    ["Draft follow-ups for what renews in 2027", 10],
    ["Draft the follow-ups that are due", 10],
    ["Draft follow-ups for all accounts that are in Submission", 10],
    ["Who should we follow up with today?", null],
    ["Which accounts are overdue?", null],
  ])("%s: drafts %j", (query, drafts) => {
    expect(draftsAsked(query)).toBe(drafts);
  });
});
