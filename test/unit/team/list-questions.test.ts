/** The questions no one has answered, as Steward tells them. */
import { describe, expect, it } from "vitest";
import type { OpenQuestion } from "../../../src/agent/conversations/index.ts";
import { offeredTools } from "../../../src/agent/tools/agent-tools.ts";
import { findTool } from "../../../src/agent/tools/catalogue.ts";
import type { ReadTool } from "../../../src/agent/tools/define-tool.ts";
import { rankTools } from "../../../src/agent/tools/discovery/rank-tools.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import { listQuestions } from "../../../src/team/tools/list-questions.ts";
import { insertInto } from "../../support/insert-into.ts";
import { nodeD1 } from "../../support/node-d1.ts";
import { seenIn } from "../agent/tools/world.ts";

const TENANT = "tenant_alder";

function asked(id: string, question: Partial<OpenQuestion["question"]>, more: Partial<OpenQuestion> = {}) {
  return {
    conversationId: id,
    title: "A chat",
    contact: null,
    startedBy: null,
    at: "2026-11-21T12:00:00.000Z",
    question: { toolCallId: "q", question: "When?", options: [], requiredFor: null, ...question },
    ...more,
  } satisfies OpenQuestion;
}

describe("list_questions", () => {
  it("says to whom, about whom, since when and where it is answered; urgent ones first", async () => {
    const d1 = nodeD1();
    await insertInto(d1, "users", TENANT, {
      id: "dana",
      name: "Dana Whitfield",
      email: "d@a.example",
      removed_at: null,
    });
    const items = [
      asked("chat-2", {}, { startedBy: "dana", title: "The stairwell quote" }),
      asked(
        "sms:+14125550142",
        {
          question: "Who has the key?",
          options: ["Orson", "Tom"],
          requiredFor: "the answer to Maria",
          to: { kind: "on_call", userId: "marcus", name: "Marcus Hale" },
        },
        { contact: "Maria Lopez" },
      ),
    ];
    const services = {
      questions: async () => ({ items, more: false }),
      db: dbFor(d1, TENANT),
      timeZone: "America/New_York",
    };
    const result = await (listQuestions as ReadTool).run({}, services, seenIn());
    expect(result).toMatchObject({
      kind: "list",
      outside: true,
      items: [
        {
          to: "Marcus Hale",
          urgent: true,
          question: "Who has the key?",
          options: ["Orson", "Tom"],
          neededFor: "the answer to Maria",
          about: "Maria Lopez",
          since: "Sat 2026-11-21 07:00",
          link: "/conversations/sms%3A%2B14125550142",
        },
        {
          to: "Dana Whitfield",
          question: "When?",
          about: "The stairwell quote",
          link: "/conversations/chat-2",
        },
      ],
    });
  });

  it.each(["which of your questions has nobody answered", "open questions", "what do you need an answer to"])(
    "is found by what is wanted: %s",
    (wish) => {
      const tools = offeredTools("steward").deferred.flatMap((name) => findTool(name)?.tool ?? []);
      expect(
        rankTools(tools, wish)
          .slice(0, 5)
          .map(({ name }) => name),
      ).toContain("list_questions");
    },
  );
});
