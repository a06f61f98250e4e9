/** Access by one person's consent: for their own mailbox, and for what they allowed. */
import { IntegrationError } from "../../kernel/errors.ts";
import type { Consented } from "../define-vendor.ts";
import type { AccessToken } from "./oauth.ts";
import { isAllowed, notAllowed } from "./scopes.ts";

/** Makes the token source of a connection that somebody signed in for. `mailbox` is theirs, `access` works for the next minutes. */
export function consentTokens(mailbox: string | undefined, access: string, { scopes, renewed }: Consented) {
  let current = access;
  const renew = async (): Promise<string> => {
    current = await renewed(current);
    return current;
  };
  const token: AccessToken = async (asked, scope, fresh = false) => {
    if (asked !== mailbox) {
      throw new IntegrationError("google", "google: this connection may not act for that mailbox", {
        outcome: "not_applied",
        status: 403,
      });
    }
    if (!isAllowed(scopes, scope)) throw notAllowed(scope);
    return fresh ? renew() : current;
  };
  return {
    token,
    /** Makes a call with it; with new access where Google takes the old no more. */
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
