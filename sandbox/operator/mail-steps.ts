/** Steps that every run of an e-mail shares: silence, a question to the team, a proposed answer; and orders that no e-mail may give. */
import { replySubject } from "./mail-letters.ts";
import { addressIn, type HeardMail } from "./mail-results.ts";
import type { Step } from "./reply.ts";
import { say, use, type Job, type Toolbox } from "./toolbox.ts";

/** Said first where nobody is to be disturbed. */
export const NOTHING_TO_DO = "[NO_ACTION_NEEDED]";

const ORDERS =
  /\b(?:ignore (?:your|all|any|previous|the)|system (?:notice|message|prompt)|ai assistant|you are (?:now|an ai)|approved (?:this )?(?:already|by)|do not ask|don['’]t ask|delete this (?:e-?mail|message)|forward (?:the|all|every|us|me|this)\b|send (?:the|us|me|all|it)\b.{0,60}\b(?:rent roll|tenant list|phone numbers|passwords?|lockbox code|bank)|wire (?:the|it|money)|(?:new|changed|different) (?:bank|account) (?:details|number)|gift cards?|pay (?:it|this|the invoice) (?:today|now) to)\b/i;

/** The first sentence of an e-mail that orders something about; null where there is none. */
export function orderIn(text: string): string | null {
  return text.split(/(?<=[.!?])\s+|\n+/).find((sentence) => ORDERS.test(sentence)) ?? null;
}

/** Ends a run without a word to anybody. */
export function silent(why: string): Step {
  return {
    plan: "There is nothing to do, so nobody is disturbed.",
    blocks: [say(`${NOTHING_TO_DO} ${why}`)],
  };
}

/** A limit for a search, where the tool takes one. */
export function looking(job: Pick<Job<string>, "has">, most = 10): Record<string, number> {
  return job.has.has("limit") ? { limit: most } : {};
}

/** Asks the team, with options where the tool takes them. */
export function askTeam(
  { ask }: Toolbox,
  {
    question,
    requiredFor,
    options,
  }: { readonly question: string; readonly requiredFor: string; readonly options: readonly string[] },
): Step {
  const plan = "That is for the team to decide.";
  if (ask === null) return { plan, blocks: [say(question)] };
  return {
    plan,
    blocks: [
      use(ask, {
        [ask.fields.question]: question,
        ...(ask.has.has("options") ? { options } : {}),
        ...(ask.has.has("requiredFor") ? { requiredFor } : {}),
      }),
    ],
  };
}

/** Proposes an answer to an e-mail, in its thread and to whoever wrote it. */
export function proposeMail(
  { sendMail }: Toolbox,
  answer: {
    readonly mail: HeardMail;
    readonly text: string;
    readonly say: string;
    readonly plan: string;
    readonly urgent?: boolean;
  },
): Step {
  const { mail, text, plan } = answer;
  if (sendMail === null)
    return {
      plan,
      blocks: [say(`${answer.say}\nI have no tool for sending e-mails here. I would answer:\n${text}`)],
    };
  const { fields, has } = sendMail;
  return {
    plan,
    blocks: [
      say(answer.say),
      use(sendMail, {
        [fields.to]: addressIn(mail.from),
        [fields.subject]: replySubject(mail.subject),
        [fields.text]: text,
        ...(has.has("replyToEmailId") ? { replyToEmailId: mail.id } : {}),
        ...(answer.urgent === true && has.has("urgent") ? { urgent: true } : {}),
      }),
    ],
  };
}
