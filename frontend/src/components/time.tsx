import { useNow } from "./now.ts";
import { useZone } from "./session.tsx";
import { clockTime, exactTime, momentTime, relativeTime, span, upcomingTime } from "./words.ts";

/** A moment in words, with the exact time on hover, both in the tenant's zone. */
export function Time({
  at,
  as = "relative",
}: {
  at: string;
  as?: "relative" | "moment" | "clock" | "upcoming" | "span";
}) {
  const now = useNow();
  const zone = useZone();
  const words = {
    relative: relativeTime,
    moment: momentTime,
    upcoming: upcomingTime,
    span: (moment: string, nowMs: number) => span(Math.min(Date.parse(moment) - nowMs, -1)),
    clock: (moment: string) => clockTime(moment, zone),
  };
  return (
    <time dateTime={at} title={exactTime(at, zone)} className="whitespace-nowrap">
      {words[as](at, now, zone)}
    </time>
  );
}
