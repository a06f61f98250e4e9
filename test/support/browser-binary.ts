/** Where Chromium is: unpacked once for all Vitests of a run, since that takes seconds. */
import chromium from "@sparticuz/chromium";

/** Where `npm test` says where it has unpacked it. */
export const CHROMIUM_VARIABLE = "TEST_CHROMIUM";

/** The path of the program; unpacks it where no one has. */
export async function chromiumPath(): Promise<string> {
  return process.env[CHROMIUM_VARIABLE] ?? chromium.executablePath();
}
