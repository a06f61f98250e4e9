/**
 * The sandbox Worker, for scripts and outside files. It has no bindings, no secrets, and no tenant data
 * except a call's input, so there is nothing to reach by breaking out. Its class name is part of the app's
 * binding (`wrangler.toml`).
 */
import { WorkerEntrypoint } from "cloudflare:workers";
import compiled from "./engine.wasm";
import { runCode } from "./run-code.ts";
import type { AttachmentFile, MailMessage, MailToWrite } from "../email/message.ts";
import type {
  AdfNode,
  AttachmentRequest,
  CodeOutcome,
  CodeRequest,
  CodeRpc,
  EmailRequest,
  OfficeOutcome,
  OfficeRequest,
  PdfOutcome,
  PdfRequest,
} from "./types.ts";

export class CodeMachine extends WorkerEntrypoint implements CodeRpc {
  run(request: CodeRequest): Promise<CodeOutcome> {
    return runCode(request, { compiled });
  }

  async readPdf(request: PdfRequest): Promise<PdfOutcome> {
    // Loaded on demand: half a megabyte that scripts don't need.
    const { readPdf } = await import("./read-pdf.ts");
    return readPdf(request);
  }

  async readOffice(request: OfficeRequest): Promise<OfficeOutcome> {
    const { readOffice } = await import("./read-office.ts");
    return readOffice(request);
  }

  async readEmail({ envelope, raw, server }: EmailRequest): Promise<MailMessage> {
    const { readEmail } = await import("../email/inbound.ts");
    return readEmail(envelope, raw, server);
  }

  async readAttachment({ raw, index }: AttachmentRequest): Promise<AttachmentFile | null> {
    const { readAttachment } = await import("../email/inbound.ts");
    return readAttachment(raw, index);
  }

  async composeEmail(mail: MailToWrite): Promise<Uint8Array<ArrayBuffer>> {
    const { composeEmail } = await import("../email/compose.ts");
    return composeEmail(mail);
  }

  async ownWords(text: string): ReturnType<CodeRpc["ownWords"]> {
    const { ownWords } = await import("../email/trim-quote.ts");
    return ownWords(text);
  }

  async toAdf(markdown: string): Promise<AdfNode> {
    const { toAdf } = await import("./markdown-to-adf.ts");
    return toAdf(markdown);
  }

  async readHtml(html: string): Promise<string> {
    const { textOfHtml } = await import("../email/html-text.ts");
    return textOfHtml(html).seen;
  }
}

/** It serves no pages; it is only called by RPC. */
export default { fetch: () => new Response(null, { status: 404 }) };
