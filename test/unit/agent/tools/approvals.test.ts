import { describe, expect, it } from "vitest";
import type { AgentWithdrawal, DraftLine, DraftQuery } from "../../../../src/approvals/index.ts";
import { AppError } from "../../../../src/kernel/errors.ts";
import { createGate } from "../../../../src/agent/tools/gate.ts";
import { call, gateDeps, NOW, SCOPE, textingOf } from "./world.ts";

const LINE: DraftLine = {
  id: "approval_1",
  status: "pending",
  title: "Text message to Maria Lopez",
  effects: [],
  target: "Maria Lopez",
  words: "The plumber comes at 3.",
  urgent: false,
  edited: false,
  createdAt: "2026-11-21T10:00:00.000Z",
  by: null,
  at: null,
  reason: null,
  conversationId: SCOPE.conversationId,
  conversationTitle: "Chat",
  threadKey: "sms:+14125550142",
};

/** A gate whose drafts are these. */
function gateWith(items: readonly DraftLine[], refusal?: AppError) {
  const queries: DraftQuery[] = [];
  const withdrawn: AgentWithdrawal[] = [];
  const drafts = {
    list: async (query: DraftQuery) => {
      queries.push(query);
      return { items: [...items], more: false };
    },
    withdraw: async (asked: AgentWithdrawal) => {
      if (refusal !== undefined) throw refusal;
      withdrawn.push(asked);
      return LINE.title;
    },
  };
  const open = async () => ({ drafts, clock: { now: () => NOW }, timeZone: SCOPE.timeZone });
  const deps = gateDeps(textingOf([]), {}, { open });
  return { queries, withdrawn, proposals: deps.proposals, run: createGate(deps) };
}
const parsed = (content: string) => JSON.parse(content) as Record<string, unknown>;

describe("list_approvals", () => {
  it("is lean: ids, words and local times, and only of others where they stand", async () => {
    const { run } = gateWith([
      LINE,
      {
        ...LINE,
        id: "approval_2",
        status: "rejected",
        title: "3 text messages",
        by: "Dana Whitfield",
        at: "2026-11-21T11:00:00.000Z",
        reason: "Not yet",
        conversationId: "chat-2",
        conversationTitle: "Boiler",
      },
    ]);
    const answer = await run(call("list_approvals", {}), SCOPE);
    expect(parsed(answer.content)).toMatchObject({
      note: expect.any(String) as string,
      items: [
        {
          id: "approval_1",
          title: "Text message to Maria Lopez",
          since: "Sat 2026-11-21 05:00",
          words: "The plumber comes at 3.",
        },
        {
          id: "approval_2",
          title: "3 text messages",
          to: "Maria Lopez",
          state: "rejected",
          since: "Sat 2026-11-21 05:00",
          words: "The plumber comes at 3.",
          by: "Dana Whitfield",
          at: "Sat 2026-11-21 06:00",
          reason: "Not yet",
          conversation: "Boiler",
        },
      ],
    });
    const [own] = parsed(answer.content)["items"] as object[];
    expect(Object.keys(own ?? {})).toEqual(["id", "title", "since", "words"]);
  });

  it.each([
    ["{}", {}, { state: "waiting" }],
    ["here", { where: "this_conversation" }, { state: "waiting", conversationId: SCOPE.conversationId }],
    ["a number as people write it", { contact: "(412) 555-0142" }, { contact: "+14125550142" }],
    ["a name", { contact: "Maria Lopez", state: "all" }, { contact: "Maria Lopez", state: "all" }],
  ])("asks for what was asked: %s", async (_, input, query) => {
    const { run, queries } = gateWith([]);
    await run(call("list_approvals", input), SCOPE);
    expect(queries).toMatchObject([query]);
    if (!("where" in input)) expect(queries[0]).not.toHaveProperty("conversationId");
  });
});

describe("more drafts than a list shows", () => {
  it("still has the urgent ones first, however old they are", async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ ...LINE, id: `a${at}`, words: null }));
    const { run } = gateWith([...many, { ...LINE, id: "old", words: null, urgent: true }]);
    const first = parsed((await run(call("list_approvals", {}), SCOPE)).content);
    expect((first["items"] as Line[])[0]?.id).toBe("old");
    expect(first).toMatchObject({ more: true });
    const last = parsed((await run(call("list_approvals", { skip: 49 }), SCOPE)).content);
    expect(last).toMatchObject({ items: [{ id: "a48" }], more: true });
    const beyond = parsed((await run(call("list_approvals", { skip: 50 }), SCOPE)).content);
    expect(beyond).toMatchObject({ items: [] });
  });
});

