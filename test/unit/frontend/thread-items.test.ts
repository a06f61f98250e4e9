import { describe, expect, it } from "vitest";
import { foldedWords } from "../../../frontend/src/agent/conversation/step-words.ts";
import {
  isNoActionSoFar,
  noActionWords,
  placedApprovals,
  threadItems,
} from "../../../frontend/src/agent/conversation/thread-items.ts";
import type { Message, Part } from "../../../src/agent/api/message.ts";
import type { ToolCall } from "../../../src/agent/runs/index.ts";
import { viewCall } from "../../../src/agent/tools/summarize.ts";

const ZONE = "America/New_York";

function message(
  id: string,
  role: "user" | "assistant",
  parts: Part[],
  at: string,
  extra: Partial<Message> = {},
): Message {
  const author =
    role === "assistant"
      ? { kind: "agent" as const, name: "Steward" }
      : { kind: "user" as const, name: "Dana" };
  // As the server shows it: the calls in words.
  const calls = parts.filter(({ type }) => type === "tool_use") as unknown as ToolCall[];
  const words = Object.fromEntries(calls.map((call) => [call.id, viewCall(call)]));
  return { id, role, parts, calls: words, author, createdAt: at, ...extra };
}

const text = (words: string): Part => ({ type: "text", text: words });
const use = (id: string, name: string, input: unknown = {}): Part => ({ type: "tool_use", id, name, input });
const result = (id: string, content: string): Part => ({ type: "tool_result", tool_use_id: id, content });

