/** OAuth for ClickUp apps. Access doesn't expire. */
import { consentsOf, createConsentServer, type ConsentServer } from "../vendor/consent-server.ts";
import { ALDER } from "../world/company.ts";
import { MEMBERS } from "./store.ts";

/** Fictitious. */
export const CLICKUP_APP = { id: "CUAPPSTEWARDSANDBOX", secret: "clickup-secret-of-the-sandbox" } as const;

export const clickUpConsents = consentsOf("clickup-oauth");

export const CLICKUP_CONSENT: ConsentServer = {
  name: "clickup-oauth",
  prefix: "/clickup/v2/oauth",
  title: "ClickUp",
  to: ALDER.name,
  authorizePath: "/api",
  tokenPath: "/token",
  returnPath: "/api/connections/clickup/callback",
  app: CLICKUP_APP,
  people: MEMBERS.slice(0, 2).map(({ id, username: name, email }) => ({ id: String(id), name, email })),
  accessSeconds: null,
};

export const createClickUpConsent = createConsentServer(CLICKUP_CONSENT, clickUpConsents);