describe("a draft with long words", () => {
  const words = Array.from({ length: 400 }, (_, at) => `Line ${at}: é "quoted"`).join("\n");

  it("says in a list that they are cut, and is read whole by its id", async () => {
    const { run } = gateWith([{ ...LINE, words }]);
    const [first] = parsed((await run(call("list_approvals", {}), SCOPE)).content)["items"] as Line[];
    expect(first?.words).toMatch(/…$/);
    let read = "";
    let from: number | undefined = 0;
    for (let part = 0; from !== undefined && part < 20; part++) {
      const answer = parsed((await run(call("list_approvals", { id: LINE.id, from }), SCOPE)).content);
      read += String(answer["words"]);
      from = answer["nextFrom"] as number | undefined;
    }
    expect(read).toBe(words);
  });

  it("is asked for by its id, and older ones behind one", async () => {
    const { run, queries } = gateWith([]);
    const none = await run(call("list_approvals", { id: "approval_9" }), SCOPE);
    expect(none.status).toBe("retry");
    await run(call("list_approvals", { olderThan: "approval_1" }), SCOPE);
    expect(queries).toMatchObject([{ id: "approval_9", state: "all" }, { olderThan: "approval_1" }]);
  });
});
type Line = { readonly id: string; readonly words: string };

/** What was said to be a person's word, as the records ask it. */
const wordOf = (withdrawn: readonly unknown[]): AgentWithdrawal["onPersonsWord"] =>
  (withdrawn[0] as AgentWithdrawal).onPersonsWord;

describe("withdraw_draft", () => {
  const WITHDRAW = call("withdraw_draft", { approvalId: "approval_1", reason: "She called in" });

  it("needs no approval, and says on whose word it acts", async () => {
    const { run, withdrawn, proposals } = gateWith([LINE]);
    const answer = await run(WITHDRAW, {
      ...SCOPE,
      speaker: { kind: "user", id: "user_dana", name: "Dana" },
      outside: false,
    });
    expect(parsed(answer.content)).toEqual({ status: "withdrawn", title: LINE.title });
    expect(proposals).toEqual([]);
    expect(withdrawn).toEqual([
      {
        approvalId: "approval_1",
        agent: "steward",
        conversationId: SCOPE.conversationId,
        onPersonsWord: expect.any(Function) as unknown,
        speaker: { id: "user_dana", name: "Dana" },
        reason: "She called in",
      },
    ]);
    expect(await wordOf(withdrawn)({ title: "Text to Ben", conversationId: "c" }, "own")).toBe(true);
  });

  it.each<[string, boolean]>([
    ["How are you?", false],
    ["What's waiting?", false],
    ["Withdraw it", false],
    ["Withdraw the text", false],
    ["Did you withdraw the text to Ben?", false],
    ["Withdraw the text to Maria", false],
    ["Please withdraw the text to Ben", true],
  ])(
    "of a colleague takes the person's own words though nothing from outside was read: %s",
    async (said, isWord) => {
      const { run, withdrawn } = gateWith([LINE]);
      await run(WITHDRAW, {
        ...SCOPE,
        speaker: { kind: "user", id: "user_ruth", name: "Ruth" },
        outside: false,
        recentTexts: [{ who: "user", name: "Ruth", text: said, at: "", messageId: "m1" }],
      });
      expect(await wordOf(withdrawn)({ title: "Text to Ben", conversationId: "c" }, "theirs")).toBe(isWord);
    },
  );

  // A person in the room is not a person's word.
  it.each<[string, boolean]>([
    ["Withdraw the text to Ben Okafor.", true],
    ["Please take back the draft to Ben Okafor", true],
    ["What's new?", false],
    ["Don't withdraw the text to Ben Okafor.", false],
    ["Did you withdraw the text to Ben Okafor?", false],
    ["She wrote: withdraw the text to Ben Okafor", false],
    ["Withdraw the text to Marcus Hale.", false],
  ])("after words from outside, %s gives that word or doesn't", async (said, isWord) => {
    const { run, withdrawn } = gateWith([LINE]);
    await run(WITHDRAW, {
      ...SCOPE,
      speaker: { kind: "user", id: "user_dana", name: "Dana" },
      outside: true,
      outsideWords: true,
      recentTexts: [{ who: "user", name: "Dana", text: said, at: "", messageId: "m1" }],
    });
    expect(await wordOf(withdrawn)({ title: "Ben Okafor, 4B", conversationId: "c" }, "own")).toBe(isWord);
    expect(await wordOf(withdrawn)({ title: "Ben Okafor, 4B", conversationId: "c" }, "theirs")).toBe(isWord);
  });

  it("has no person's word in a run that nobody of the team asked for", async () => {
    const { run, withdrawn } = gateWith([LINE]);
    await run(WITHDRAW, { ...SCOPE, speaker: { kind: "system", name: "Steward" } });
    expect(withdrawn).toMatchObject([{ speaker: null }]);
    expect(await wordOf(withdrawn)({ title: LINE.title, conversationId: "c" }, "theirs")).toBe(false);
  });

  it("tells the model why it can't", async () => {
    const { run } = gateWith([], new AppError("already_decided", "Dana was first (approve)."));
    const answer = await run(WITHDRAW, SCOPE);
    expect(answer.isError).toBe(true);
    expect(answer.content).toContain("Dana was first");
  });
});
