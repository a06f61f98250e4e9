import { describe, expect, it } from "vitest";
import { standsOn, type Given } from "../../../../src/agent/citations/index.ts";
import { answerOf } from "../../../support/answer.ts";
import type { Part } from "../../../../src/agent/api/message.ts";

const CONTEXT =
  "<context>\nNow: Sunday, November 22, 2026 at 9:05 AM (America/New_York)\nSpeaking: Dana Whitfield (of the team)\n</context>";
const asked: Given = {
  runId: "run",
  kind: "inbound",
  parts: [{ type: "text", text: "When was the boiler in 4B fixed, and did Priya pay?" } as Part],
  context: CONTEXT,
};
const found = (answer: unknown): Given => ({
  runId: "run",
  kind: "results",
  parts: [{ type: "tool_result", tool_use_id: "c1", content: JSON.stringify(answer) } as Part],
});
const FOUND = found({
  items: [
    {
      in: "texts",
      title: "Maria Lopez",
      at: "Fri 2026-11-20 14:30",
      quote: "Walt fixed the boiler in 4B on 12 March. It cost $1,250.50 and took 2 hours, José said.",
      link: "/texts/one?message=1",
      relevance: 1,
    },
    {
      in: "emails",
      title: "Rent of Cedar Hollow",
      at: "Mon 2026-11-16 09:00",
      quote: "Priya Shah owes $900 since November 3rd; Ingrid's rent is $1,400. Call (412) 555-0142.",
      link: "/mail/two",
      relevance: 0.8,
    },
  ],
});
const unproven = (answer: string, given: readonly Given[] = [asked, FOUND]) =>
  standsOn("run", answerOf(answer), given)?.unprovenClaims.map(({ words }) => words);

describe("claims of an answer", () => {
  it.each([
    "Walt fixed it on March 12 for **$1,250.50**.",
    "It was fixed on 3/12, which took 2 hours.",
    "Maria wrote on Friday, Nov 20 at 2:30 PM that Walt's bill was $1250.50 ([text](/texts/one?message=1)).",
    "Jose says so. Unfortunately Priya still owes $900 (since Nov 3).",
    "- **Priya Shah**: $900\n- **Ingrid**: $1,400\n\nTogether that's $2,300, or $500 more for Ingrid.",
    "| Tenant | Rent |\n| --- | --- |\n| Ingrid | $1,400 |",
    "Her number is +1 412-555-0142.",
    "Maria texted at 14:30 on the 20th; in March Walt came.",
    "Shall I ask Walt for Tuesday at 10:00?",
    "I can put it into Google Calendar for Dec 1.",
    "## Next Steps\n1. Call Priya.\n2. Wait until Monday.",
    "Maria wrote “Walt fixed the boiler in 4B on 12 March”.",
  ])("that are true are left: %s", (answer) => expect(unproven(answer)).toEqual([]));

  it.each([
    ["Walt fixed it on March 13.", ["March 13"]],
    ["Walt fixed it on 12 April.", ["12 April"]],
    ["It cost $1,350.50.", ["$1,350.50"]],
    ["It cost $1,250.", ["$1,250"]],
    ["The boiler in 5B was fixed.", ["5B"]],
    ["Bettina fixed it.", ["Bettina"]],
    ["It was fixed by Walt Kramer.", ["Walt Kramer"]],
    ["Maria wrote on Thursday, Nov 20.", ["Thursday Nov 20"]],
    ["Maria wrote at 3:30 PM.", ["3:30 PM"]],
    ["Her number is 412-555-0143.", ["412-555-0143"]],
    ["Priya owes $900 since November 2025.", ["November 2025"]],
    ["It was fixed in June.", ["June"]],
    ["Together that's $2,400: Priya $900 and Ingrid $1,400.", ["$2,400"]],
    ["| Ingrid | $1,500 |", ["$1,500"]],
  ])("that nothing says are marked: %s", (answer, words) => expect(unproven(answer)).toEqual(words));

  it("are held against what their sentence names as its source", () => {
    expect(unproven("Ingrid's rent is $900 ([mail](/mail/two)).")).toEqual([]);
    expect(unproven("Ingrid's rent is $1,250.50 ([mail](/mail/two)).")).toEqual(["$1,250.50"]);
  });

  it("of rows stand together in one of them", () => {
    const rows = found({
      items: [
        { id: "1", name: "James Otieno", unit: "4B" },
        { id: "2", name: "James Whitlock", unit: "2C" },
      ],
    });
    expect(unproven("James Otieno lives in 4B.", [asked, rows])).toEqual([]);
    const asking = { ...asked, parts: [{ type: "text", text: "Where do they live?" } as Part] };
    expect(unproven("James Whitlock lives in 4B.", [asking, rows])).toEqual(["James Whitlock", "4B"]);
  });

  it("come with their sentence, each once in it", () => {
    expect(
      standsOn("run", answerOf("So it is. It cost **$77** ([text](/texts/one?message=1)). Yes, $77."), [
        asked,
        FOUND,
      ])?.unprovenClaims,
    ).toEqual([
      { words: "$77", sentence: "It cost $77 (text)." },
      { words: "$77", sentence: "Yes, $77." },
    ]);
  });

  it("may stand in what the run proposes", () => {
    const call: Given = {
      runId: "run",
      kind: "reply",
      parts: [
        {
          type: "tool_use",
          id: "c2",
          name: "create_event",
          input: { title: "Visit", start: "2026-12-04 10:00" },
        } as Part,
      ],
    };
    const proposed: Given = {
      runId: "run",
      kind: "results",
      parts: [
        {
          type: "tool_result",
          tool_use_id: "c2",
          content: JSON.stringify({ status: "awaiting_approval", approvalId: "approval_1" }),
        } as Part,
      ],
    };
    expect(unproven("The visit on December 4 at 10:00 waits for approval.", [asked, call, proposed])).toEqual(
      [],
    );
    expect(unproven("The visit on December 5 at 10:00 waits for approval.", [asked, call, proposed])).toEqual(
      ["December 5"],
    );
  });
});
