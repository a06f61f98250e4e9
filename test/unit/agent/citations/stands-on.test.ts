import { describe, expect, it } from "vitest";
import { snapshotEvent } from "../../../../src/agent/conversations/views.ts";
import { standsOn, type Given } from "../../../../src/agent/citations/index.ts";
import { answerOf } from "../../../support/answer.ts";
import { messageSchema, type Part } from "../../../../src/agent/api/message.ts";
import { RunWriter } from "../../../../src/agent/runs/index.ts";
import { Memory } from "../conversations/memory.ts";

const passage = (link: string, quote: string, relevance = 1) => ({
  in: "texts",
  title: "Maria Lopez",
  at: "Fri 2026-11-20 14:30",
  quote,
  link,
  relevance,
});
const FOUND = [
  passage(
    "/texts/one?message=1",
    "The boiler in 4B was fixed on 12 March. It cost $1,250.50, Walt said.",
    0.6,
  ),
  passage("/texts/two", "Maria’s lease ends “in June”, and the deposit is $900.", 1),
];
const results = (items: readonly unknown[], runId = "run"): Given => ({
  runId,
  kind: "results",
  parts: [{ type: "tool_result", tool_use_id: "c1", content: JSON.stringify({ items }) } as Part],
});
const asked: Given = {
  runId: "run",
  kind: "inbound",
  parts: [{ type: "text", text: "Did he write that it runs like new?" } as Part],
};
const unproven = (answer: string, more: readonly Given[] = []) =>
  standsOn("run", answerOf(answer), [asked, results(FOUND), ...more])?.unprovenQuotes;

describe("what an answer stands on", () => {
  it("is what it names by its link or its words, else the best that was found", () => {
    const used = (answer: string) =>
      standsOn("run", answerOf(answer), [results(FOUND)])?.contextUsed.map(({ id }) => id);
    expect(used("In March ([text](/texts/one?message=1)).")).toEqual(["/texts/one?message=1"]);
    expect(used("She wrote that “the deposit is $900”.")).toEqual(["/texts/two"]);
    expect(used("In March.")).toEqual(["/texts/two", "/texts/one?message=1"]);
  });

  it("is nothing where its own run looked nothing up", () => {
    expect(standsOn("run", answerOf("“Some words of hers”"), [asked])).toBeNull();
    expect(standsOn("run", answerOf("“Some words of hers”"), [results(FOUND, "before")])).toBeNull();
  });

  it("never links to where a text from outside says", () => {
    const outside = ["//evil.example", "https://evil.example", "/\\evil.example"].map((link) =>
      passage(link, "x"),
    );
    expect(standsOn("run", answerOf("In March."), [results(outside)])?.contextUsed).toEqual([]);
  });

  it.each([
    "“The boiler in 4B was fixed on 12 March.”",
    'He wrote "the boiler in 4B was fixed on 12 March," and no more.',
    "> The boiler in 4B was fixed on 12 March.\n> It cost **$1,250.50**, Walt said.",
    "“The boiler … was fixed on 12 March”",
    "“Maria's lease ends”",
    "“$900”",
    "You asked whether “it runs like new”.",
    "The word “lease” is her own.",
    'A 6" pipe and a 5" one, and nothing else here.',
  ])("takes %s as it is", (answer) => expect(unproven(answer)).toEqual([]));

  it.each([
    ["“The boiler in 4B was fixed on 13 March”", "The boiler in 4B was fixed on 13 March"],
    ["“fixed on 12 April”", "fixed on 12 April"],
    ["“Walter said it cost $1,250.50”", "Walter said it cost $1,250.50"],
    ["“It cost $1,250”", "It cost $1,250"],
    ["“$90”", "$90"],
    ["> The deposit is $9000", "The deposit is $9000"],
  ])("marks %s", (answer, quote) => expect(unproven(answer)).toEqual([quote]));

  it("takes a draft's words for given, and not what the agent said or asked itself", () => {
    const call = (name: string, input: object): Given => ({
      runId: "run",
      kind: "reply",
      parts: [
        { type: "text", text: "“Walt never came back”" } as Part,
        { type: "tool_use", id: "c2", name, input } as Part,
      ],
    });
    expect(
      unproven("I drafted “See you on Tuesday.”", [call("send_message", { body: "See you on Tuesday." })]),
    ).toEqual([]);
    expect(
      unproven("“Walt never came back”", [call("retrieve_context", { query: "Walt never came back" })]),
    ).toEqual(["Walt never came back"]);
  });

  it("finds each figure, day and name that was changed in a hundred quotes, and leaves the true ones", () => {
    const names = ["Walt", "Maria", "Priya", "Tomas", "Ingrid"];
    const texts = Array.from(
      { length: 100 },
      (_, index) =>
        `${names[index % 5]} paid ${index * 37 + 1000} dollars on ${(index % 28) + 1} May for unit ${index + 1}C`,
    );
    const change = (text: string, index: number) =>
      [
        text.replace(/paid (\d+)/, (_, sum: string) => `paid ${Number(sum) + 1}`),
        text.replace(/on (\d+) May/, "on $1 June"),
        text.replace(/^\w+/, "Bettina"),
      ][index % 3] ?? "";
    const given = [results(texts.map((text, index) => passage(`/texts/${index}`, text)))];
    const marks = (said: readonly string[]) =>
      said.filter((text) => standsOn("run", answerOf(`“${text}.”`), given)?.unprovenQuotes.length === 1)
        .length;
    expect(marks(texts)).toBe(0);
    expect(marks(texts.map(change))).toBe(100);
  });
});

describe("an answer in a conversation", () => {
  it("carries what it stands on to its pages, and what it stands on stays", async () => {
    const memory = new Memory();
    memory.say("When was the boiler fixed?");
    const next = memory.log.next();
    if (next === null) throw new Error("no turn to run");
    const writer: RunWriter = memory.writer(next.turn);
    const reply = (parts: Part[], stop: "tool_use" | "end_turn") =>
      writer.commitReply(
        {
          id: writer.nextReplyId(),
          parts,
          stop,
          usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
          costMicroUsd: 1,
          fallback: null,
        },
        {
          kind: "model",
          name: "m",
          status: "end_turn",
          at: "2026-11-21T15:00:00Z",
          durationMs: 1,
          detail: {},
        },
      );
    reply(
      [{ type: "tool_use", id: "c1", name: "retrieve_context", input: { query: "boiler" } } as Part],
      "tool_use",
    );
    const open = memory.log.calls.ofTurn(next.turn.id)[0];
    if (open === undefined) throw new Error("no call");
    memory.log.calls.answer(open.replyId, "c1", {
      status: "ok",
      content: JSON.stringify({ items: FOUND }),
      isError: false,
      durationMs: 1,
    });
    writer.commitResults(memory.log.calls.ofReply(open.replyId), null);
    reply(
      [{ type: "text", text: "“fixed on 12 March”, [he wrote](/texts/one?message=1)" } as Part],
      "end_turn",
    );
    const shown = snapshotEvent(memory.log, null);
    if (shown.type !== "snapshot") throw new Error("no snapshot");
    const last = messageSchema.parse(shown.messages.at(-1));
    expect(last.contextUsed?.map(({ id, title }) => [id, title])).toEqual([
      ["/texts/one?message=1", "Maria Lopez"],
    ]);
    expect(last.unprovenQuotes).toBeUndefined();
    expect(shown.messages.filter(({ contextUsed }) => contextUsed !== undefined)).toHaveLength(1);
  });
});
