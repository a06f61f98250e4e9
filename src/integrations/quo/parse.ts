/** The parts of Quo's responses we read: extra fields are ignored, missing optional ones become null. */
import * as z from "zod";
import { answerParser } from "../json-client.ts";

const named = z.object({ id: z.string().nullish(), name: z.string().nullish(), value: z.string().nullish() });

const contactFields = z.object({
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  company: z.string().nullish(),
  role: z.string().nullish(),
  emails: z.array(named).nullish(),
  phoneNumbers: z.array(named).nullish(),
});

/**
 * A contact: v1 nests fields under `defaultFields`, the dated API doesn't (quo.com/docs/2026-03-30/contacts, read 2026-11-21). Whether
 * the latter lists numbers is undocumented; `phoneNumbers` is undefined if it doesn't.
 */
export const contactSchema = z
  .object({
    id: z.string().min(1),
    createdAt: z.string().nullish(),
    externalId: z.string().nullish(),
    defaultFields: contactFields.optional(),
  })
  .extend(contactFields.shape)
  .transform(({ id, createdAt, externalId, defaultFields, ...flat }) => ({
    id,
    createdAt: createdAt ?? null,
    externalId: externalId ?? null,
    fields: defaultFields ?? flat,
  }));
export type QuoContact = z.output<typeof contactSchema>;

export const contactAnswer = z.object({ data: contactSchema });
export const contactPage = z.object({ data: z.array(contactSchema), nextCursor: z.string().nullish() });

export const messageSchema = z.object({
  id: z.string().min(1),
  from: z.string(),
  to: z.union([z.array(z.string()), z.string().transform((one) => [one])]),
  text: z.string().nullish(),
  direction: z.enum(["incoming", "outgoing"]),
  createdAt: z.string(),
  status: z.string().nullish(),
});
export type QuoMessage = z.output<typeof messageSchema>;

export const messageAnswer = z.object({ data: messageSchema });
export const messagePage = z.object({ data: z.array(messageSchema), nextPageToken: z.string().nullish() });

export const conversationPage = z.object({
  data: z.array(z.object({ phoneNumberId: z.string(), participants: z.array(z.string()) })),
  nextPageToken: z.string().nullish(),
});

const callSchema = z.object({
  id: z.string().min(1),
  phoneNumberId: z.string().nullish(),
  participants: z.array(z.string()).nullish(),
  direction: z.enum(["incoming", "outgoing"]),
  status: z.string().nullish(),
  duration: z.number().nullish(),
  createdAt: z.string(),
});
export type QuoCallRecord = z.output<typeof callSchema>;

export const callAnswer = z.object({ data: callSchema });
export const callPage = z.object({ data: z.array(callSchema), nextPageToken: z.string().nullish() });

export const summaryAnswer = z.object({
  data: z.object({ summary: z.array(z.string()).nullish(), nextSteps: z.array(z.string()).nullish() }),
});

export const transcriptAnswer = z.object({
  data: z.object({
    dialogue: z.array(z.object({ content: z.string(), userId: z.string().nullish() })).nullish(),
  }),
});

/** The users of each line. */
export const usersAnswer = z.object({
  data: z.array(z.object({ users: z.array(z.object({ id: z.string(), email: z.string() })).catch([]) })),
});

/** Throws IntegrationError. */
export const parseAnswer = answerParser("quo");
