/** A phone with a thumb: real touch events through the browser's own input, so that scrolling and swiping compete as they do on glass. */
import type { CDPSession, Locator, Page } from "playwright-core";
import { openContext, sharedPlace, signIn, type Place } from "./browser.ts";

/** A page of 360 pixels that is touched, signed in. Closing its context ends it. */
export async function touchPage(name: string, place: Place = sharedPlace()): Promise<Page> {
  const context = await openContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    locale: "en-US",
    timezoneId: "America/New_York",
  });
  const page = await context.newPage();
  await signIn(page, name, place);
  return page;
}

/** A finger on a page. */
export interface Finger {
  down(x: number, y: number): Promise<void>;
  move(x: number, y: number): Promise<void>;
  up(): Promise<void>;
  cancel(): Promise<void>;
}

/** The finger of this page. */
export async function fingerOn(page: Page): Promise<Finger> {
  const session: CDPSession = await page.context().newCDPSession(page);
  let at = { x: 0, y: 0 };
  const send = (type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel", points: (typeof at)[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  return {
    down: async (x, y) => {
      at = { x, y };
      await send("touchStart", [at]);
    },
    move: async (x, y) => {
      const from = at;
      for (let step = 1; step <= 8; step++) {
        at = { x: from.x + ((x - from.x) * step) / 8, y: from.y + ((y - from.y) * step) / 8 };
        await send("touchMove", [at]);
      }
    },
    up: async () => {
      await send("touchEnd", []);
    },
    cancel: async () => {
      await send("touchCancel", []);
    },
  };
}

/** Where on a card a thumb would begin: its head, which has nothing to press. */
export async function gripOf(card: Locator): Promise<{ x: number; y: number }> {
  await card.scrollIntoViewIfNeeded();
  const box = await card.boundingBox();
  if (box === null) throw new Error("the card is not on the screen");
  return { x: box.x + box.width / 2, y: box.y + 20 };
}
