/** What the desk takes words for while its question is open, and what it does with a draft that somebody wants written again. */
import { describe, expect, it } from "vitest";
import { accountDesk } from "../../../src/accounts/desk/desk.ts";
import type { ScriptMessage, ScriptReply } from "../../../src/agent/script.ts";

const AMES = { account_id: "10012", name: "Ames Hardware", stage: "Submission" };
const ROUTED = { agent: "updater_agent", intent: "update", confidence: 0.9, account: AMES, found: "name" };

function message(kind: ScriptMessage["kind"], ...parts: readonly object[]): ScriptMessage {
  return { id: kind, kind, parts: parts as ScriptMessage["parts"], author: { kind: "user", name: "Ruth" } };
}

function asking(about: "vague_update" | "which_account" | "new_account"): ScriptMessage {
  const account = about === "vague_update" ? AMES : null;
  const asked = {
    type: "account_asked",
    about,
    query: "Update it",
    routed: ROUTED,
    name: "Ames",
    candidates: [],
  };
  return message("reply", { type: "routed", ...ROUTED }, { ...asked, account });
}

const said = (about: Parameters<typeof asking>[0], text: string): ScriptReply =>
  accountDesk({ turn: [message("inbound", { type: "text", text })], before: [asking(about)] });

describe("while a question of the desk is open", () => {
  it.each([
    "Draft a follow-up for Dube Trucking",
    "What stage is Wexler Books in?",
    "please mark Dube Trucking as Bound",
    "who is due",
  ])("“%s” is a request of its own, whatever was asked", (words) => {
    for (const about of ["vague_update", "which_account", "new_account"] as const)
      expect(said(about, words).calls).toEqual([
        { name: "delegate", input: expect.objectContaining({ agent: "starter", task: words }) as object },
      ]);
  });

  it("a name answers which account is meant, and plain words what is to change", () => {
    expect(said("which_account", "the bakery on Clark").calls).toMatchObject([
      { name: "resolve_account", input: { name: "the bakery on Clark" } },
    ]);
    expect(said("vague_update", "Quoted, at $2,600").calls).toMatchObject([
      { name: "resolve_account", input: { id: "10012" } },
    ]);
    expect(said("new_account", "no, don't").text).toBe("Nothing was created.");
  });
});

describe("an answer to a question with options", () => {
  const VALE = {
    account_id: "10020",
    name: "Lakeshore Dental Group",
    stage: "Quoted",
    industry: "Healthcare",
  };
  const BOOKS = { account_id: "10031", name: "Lakeshore Books", stage: "Intake", industry: "Retail" };
  const candidates = [VALE, BOOKS].map((one) => ({ ...one, location: "Austin, TX", score: 0.8 }));
  const answered = (text: string, about: "which_account" | "new_account" | "rephrase" = "which_account") => {
    const part = {
      type: "account_asked",
      about,
      query: "Mark Lakeshore as Bound",
      routed: ROUTED,
      name: "Lakeshore",
    };
    const offered = about === "rephrase" ? [] : candidates;
    const options = ["Who is due?", "Draft the follow-ups"];
    const asks = { type: "tool_use", id: "c1", name: "ask_user", input: { question: "Which?", options } };
    const before = [message("reply", { ...part, candidates: offered, account: null }, asks)];
    return accountDesk({ turn: [message("inbound", { type: "text", text })], before }).calls;
  };

  it.each([
    ["the second one", BOOKS],
    ["2", BOOKS],
    ["#2", BOOKS],
    ["the 2nd, please", BOOKS],
    ["number two", BOOKS],
    ["The last one?", BOOKS],
    ["the first", VALE],
    ["one", VALE],
    ["I mean the dental group", VALE],
    ["Books", BOOKS],
    ["the one in Intake", BOOKS],
  ])("“%s” picks what was offered", (words, { account_id: id }) => {
    expect(answered(words)).toEqual([{ name: "resolve_account", input: { id } }]);
  });

  it("is a name where it picks none or more than one of them, and asked for again where there is no such place", () => {
    for (const name of ["the bakery on Clark", "Lakeshore"])
      expect(answered(name)).toEqual([
        {
          name: "resolve_account",
          input: { name, description: name, among: [VALE.account_id, BOOKS.account_id] },
        },
      ]);
    expect(answered("the third one")).toEqual([
      {
        name: "ask_user",
        input: expect.objectContaining({
          question: "Which one do you mean?",
          options: [
            "10020 Lakeshore Dental Group (Quoted, Healthcare, Austin, TX)",
            "10031 Lakeshore Books (Intake, Retail, Austin, TX)",
          ],
        }) as object,
      },
    ]);
  });

  const alone = (text: string, answers: readonly object[] = []) => {
    const part = {
      type: "account_asked",
      about: "which_account",
      query: "The electrician asks for his certificate",
      routed: ROUTED,
      name: "",
    };
    const before = [message("reply", { ...part, candidates: candidates.slice(0, 1), account: null })];
    const turn = [
      message("inbound", { type: "text", text }),
      ...answers.flatMap((answer) => [
        message("reply", { type: "tool_use", id: "c", name: "c", input: {} }),
        message("results", { type: "tool_result", tool_use_id: "c", content: JSON.stringify(answer) }),
      ]),
    ];
    return accountDesk({ turn, before });
  };

  it("asks for a single one by its name, and takes a yes or no to it", () => {
    expect(alone("the third one").calls).toMatchObject([
      { name: "ask_user", input: { question: "Do you mean Lakeshore Dental Group?" } },
    ]);
    expect(alone("yes").calls).toEqual([{ name: "resolve_account", input: { id: "10020" } }]);
    expect(alone("No.").calls).toMatchObject([
      { input: { question: /^Which account are you asking about/ } },
    ]);
    expect(alone("never mind").text).toBe("Nothing was done.");
  });

  it("stays open beside another request, which is done, and says so", () => {
    const update = "The daycare's staff count came: 14 and 60 children";
    expect(alone(update).calls).toMatchObject([
      { name: "delegate", input: { agent: "starter", task: update } },
    ]);
    const done = alone(update, [{ result: {} }]);
    expect(done.text).toMatch(
      /Still open: which account is meant by “The electrician asks for his certificate”\?$/,
    );
    expect(done.parts).toContainEqual(expect.objectContaining({ about: "which_account" }));
  });

  it("picks an account instead of a new one, or the request that was meant", () => {
    expect(answered("use the second one", "new_account")).toEqual([
      { name: "resolve_account", input: { id: "10031" } },
    ]);
    expect(answered("yes", "new_account")).toMatchObject([{ name: "create_account" }]);
    expect(answered("the second", "rephrase")).toMatchObject([
      { name: "delegate", input: { agent: "starter", task: "Draft the follow-ups" } },
    ]);
  });
});

