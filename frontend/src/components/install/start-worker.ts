/** Installs the service worker and captures the browser's install prompt. Called once at startup. */
import { useSyncExternalStore } from "react";

/** `beforeinstallprompt`: Chromium's offer, kept until someone asks for it (web.dev, “How to provide your own in-app install experience”). */
export interface InstallOffer extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function setOffer(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The browser's install prompt; null if there is none. */
export function useInstallOffer(): InstallOffer | null {
  return useSyncExternalStore(subscribe, () => offer);
}

/** Shows the browser's install prompt. An offer can be used once. */
export async function takeInstallOffer(given: InstallOffer): Promise<void> {
  setOffer(null);
  await given.prompt();
}

export function startWorker(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    setOffer(event as InstallOffer);
  });
  window.addEventListener("appinstalled", () => setOffer(null));
  if (!("serviceWorker" in navigator)) return;
  const register = (): void => {
    // Without it the app works as well; only notifications and the offline page need it.
    void navigator.serviceWorker.register("/sw.js", { scope: "/" }).catch(() => undefined);
  };
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
