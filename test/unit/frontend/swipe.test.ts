import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  follow,
  NO_GESTURE,
  sideOf,
  thresholdPx,
  type Gesture,
} from "../../../frontend/src/approvals/draft/swipe.ts";

const WIDTH = 340;

function drag(...path: readonly (readonly [x: number, y: number])[]): Gesture {
  return path.reduce<Gesture>((gesture, [x, y]) => follow(gesture, x, y), {
    kind: "undecided",
    x: 0,
    y: 0,
  });
}

describe("a finger on a card", () => {
  it.each([
    ["far to the right", drag([20, 2], [200, 10]), "right"],
    ["far to the left", drag([-20, 2], [-200, 10]), "left"],
    ["not far enough", drag([20, 0], [90, 0]), null],
    ["far and back again", drag([20, 0], [200, 0], [20, 0]), null],
    ["a tap that trembles", drag([3, 2], [4, 4]), null],
    ["up and down, then far to the side", drag([2, 20], [200, 20]), null],
    ["aslant", drag([14, 12], [200, 200]), null],
    ["nothing at all", NO_GESTURE, null],
  ])("%s", (_, gesture, side) => {
    expect(sideOf(gesture, WIDTH)).toBe(side);
  });

  it("never decides once it scrolled, and never before the threshold, wherever it goes", () => {
    const place = fc.integer({ min: -400, max: 400 });
    fc.assert(
      fc.property(fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 30 }), (path) => {
        let gesture: Gesture = { kind: "undecided", x: 0, y: 0 };
        let scrolled = false;
        for (const [x, y] of path) {
          gesture = follow(gesture, x, y);
          scrolled ||= gesture.kind === "scroll";
        }
        const side = sideOf(gesture, WIDTH);
        const [lastX] = path.at(-1) ?? [0, 0];
        if (scrolled) expect(side).toBeNull();
        if (side !== null) expect(Math.abs(lastX)).toBeGreaterThanOrEqual(thresholdPx(WIDTH));
      }),
    );
  });

  it("asks for more than a twitch on the narrowest card and no more than a thumb's reach on the widest", () => {
    expect(thresholdPx(200)).toBeGreaterThanOrEqual(96);
    expect(thresholdPx(1200)).toBeLessThanOrEqual(180);
  });
});
