/** Access through one person's OAuth consent: their own mailbox, and the scopes they granted. */
import { IntegrationError } from "../../kernel/errors.ts";
import type { Consented } from "../define-vendor.ts";
import type { AccessToken } from "./oauth.ts";
import { isAllowed, notAllowed } from "./scopes.ts";

/** Token source of an OAuth connection. `mailbox` is the user's own; `access` is valid for the next minutes. */
export function consentTokens(mailbox: string | undefined, access: string, { scopes, renewed }: Consented) {
  let current = access;
  const renew = async (): Promise<string> => {
    current = await renewed(current);
    return current;
  };
  const token: AccessToken = async (asked, scope, fresh = false) => {
    if (asked !== mailbox) {
      throw new IntegrationError("google", "google: this connection does not cover that mailbox", {
        outcome: "not_applied",
        status: 403,
      });
    }
    if (!isAllowed(scopes, scope)) throw notAllowed(scope);
    return fresh ? renew() : current;
  };
  return {
    token,
    /** Makes a call; retries once with a new token if Google rejects the current one. */
    use: async <Result>(call: (access: string) => Promise<Result>): Promise<Result> => {
      try {
        return await call(current);
      } catch (error) {
        if (!(error instanceof IntegrationError) || error.status !== 401) throw error;
        return call(await renew());
      }
    },
  };
}
