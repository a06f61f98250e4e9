import { describe, expect, it } from "vitest";
import { deviceKind } from "../../../frontend/src/components/install/device-kind.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const IPHONE_CHROME = IPHONE.replace("Version/18.1", "CriOS/131.0");
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36";

describe("guidance to the Home Screen", () => {
  it.each([
    ["an iPhone in Safari", IPHONE, 5, "apple_safari"],
    ["an iPhone in Chrome", IPHONE_CHROME, 5, "apple_other"],
    ["an iPad, which calls itself a Mac", MAC, 5, "apple_safari"],
    ["a Mac", MAC, 0, "other"],
    ["an Android phone without an offer", ANDROID, 5, "android"],
  ])("fits %s", (_, userAgent, touchPoints, kind) => {
    expect(deviceKind({ standalone: false, offered: false, userAgent, touchPoints })).toBe(kind);
  });

  it("takes the browser's own offer where there is one, and says nothing where it is installed", () => {
    const phone = { userAgent: ANDROID, touchPoints: 5 };
    expect(deviceKind({ ...phone, standalone: false, offered: true })).toBe("offer");
    expect(deviceKind({ ...phone, standalone: true, offered: true })).toBe("installed");
  });
});
