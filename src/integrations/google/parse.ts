/** The parts of Gmail's responses we read. Extra fields are ignored. */
import * as z from "zod";
import { answerParser } from "../json-client.ts";
import type { MailPart } from "../mail-parts.ts";

const idSchema = z.string().min(1).max(200);

export const messageListAnswer = z.object({
  messages: z.array(z.object({ id: idSchema, threadId: idSchema })).default([]),
  nextPageToken: z.string().optional(),
});

const headersSchema = z.array(z.object({ name: z.string(), value: z.string() })).default([]);

const partSchema: z.ZodType<MailPart> = z.object({
  mimeType: z.string().max(200).default("application/octet-stream"),
  filename: z.string().default(""),
  headers: headersSchema,
  body: z
    .object({
      attachmentId: z.string().max(2_000).optional(),
      size: z.number().optional(),
      data: z.string().optional(),
    })
    .default({}),
  get parts() {
    return z.array(partSchema).default([]);
  },
});

export const attachmentAnswer = z.object({ data: z.string().default("") });

/** A message in any format; fields a format omits are absent. */
export const messageSchema = z.object({
  id: idSchema,
  threadId: idSchema,
  labelIds: z.array(z.string()).default([]),
  /** Gmail HTML-escapes the snippet; decoded to plain text here. */
  snippet: z.string().default("").transform(withoutEntities),
  /** Milliseconds since 1970, as text. */
  internalDate: z.string().regex(/^\d+$/),
  sizeEstimate: z.number().default(0),
  payload: partSchema.optional(),
  raw: z.string().optional(),
});
export type GmailMessage = z.output<typeof messageSchema>;

export const threadAnswer = z.object({ messages: z.array(messageSchema).default([]) });
export const sentAnswer = z.object({ id: idSchema, threadId: idSchema });
export const labelsAnswer = z.object({
  labels: z.array(z.object({ id: idSchema, name: z.string() })).default([]),
});
export const labelSchema = z.object({ id: idSchema, name: z.string() });

/** Throws IntegrationError. */
export const parseAnswer = answerParser("google");

/** The first value of a header, or null. */
export function headerOf({ payload }: GmailMessage, name: string): string | null {
  const wanted = name.toLowerCase();
  return payload?.headers.find((header) => header.name.toLowerCase() === wanted)?.value ?? null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Decodes HTML character references; unknown ones stay. */
function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === "string") return ENTITIES[name.toLowerCase()] ?? whole;
    const code = typeof decimal === "string" ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
