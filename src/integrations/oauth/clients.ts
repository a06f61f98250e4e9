/** Our registrations at vendors, from the deployment's variables: a vendor without one is offered by key alone. */
import { REGISTRATIONS, type ClientVariables } from "../registry.ts";
import type { OAuthClient } from "./consent-form.ts";

/** Registrations by the vendors’ names. */
export type OAuthClients = Readonly<Record<string, OAuthClient>>;

/** Those that are whole. */
export function oauthClients(variables: ClientVariables): OAuthClients {
  return Object.fromEntries(
    REGISTRATIONS.flatMap(({ vendor, id, secret, signingSecret }) => {
      const client = { id: variables[id]?.trim() ?? "", secret: variables[secret]?.trim() ?? "" };
      const signing = signingSecret === null ? "" : (variables[signingSecret]?.trim() ?? "");
      if (client.id === "" || client.secret === "") return [];
      return [[vendor, signing === "" ? client : { ...client, signingSecret: signing }]];
    }),
  );
}
