/** Events in colleagues' calendars, performed, found again and undone at the sandbox's Google. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type * as z from "zod";
import {
  eventUnchanged,
  storedFields,
  whenOf,
} from "../../../../src/integrations/calendars/effects/calendar-fields.ts";
import { eventCancel, eventCreate, eventUpdate } from "../../../../src/integrations/effects/all.ts";
import type { CheckWorld, EffectKind } from "../../../../src/approvals/effects/define-effect.ts";
import { listEvents, readEvent } from "../../../../src/integrations/google/calendar.ts";
import { ALDER } from "../../../../sandbox/world/company.ts";
import { startGoogle } from "./google-sandbox.ts";

const PRIYA = "priya@alderfinch.example";
const ZONE = "America/New_York";
const GUEST = "wren.abbott@mail.example";
let world: Awaited<ReturnType<typeof startGoogle>>;
beforeAll(async () => {
  world = await startGoogle([PRIYA]);
});
afterAll(() => world.close());

const place = (eventId: string) => ({
  connectionId: ALDER.google.connectionId,
  calendar: PRIYA,
  calendarName: "Priya Raman",
  eventId,
  timeZone: ZONE,
  tellGuests: "yes" as const,
});
const showing = (eventId: string) => ({
  ...place(eventId),
  title: "Showing 214 Birch St #2A: Wren Abbott",
  start: "2031-03-11 10:00",
  end: "2031-03-11 10:30",
  place: "214 Birch St #2A",
  notes: null,
  guests: [GUEST],
  meet: "no" as const,
});
const OPTIONS = { claimedAt: "2026-01-01T00:00:00.000Z", now: Date.now(), takenProviderIds: [] };
type Kind = EffectKind<z.ZodType, "google">;
const perform = (kind: unknown, document: unknown) => {
  const known = kind as Kind;
  return known.perform(known.document.parse(document), world.account, "key");
};
const lookUp = (kind: unknown, document: unknown) => {
  const known = kind as Kind;
  return known.lookUp(known.document.parse(document), world.account, OPTIONS);
};
const read = (id: string) => readEvent(world.account, PRIYA, id);
const onThatDay = async () => {
  const owner = { address: PRIYA, name: "Priya Raman" };
  const span = { from: "2031-03-11T00:00:00-05:00", to: "2031-03-12T00:00:00-05:00" };
  return (await listEvents(world.account, owner, owner, span)).map(({ id }) => id);
};

it("is made once, however often it is performed, in the team's local time", async () => {
  await perform(eventCreate, showing("sonce1"));
  expect(await perform(eventCreate, showing("sonce1"))).toMatchObject({ providerId: "sonce1" });
  expect(await onThatDay()).toEqual(["sonce1"]);
  const outbox = await (await fetch(`${world.url}/control/outbox?service=calendar`)).json();
  expect(outbox).toMatchObject({ items: [{ method: "POST", path: expect.stringMatching(/sonce1$/) }] });
  const event = await read("sonce1");
  expect(event).toMatchObject({
    start: "2031-03-11T14:00:00.000Z",
    end: "2031-03-11T14:30:00.000Z",
    guests: [GUEST],
  });
  expect(storedFields(event!, ZONE)).toEqual({
    title: "Showing 214 Birch St #2A: Wren Abbott",
    start: "2031-03-11 10:00",
    end: "2031-03-11 10:30",
    place: "214 Birch St #2A",
    notes: null,
    guests: [GUEST],
  });
  const undo = eventCreate.compensate(eventCreate.document.parse(showing("sonce1")), "sonce1");
  expect(undo?.effect.kind).toBe(eventCancel.kind);
  await perform(eventCancel, undo?.effect.document);
  expect(await read("sonce1")).toBeNull();
  expect(await onThatDay()).toEqual([]);
});

it("is changed only in what differs, keeps what guests answered, is found after a crash, and changed back", async () => {
  await perform(eventCreate, showing("schange"));
  const { etag } = (await read("schange"))!;
  const change = {
    ...place("schange"),
    title: "Showing",
    changes: {
      start: "2031-03-11 14:00",
      end: "2031-03-11 14:30",
      guests: [GUEST, "dana@alderfinch.example"],
    },
    before: { start: "2031-03-11 10:00", end: "2031-03-11 10:30", guests: [GUEST] },
    etag,
  };
  expect(await lookUp(eventUpdate, change)).toEqual({ kind: "absent" });
  await perform(eventUpdate, change);
  expect(await lookUp(eventUpdate, change)).toMatchObject({ kind: "found" });
  const event = (await read("schange"))!;
  expect(event).toMatchObject({ title: showing("x").title, start: "2031-03-11T18:00:00.000Z" });
  expect(event.attendees[0]).toMatchObject({ email: GUEST, responseStatus: "accepted" });
  // Somebody changed it since: nothing of ours is written over theirs.
  await expect(perform(eventUpdate, change)).rejects.toMatchObject({ status: 412, outcome: "not_applied" });
  const undo = eventUpdate.compensate(eventUpdate.document.parse(change), null);
  await perform(eventUpdate, undo?.effect.document);
  expect(storedFields((await read("schange"))!, ZONE)).toMatchObject({
    start: "2031-03-11 10:00",
    guests: [GUEST],
  });
});

it("is stale where it was changed or taken out since it was drafted", async () => {
  await perform(eventCreate, showing("sstale"));
  const { etag } = (await read("sstale"))!;
  const { guests, title, start, end } = showing("sstale");
  const cancel = { ...place("sstale"), guests, title, start, end, etag };
  const holds = () =>
    eventUnchanged.check(
      eventUnchanged.of!(cancel) as { eventId: string },
      { account: async () => world.account } as unknown as CheckWorld,
      cancel,
    );
  expect(await holds()).toEqual({ holds: true });
  const moved = { ...place("sstale"), title, changes: { title: "Moved" }, before: { title }, etag: null };
  await perform(eventUpdate, moved);
  expect(await holds()).toMatchObject({ holds: false, reason: expect.stringContaining("was changed") });
  await expect(perform(eventCancel, cancel)).rejects.toMatchObject({ status: 412 });
  expect(await lookUp(eventCancel, cancel)).toEqual({ kind: "unknown" });
  await perform(eventCancel, { ...cancel, etag: null });
  expect(await holds()).toMatchObject({ holds: false, reason: expect.stringContaining("was deleted") });
  expect(await lookUp(eventCancel, cancel)).toMatchObject({ kind: "found" });
});

it("a change is not undone over what somebody changed since", async () => {
  await perform(eventCreate, showing("sundo"));
  const { etag } = (await read("sundo"))!;
  const change = {
    ...place("sundo"),
    title: "Showing",
    changes: { title: "Moved" },
    before: { title: "Showing" },
    etag,
  };
  await perform(eventUpdate, change);
  const undo = eventUpdate.compensate(eventUpdate.document.parse(change), null)!.effect.document;
  const holds = () =>
    eventUnchanged.check(
      eventUnchanged.of!(undo as never) as { eventId: string },
      { account: async () => world.account } as unknown as CheckWorld,
      undo,
    );
  expect(await holds()).toEqual({ holds: true });
  const other = { ...place("sundo"), title: "Moved", before: { place: "214 Birch St #2A" }, etag: null };
  await perform(eventUpdate, { ...other, changes: { place: "The office" } });
  expect(await holds()).toEqual({ holds: true });
  await perform(eventUpdate, {
    ...other,
    before: { title: "Moved" },
    changes: { title: "Dana’s own title" },
  });
  expect(await holds()).toMatchObject({ holds: false, reason: expect.stringContaining("was changed") });
});

it("lasts whole days to the end of the last, and is spoken of as people say it", async () => {
  const days = {
    ...showing("sspan"),
    start: "2031-11-27",
    end: "2031-11-28",
    guests: [],
    tellGuests: "no" as const,
  };
  await perform(eventCreate, days);
  const event = (await read("sspan"))!;
  expect(event).toMatchObject({ start: "2031-11-27", end: "2031-11-29" });
  expect(storedFields(event, ZONE)).toMatchObject({ start: "2031-11-27", end: "2031-11-28" });
  expect(whenOf(days)).toBe("Thu, Nov 27 – Fri, Nov 28");
  expect(whenOf(showing("x"))).toBe("Tue, Mar 11, 10:00 AM – 10:30 AM");
});

it("is written to no calendar that an admin has taken off the list", async () => {
  const document = { ...showing("sother"), calendar: "dana@alderfinch.example" };
  await expect(perform(eventCreate, document)).rejects.toMatchObject({ status: 403, outcome: "not_applied" });
});

it("what a colleague only sees as taken stays unread by its id", async () => {
  const [owner, dana] = [PRIYA, "dana@alderfinch.example"].map((address) => ({ address, name: address }));
  const span = { from: new Date().toISOString(), to: new Date(Date.now() + 14 * 86_400_000).toISOString() };
  const seen = await listEvents(world.account, dana!, owner!, span);
  const taken = seen.find(({ title }) => title === null)!;
  const shown = seen.find(({ title }) => title !== null)!;
  expect(await readEvent(world.account, PRIYA, taken.id)).toMatchObject({ title: "Dentist" });
  expect(await readEvent(world.account, PRIYA, taken.id, dana!.address)).toBeNull();
  expect(await readEvent(world.account, PRIYA, shown.id, dana!.address)).toMatchObject({
    title: shown.title,
  });
});
