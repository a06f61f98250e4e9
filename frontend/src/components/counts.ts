/** Pending and unread counts: in the tab's title, on the app's icon, in the rail. */
import { useEffect } from "react";
import { tabTitle } from "./badge-counts.ts";

interface BadgingNavigator {
  setAppBadge?: (amount: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** The count on the installed app's icon; a no-op where badges aren't supported. */
export function showAppBadge(amount: number): void {
  const { setAppBadge, clearAppBadge } = navigator as BadgingNavigator;
  const shown = amount > 0 ? setAppBadge?.call(navigator, amount) : clearAppBadge?.call(navigator);
  shown?.catch(() => undefined);
}

/** Keeps title and badge true. A page says its own title by `usePageTitle`. */
export function useCounts(amount: number): void {
  useEffect(() => {
    const write = (): void => {
      document.title = tabTitle(document.documentElement.dataset["title"], amount);
    };
    write();
    showAppBadge(amount);
    window.addEventListener("steward:title", write);
    return () => window.removeEventListener("steward:title", write);
  }, [amount]);
}
