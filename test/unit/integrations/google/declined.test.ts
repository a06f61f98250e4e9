/** Which entries of a calendar take its owner's time: what Google answers, and whether they are free. */
import { expect, it } from "vitest";
import { listEvents } from "../../../../src/integrations/google/calendar.ts";
import type { GoogleAccount } from "../../../../src/integrations/google/read.ts";

const PRIYA = { address: "priya@alderfinch.example", name: "Priya Raman" };
const DANA = "dana@alderfinch.example";
const SPAN = { from: "2026-11-24T00:00:00.000Z", to: "2026-11-25T00:00:00.000Z" };
const guest = (email: string, responseStatus: string, more: object = {}) => ({
  email,
  responseStatus,
  ...more,
});

it.each<[string, object, boolean]>([
  ["declined", { attendees: [guest(PRIYA.address, "declined", { self: true })] }, true],
  ["declined, in capitals", { attendees: [guest("Priya@AlderFinch.example", "declined")] }, true],
  [
    "declined under another address of hers",
    { attendees: [guest("priya.raman@alderfinch.example", "declined", { self: true })] },
    true,
  ],
  [
    "accepted under her address, declined by a namesake",
    {
      attendees: [guest(PRIYA.address, "accepted", { self: true }), guest("priya@mail.example", "declined")],
    },
    false,
  ],
  [
    "accepted herself, though an old address of hers declined",
    {
      attendees: [
        guest(PRIYA.address, "declined"),
        guest("priya.raman@alderfinch.example", "accepted", { self: true }),
      ],
    },
    false,
  ],
  [
    "declined by the other guest",
    { attendees: [guest(DANA, "declined"), guest(PRIYA.address, "accepted")] },
    false,
  ],
  ["not answered", { attendees: [guest(PRIYA.address, "needsAction", { self: true })] }, false],
  ["perhaps", { attendees: [guest(PRIYA.address, "tentative", { self: true })] }, false],
  [
    "her own, declined by herself",
    {
      organizer: { self: true },
      attendees: [guest(PRIYA.address, "declined", { self: true, organizer: true })],
    },
    true,
  ],
  ["shown as free", { transparency: "transparent" }, true],
  ["her own without guests", {}, false],
  [
    "one of a series, declined",
    { recurringEventId: "r", attendees: [guest(PRIYA.address, "declined", { self: true })] },
    true,
  ],
  ["out of office", { eventType: "outOfOffice" }, false],
  [
    "guests left out but herself",
    { attendeesOmitted: true, attendees: [guest(PRIYA.address, "declined", { self: true })] },
    true,
  ],
])("an entry that is %s", async (_what, more, isFree) => {
  const item = {
    id: "e1",
    summary: "Showing",
    start: { dateTime: "2026-11-24T09:00:00-05:00" },
    end: { dateTime: "2026-11-24T16:00:00-05:00" },
    ...more,
  };
  const account = { calendar: () => Promise.resolve({ items: [item] }) } as unknown as GoogleAccount;
  expect(await listEvents(account, PRIYA, PRIYA, SPAN)).toMatchObject([{ isFree }]);
});