describe("a request about several accounts", () => {
  const started = (
    text: string,
    output: object,
    before: readonly ScriptMessage[] = [],
    answers: readonly object[] = [],
  ) =>
    accountDesk({
      turn: [
        message("inbound", { type: "text", text }),
        message("reply", { type: "tool_use", id: "c1", name: "delegate", input: { agent: "starter" } }),
        message("results", {
          type: "tool_result",
          tool_use_id: "c1",
          content: JSON.stringify({ result: output }),
        }),
        ...answers.map((answer) =>
          message("results", { type: "tool_result", tool_use_id: "c2", content: JSON.stringify(answer) }),
        ),
      ],
      before,
    }).calls;
  const many = {
    intent: "followup",
    confidence: 0.9,
    accountName: null,
    accountDescription: null,
    requiresSpecificAccount: false,
  };

  it("is searched with what was said before, which it may refer to", () => {
    const before = [
      message("inbound", { type: "text", text: "Which accounts are Quoted?" }),
      message("reply", { type: "text", text: "Ames Hardware and Dube Trucking." }),
    ];
    const search = { ...many, intent: "search", stage: "Quoted" };
    const question = "And which of them wrote last?";
    expect(started(question, search, before)).toEqual([
      { name: "read_accounts", input: { question, stage: "Quoted" } },
    ]);
    const read = { stages: {}, accounts: [{ account: "10012" }], files: [{ path: "p", text: "one\ntwo" }] };
    expect(started(question, search, before, [read])).toMatchObject([
      {
        name: "delegate",
        input: {
          agent: "search_agent",
          context:
            'Said before:\nWhich accounts are Quoted?\nAmes Hardware and Dube Trucking.\nRead for this question:\n{"stages":{}}\n{"account":"10012"}\n{"path":"p","text":"one\\ntwo"}',
        },
      },
    ]);
  });

  it("keeps to the stage it names", () => {
    const words = "Draft follow-ups for everybody Quoted";
    expect(started(words, { ...many, stage: "Quoted" })).toMatchObject([
      { name: "scan_followups", input: { stage: "Quoted" } },
      { name: "scan_followups", input: { stage: "Quoted", daysThreshold: 0 } },
    ]);
    expect(started("Who is due?", { ...many, stage: null })).toEqual([
      {
        name: "scan_followups",
        input: expect.not.objectContaining({ stage: expect.anything() as unknown }) as object,
      },
    ]);
  });
});

