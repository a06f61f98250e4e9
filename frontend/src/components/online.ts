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

/** The device knows immediately that it is offline; a silent socket takes half a minute to detect. */
export function useOnline(): boolean {
  return useSyncExternalStore(watch, () => navigator.onLine);
}
