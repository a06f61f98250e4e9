/** The kind of device, as far as installing the app is concerned. Pure. */

export type Device = "installed" | "offer" | "apple_safari" | "apple_other" | "android" | "other";

interface Signs {
  readonly standalone: boolean;
  readonly offered: boolean;
  readonly userAgent: string;
  readonly touchPoints: number;
}

/** Picks the install guide. iPads identify as Macs, but only iPads have touch. */
export function deviceKind({ standalone, offered, userAgent, touchPoints }: Signs): Device {
  if (standalone) return "installed";
  if (offered) return "offer";
  const apple = /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && touchPoints > 1);
  if (apple) return /crios|fxios|edgios/i.test(userAgent) ? "apple_other" : "apple_safari";
  return /android/i.test(userAgent) ? "android" : "other";
}
