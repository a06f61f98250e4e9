/**
 * Task bars over days, drawn by our own code: the available libraries show no baseline, or inject styles, which the page's policy forbids. Only
 * visible rows are rendered. Day positions come from d3-scale.
 */
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { useVirtualRows } from "../components/board/use-virtual-rows.ts";
import type { TimelineRow } from "./timeline-rows.ts";
import {
  dependencyPath,
  isWeekend,
  timelineScale,
  timelineTicks,
  type Tick,
  type TimelineScale,
  type Zoom,
} from "./timeline-scale.ts";

const ROW_PX = 36;
const HEAD_PX = 48;

const TONES: Readonly<Record<TimelineRow["tone"], string>> = {
  open: "fill-kumo-interact",
  active: "fill-kumo-info",
  blocked: "fill-kumo-danger",
  late: "fill-kumo-warning",
  done: "fill-kumo-success",
};

export function TimelineChart({
  rows,
  today,
  zoom,
  label,
  onOpen,
}: {
  rows: readonly TimelineRow[];
  today: number;
  zoom: Zoom;
  label: (row: TimelineRow) => ReactNode;
  onOpen: (row: TimelineRow) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const scale = useMemo(
    () =>
      timelineScale(
        rows.flatMap(({ bar, baseline }) => [bar, baseline].filter((one) => one !== null)),
        today,
        zoom,
      ),
    [rows, today, zoom],
  );
  const virtual = useVirtualRows(box, {
    count: rows.length,
    px: ROW_PX,
    overscan: 12,
    keyOf: (index) => rows[index]?.id ?? index,
  });
  useTodayInSight(box, scale, today);
  const shown = virtual.getVirtualItems();
  const top = shown[0]?.start ?? 0;
  return (
    <div
      ref={box}
      data-timeline
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain bg-kumo-base"
    >
      <div
        className="relative min-w-full [--names:9rem] sm:[--names:18rem]"
        style={{ width: `calc(var(--names) + ${scale.width}px)` }}
      >
        <Head scale={scale} zoom={zoom} today={today} />
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          <Names rows={rows} shown={shown} height={virtual.getTotalSize()} label={label} />
          <div
            className="absolute top-0 left-(--names)"
            style={{ transform: `translateY(${top}px)`, width: scale.width }}
          >
            <Bars
              rows={rows}
              from={shown[0]?.index ?? 0}
              to={(shown.at(-1)?.index ?? -1) + 1}
              scale={scale}
              today={today}
              zoom={zoom}
              onOpen={onOpen}
            />
          </div>
        </div>
      </div>
    </div>
  );
}

function Names({
  rows,
  shown,
  height,
  label,
}: {
  rows: readonly TimelineRow[];
  shown: readonly { readonly index: number; readonly start: number }[];
  height: number;
  label: (row: TimelineRow) => ReactNode;
}) {
  return (
    <ul
      aria-label="Tasks"
      className="sticky left-0 z-10 w-(--names) border-r border-kumo-line bg-kumo-base"
      style={{ height }}
    >
      {shown.map(({ index, start }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <li
            key={row.id}
            className="absolute inset-x-0 flex items-center border-b border-kumo-hairline"
            style={{ top: start, height: ROW_PX }}
          >
            {label(row)}
          </li>
        );
      })}
    </ul>
  );
}

function useTodayInSight(box: RefObject<HTMLDivElement | null>, scale: TimelineScale, today: number): void {
  useEffect(() => {
    box.current?.scrollTo({ left: Math.max(0, scale.x(today) - 120) });
  }, [box, scale, today]);
}

function Head({ scale, zoom, today }: { scale: TimelineScale; zoom: Zoom; today: number }) {
  const { upper, lower } = useMemo(() => timelineTicks(scale, zoom), [scale, zoom]);
  return (
    <div
      aria-hidden
      className="sticky top-0 z-20 border-b border-kumo-line bg-kumo-base"
      style={{ height: HEAD_PX }}
    >
      <div className="sticky left-0 z-10 h-full w-(--names) border-r border-kumo-line bg-kumo-base" />
      <div className="absolute inset-y-0 left-(--names)" style={{ width: scale.width }}>
        <Ticks ticks={upper} className="top-0 h-6 font-medium" />
        <Ticks ticks={lower} className="top-6 h-6 text-kumo-subtle" />
        <span
          className="absolute bottom-0 h-1.5 w-1.5 -translate-x-1/2 rounded-full bg-kumo-brand"
          style={{ left: scale.x(today) + scale.dayPx / 2 }}
        />
      </div>
    </div>
  );
}

