import type { BadgeCounts } from "../badge-counts.ts";

const WORDS = { waiting: "waiting", unread: "unread", texts: "unread", news: "new" } as const;

/** A count; nothing for zero. Pending decisions are prominent, mere news is quiet. */
export function CountBadge({
  amount,
  of,
  className = "",
}: {
  amount: number;
  of: keyof BadgeCounts;
  className?: string;
}) {
  if (amount === 0) return null;
  const look = of === "waiting" ? "bg-kumo-brand text-white" : "bg-kumo-fill text-kumo-default";
  return (
    <span
      className={`min-w-5 rounded-full px-1.5 text-center text-xs leading-5 font-semibold tabular-nums ${look} ${className}`}
    >
      {amount > 99 ? "99+" : amount}
      <span className="sr-only"> {WORDS[of]}</span>
    </span>
  );
}
