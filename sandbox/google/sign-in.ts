/** Authenticates Google API requests. */
import type { SandboxContext, SandboxRequest } from "../service.ts";
import type { Operation } from "../vendor/judge.ts";
import { googleAccounts, type GoogleAccounts, type Grant } from "./accounts.ts";
import { defaultText, GoogleError, SCOPE_REASON } from "./errors.ts";

/** Throws GoogleError 401. */
export function signIn(accounts: GoogleAccounts, request: SandboxRequest): Grant {
  const token = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const grant = token === undefined ? null : accounts.verify(token);
  if (grant === null) throw new GoogleError(401, defaultText(401));
  return grant;
}

/** Throws GoogleError 403 if no scope of the grant allows the operation. */
export function needScope(grant: Grant, operation: Operation): void {
  if (!operation.scopes.some((scope) => grant.scopes.includes(scope)))
    throw new GoogleError(403, "Request had insufficient authentication scopes.", SCOPE_REASON);
}

/** The grant, if it allows the operation. Used by all Google APIs except Gmail. */
export function admitted(
  request: SandboxRequest,
  operation: Operation,
  _state: unknown,
  context: SandboxContext,
): Grant {
  const grant = signIn(googleAccounts(context), request);
  needScope(grant, operation);
  return grant;
}