function Ticks({ ticks, className }: { ticks: readonly Tick[]; className: string }) {
  return ticks.map(({ x, width, words }) => (
    <span
      key={x}
      className={`absolute overflow-clip border-l border-kumo-hairline px-1 text-xs leading-6 whitespace-nowrap ${className}`}
      style={{ left: x, width }}
    >
      <span className="sticky left-[calc(var(--names)+0.25rem)]">{words}</span>
    </span>
  ));
}

function Bars({
  rows,
  from,
  to,
  scale,
  today,
  zoom,
  onOpen,
}: {
  rows: readonly TimelineRow[];
  from: number;
  to: number;
  scale: TimelineScale;
  today: number;
  zoom: Zoom;
  onOpen: (row: TimelineRow) => void;
}) {
  const height = Math.max(0, to - from) * ROW_PX;
  const at = useMemo(() => new Map(rows.map(({ id }, index) => [id, index])), [rows]);
  const middle = (index: number): number => (index - from) * ROW_PX + ROW_PX / 2;
  const visible = rows.slice(from, to);
  return (
    <svg width={scale.width} height={height} role="list" aria-label="Bars" className="block overflow-visible">
      <Ground scale={scale} zoom={zoom} height={height} rows={visible.length} />
      {visible.flatMap((row, offset) =>
        row.after.flatMap((earlier) => {
          const other = at.get(earlier);
          const before = other === undefined ? null : rows[other]?.bar;
          if (other === undefined || !before || row.bar === null) return [];
          return [
            <path
              key={`${earlier} ${row.id}`}
              d={dependencyPath(
                { x: scale.x(before.end + 1), y: middle(other) },
                { x: scale.x(row.bar.start), y: middle(from + offset) },
              )}
              className={`fill-none ${row.bar.start <= before.end ? "stroke-kumo-danger" : "stroke-kumo-interact"}`}
              strokeWidth="1.5"
            />,
          ];
        }),
      )}
      {visible.map((row, offset) => (
        <Bar key={row.id} row={row} y={offset * ROW_PX} scale={scale} onOpen={() => onOpen(row)} />
      ))}
      <line
        x1={scale.x(today) + scale.dayPx / 2}
        x2={scale.x(today) + scale.dayPx / 2}
        y1={0}
        y2={height}
        className="stroke-kumo-brand"
        strokeWidth="1.5"
      />
    </svg>
  );
}

function Ground({
  scale,
  zoom,
  height,
  rows,
}: {
  scale: TimelineScale;
  zoom: Zoom;
  height: number;
  rows: number;
}) {
  const weekends = useMemo(() => {
    if (zoom === "months") return [];
    return Array.from({ length: scale.days }, (_, index) => scale.first + index).filter(isWeekend);
  }, [scale, zoom]);
  return (
    <g aria-hidden>
      {weekends.map((day) => (
        <rect
          key={day}
          x={scale.x(day)}
          y={0}
          width={scale.dayPx}
          height={height}
          className="fill-kumo-recessed"
        />
      ))}
      {Array.from({ length: rows }, (_, index) => (
        <line
          key={index}
          x1={0}
          x2={scale.width}
          y1={(index + 1) * ROW_PX - 0.5}
          y2={(index + 1) * ROW_PX - 0.5}
          className="stroke-kumo-hairline"
        />
      ))}
    </g>
  );
}

function Bar({
  row,
  y,
  scale,
  onOpen,
}: {
  row: TimelineRow;
  y: number;
  scale: TimelineScale;
  onOpen: () => void;
}) {
  const { bar, baseline, kind, tone, words } = row;
  if (bar === null && baseline === null) return null;
  const widthOf = (span: { start: number; end: number }): number =>
    Math.max((span.end - span.start + 1) * scale.dayPx - 2, 6);
  const isPhase = kind === "phase";
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onOpen();
  };
  return (
    <g
      role="listitem"
      aria-label={words}
      className={isPhase ? "" : "cursor-pointer"}
      onClick={isPhase ? undefined : onOpen}
      onKeyDown={isPhase ? undefined : onKeyDown}
    >
      <title>{words}</title>
      {baseline === null ? null : (
        <rect
          data-baseline
          x={scale.x(baseline.start) + 1}
          y={y + ROW_PX - 11}
          width={widthOf(baseline)}
          height={5}
          rx={2.5}
          strokeDasharray="3 2"
          className="fill-none stroke-kumo-contrast"
          strokeWidth="1"
        />
      )}
      {bar === null ? null : (
        <rect
          data-bar={tone}
          x={scale.x(bar.start) + 1}
          y={y + (isPhase ? 13 : 7)}
          width={widthOf(bar)}
          height={isPhase ? 6 : 16}
          rx={isPhase ? 3 : 4}
          className={isPhase ? "fill-kumo-contrast" : TONES[tone]}
        />
      )}
    </g>
  );
}
