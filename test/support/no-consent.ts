/** What accounts are opened with where nothing is connected by consent. */
import type { AccountDeps } from "../../src/integrations/open-account.ts";

/** Makes it. */
export function noConsent(): AccountDeps["consent"] {
  return {
    clients: {},
    http: () => Promise.reject(new Error("nothing is exchanged here")),
    newId: () => crypto.randomUUID(),
    sleep: () => Promise.resolve(),
    alert: () => Promise.resolve(),
  };
}
