/** The code sandbox: a Worker of its own (`src/platform/code-sandbox/wrangler.toml`) that runs scripts and reads what strangers wrote. */
import { AppError } from "../kernel/errors.ts";
import { within } from "../kernel/time-limit.ts";
import type { CodeRpc } from "./code-sandbox/index.ts";

/** Its Worker may compute for ten seconds; what has taken longer isn't waited for. */
const READ_MS = 20_000;

/** What the sandbox does. Reading throws AppError `unavailable` where it takes too long or more memory than there is. */
export type CodeReaders = ReturnType<typeof codeReaders>;

/** Makes them. Cheap. */
export function codeReaders(code: CodeRpc) {
  return {
    /** What a script does is in the outcome; throws only where the other Worker cannot be reached. */
    run: ((request) => code.run(request)) as CodeRpc["run"],
    readPdf: ((request) => inTime(code.readPdf(request))) as CodeRpc["readPdf"],
    readOffice: ((request) => inTime(code.readOffice(request))) as CodeRpc["readOffice"],
    readEmail: ((request) => inTime(code.readEmail(request))) as CodeRpc["readEmail"],
    readAttachment: ((request) => inTime(code.readAttachment(request))) as CodeRpc["readAttachment"],
    ownWords: ((text) => inTime(code.ownWords(text))) as CodeRpc["ownWords"],
    readHtml: ((html) => inTime(code.readHtml(html))) as CodeRpc["readHtml"],
  };
}

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
