/** Interpretation of a touch on a card: a scroll, a swipe to one side, or nothing. Pure. */

export type Side = "right" | "left";

/** A gesture in progress. Once it is a scroll, it stays one. */
export type Gesture =
  | { readonly kind: "none" }
  | { readonly kind: "undecided"; readonly x: number; readonly y: number }
  | { readonly kind: "scroll" }
  | { readonly kind: "swipe"; readonly x: number; readonly dx: number };

export const NO_GESTURE: Gesture = { kind: "none" };

/** How far a finger goes before its direction counts. */
const SLOP_PX = 12;
/** How much more sideways than up or down a swipe must be. */
const SIDEWAYS = 1.8;

/** The gesture after the finger moved to a place. */
export function follow(gesture: Gesture, x: number, y: number): Gesture {
  if (gesture.kind === "swipe") return { ...gesture, dx: x - gesture.x };
  if (gesture.kind !== "undecided") return gesture;
  const dx = x - gesture.x;
  const dy = y - gesture.y;
  if (Math.hypot(dx, dy) < SLOP_PX) return gesture;
  return Math.abs(dx) > Math.abs(dy) * SIDEWAYS ? { kind: "swipe", x: gesture.x, dx } : { kind: "scroll" };
}

/** The distance that counts on a card of this width: too far to happen by accident, short enough for a thumb. */
export function thresholdPx(widthPx: number): number {
  return Math.min(Math.max(widthPx * 0.38, 96), 180);
}

/** The result of releasing now; null springs back. */
export function sideOf(gesture: Gesture, widthPx: number): Side | null {
  if (gesture.kind !== "swipe" || Math.abs(gesture.dx) < thresholdPx(widthPx)) return null;
  return gesture.dx > 0 ? "right" : "left";
}
