/** The code sandbox: runs JavaScript of the agent or a skill without network, files, bindings or timers. */
export {
  ADF_DEPTH,
  CODE_LIMITS,
  OFFICE_LIMITS,
  PDF_LIMITS,
  type AdfNode,
  type CodeOutcome,
  type CodeRpc,
  type CodeRequest,
  type OfficeOutcome,
  type OfficeRequest,
  type PdfOutcome,
  type PdfRequest,
  type StopReason,
} from "./types.ts";
