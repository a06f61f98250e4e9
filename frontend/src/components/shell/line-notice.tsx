/** Whether the connection is down; shown only after a short delay. */
import { useEffect, useState } from "react";
import type { LineState } from "../../api/live-socket.ts";
import { useOnline } from "../online.ts";

/** Shorter breaks are not worth a word. */
const BREAK_MS = 1500;

export function LineNotice({ line }: { line: LineState }) {
  const online = useOnline();
  return (
    <div role="status" aria-live="polite">
      {line === "open" && online ? null : <Away />}
    </div>
  );
}

function Away() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setShown(true), BREAK_MS);
    return () => window.clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <p className="border-b border-kumo-warning/40 bg-kumo-warning-tint px-4 py-1 text-center text-xs">
      {navigator.onLine ? "Reconnecting…" : "You’re offline."} Messages will send when you’re back online.
    </p>
  );
}
