/** A count; nothing for zero. Pending decisions are prominent, mere news is quiet. */
export function CountBadge({
  amount,
  words,
  prominent = false,
  className = "",
}: {
  amount: number;
  /** What they are, for screen readers: `waiting`. */
  words: string;
  prominent?: boolean;
  className?: string;
}) {
  if (amount === 0) return null;
  const look = prominent ? "bg-kumo-brand text-white" : "bg-kumo-fill text-kumo-default";
  return (
    <span
      className={`min-w-5 rounded-full px-1.5 text-center text-xs leading-5 font-semibold tabular-nums ${look} ${className}`}
    >
      {amount > 99 ? "99+" : amount}
      <span className="sr-only"> {words}</span>
    </span>
  );
}