describe("a thread", () => {
  it("says once what was sent: the card becomes the receipt, and the agent adds only what is new", () => {
    const outcome = (approvalId: string): Part => ({
      type: "outcome",
      approvalId,
      state: "done",
      text: "Sent",
    });
    const drafted = [
      message("u", "user", [text("Text Maria.")], "2026-11-21T15:00:00Z"),
      message("a", "assistant", [use("1", "send_message")], "2026-11-21T15:00:01Z"),
      message(
        "r",
        "user",
        [result("1", '{"status":"awaiting_approval","approvalId":"a1"}')],
        "2026-11-21T15:00:02Z",
      ),
      message("o", "user", [outcome("a1")], "2026-11-21T15:00:20Z"),
    ];
    const answered = (...words: string[]) =>
      threadItems(
        [
          ...drafted,
          message(
            "b",
            "assistant",
            [{ type: "thinking", thinking: "It went out.", signature: "s" }, ...words.map(text)],
            "2026-11-21T15:00:21Z",
          ),
        ],
        {},
        ZONE,
      ).map(({ kind }) => kind);
    expect(answered("[NO_ACTION_NEEDED]")).toEqual(["day", "words", "steps", "approvals"]);
    expect(answered("Philippa has not answered yet.")).toEqual([
      "day",
      "words",
      "steps",
      "approvals",
      "steps",
      "words",
    ]);
    const elsewhere = threadItems([message("o", "user", [outcome("a9")], "2026-11-21T15:00:20Z")], {}, ZONE);
    expect(elsewhere.map(({ kind }) => kind)).toEqual(["day", "outcome"]);
  });

  it("hides the word for nothing to add while it streams in", () => {
    expect(["", "[NO_ACT", "[NO_ACTION_NEEDED]", "[NO_ACTION_NEEDED] Fine."].map(isNoActionSoFar)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(isNoActionSoFar("[1] Maria")).toBe(false);
  });

  it("folds steps into one line between words, with the time they took", () => {
    const items = threadItems(
      [
        message("u", "user", [text("Who is Maria?")], "2026-11-21T15:00:00Z"),
        message(
          "a",
          "assistant",
          [
            { type: "thinking", thinking: "Hm", signature: "s" },
            use("1", "search_contacts"),
            use("2", "list_messages"),
          ],
          "2026-11-21T15:00:01Z",
        ),
        message("r", "user", [result("1", "{}"), result("2", "{}")], "2026-11-21T15:00:03Z"),
        message("b", "assistant", [text("A resident.")], "2026-11-21T15:00:05Z"),
      ],
      {},
      ZONE,
    );
    expect(items.map((item) => item.kind)).toEqual(["day", "words", "steps", "words"]);
    expect(items[2]).toMatchObject({ thinking: "Hm", tookMs: 2000 });
  });

  it("folds what was thought before the words into the steps after them; without steps it is a line before the words", () => {
    const thinking = (words: string): Part => ({ type: "thinking", thinking: words, signature: "s" });
    const items = threadItems(
      [
        message("u", "user", [text("Who is Maria?")], "2026-11-21T15:00:00Z"),
        message(
          "a",
          "assistant",
          [thinking("One"), text("Looking her up."), use("1", "search_contacts")],
          "2026-11-21T15:00:01Z",
        ),
        message("r", "user", [result("1", "{}")], "2026-11-21T15:00:02Z"),
        message("b", "assistant", [thinking("Two"), text("A resident.")], "2026-11-21T15:00:03Z"),
        message("v", "user", [text("Thanks")], "2026-11-21T15:00:04Z"),
        message("c", "assistant", [thinking("Three"), text("Any time.")], "2026-11-21T15:00:05Z"),
      ],
      {},
      ZONE,
    );
    expect(items.map((item) => (item.kind === "steps" ? item.thinking : item.kind))).toEqual([
      "day",
      "words",
      "words",
      "One\n\nTwo",
      "words",
      "words",
      "Three",
      "words",
    ]);
  });

  it("puts the cards of a turn after its words, in one stack, named by the tool results", () => {
    const items = threadItems(
      [
        message(
          "a",
          "assistant",
          [text("Two drafts:"), use("1", "send_message"), use("2", "send_message")],
          "2026-11-21T15:00:00Z",
        ),
        message(
          "r",
          "user",
          [
            result("1", '{"status":"awaiting_approval","approvalId":"ap1"}'),
            result("2", '{"status":"awaiting_approval","approvalId":"ap2"}'),
          ],
          "2026-11-21T15:00:01Z",
        ),
      ],
      {},
      ZONE,
    );
    expect(items.at(-1)).toMatchObject({ kind: "approvals", ids: ["ap1", "ap2"] });
    expect([...placedApprovals(items)]).toEqual(["ap1", "ap2"]);
  });

  it("puts a schedule that was only proposed after the words of its turn", () => {
    const items = threadItems(
      [
        message("a", "assistant", [use("1", "create_schedule")], "2026-11-21T15:00:00Z"),
        message(
          "r",
          "user",
          [result("1", '{"status":"proposed","proposedSchedule":"s1"}')],
          "2026-11-21T15:00:01Z",
        ),
        message("b", "assistant", [text("Only proposed.")], "2026-11-21T15:00:02Z"),
      ],
      {},
      ZONE,
    );
    expect(items.map(({ kind }) => kind)).toEqual(["day", "steps", "words", "schedule"]);
    expect(items.at(-1)).toMatchObject({ id: "s1" });
  });

  it("begins a day where the tenant's zone does", () => {
    const days = threadItems(
      [
        message("1", "user", [text("late")], "2026-11-21T04:59:00Z"),
        message("2", "user", [text("early")], "2026-11-21T05:01:00Z"),
      ],
      {},
      ZONE,
    ).filter((item) => item.kind === "day");
    expect(days).toHaveLength(2);
  });

  it("shows queued messages last, whatever their place", () => {
    const items = threadItems(
      [
        message("q", "user", [text("next")], "2026-11-21T15:00:00Z", { queued: true }),
        message("a", "assistant", [text("now")], "2026-11-21T15:00:01Z"),
      ],
      {},
      ZONE,
    );
    expect(items.filter((item) => item.kind === "words").map((item) => item.text)).toEqual(["now", "next"]);
  });

  it("draws a question with its options instead of a step", () => {
    const items = threadItems(
      [
        message(
          "a",
          "assistant",
          [use("1", "ask_user", { question: "Which John?", options: ["2A", "3B"] })],
          "2026-11-21T15:00:00Z",
        ),
      ],
      {},
      ZONE,
    );
    expect(items.at(-1)).toMatchObject({
      kind: "question",
      question: "Which John?",
      options: ["2A", "3B"],
      toolCallId: "1",
    });
  });

  it("says in one sentence what the steps were, and what did not work", () => {
    expect(
      foldedWords([
        { done: "Looked up a contact", status: "ok" },
        { done: "Read texts", status: "ok" },
        { done: "Read texts", status: "failed" },
      ]),
    ).toBe("Looked up a contact and read texts twice (1 failed)");
  });
});

it("an answer's sources stand right below its words, and another answer has none", () => {
  const source = {
    id: "/texts/two",
    source: "texts",
    title: "Maria",
    relevance: 1,
    at: "Fri 2026-11-20 14:30",
  };
  const sourced = { contextUsed: [source] };
  const items = threadItems(
    [
      message("a", "assistant", [text("It is $900.")], "2026-11-21T15:00:00Z", sourced),
      message("b", "assistant", [text("Anything else?")], "2026-11-21T15:00:05Z"),
    ],
    {},
    ZONE,
  );
  expect(items.map(({ kind, key }) => [kind, key]).slice(1)).toEqual([
    ["words", "a-0"],
    ["sources", "a-sources"],
    ["words", "b-0"],
  ]);
});

it("pieces of an answer that cites are one text, with a link behind each to what it cites, by its number", () => {
  const cites = (source: string) => [{ type: "search_result_location", source, cited_text: "x" }];
  const source = (id: string) => ({ id, source: "texts", title: "Maria", relevance: 1, at: "" });
  const parts = [
    text("It is "),
    { ...text("$900\n"), citations: cites("/texts/two?at=2") },
    { ...text("in May"), citations: [...cites("/texts/one"), ...cites("//evil.example")] },
    text("."),
  ];
  const used = { contextUsed: [source("/texts/one"), source("/texts/two?at=2")] };
  const words = threadItems([message("a", "assistant", parts, "2026-11-21T15:00:00Z", used)], {}, ZONE)
    .filter(({ kind }) => kind === "words")
    .map((item) => (item as { text: string }).text);
  expect(words).toEqual(["It is $900 [2](</texts/two?at=2#passage=x>)\nin May [1](</texts/one#passage=x>)."]);
});

it("the agent's word that there was nothing to do is said in words, and only at the beginning", () => {
  expect(noActionWords("[NO_ACTION_NEEDED] They only said thanks.")).toBe(
    "No action needed. They only said thanks.",
  );
  expect(noActionWords("[NO_ACTION_NEEDED]")).toBe("No action needed.");
  expect(noActionWords("Maria wrote [NO_ACTION_NEEDED]")).toBeNull();
});

it("what a call did to an account is shown below the turn's words, once it is there in full", () => {
  const proof = '{"account_id":"10001","changes":[]}';
  const change = (end: Part, ...more: Message[]) =>
    threadItems(
      [
        message(
          "a",
          "assistant",
          [
            use("1", "use_tool", { name: "update_account", input: { account: "10001" } }),
            use("2", "get_account"),
          ],
          "2026-11-21T15:00:00Z",
        ),
        message("r", "user", [end, result("2", "{}")], "2026-11-21T15:00:01Z"),
        message("b", "assistant", [text("Done.")], "2026-11-21T15:00:02Z"),
        ...more,
      ],
      {},
      ZONE,
    ).slice(1);
  const shown = change(result("1", proof));
  expect(shown.map(({ kind }) => kind)).toEqual(["steps", "words", "result"]);
  expect(shown.at(-1)).toMatchObject({ shows: "account_change", data: { account_id: "10001" } });
  const told = message("c", "assistant", [{ type: "account_answer", answer: {} }], "2026-11-21T15:00:03Z");
  expect(change(result("1", proof), told).map(({ kind }) => kind)).toEqual(["steps", "words"]);
  const cut = { ...result("1", proof.slice(0, 9)), clippedChars: 20 };
  expect(change(cut).at(-1)).toMatchObject({ kind: "result", data: null });
  const failed = { ...result("1", '{"status":"failed"}'), is_error: true };
  expect(change(failed).map(({ kind }) => kind)).toEqual(["steps", "words"]);
});

it("what another agent proposed stands where it was handed on, as a card", () => {
  const handed = JSON.stringify({
    status: "awaiting_approval",
    pending_actions: [{ approvalId: "a1", title: "x" }],
  });
  const items = threadItems(
    [
      message(
        "a",
        "assistant",
        [use("1", "delegate", { agent: "followup_agent", task: "x" })],
        "2026-11-21T15:00:00Z",
      ),
      message("r", "user", [result("1", handed)], "2026-11-21T15:00:01Z"),
    ],
    {},
    ZONE,
  );
  expect(placedApprovals(items)).toEqual(new Set(["a1"]));
});
