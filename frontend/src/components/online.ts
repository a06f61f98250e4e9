/** Whether this device has a network. */
import { useSyncExternalStore } from "react";

function watch(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** The device knows at once that its network is gone; a silent socket takes half a minute to be found out. */
export function useOnline(): boolean {
  return useSyncExternalStore(watch, () => navigator.onLine);
}
