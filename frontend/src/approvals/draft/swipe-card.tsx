/**
 * A swipeable card: right approves, left asks for a reason to reject. Every swipe has an equivalent button. Vertical movement always scrolls; a
 * second finger, a change of direction or an early release cancels.
 */
import { useRef, useState, type PointerEvent, type ReactNode } from "react";
import { CheckIcon, XIcon } from "../../components/icons.ts";
import { follow, NO_GESTURE, sideOf, type Gesture, type Side } from "./swipe.ts";

/** Elements where a touch means something else. */
const OWN_GESTURES = "input, textarea, select, summary, pre, [contenteditable], [role=slider]";

interface SwipeProps {
  readonly enabled: boolean;
  /** Why a swipe to the right is blocked; null if it approves. */
  readonly blocked: string | null;
  readonly onApprove: () => void;
  readonly onReject: () => void;
  readonly children: ReactNode;
}

export function SwipeCard({ enabled, blocked, onApprove, onReject, children }: SwipeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const finger = useRef<number | null>(null);
  // Moves can arrive faster than renders: the gesture is kept here, and the state only displays it.
  const course = useRef<Gesture>(NO_GESTURE);
  const [gesture, setDrawn] = useState<Gesture>(NO_GESTURE);
  const [width, setWidth] = useState(360);
  const side = sideOf(gesture, width);

  function take(next: Gesture): void {
    course.current = next;
    setDrawn(next);
  }

  function end(): void {
    finger.current = null;
    take(NO_GESTURE);
  }

  function onPointerDown(event: PointerEvent): void {
    if (!enabled || event.pointerType === "mouse") return;
    if (!event.isPrimary) return end();
    if (event.target instanceof Element && event.target.closest(OWN_GESTURES)) return;
    finger.current = event.pointerId;
    setWidth(frame.current?.offsetWidth ?? width);
    take({ kind: "undecided", x: event.clientX, y: event.clientY });
  }

  function onPointerMove(event: PointerEvent): void {
    if (finger.current !== event.pointerId) return;
    const next = follow(course.current, event.clientX, event.clientY);
    // The card captures the pointer from here on, so that leaving it doesn't end the swipe and a button below isn't pressed.
    if (next.kind === "swipe" && course.current.kind !== "swipe")
      frame.current?.setPointerCapture(event.pointerId);
    if (next !== course.current) take(next);
  }

  function onPointerUp(event: PointerEvent): void {
    if (finger.current !== event.pointerId) return;
    const chosen = sideOf(follow(course.current, event.clientX, event.clientY), width);
    end();
    if (chosen === "right" && blocked === null) onApprove();
    if (chosen === "left") onReject();
  }

  const dx = gesture.kind === "swipe" ? gesture.dx : 0;
  return (
    <div
      ref={frame}
      data-swiping={gesture.kind === "swipe" ? (side ?? "short") : undefined}
      className="relative touch-pan-y"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={end}
    >
      {dx === 0 ? null : <Behind toward={dx > 0 ? "right" : "left"} side={side} blocked={blocked} />}
      <div
        className={gesture.kind === "swipe" ? "select-none" : "transition-transform duration-150"}
        style={{ transform: dx === 0 ? "" : `translateX(${blocked !== null && dx > 0 ? dx / 4 : dx}px)` }}
      >
        {children}
      </div>
      {enabled ? (
        <p aria-hidden className="hidden pt-2 text-center text-xs text-kumo-subtle pointer-coarse:block">
          Swipe right to approve, left to reject
        </p>
      ) : null}
    </div>
  );
}

/** Shown under the card during a swipe: the result of releasing now. */
function Behind({ toward, side, blocked }: { toward: Side; side: Side | null; blocked: string | null }) {
  const approves = toward === "right";
  const words = approves
    ? (blocked ?? (side ? "Let go to approve" : "Approve"))
    : side
      ? "Let go to say why"
      : "Reject…";
  const tone =
    approves && blocked === null
      ? "bg-kumo-success-tint text-kumo-success ring-kumo-success/40"
      : "bg-kumo-warning-tint text-kumo-default ring-kumo-warning/40";
  return (
    <div
      role="status"
      className={`absolute inset-0 flex items-center gap-2 rounded-xl px-4 text-sm font-medium ring ${tone} ${approves ? "" : "flex-row-reverse"}`}
    >
      {approves ? (
        <CheckIcon aria-hidden weight="bold" className="size-5 shrink-0" />
      ) : (
        <XIcon aria-hidden weight="bold" className="size-5 shrink-0" />
      )}
      <span className="max-w-28">{words}</span>
    </div>
  );
}
