/** The apps that are registered at the vendors people sign in to, by the vendors' names. A new one is a line here. */
import { CLICKUP_APP } from "./clickup/consent.ts";

export const SANDBOX_APPS = {
  clickup: CLICKUP_APP,
} as const;
