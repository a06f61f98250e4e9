import type { AttachmentFile, MailEnvelope, MailMessage } from "../email/message.ts";
import type { Json } from "../../kernel/hash.ts";

/** A script to run and what it is given. */
export interface CodeRequest {
  readonly code: string;
  /** What the script reads as `input`. */
  readonly input: Json;
}

/** What came of a script. `console` holds what it printed, cut to the limit; `dropped` counts the lines left out. */
export type CodeOutcome =
  | {
      readonly kind: "done";
      readonly result: Json;
      readonly console: readonly string[];
      readonly dropped: number;
    }
  /** The script is wrong: it does not parse, or it threw. `line` counts from 1; null where it is not known. */
  | {
      readonly kind: "thrown";
      readonly message: string;
      readonly line: number | null;
      readonly console: readonly string[];
      readonly dropped: number;
    }
  /** It was ended at a limit. */
  | { readonly kind: "stopped"; readonly reason: StopReason };

/** What the Worker that runs scripts offers to the app. Versioned by adding, never by changing. */
export interface CodeRpc {
  run(request: CodeRequest): Promise<CodeOutcome>;
  readPdf(request: PdfRequest): Promise<PdfOutcome>;
  readOffice(request: OfficeRequest): Promise<OfficeOutcome>;
  /** One that is no e-mail comes back saying so. */
  readEmail(request: EmailRequest): Promise<MailMessage>;
  /** Null where the e-mail has no attachment of that number, or cannot be read. */
  readAttachment(request: AttachmentRequest): Promise<AttachmentFile | null>;
  /** What of an e-mail's text its sender wrote, and what others did. */
  ownWords(text: string): Promise<{ readonly own: string; readonly others: string }>;
  /** What a reader of a page sees of its HTML. */
  readHtml(html: string): Promise<string>;
}

/** The limit a script ran into. */
export type StopReason = "work" | "memory" | "depth" | "output" | "unsettled";

/** What a script may use. */
export interface CodeLimits {
  /** Loop iterations of the machine, built-ins included; about a second. */
  readonly fuel: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  readonly codeChars: number;
  readonly inputChars: number;
  readonly resultChars: number;
  readonly consoleChars: number;
}

/** The limits of `run_code`. */
export const CODE_LIMITS: CodeLimits = {
  fuel: 120_000_000,
  memoryBytes: 32 * 1024 * 1024,
  stackBytes: 256 * 1024,
  codeChars: 20_000,
  inputChars: 200_000,
  resultChars: 7_000,
  consoleChars: 2_000,
};

/** A PDF to read, from a page on, counted from 1. */
export interface PdfRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly fromPage: number;
}

/** What came of it. */
export type PdfOutcome =
  /** `texts` are those of the pages from `fromPage` on, as many as the bounds allow: empty without letters, null where a page is broken. */
  | { readonly kind: "read"; readonly pages: number; readonly texts: readonly (string | null)[] }
  /** It asks for a password. */
  | { readonly kind: "encrypted" }
  /** It is no PDF, or so damaged that no page can be found. */
  | { readonly kind: "broken" };

/** Bounds of a look into a PDF. */
export const PDF_LIMITS = {
  bytes: 10 * 1024 * 1024,
  /** Pages of one look, and characters after which no further page is begun. */
  pages: 25,
  chars: 60_000,
} as const;

/** A raw e-mail (RFC 5322) and what the mail system says about it. */
export interface EmailRequest {
  readonly envelope: MailEnvelope;
  readonly raw: Uint8Array<ArrayBuffer>;
}

/** An attachment of a raw e-mail, by its number. */
export interface AttachmentRequest {
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly index: number;
}

/** A Word, Excel or PowerPoint file to read. */
export interface OfficeRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What came of it. */
export type OfficeOutcome =
  /** Its text as Markdown; `isCut`: there is more. */
  | { readonly kind: "read"; readonly text: string; readonly isCut: boolean }
  /** It is of a format before 2007, or asks for a password. */
  | { readonly kind: "old" }
  /** Unpacked it is larger than the bounds. */
  | { readonly kind: "too_large" }
  /** It is none, or damaged. */
  | { readonly kind: "broken" };

/** Bounds of a look into an Office file. Rows and columns are those of one tab. */
export const OFFICE_LIMITS = {
  bytes: 10 * 1024 * 1024,
  unpackedBytes: 24 * 1024 * 1024,
  chars: 400_000,
  rows: 5_000,
  columns: 60,
} as const;
