/** Formats of e-mails and documents, read and written here instead of in the Worker for them. */
import type { Formats } from "../../src/platform/code-readers.ts";
import { toAdf } from "../../src/platform/code-sandbox/markdown-to-adf.ts";
import { composeEmail } from "../../src/platform/email/compose.ts";
import { readAttachment, readEmail } from "../../src/platform/email/inbound.ts";

export const FORMATS: Formats = {
  readEmail: ({ envelope, raw, server }) => readEmail(envelope, raw, server),
  readAttachment: ({ raw, index }) => readAttachment(raw, index),
  composeEmail,
  toAdf: async (markdown) => toAdf(markdown),
};
