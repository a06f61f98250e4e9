/** The code sandbox: JavaScript of the agent or of a skill, without network, files, bindings or a clock to wait by. */
export {
  CODE_LIMITS,
  OFFICE_LIMITS,
  PDF_LIMITS,
  type CodeOutcome,
  type CodeRpc,
  type CodeRequest,
  type OfficeOutcome,
  type OfficeRequest,
  type PdfOutcome,
  type PdfRequest,
  type StopReason,
} from "./types.ts";
