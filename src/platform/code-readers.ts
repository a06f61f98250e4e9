/**
 * The code sandbox: a separate Worker (`src/platform/code-sandbox/wrangler.toml`) that runs scripts and
 * parses outside files.
 */
import { AppError } from "../kernel/errors.ts";
import { withinTime } from "../kernel/time-limit.ts";
import type { CodeRpc } from "./code-sandbox/index.ts";

/** Its Worker may compute for ten seconds; longer calls are abandoned. */
const READ_MS = 20_000;

/** Reading throws `unavailable` if it takes too much time or memory. */
export type CodeReaders = ReturnType<typeof codeReaders>;

/** No I/O. */
export function codeReaders(code: CodeRpc) {
  return {
    /** A script's failures are in the outcome; throws only if the Worker can't be reached. */
    run: ((request) => code.run(request)) as CodeRpc["run"],
    readPdf: ((request) => inTime(code.readPdf(request))) as CodeRpc["readPdf"],
    readOffice: ((request) => inTime(code.readOffice(request))) as CodeRpc["readOffice"],
    readEmail: ((request) => inTime(code.readEmail(request))) as CodeRpc["readEmail"],
    readAttachment: ((request) => inTime(code.readAttachment(request))) as CodeRpc["readAttachment"],
    ownWords: ((text) => inTime(code.ownWords(text))) as CodeRpc["ownWords"],
    composeEmail: ((mail) => inTime(code.composeEmail(mail))) as CodeRpc["composeEmail"],
    toAdf: ((markdown) => inTime(code.toAdf(markdown))) as CodeRpc["toAdf"],
    readHtml: ((html) => inTime(code.readHtml(html))) as CodeRpc["readHtml"],
  };
}

async function inTime<Outcome>(reading: Promise<Outcome>): Promise<Outcome> {
  try {
    return await withinTime(READ_MS, reading);
  } catch (cause) {
    // The platform ended the Worker for its CPU time; the original error has no more information.
    throw new AppError("unavailable", "This file takes too long to read here. Open it yourself.", {
      cause,
    });
  }
}

/** Formats of e-mails and documents, which vendors' accounts read and write. */
export type Formats = Pick<CodeReaders, "readEmail" | "readAttachment" | "composeEmail" | "toAdf">;
