import { teamEndpoints, type Me } from "../../../src/team/api/team.ts";
import { call, leaveSession } from "../api/call.ts";
import { forgetStored } from "../api/storage.ts";
import { showAppBadge } from "./counts.ts";
import { toastError } from "./toasts.ts";

const FORGETTING_MS = 2000;

/** Ends the session and leaves for the provider's page. The device gets no more notifications, and those it still shows are cleared. */
export async function signOut(me: Me): Promise<void> {
  leaveSession(true);
  try {
    await call(teamEndpoints.endSession, {});
    showAppBadge(0);
    await Promise.race([forgetNotifications().catch(() => undefined), patience()]);
    // Prevents the back/forward cache from showing the team's data after sign-out.
    window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
    window.location.assign(me.signOutUrl ?? "/sign-in");
  } catch (error) {
    leaveSession(false);
    toastError(error);
  }
}

/** Removes the team's data from this device and opens the page that says the team was deleted. */
export async function leaveDeletedTeam(): Promise<void> {
  leaveSession(true);
  showAppBadge(0);
  forgetStored();
  await Promise.race([forgetNotifications().catch(() => undefined), patience()]);
  window.location.replace("/team-deleted");
}

/** Browsers notify their push service, which may not answer; sign-out doesn't wait for that. */
function patience(): Promise<void> {
  return new Promise((over) => setTimeout(over, FORGETTING_MS));
}

async function forgetNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
