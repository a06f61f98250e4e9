import { accountEndpoints, type Me } from "../../../src/protocol/index.ts";
import { call } from "../api/call.ts";
import { showAppBadge } from "./counts.ts";
import { toastError } from "./toasts.ts";

/** Ends the session and leaves for the provider's page. */
export async function signOut(me: Me): Promise<void> {
  try {
    await call(accountEndpoints.endSession, {});
    showAppBadge(0);
    window.location.assign(me.signOutUrl ?? "/sign-in");
  } catch (error) {
    toastError(error);
  }
}