describe("follow-ups for all accounts of a stage", () => {
  const due = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => ({
      account_id: String(10_001 + from + index),
      account_name: `Company ${from + index + 1}`,
      stage: "Submission",
      days_since_contact: 30 - index,
      urgency: "high",
      recommended_channel: "email",
      next_steps: [],
      pending_actions: [],
      why: "The last contact was long ago.",
    }));
  const results = (...answers: readonly object[]): ScriptMessage =>
    message(
      "results",
      ...answers.map((answer) => ({
        type: "tool_result",
        tool_use_id: "c",
        content: JSON.stringify(answer),
      })),
    );
  const draftsOf = (command: string, scanned: readonly object[], ...later: readonly ScriptMessage[]) =>
    accountDesk({
      turn: [message("inbound", { type: "text", text: command }), results(...scanned), ...later],
      before: [],
    });
  const material = (one: object) => ({ ...one, name: "x" });

  it("are all drafted up to ten, and who gets none is named with the reason", () => {
    const scanned = [
      { items: due(12), total: 12 },
      { items: [...due(12), ...due(1, 12)], total: 13 },
    ];
    const first = draftsOf("/followups 10 stage: Submission", scanned);
    expect(first.calls?.map(({ input }) => input["account"])).toEqual(
      due(10).map(({ account_id: id }) => id),
    );
    const { text, calls } = draftsOf(
      "/followups 10 stage: Submission",
      scanned,
      results(...due(10).map(material)),
    );
    expect(calls).toHaveLength(10);
    expect(text).toBe(
      "Left out after the 10 most urgent: Company 11, Company 12.\n\nNot due for a follow-up yet: Company 13.",
    );
  });

  it("says nothing of others where there are none, and names those who aren't due where nobody is", () => {
    const all = { items: due(2), total: 2 };
    const drafted = draftsOf("/followups 10 stage: Submission", [all, all], results(...due(2).map(material)));
    expect(drafted.calls).toHaveLength(2);
    expect(drafted.text ?? "").toBe("");
    expect(draftsOf("/followups 5 stage: Submission", [{ items: [], total: 0 }, all]).text).toBe(
      "No account in Submission is due for a follow-up. Not due for a follow-up yet: Company 1, Company 2.",
    );
  });

  it("seed 003:401: answer with the days they were asked for, also where none is due", () => {
    const none = draftsOf("/followups 5 days: 14", [{ items: [], total: 0 }]);
    expect(JSON.stringify(none)).toContain('"filters":{"stage":null,"days_threshold":14}');
  });
});

describe("a draft that somebody wants written again", () => {
  const outcome = {
    type: "outcome",
    approvalId: "approval_1",
    state: "rejected",
    text: "Ruth asked for changes",
    receipts: [],
    decidedBy: "Ruth Castellan",
    reason: "Mention Thursday",
    edits: [],
    changesRequested: true,
    words: "Hi Leonard, the photos?",
  };
  const facts = JSON.stringify({ account: "10012", channel: "sms", purpose: "photos" });
  const drafted = [
    message("reply", {
      type: "tool_use",
      id: "c1",
      name: "delegate",
      input: { agent: "followup_agent", context: facts },
    }),
    message("results", {
      type: "tool_result",
      tool_use_id: "c1",
      content: JSON.stringify({ pending_actions: [{ approvalId: "approval_1", title: "Text" }] }),
    }),
  ];

  it("is drafted for the same account, way and purpose, with the wish and the words of before", () => {
    const turn = [message("outcome", outcome)];
    const first = accountDesk({ turn, before: drafted });
    expect(first.calls).toEqual([
      { name: "prepare_followup", input: { account: "10012", channel: "sms", purpose: "photos" } },
    ]);
    const prepared = JSON.stringify({ name: "Ames Hardware", account: "10012" });
    const answered = [
      ...turn,
      message("reply", { type: "tool_use", id: "c2", name: "prepare_followup", input: {} }),
      message("results", { type: "tool_result", tool_use_id: "c2", content: prepared }),
    ];
    const [call] = accountDesk({ turn: answered, before: drafted }).calls ?? [];
    expect(call).toMatchObject({ name: "delegate", input: { agent: "followup_agent" } });
    expect(call?.input["task"]).toMatch(
      /put it before the team[^]*Ruth Castellan[^]*“Mention Thursday”[^]*Hi Leonard, the photos\?$/,
    );
    expect(call?.input["readOnly"]).toBeUndefined();
  });

  it("is not, where it was only rejected, or where nothing tells what it was for", () => {
    const { changesRequested: _, ...rejected } = outcome;
    const plain = accountDesk({ turn: [message("outcome", rejected)], before: drafted });
    expect(plain).toMatchObject({ text: "It was declined (Ruth Castellan): Mention Thursday" });
    expect(plain.calls).toBeUndefined();
    expect(accountDesk({ turn: [message("outcome", outcome)], before: [] }).calls).toBeUndefined();
  });
});
