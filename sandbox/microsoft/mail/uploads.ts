/**
 * Files for drafts: small ones in one request, large ones in ranges (microsoft-graph-docs-contrib: concepts/outlook-large-attachments.md,
 * api-reference/v1.0/api/attachment-createuploadsession.md, message-post-attachments.md, read 2026-11-30).
 */
import { randomBytes } from "node:crypto";
import * as z from "zod";
import { json, type CreateService, type SandboxContext } from "../../service.ts";
import { Answer } from "../../vendor/define-vendor.ts";
import type { GraphHandler } from "../calls.ts";
import { errorAnswer, GraphError } from "../errors.ts";
import { attachmentsOf } from "./message-json.ts";
import { outlookStore, type StoredMessage } from "./store.ts";

const MB = 1024 * 1024;
const MIN_BYTES = 3 * MB;
const MAX_BYTES = 150 * MB;
const MAX_RANGE_BYTES = 4 * MB;
const LASTS_MS = 60 * 60_000;

interface Session {
  readonly owner: string;
  readonly draftId: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly untilMs: number;
  readonly ranges: Buffer[];
}

const open = new WeakMap<SandboxContext, Map<string, Session>>();

function sessionsOf(context: SandboxContext): Map<string, Session> {
  const known = open.get(context) ?? new Map<string, Session>();
  open.set(context, known);
  return known;
}

/** Throws GraphError for a message that was sent. */
function draftOnly(message: StoredMessage): StoredMessage {
  if (message.isDraft) return message;
  throw new GraphError(400, "ErrorInvalidOperation", "The operation is only valid for a draft.");
}

const fileInput = z.object({
  "@odata.type": z.literal("#microsoft.graph.fileAttachment"),
  name: z.string().min(1),
  contentType: z.string().nullish(),
  contentBytes: z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/),
});

/** `POST /me/messages/{id}/attachments` */
export const addAttachment: GraphHandler = (call) => {
  const { context, mailbox, path, body } = call;
  const id = path["messageId"] ?? "";
  const draft = draftOnly(mailbox.get(id));
  const parsed = fileInput.safeParse(body);
  if (!parsed.success) throw new GraphError(400, "ErrorInvalidRequest", "The attachment is malformed.");
  const { name, contentType, contentBytes } = parsed.data;
  const content = Buffer.from(contentBytes, "base64");
  mailbox.attach(draft, { filename: name, contentType: contentType ?? "application/octet-stream", content });
  context.markEffect();
  return new Answer(201, attachmentsOf(call, mailbox.get(id)).at(-1)?.json);
};

const sessionInput = z.object({
  AttachmentItem: z.object({
    attachmentType: z.literal("file"),
    name: z.string().min(1),
    size: z.int(),
    contentType: z.string().nullish(),
  }),
});

/** `POST /me/messages/{id}/attachments/createUploadSession` */
export const createUploadSession: GraphHandler = ({ base, context, mailbox, path, body }) => {
  const draftId = path["messageId"] ?? "";
  draftOnly(mailbox.get(draftId));
  const parsed = sessionInput.safeParse(body);
  if (!parsed.success) throw new GraphError(400, "ErrorInvalidRequest", "The attachment item is malformed.");
  const { name, size, contentType } = parsed.data.AttachmentItem;
  if (size < MIN_BYTES || size > MAX_BYTES)
    throw new GraphError(
      400,
      `ErrorAttachmentSizeShouldNotBe${size < MIN_BYTES ? "LessThanMinimum" : "GreaterThanMaximum"}Size`,
      "The attachment's size is outside what an upload session takes.",
    );
  const token = randomBytes(24).toString("base64url");
  const untilMs = context.now() + LASTS_MS;
  const file = { name, size, contentType: contentType ?? "application/octet-stream" };
  sessionsOf(context).set(token, { owner: mailbox.owner.address, draftId, ...file, untilMs, ranges: [] });
  context.markEffect();
  return new Answer(201, {
    "@odata.context": `${base}/$metadata#microsoft.graph.uploadSession`,
    uploadUrl: `${context.url}/microsoft/uploads/api/v2.0/AttachmentSessions?authtoken=${token}`,
    expirationDateTime: new Date(untilMs).toISOString(),
    nextExpectedRanges: ["0-"],
  });
};

/** `outlook.office.com`, where upload sessions are: the token is in the address, and bytes come in order. */
export const createMicrosoftUploads: CreateService = (context) => ({
  name: "microsoft-uploads",
  prefix: "/microsoft/uploads",
  handle({ method, url, headers, body }) {
    const refuse = (status: number, code: string, words: string): Response =>
      errorAnswer(new GraphError(status, code, words), context.now());
    const token = url.searchParams.get("authtoken") ?? "";
    const session = sessionsOf(context).get(token);
    if (method !== "PUT") return refuse(405, "ErrorInvalidRequest", "Ranges are put.");
    if (session === undefined || session.untilMs <= context.now() || headers.has("authorization"))
      return refuse(401, "InvalidAuthenticationToken", "The token of this upload session isn't valid.");
    const { owner, draftId, name, contentType, size, untilMs, ranges } = session;
    const next = ranges.reduce((sum, { length }) => sum + length, 0);
    const range = `bytes ${next}-${next + body.length - 1}/${size}`;
    const isOctets = headers.get("content-type") === "application/octet-stream";
    if (!isOctets || body.length > MAX_RANGE_BYTES || headers.get("content-range") !== range)
      return refuse(400, "ErrorInvalidRequest", `Expected at most 4 MB from byte ${next} on.`);
    ranges.push(body);
    const uploaded = next + body.length;
    context.markEffect();
    if (uploaded < size)
      return json({
        expirationDateTime: new Date(untilMs).toISOString(),
        nextExpectedRanges: [String(uploaded)],
      });
    const mailbox = outlookStore(context).find(owner);
    sessionsOf(context).delete(token);
    const draft = mailbox?.messages.find((one) =>
      [true, false].some((isImmutable) => mailbox.idOf(one, isImmutable) === draftId),
    );
    if (mailbox === null || draft === undefined)
      return refuse(404, "ErrorItemNotFound", "The draft is gone.");
    mailbox.attach(draft, { filename: name, contentType, content: Buffer.concat(ranges) });
    const location = `https://outlook.office.com/api/v2.0/Messages('${draftId}')/Attachments`;
    return new Response(null, { status: 201, headers: { location } });
  },
  reset: () => void open.delete(context),
  faultAnswer: (status) =>
    errorAnswer(new GraphError(status, "ErrorInternalServerError", "A fault is on."), context.now()),
});
