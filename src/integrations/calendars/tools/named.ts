import type { Mailbox } from "../../connections/mailbox-settings.ts";

/** Those of some calendars that match a name or address. */
export function calendarsNamed(allowed: readonly Mailbox[], wanted: string): readonly Mailbox[] {
  const plain = wanted.toLowerCase();
  const whole = allowed.filter(({ name, address }) => [name.toLowerCase(), address].includes(plain));
  return whole.length > 0
    ? whole
    : allowed.filter(({ name }) => name.toLowerCase().split(" ").includes(plain));
}
