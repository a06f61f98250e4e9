import * as z from "zod";
import { listTeam as listMembers } from "../../platform/auth/index.ts";
import type { OpenQuestion } from "../../agent/conversations/index.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import type { Json } from "../../kernel/hash.ts";
import { localTime } from "../../kernel/local-time.ts";
import type { InboxServices } from "./index.ts";
import { firstWords } from "./list-inbox.ts";

/** Lists what Steward asked colleagues and no one has answered. */
export const listQuestions = defineTool({
  name: "list_questions",
  title: "Check the open questions",
  done: "Checked the open questions",
  description:
    "Lists the questions you put to colleagues that nobody has answered yet, urgent ones first, then newest first: to whom, since when, about whom, and where it is answered. " +
    "For “which of your questions are open?”, “what do you need from me?”. What waits for approval is in list_approvals, what people outside wait for in list_inbox.",
  keywords:
    "ask asked asking question questions answer answered unanswered open pending outstanding waiting colleague me nobody reply decide",
  input: z.strictObject({}),
  effect: "read",
  lists: true,
  egress: "none",
  summarize: () => "Checking the open questions",
  async run(_, { questions, db, timeZone }: InboxServices, call) {
    const [{ items, more }, members] = await Promise.all([questions(), listMembers(db)]);
    const names = new Map(members.map(({ id, name }) => [id, name]));
    const isUrgent = ({ question }: OpenQuestion): boolean => question.to?.kind === "on_call";
    return {
      kind: "list",
      items: items
        .toSorted((one, other) => Number(isUrgent(other)) - Number(isUrgent(one)))
        .map((one) => rowOf(one, { names, timeZone, urgent: isUrgent(one) })),
      more,
      keep: "first",
      // Questions of other conversations may quote outside text.
      outside: items.some(({ conversationId }) => conversationId !== call.conversationId),
    };
  },
});

function rowOf(
  { question, contact, title, startedBy, at, conversationId }: OpenQuestion,
  view: { readonly names: ReadonlyMap<string, string>; readonly timeZone: string; readonly urgent: boolean },
): Json {
  const inChat = startedBy === null ? undefined : view.names.get(startedBy);
  return {
    to: question.to?.name ?? inChat ?? "the team",
    ...(view.urgent ? { urgent: true } : {}),
    question: firstWords(question.question),
    ...(question.options.length === 0 ? {} : { options: question.options }),
    ...(question.requiredFor === null ? {} : { neededFor: firstWords(question.requiredFor) }),
    about: contact ?? title,
    since: localTime(at, view.timeZone),
    link: `/conversations/${encodeURIComponent(conversationId)}`,
  };
}
