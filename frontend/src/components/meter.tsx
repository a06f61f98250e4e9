/** A share as a bar. Drawn by hand, because browsers render `<meter>` differently. */
export function Meter({
  label,
  value,
  max,
  high = Infinity,
  className = "h-1.5 w-full",
}: {
  label: string;
  value: number;
  max: number;
  /** From this value on, the bar shows a warning. */
  high?: number;
  className?: string;
}) {
  const shown = Math.min(Math.max(value, 0), max);
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={shown}
      className={`block overflow-hidden rounded-full bg-kumo-fill ${className}`}
    >
      <span
        className={`block h-full rounded-full transition-[width] ${value >= high ? "bg-kumo-warning" : "bg-kumo-brand"}`}
        style={{ width: max > 0 ? `${(100 * shown) / max}%` : 0 }}
      />
    </span>
  );
}
