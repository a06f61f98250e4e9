import * as z from "zod";
import { smsSend } from "../../effects/sms-send.ts";
import type { Resolution, Resolved } from "../../../approvals/ports.ts";
import type { Json } from "../../../kernel/hash.ts";
import { LIMITS } from "../../../kernel/limits.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { MessageServices } from "./index.ts";
import { resolveText } from "./send-message.ts";

const MOST = 25;

/** Texts several people with one approval. */
export const sendMessages = defineTool({
  name: "send_messages",
  title: "Text several people",
  done: "Drafted several texts",
  description:
    "Drafts texts to several people as one approval, such as news for everybody in a building: each person's own words, sent to them alone. A colleague can leave " +
    "some out or change them. To answer what somebody wrote use send_message.",
  keywords:
    "send_bulk_message bulk mass group everyone everybody all tenants residents building broadcast notice announce same bundle together",
  input: z.strictObject({
    texts: z
      .array(
        z.strictObject({
          to: z
            .string()
            .trim()
            .min(3)
            .max(64)
            .describe("Contact id or phone number, as search_contacts returns them"),
          text: z.string().min(1).max(LIMITS.smsChars).regex(/\S/, "must not be blank"),
        }),
      )
      .min(2)
      .max(MOST),
    urgent: z.boolean().optional().describe("As of send_message"),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [smsSend.kind],
  summarize: ({ texts }) => `Drafting ${texts.length} texts`,
  async resolve({ texts, urgent }, services: MessageServices, call): Promise<Resolution> {
    const parts: Resolved[] = [];
    const problems: string[] = [];
    // Sequentially, because each reads its thread from the provider.
    for (const { to, text } of texts) {
      const part = await resolveText({ to, text, urgent }, services, call);
      if (part.kind === "resolved") parts.push(part);
      else problems.push(`${to}: ${part.message}`);
    }
    if (problems.length > 0)
      return retry(`Leave these out or put them right, and tell who gets none. ${problems.join(" ")}`);
    const reached = parts.flatMap(({ inContacts = [] }) => inContacts);
    const twice = reached.find((number, index) => reached.indexOf(number) !== index);
    if (twice !== undefined) return retry(`${twice} would get two texts. Make them one.`);
    return bundled(parts, { texts, ...(urgent === undefined ? {} : { urgent }) });
  },
});

/**
 * Combines several resolved texts. Requires that nothing has arrived from any recipient since; those who
 * write before approval are dropped.
 */
function bundled(parts: readonly Resolved[], given: Readonly<Record<string, Json>>): Resolved {
  const texts = given["texts"] as readonly Json[];
  return {
    kind: "resolved",
    effects: parts.flatMap(({ effects }) => effects),
    observed: parts.flatMap(({ observed }) => observed),
    lints: parts.flatMap(({ lints }, index) =>
      lints.map((lint) => ({ ...lint, path: lint.path === null ? null : `/${index}${lint.path}` })),
    ),
    urgent: parts.some((part) => part.urgent),
    inContacts: parts.flatMap(({ inContacts = [] }) => inContacts),
    arguments: { ...given, texts: texts.map((text, index) => textOf(parts[index], text)) },
  };
}

/** The text as people edit it: by number instead of contact ID, if no one else has that number. */
function textOf(part: Resolved | undefined, given: Json): Json {
  if (part?.arguments === undefined) return given;
  const { to = null, text = null } = part.arguments;
  return { to, text };
}
