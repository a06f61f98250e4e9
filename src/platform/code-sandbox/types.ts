import type { MailServer } from "../email/sender-proof.ts";
import type { AttachmentFile, MailEnvelope, MailMessage, MailToWrite } from "../email/message.ts";
import type { Json } from "../../kernel/hash.ts";

export interface CodeRequest {
  readonly code: string;
  /** Available to the script as `input`. */
  readonly input: Json;
}

/** `console` is its output, cut to the limit; `dropped` counts the lines left out. */
export type CodeOutcome =
  | {
      readonly kind: "done";
      readonly result: Json;
      readonly console: readonly string[];
      readonly dropped: number;
    }
  /** The script doesn't parse, or it threw. `line` counts from 1; null if unknown. */
  | {
      readonly kind: "thrown";
      readonly message: string;
      readonly line: number | null;
      readonly console: readonly string[];
      readonly dropped: number;
    }
  /** It was stopped at a limit. */
  | { readonly kind: "stopped"; readonly reason: StopReason };

/** RPC of the sandbox Worker. Extended only by adding. */
export interface CodeRpc {
  run(request: CodeRequest): Promise<CodeOutcome>;
  readPdf(request: PdfRequest): Promise<PdfOutcome>;
  readOffice(request: OfficeRequest): Promise<OfficeOutcome>;
  /** An invalid e-mail is returned as an unreadable one. */
  readEmail(request: EmailRequest): Promise<MailMessage>;
  /** Null if there is no such attachment, or the e-mail can't be read. */
  readAttachment(request: AttachmentRequest): Promise<AttachmentFile | null>;
  /** The bytes of an outgoing e-mail. */
  composeEmail(mail: MailToWrite): Promise<Uint8Array<ArrayBuffer>>;
  /** Splits an e-mail's text into the sender's own and other people's. */
  ownWords(text: string): Promise<{ readonly own: string; readonly others: string }>;
  /** Markdown as an Atlassian document. */
  toAdf(markdown: string): Promise<AdfNode>;
  /** The visible text of HTML. */
  readHtml(html: string): Promise<string>;
}

/** The limit that stopped a script. */
export type StopReason = "work" | "memory" | "depth" | "output" | "unsettled";

export interface CodeLimits {
  /** Loop iterations of the machine, including built-ins; about a second. */
  readonly fuel: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  readonly codeChars: number;
  readonly inputChars: number;
  readonly resultChars: number;
  readonly consoleChars: number;
}

export const CODE_LIMITS: CodeLimits = {
  fuel: 120_000_000,
  memoryBytes: 32 * 1024 * 1024,
  stackBytes: 256 * 1024,
  codeChars: 20_000,
  inputChars: 200_000,
  resultChars: 7_000,
  consoleChars: 2_000,
};

/** A PDF to read from a page on; pages count from 1. */
export interface PdfRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly fromPage: number;
}

export type PdfOutcome =
  /**
   * `texts` are those of the pages from `fromPage` on, within the limits: empty for a page without text, null
   * for a damaged one.
   */
  | { readonly kind: "read"; readonly pages: number; readonly texts: readonly (string | null)[] }
  /** It needs a password. */
  | { readonly kind: "encrypted" }
  /** It is not a PDF, or no page can be found. */
  | { readonly kind: "broken" };

/** Limits per call. */
export const PDF_LIMITS = {
  bytes: 10 * 1024 * 1024,
  /** Maximum pages, and the number of characters after which no further page is read. */
  pages: 25,
  chars: 60_000,
} as const;

/** A raw e-mail (RFC 5322), and what the mail system reports about it. */
export interface EmailRequest {
  readonly envelope: MailEnvelope;
  readonly raw: Uint8Array<ArrayBuffer>;
  /** Whose server received it: Gmail’s if left out. */
  readonly server?: MailServer;
}

/** An attachment of a raw e-mail, by number. */
export interface AttachmentRequest {
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly index: number;
}

/** A node of the Atlassian Document Format. */
export interface AdfNode {
  readonly type: string;
  readonly text?: string | undefined;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly marks?:
    | readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> | undefined }[]
    | undefined;
  readonly content?: readonly AdfNode[] | undefined;
  readonly version?: number | undefined;
}

/** Deeper nesting of Atlassian documents is neither read nor written: no human-written document has it. */
export const ADF_DEPTH = 12;

export interface OfficeRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type OfficeOutcome =
  /** Its text as Markdown; `isCut` if there is more. */
  | { readonly kind: "read"; readonly text: string; readonly isCut: boolean }
  /** It has a format from before 2007, or needs a password. */
  | { readonly kind: "old" }
  /** Its unpacked size exceeds the limit. */
  | { readonly kind: "too_large" }
  /** It is not an Office file, or damaged. */
  | { readonly kind: "broken" };

/** Limits per call; rows and columns are per sheet. */
export const OFFICE_LIMITS = {
  bytes: 10 * 1024 * 1024,
  unpackedBytes: 24 * 1024 * 1024,
  chars: 400_000,
  rows: 5_000,
  columns: 60,
} as const;
