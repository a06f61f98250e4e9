/** Work for an effect before its call. */
import { IntegrationError } from "../kernel/errors.ts";

/** Waits for it. A failure becomes an IntegrationError `not_applied` that may pass: nothing was sent yet. */
export async function beforeCall<Result>(vendor: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    const message = `${vendor}: the request could not be prepared`;
    throw new IntegrationError(vendor, message, { outcome: "not_applied", unreached: true, cause });
  }
}
