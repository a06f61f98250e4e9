/** Spending by day and agent, with the budget line. The table below it says the same. */
import { useEffect, useRef, useState, type RefObject } from "react";
import { money } from "../../components/words.ts";
import { dayWords, type DayBar, type UsageChart as Figures } from "./usage-figures.ts";

const HEIGHT = 200;
const LEFT = 52;
const RIGHT = 6;
const BOTTOM = 22;
const TOP = 16;

/** By position among the agents; order, outline and the legend distinguish them too. */
const FILLS = [
  "fill-kumo-brand",
  "fill-kumo-warning",
  "fill-kumo-danger",
  "fill-kumo-brand/55",
  "fill-kumo-warning/55",
  "fill-kumo-danger/55",
  "fill-kumo-brand/25",
  "fill-kumo-warning/25",
  "fill-kumo-danger/25",
];
const DOTS = [
  "bg-kumo-brand",
  "bg-kumo-warning",
  "bg-kumo-danger",
  "bg-kumo-brand/55",
  "bg-kumo-warning/55",
  "bg-kumo-danger/55",
  "bg-kumo-brand/25",
  "bg-kumo-warning/25",
  "bg-kumo-danger/25",
];

export function UsageChart({ figures, title }: { figures: Figures; title: string }) {
  const { bars, topUsd, evenUsd, lineFits, agents } = figures;
  const { box, width } = useWidth();
  const step = (width - LEFT - RIGHT) / Math.max(bars.length, 1);
  const y = (usd: number): number => HEIGHT - BOTTOM - (usd / topUsd) * (HEIGHT - BOTTOM - TOP);
  const lineY = evenUsd === null ? null : lineFits ? y(evenUsd) : TOP / 2;
  return (
    <figure ref={box} className="flex min-w-0 flex-col gap-2">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        height={HEIGHT}
        role="img"
        aria-label={`${title}. The table below has the numbers.`}
        className="w-full text-kumo-subtle"
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line
              x1={LEFT}
              x2={width}
              y1={y(topUsd * share)}
              y2={y(topUsd * share)}
              className="stroke-kumo-line"
            />
            <text x={LEFT - 6} y={y(topUsd * share) + 4} textAnchor="end" fontSize="11" fill="currentColor">
              {money(topUsd * share)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <Bar
            key={bar.day}
            bar={bar}
            agents={agents}
            x={LEFT + index * step}
            width={step}
            y={y}
            label={index === 0 || (index + 1) % 5 === 0}
          />
        ))}
        {lineY === null || evenUsd === null ? null : (
          <line
            x1={LEFT}
            x2={width}
            y1={lineY}
            y2={lineY}
            strokeWidth="1.5"
            strokeDasharray="6 4"
            className="stroke-kumo-danger"
          />
        )}
      </svg>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-kumo-subtle">
        {agents.map((agent, index) => (
          <span key={agent} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={`size-2.5 rounded-xs ${DOTS[index % DOTS.length]}`} />
            {agent}
          </span>
        ))}
        {evenUsd === null ? null : (
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className="w-5 border-t-2 border-dashed border-kumo-danger" />
            Budget per day: {money(evenUsd)}
            {lineFits ? "" : ", above this chart"}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

/** The chart's available width, so that its text keeps its size on a phone. */
function useWidth(): { box: RefObject<HTMLElement | null>; width: number } {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(240, Math.round(entry.contentRect.width)));
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return { box, width };
}

function Bar({
  bar,
  agents,
  x,
  width,
  y,
  label,
}: {
  bar: DayBar;
  agents: readonly string[];
  x: number;
  width: number;
  y: (usd: number) => number;
  label: boolean;
}) {
  const words = bar.ahead ? "not yet" : money(bar.totalUsd);
  return (
    <g>
      <title>{`${dayWords(bar.day)}: ${words}`}</title>
      <rect x={x} y={0} width={width} height={HEIGHT - BOTTOM} fill="transparent" />
      {bar.pieces.map((piece) => (
        <rect
          key={piece.agent}
          x={x + width * 0.15}
          width={width * 0.7}
          y={y(piece.fromUsd + piece.costUsd)}
          height={Math.max(0.75, y(piece.fromUsd) - y(piece.fromUsd + piece.costUsd))}
          className={`${FILLS[agents.indexOf(piece.agent) % FILLS.length]} stroke-kumo-base`}
          strokeWidth="0.5"
        />
      ))}
      {label ? (
        <text x={x + width / 2} y={HEIGHT - 6} textAnchor="middle" fontSize="11" fill="currentColor">
          {Number(bar.day.slice(-2))}
        </text>
      ) : null}
    </g>
  );
}
