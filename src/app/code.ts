/** Composition of the code sandbox: scripts run in a Worker of their own (`src/code/wrangler.toml`), which is only called. */
import type { CodeOutcome, CodeRequest, PdfOutcome, PdfRequest } from "../code/index.ts";
import { AppError } from "../kernel/errors.ts";
import { within } from "../kernel/time-limit.ts";
import type { Env } from "../platform/env.ts";

/** Runs scripts. What a script does is in the outcome; throws only where the other Worker cannot be reached. */
export function codeSandbox(env: Env): (request: CodeRequest) => Promise<CodeOutcome> {
  return (request) => env.CODE.run(request);
}

/** Its Worker may compute for ten seconds; what has taken longer isn't waited for. */
const PDF_MS = 20_000;

/** Reads PDFs. Throws AppError `unavailable` where one takes too long or more memory than there is. */
export function readPdfs(env: Env): (request: PdfRequest) => Promise<PdfOutcome> {
  return async (request) => {
    try {
      return await within(PDF_MS, env.CODE.readPdf(request));
    } catch (cause) {
      // The platform ends a Worker that computes too long: what it threw says no more.
      throw new AppError("unavailable", "This PDF takes too long to read. Somebody has to open it.", {
        cause,
      });
    }
  };
}
