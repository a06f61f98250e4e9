/** OAuth client registrations from environment variables. Vendors without one can be connected by key only. */
import { REGISTRATIONS, type ClientVariables } from "../registry.ts";
import type { OAuthClient } from "./consent-form.ts";

/** Registrations by vendor name. */
export type OAuthClients = Readonly<Record<string, OAuthClient>>;

/** Includes complete registrations only. */
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
