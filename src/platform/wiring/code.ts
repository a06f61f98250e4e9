/** Composition of the code sandbox: scripts run in a Worker of their own (`src/platform/code-sandbox/wrangler.toml`), which is only called. */
import type { MailReader } from "../../integrations/connections/index.ts";
import type { CodeOutcome, CodeRequest, CodeRpc } from "../code-sandbox/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { within } from "../../kernel/time-limit.ts";
import type { Env } from "../env.ts";

/** Runs scripts. What a script does is in the outcome; throws only where the other Worker cannot be reached. */
export function codeSandbox(env: Env): (request: CodeRequest) => Promise<CodeOutcome> {
  return (request) => env.CODE.run(request);
}

/** Its Worker may compute for ten seconds; what has taken longer isn't waited for. */
const READ_MS = 20_000;

/** Reads files of strangers. Throws AppError `unavailable` where one takes too long or more memory than there is. */
export function fileReaders(env: Env): Pick<CodeRpc, "readPdf" | "readOffice"> {
  return {
    readPdf: (request) => inTime(env.CODE.readPdf(request)),
    readOffice: (request) => inTime(env.CODE.readOffice(request)),
  };
}

/** Reads e-mails there: a stranger wrote them. */
export function mailReader(env: Env): MailReader {
  return {
    whole: (envelope, raw) => inTime(env.CODE.readEmail({ envelope, raw })),
    file: (raw, index) => inTime(env.CODE.readAttachment({ raw, index })),
  };
}

/** What of an e-mail's text its sender wrote, and what others did. Throws as reading a file does. */
export const wordsReader =
  (env: Env) =>
  (text: string): ReturnType<CodeRpc["ownWords"]> =>
    inTime(env.CODE.ownWords(text));

/** What a reader of a page sees of its HTML. Throws as reading a file does. */
export const htmlReader =
  (env: Env) =>
  (html: string): Promise<string> =>
    inTime(env.CODE.readHtml(html));

async function inTime<Outcome>(reading: Promise<Outcome>): Promise<Outcome> {
  try {
    return await within(READ_MS, reading);
  } catch (cause) {
    // The platform ends a Worker that computes too long: what it threw says no more.
    throw new AppError("unavailable", "This file takes too long to read. Somebody has to open it.", {
      cause,
    });
  }
}
