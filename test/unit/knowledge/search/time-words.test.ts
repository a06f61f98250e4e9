/** Which words of a question say when something was said, and which days they are. */
import { describe, expect, it } from "vitest";
import { daysSaid } from "../../../../src/knowledge/search/time-words.ts";

/** A Tuesday. */
const TODAY = "2026-11-24";

describe("words of time are days", () => {
  it.each([
    ["what did Maria write yesterday", "2026-11-23", "2026-11-23"],
    ["Which texts came in the day before yesterday?", "2026-11-22", "2026-11-22"],
    ["what did Maria write last week", "2026-11-15", "2026-11-22"],
    ["mails from October", "2026-10-01", "2026-10-31"],
    ["mails from December", "2025-12-01", "2025-12-31"],
    ["Which e-mails did Walt send in December 2024?", "2024-12-01", "2024-12-31"],
    ["messages of last month", "2026-10-01", "2026-10-31"],
    ["What happened last night?", "2026-11-23", "2026-11-24"],
    ["Who complained in the last 3 days?", "2026-11-21", "2026-11-24"],
    ["Who called two weeks ago?", "2026-11-05", "2026-11-15"],
    ["What did the owner say last Friday?", "2026-11-20", "2026-11-20"],
    ["What did the owner say last Tuesday?", "2026-11-17", "2026-11-17"],
    ["Who texted on Monday?", "2026-11-23", "2026-11-23"],
    ["What has Maria written since Sunday?", "2026-11-22", "2026-11-24"],
    ["Who has called since October?", "2026-10-01", "2026-11-24"],
    ["Who wrote today?", "2026-11-24", "2026-11-24"],
    ["Which calls were there this month?", "2026-11-01", "2026-11-24"],
    ["What did Walt report on October 3rd?", "2026-10-03", "2026-10-03"],
    ["letters of 3 December", "2025-12-03", "2025-12-03"],
    ["notes from 2025", "2025-01-01", "2025-12-31"],
    ["messages from 2026-11-02", "2026-11-02", "2026-11-02"],
    ["What did Tom say on Friday will be done?", "2026-11-20", "2026-11-20"],
    ["Who came in on Monday?", "2026-11-23", "2026-11-23"],
    ["What did José say last November?", "2025-11-01", "2025-11-30"],
  ])("%s", (question, from, to) => {
    expect(daysSaid(question, TODAY)).toMatchObject({ from, to });
  });

  it("what is past without words of telling was told then or later", () => {
    expect(daysSaid("Who moved out last month?", TODAY)).toMatchObject({ from: "2026-10-01", to: TODAY });
  });

  it("are taken out of the question, and said as they were put", () => {
    expect(daysSaid("What did Maria write last week about the boiler?", TODAY)).toMatchObject({
      words: "last week",
      rest: "What did Maria write about the boiler?",
    });
  });
});

describe("days that belong to what was told are no filter", () => {
  it.each([
    "Who asked to move out in May?",
    "Who wrote that they leave in October?",
    "What appointment is on Monday?",
    "When is the inspection in October?",
    "What must be paid by last Friday?",
    "Which showings are today?",
    "May I paint the hall?",
    "Who may text at night?",
    "How much is rent this year?",
    "What did Walt report on February 31?",
    "When does the exterminator come?",
    "What happens on Wednesday?",
    "What did Tom say will be done on Wednesday?",
    "Tell me who comes on Thursday",
    "Which texts say what’s planned on Friday?",
    "What did we text Maria for Wednesday?",
    "Did Walt call about what is due on Monday?",
  ])("%s", (question) => {
    expect(daysSaid(question, TODAY)).toBeNull();
  });
});
