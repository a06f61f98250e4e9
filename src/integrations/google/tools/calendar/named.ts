import type { Calendars } from "../../../connections/index.ts";
import type { Mailbox } from "../../settings.ts";

/** The allowed calendars that a name or an address fits. */
export function named({ allowed }: Calendars, wanted: string): readonly Mailbox[] {
  const plain = wanted.toLowerCase();
  const whole = allowed.filter(({ name, address }) => [name.toLowerCase(), address].includes(plain));
  return whole.length > 0
    ? whole
    : allowed.filter(({ name }) => name.toLowerCase().split(" ").includes(plain));
}
