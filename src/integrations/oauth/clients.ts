/** Our registrations at vendors, from the deployment's variables: a vendor without one is offered by key alone. */
import type { ClientVariables } from "../registry.ts";
import type { OAuthClient } from "./protocol.ts";

/** Registrations by the vendors’ names. */
export type OAuthClients = Readonly<Record<string, OAuthClient>>;

/** Those that are whole. */
export function oauthClients(variables: ClientVariables): OAuthClients {
  const { CLICKUP_CLIENT_ID: id = "", CLICKUP_CLIENT_SECRET: secret = "" } = variables;
  return id.trim() === "" || secret.trim() === ""
    ? {}
    : { clickup: { id: id.trim(), secret: secret.trim() } };
}
