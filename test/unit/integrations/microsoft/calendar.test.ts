/** Outlook's calendar by one person's consent, against the sandbox's Microsoft Graph: read, free times, and each event made once. */
import { beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import type { CheckWorld, EffectKind } from "../../../../src/approvals/effects/define-effect.ts";
import {
  eventUnchanged,
  storedFields,
} from "../../../../src/integrations/calendars/effects/calendar-fields.ts";
import { calendarsIn } from "../../../../src/integrations/connections/index.ts";
import { eventCancel, eventCreate, eventUpdate } from "../../../../src/integrations/effects/all.ts";
import { MICROSOFT_KNOWLEDGE } from "../../../../src/integrations/microsoft/knowledge.ts";
import { isoTime } from "../../../../src/kernel/clock.ts";
import type { ReaderHelp } from "../../../../src/knowledge/sources/index.ts";
import { CLAIMS, microsoftWorld, RENEWALS } from "./microsoft-world.ts";

const ZONE = "America/New_York";
const OWNER = { address: CLAIMS, name: "Harborlight Claims" };
const COLLEAGUE = { address: RENEWALS, name: "Harborlight Renewals" };
const NOBODY = { address: "nobody@harborlight.example", name: "Nobody" };
const GUEST = "patrick.dube@mail.example";
const DAY = { from: "2031-03-11", to: "2031-03-11" };

let world: ReturnType<typeof microsoftWorld>;
beforeEach(async () => {
  world = microsoftWorld();
  await world.connected("calendarWrite");
});

const visit = (eventId: string, change: object = {}) => ({
  connectionId: "conn_microsoft",
  calendar: CLAIMS,
  calendarName: OWNER.name,
  eventId,
  timeZone: ZONE,
  tellGuests: "yes" as const,
  service: "Outlook" as const,
  title: "Adjuster at Dube Trucking",
  start: "2031-03-11 10:00",
  end: "2031-03-11 10:30",
  place: "Gary, IN",
  notes: "Bring the photos.\nGate code 12.",
  guests: [GUEST],
  meet: "no" as const,
  ...change,
});
type Kind = EffectKind<z.ZodType, "microsoft">;
const perform = async (kind: unknown, document: unknown) => {
  const known = kind as Kind;
  return known.perform(known.document.parse(document), await world.account(), "key");
};
const lookUp = async (kind: unknown, document: unknown) => {
  const known = kind as Kind;
  const options = { claimedAt: "2026-01-01T00:00:00.000Z", now: 0, takenProviderIds: [] };
  return known.lookUp(known.document.parse(document), await world.account(), options);
};
const made = async (change: object = {}) => (await perform(eventCreate, visit("s1", change))).providerId!;
const read = async (id: string) => (await world.calendars()).read(CLAIMS, id);
const calendarsOf = async () => calendarsIn(await world.calendars(), OWNER, ZONE, [COLLEAGUE, NOBODY]);
const events = async (whose = [OWNER]) => (await calendarsOf()).list(whose, DAY);
/** What a person does in Outlook. */
const byHand = async (method: "POST" | "PATCH" | "GET", path: string, body?: object) =>
  (await world.account()).graph.call({
    mailbox: CLAIMS,
    scope: "calendarWrite",
    method,
    path: `/v1.0/me${path}`,
    ...(body === undefined ? {} : { body }),
  });
const change = (id: string, changes: object, before: object, etag: string | null) => {
  const { title, place: _, notes: _n, meet: _m, start: _s, end: _e, guests: _g, ...where } = visit(id);
  return { ...where, title, changes, before, etag, guests: [GUEST] };
};
const posts = () => world.requests.filter(({ method, url }) => method === "POST" && url.endsWith("/events"));

describe("an event in Outlook", () => {
  it("stands as it was approved, in the team's time", async () => {
    const done = await perform(eventCreate, visit("s1", { meet: "yes" }));
    expect(done.note).toMatch(/^Video call: https:\/\/teams\.microsoft\.com\/l\/meetup-join\//);
    expect(done.link).toContain("outlook.office365.com");
    const event = await read(done.providerId ?? "");
    expect(event).toMatchObject({ start: "2031-03-11T14:00:00.000Z", end: "2031-03-11T14:30:00.000Z" });
    expect(storedFields(event!, ZONE)).toEqual({
      title: "Adjuster at Dube Trucking",
      start: "2031-03-11 10:00",
      end: "2031-03-11 10:30",
      place: "Gary, IN",
      notes: "Bring the photos.\nGate code 12.",
      guests: [GUEST],
    });
    expect(world.violations()).toEqual([]);
  });

  it("is made once where the answer is lost, by Graph's transaction and by a look into the calendar", async () => {
    let lose = true;
    world.interfere(async (request, answer) => {
      const answered = await answer();
      if (!lose || request.method !== "POST" || !request.url.endsWith("/events")) return answered;
      lose = false;
      throw new Error("cut");
    });
    await expect(made()).rejects.toThrow("cut");
    const again = await made();
    expect((await events()).events.map(({ id }) => id)).toEqual([again]);
    // The calendar has it, so nothing was sent again.
    expect(posts()).toHaveLength(1);
    expect(JSON.parse(String(posts()[0]?.body))).toMatchObject({ transactionId: "s1" });
  });

  it("is made once where Graph refuses the repeat of what the calendar doesn't show yet", async () => {
    const first = await made();
    let hides = 1;
    world.interfere(async (request, answer) => {
      if (request.url.includes("/calendarView") && hides-- > 0)
        return { status: 200, headers: new Headers(), text: JSON.stringify({ value: [] }) };
      if (request.method === "POST" && request.url.endsWith("/events"))
        return {
          status: 400,
          headers: new Headers(),
          text: '{"error":{"code":"ErrorDuplicateTransactionId"}}',
        };
      return answer();
    });
    expect(await made()).toBe(first);
  });

  it("is changed where it differs, keeps its guests' answers, is found again, and changed back", async () => {
    const id = await made();
    const { etag } = (await read(id))!;
    const later = change(
      id,
      { start: "2031-03-11 14:00", end: "2031-03-11 14:30", guests: [GUEST, RENEWALS] },
      { start: "2031-03-11 10:00", end: "2031-03-11 10:30", guests: [GUEST] },
      etag,
    );
    expect(await lookUp(eventUpdate, later)).toEqual({ kind: "absent" });
    await perform(eventUpdate, later);
    expect(await lookUp(eventUpdate, later)).toMatchObject({ kind: "found" });
    expect(await read(id)).toMatchObject({
      title: "Adjuster at Dube Trucking",
      start: "2031-03-11T18:00:00.000Z",
      attendees: [{ emailAddress: { address: GUEST } }, { emailAddress: { address: RENEWALS } }],
    });
    // Nothing of ours is written over what somebody changed since.
    await expect(perform(eventUpdate, later)).rejects.toMatchObject({ status: 412, outcome: "not_applied" });
    const undo = eventUpdate.compensate(eventUpdate.document.parse(later), null);
    await perform(eventUpdate, undo?.effect.document);
    expect(storedFields((await read(id))!, ZONE)).toMatchObject({
      start: "2031-03-11 10:00",
      guests: [GUEST],
    });
    expect(world.violations()).toEqual([]);
  });

  it("is taken out by the undo of its creation, and only in the version that was reviewed", async () => {
    const id = await made();
    const undo = eventCreate.compensate(eventCreate.document.parse(visit("s1")), id)!.effect.document;
    expect(undo).toMatchObject({ eventId: id, service: "Outlook" });
    const { etag } = (await read(id))!;
    await byHand("PATCH", `/events/${encodeURIComponent(id)}`, { subject: "Moved" });
    const reviewed = { ...undo, etag };
    await expect(perform(eventCancel, reviewed)).rejects.toMatchObject({
      status: 412,
      outcome: "not_applied",
    });
    const holds = () =>
      eventUnchanged.check(
        eventUnchanged.of!(reviewed as never) as { eventId: string },
        { account: () => world.account() } as unknown as CheckWorld,
        reviewed,
      );
    expect(await holds()).toMatchObject({
      holds: false,
      reason: expect.stringContaining("was changed") as string,
    });
    await perform(eventCancel, undo);
    expect(await read(id)).toBeNull();
    expect(await lookUp(eventCancel, reviewed)).toMatchObject({ kind: "found" });
    expect(await holds()).toMatchObject({
      holds: false,
      reason: expect.stringContaining("was deleted") as string,
    });
    await perform(eventCancel, undo);
  });

  it("of whole days lasts to the end of the last one, and becomes one of hours", async () => {
    const id = await made({ start: "2031-03-11", end: "2031-03-12", guests: [] });
    const event = (await read(id))!;
    expect(event).toMatchObject({ start: "2031-03-11", end: "2031-03-13" });
    expect(storedFields(event, ZONE)).toMatchObject({ start: "2031-03-11", end: "2031-03-12" });
    const hours = { start: "2031-03-11 09:00", end: "2031-03-11 10:00" };
    await perform(eventUpdate, change(id, hours, { start: "2031-03-11", end: "2031-03-12" }, event.etag));
    expect(storedFields((await read(id))!, ZONE)).toMatchObject(hours);
  });

  it("says on its card that Outlook e-mails the guests, whatever else is chosen", () => {
    const words = (kind: unknown, document: object) => {
      const known = kind as Kind;
      const parsed = known.document.parse(document);
      return [...known.lints(parsed).map(({ message }) => message), ...known.recipients(parsed)];
    };
    expect(words(eventCreate, visit("s1", { tellGuests: "no" }))).toEqual([
      `Outlook e-mails the invitation to ${GUEST}.`,
      GUEST,
    ]);
    expect(words(eventUpdate, change("e1", { title: "B" }, { title: "A" }, null))).toEqual([
      `Outlook e-mails the change to ${GUEST}.`,
      GUEST,
    ]);
    const { place: _, notes: _n, meet: _m, ...entry } = visit("e1");
    expect(words(eventCancel, { ...entry, etag: null })).toEqual([
      `Outlook e-mails the cancellation to ${GUEST}.`,
      GUEST,
    ]);
    expect(words(eventCreate, visit("s1", { guests: [] }))).toEqual([]);
    const { service: _s, ...google } = visit("s1");
    expect(words(eventCreate, { ...google, tellGuests: "no" })).toEqual([]);
  });

  it("is written to no calendar that an admin has taken off the list", async () => {
    await expect(perform(eventCreate, visit("s1", { calendar: RENEWALS }))).rejects.toMatchObject({
      status: 403,
      outcome: "not_applied",
    });
    expect(posts()).toEqual([]);
  });
});

describe("the calendar in Outlook", () => {
  it("is listed with guests' answers, in UTC whatever the mailbox’s zone", async () => {
    const timeZone = "Central Standard Time";
    await byHand("POST", "/events", {
      subject: "Open claims",
      start: { dateTime: "2031-03-11T09:00:00", timeZone },
      end: { dateTime: "2031-03-11T09:30:00", timeZone },
      showAs: "workingElsewhere",
    });
    await made();
    const { events: listed, unseen } = await events();
    expect(unseen).toEqual([]);
    expect(listed).toMatchObject([
      {
        title: "Open claims",
        start: "2031-03-11T14:00:00.000Z",
        isFree: true,
        isRepeated: false,
      },
      {
        title: "Adjuster at Dube Trucking",
        start: "2031-03-11T14:00:00.000Z",
        location: "Gary, IN",
        description: "Bring the photos.\nGate code 12.",
        guests: [{ name: GUEST, answer: "no answer" }],
        creator: "Harborlight Claims",
        isFree: false,
      },
    ]);
    const prefer = world.requests.findLast(({ url }) => url.includes("/calendarView"))?.headers?.["prefer"];
    expect(prefer).toContain('outlook.timezone="UTC"');
  });

  it("shows the team of a private entry only that the time is taken, also by its id", async () => {
    const id = await made({ title: "Dentist" });
    await byHand("PATCH", `/events/${encodeURIComponent(id)}`, { sensitivity: "private" });
    const { events: listed } = await events();
    expect(listed).toMatchObject([{ id, title: null, location: "", guests: [], isFree: false }]);
    expect(JSON.stringify(listed)).not.toContain("Dentist");
    expect(await read(id)).toBeNull();
  });

  it("tells when colleagues are busy, never with what, and whose times aren't known", async () => {
    // An invited colleague has the meeting, too.
    await made({ guests: [RENEWALS] });
    const { events: busy, unseen } = await events([COLLEAGUE, NOBODY]);
    expect(busy).toMatchObject([
      {
        calendar: COLLEAGUE,
        title: null,
        start: "2031-03-11T14:00:00.000Z",
        end: "2031-03-11T14:30:00.000Z",
        isFree: false,
      },
    ]);
    expect(JSON.stringify(busy)).not.toContain("Adjuster");
    expect(unseen).toEqual([NOBODY]);
    const { allowed, own } = await calendarsOf();
    expect([allowed, own]).toEqual([[OWNER, COLLEAGUE, NOBODY], [OWNER]]);
    expect(world.violations()).toEqual([]);
  });

  it("asks for twenty colleagues at a time", async () => {
    const many = Array.from({ length: 25 }, (_, at) => ({
      ...NOBODY,
      address: `n${at}@harborlight.example`,
    }));
    const found = await (
      await world.calendars()
    ).busy?.(many, { from: "2031-03-11T00:00:00Z", to: "2031-03-12T00:00:00Z" });
    expect(found).toEqual(many.map(() => null));
    expect(world.requests.filter(({ url }) => url.endsWith("/getSchedule"))).toHaveLength(2);
  });

  it("isn't asked for without the permission, and opens no other mailbox", async () => {
    world = microsoftWorld();
    await world.connected("calendar");
    const reader = await world.calendars();
    expect(() => reader.mustAllow("calendarWrite")).toThrow(/allow changing the calendar/);
    await expect(reader.events(OWNER, COLLEAGUE, { from: "", to: "" })).rejects.toMatchObject({
      status: 403,
    });
    await expect(made()).rejects.toMatchObject({ status: 403, outcome: "not_applied" });
  });

  it("is a knowledge source", async () => {
    await made();
    world.passTime(Date.parse("2031-03-01T00:00:00Z") - world.context.now());
    const shelf = MICROSOFT_KNOWLEDGE.find(({ kind }) => kind === "event")!;
    const help = { clock: { now: () => world.context.now() }, timeZone: ZONE } as ReaderHelp;
    const account = await world.account();
    expect(shelf.people?.(account.connection.settings)).toMatchObject([{ id: CLAIMS }]);
    const from = isoTime(world.context.now());
    const { things } = await shelf.reader(account, CLAIMS, help).list({ from, since: null, cursor: null });
    expect(things).toMatchObject([
      {
        title: "Adjuster at Dube Trucking",
        facts: [
          ["When", "Tue 2031-03-11 10:00"],
          ["Where", "Gary, IN"],
          ["With", GUEST],
        ],
      },
    ]);
  });
});
