/** What kind of device holds the app, as far as installing it goes. Pure. */

export type Device = "installed" | "offer" | "apple_safari" | "apple_other" | "android" | "other";

interface Signs {
  readonly standalone: boolean;
  readonly offered: boolean;
  readonly userAgent: string;
  readonly touchPoints: number;
}

/** Which guidance fits. iPads call themselves Macs; only they have touch. */
export function deviceKind({ standalone, offered, userAgent, touchPoints }: Signs): Device {
  if (standalone) return "installed";
  if (offered) return "offer";
  const apple = /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && touchPoints > 1);
  if (apple) return /crios|fxios|edgios/i.test(userAgent) ? "apple_other" : "apple_safari";
  return /android/i.test(userAgent) ? "android" : "other";
}
