import type { ReactNode } from "react";

/** A fact with its name in front. */
export function FactLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-9 grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-2">
      <span className="text-xs text-kumo-subtle">{label}</span>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
