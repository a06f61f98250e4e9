import * as z from "zod";
import { questionFieldsSchema } from "../../api/question.ts";
import { defineTool, retry } from "../define-tool.ts";
import { heldBack, isLedNews } from "../reach.ts";
import { addresseeOf, refusedReach } from "./addressee.ts";
import type { ConversationServices } from "./index.ts";

/** Asks the person in the conversation or a member; the turn waits for the answer. */
export const askUser = defineTool({
  name: "ask_user",
  title: "Ask a question",
  done: "Asked a question",
  description:
    "Asks the colleague in this conversation, or whom `to` names and notifies, one question and waits: where something " +
    "needed is missing or several people could be meant. Offer likely answers as options; for several things give fields, a form. " +
    "Never asks anybody outside the team.",
  input: z
    .strictObject({
      question: z.string().trim().min(1).max(1000).describe("With fields: what the form is for"),
      to: z.string().trim().min(1).max(100).optional().describe('A colleague by name, "on call" or "team"'),
      options: z
        .array(z.string().trim().min(1).max(200))
        .min(1)
        .max(8)
        .optional()
        .describe("Likely answers, each usable as it is"),
      fields: questionFieldsSchema.optional().describe("A form, in place of options"),
      minFilled: z.number().int().min(0).max(12).optional().describe("Fields to be filled in; 1 if left out"),
      requiredFor: z.string().trim().min(1).max(300).optional().describe("What cannot go on without it"),
    })
    .refine(({ options, fields }) => options === undefined || fields === undefined, {
      path: ["fields"],
      message: "Ask with options or with fields, not with both",
    })
    .refine(({ fields, minFilled }) => minFilled === undefined || minFilled <= (fields?.length ?? 0), {
      path: ["minFilled"],
      message: "No more than there are fields",
    }),
  effect: "read",
  egress: "none",
  brings: "team",
  summarize: () => "Asking a question",
  asks: ({ question, options, fields, minFilled, requiredFor }) => ({
    question,
    options: options ?? [],
    requiredFor: requiredFor ?? null,
    ...(fields === undefined ? {} : { fields, minFilled: minFilled ?? 1 }),
  }),
  async addressee({ to, question, options = [], requiredFor = "" }, services: ConversationServices, call) {
    if (to === undefined) return null;
    const addressee = addresseeOf(to, await services.team());
    const refused = addressee.kind === "to" ? refusedReach(await services.reader(), addressee.to) : null;
    if (refused !== null) return retry(refused);
    if (addressee.kind === "retry") return addressee;
    const onRecord = await services.onRecord([question, ...options, requiredFor].join("\n"));
    const held = isLedNews(call.asker, question, onRecord)
      ? await heldBack({ people: 1, urgent: addressee.to.kind === "on_call" }, call, services)
      : null;
    if (held !== null) return retry(held);
    return { ...addressee, onRecord };
  },
});
