/** The apps that are registered at the vendors people sign in to, by the vendors' names. A new one is a line here. */
import { CLICKUP_APP } from "./clickup/consent.ts";
import { GOOGLE_APP } from "./google/consents.ts";

export const SANDBOX_APPS = {
  clickup: CLICKUP_APP,
  google: GOOGLE_APP,
} as const;
