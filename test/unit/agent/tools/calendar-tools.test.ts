/** What the tools that write to calendars make of their arguments. */
import { expect, it } from "vitest";
import type { Resolved } from "../../../../src/approvals/ports.ts";
import type { DraftLine } from "../../../../src/approvals/index.ts";
import type { CalendarEvent, StoredEvent } from "../../../../src/integrations/connections/index.ts";
import { DEFAULT_POLICY } from "../../../../src/team/api/policy.ts";
import type { Call } from "../../../../src/agent/tools/call.ts";
import type { CalendarServices } from "../../../../src/integrations/calendars/tools/index.ts";
import { cancelEvent, createEvent, updateEvent } from "../../../../src/integrations/calendars/tools/tools.ts";
import { resolverOf, type ReadTool } from "../../../../src/agent/tools/define-tool.ts";
import { listEventsTool } from "../../../../src/integrations/calendars/tools/list-events.ts";
import type { Json } from "../../../../src/kernel/hash.ts";

const PRIYA = { name: "Priya Raman", address: "priya@alderfinch.example" };
const DANA = { name: "Dana Whitfield", address: "dana@alderfinch.example" };
const CALL = { id: "toolu_1", tenantId: "tenant_alder", conversationId: "chat-1" } as Call;
const STORED = {
  id: "ev1",
  etag: '"1"',
  title: "Showing",
  start: "2031-03-11T14:00:00.000Z",
  end: "2031-03-11T14:30:00.000Z",
  location: "214 Birch St",
  description: "",
  guests: ["wren.abbott@mail.example"],
  attendees: [],
  link: null,
  callLink: null,
};
const DENTIST: CalendarEvent = {
  id: "ev2",
  calendar: PRIYA,
  title: "Dentist",
  start: "2031-03-11T14:15:00.000Z",
  end: "2031-03-11T15:00:00.000Z",
  location: "",
  description: "",
  guests: [],
  callLink: null,
  isRepeated: false,
  creator: null,
  isFree: false,
};

let waiting: DraftLine[] = [];

const services: CalendarServices = {
  calendars: {
    allowed: [PRIYA, DANA],
    own: [PRIYA, DANA],
    timeZone: "America/New_York",
    list: async () => ({ events: [DENTIST, { ...DENTIST, id: "ev1", title: "Showing" }], unseen: [] }),
  },
  clock: { now: () => Date.parse("2031-03-01T12:00:00Z") },
  appointments: async () => DEFAULT_POLICY.appointments,
  drafts: () => ({ list: async () => ({ items: waiting, more: false }) }),
  connectionId: "conn_google",
  mustAllow: () => {},
  read: async (owner, id) => (owner === PRIYA.address && id === "ev1" ? STORED : null),
  contactAddresses: async () => ["wren.abbott@mail.example"],
  service: {},
  hidden: [],
};

/** The same at Outlook, where Dana is a colleague whose busy times alone are known. */
const outlook: CalendarServices = {
  ...services,
  calendars: { ...services.calendars, own: [PRIYA] },
  service: { service: "Outlook" },
};

const resolve = async (tool: unknown, input: object, at = services): Promise<Resolved> => {
  const { input: schema } = tool as typeof createEvent;
  const answer = await resolverOf(tool as never)!.resolve(schema.parse(input), at, CALL);
  if (answer.kind !== "resolved") throw new Error(answer.message);
  return answer;
};
const documentOf = ({ effects }: Resolved) => effects[0]?.document;
const SHOWING = {
  calendar: "Priya",
  title: "Showing 2A",
  start: "2031-03-11T10:00",
  end: "2031-03-11 10:30",
};

it("a new event is what the person is shown, with what else stands there, and no one invited unasked", async () => {
  const made = await resolve(createEvent, SHOWING);
  expect(documentOf(made)).toMatchObject({
    calendar: PRIYA.address,
    start: "2031-03-11 10:00",
    timeZone: "America/New_York",
    guests: [],
    tellGuests: "no",
    meet: "no",
    eventId: expect.stringMatching(/^[a-v0-9]{5,}$/),
  });
  expect(made.lints.map(({ message }) => message)).toContain(
    "“Dentist” is there already, Tue 2031-03-11 10:15 to 11:00.",
  );
  const again = await resolve(createEvent, SHOWING);
  expect(documentOf(again)?.["eventId"]).toBe(documentOf(made)?.["eventId"]);
  const late = { ...SHOWING, start: "2031-02-11 10:00", end: "2031-02-11 10:30", guests: "eve@example.com" };
  const codes = (await resolve(createEvent, late)).lints.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(["past", "recipient_unknown"]));
});

it.each([
  ["whose it is", { calendar: "Marcus" }, "Say whose calendar it is. You may use: Priya Raman"],
  ["times", { end: "2031-03-11 09:00" }, "It ends before it begins."],
  ["a time and a day", { end: "2031-03-11" }, "both as times, or both as days"],
  ["a time of no day", { start: "2031-02-30 10:00" }, "There is no such day or time."],
  ["a time of no clock", { end: "2031-03-11 25:00" }, "There is no such day or time."],
  ["guests", { guests: "wren at home" }, "is not a plain e-mail address"],
])("says what is wrong with %s", async (_what, change, message) => {
  await expect(resolve(createEvent, { ...SHOWING, ...change })).rejects.toThrow(message);
});

it("a change holds what differs, with what it was, against the version that was read", async () => {
  const moved = await resolve(updateEvent, {
    calendar: "Priya",
    eventId: "ev1",
    start: "2031-03-11 10:10",
    end: "2031-03-11 10:40",
  });
  expect(documentOf(moved)).toMatchObject({
    title: "Showing",
    changes: { start: "2031-03-11 10:10", end: "2031-03-11 10:40" },
    before: { start: "2031-03-11 10:00", end: "2031-03-11 10:30" },
    etag: '"1"',
    tellGuests: "yes",
  });
  // Its own place is not in its way.
  expect(moved.lints.map(({ code, path }) => [code, path])).toEqual([["overlaps", "/changes/start"]]);
  const emptied = await resolve(updateEvent, { calendar: "Priya", eventId: "ev1", place: "", guests: "" });
  // Whoever is no longer asked to come is told.
  expect(documentOf(emptied)).toMatchObject({ changes: { place: null, guests: [] }, tellGuests: "yes" });
  await expect(resolve(updateEvent, { calendar: "Priya", eventId: "ev1", title: "Showing" })).rejects.toThrow(
    "stands like this",
  );
  await expect(resolve(updateEvent, { calendar: "Dana", eventId: "ev1" })).rejects.toThrow(
    "no such event in Dana Whitfield's",
  );
});

it("an event that a card cannot show whole is left to Google Calendar", async () => {
  const crowd = Array.from({ length: 300 }, (_, index) => `guest${index}@mail.example`);
  const full: CalendarServices = { ...services, read: async () => ({ ...STORED, guests: crowd }) };
  const answer = await resolverOf(cancelEvent as never)!.resolve(
    cancelEvent.input.parse({ calendar: "Priya", eventId: "ev1" }),
    full,
    CALL,
  );
  expect(answer).toMatchObject({ message: expect.stringContaining("only be changed in Google Calendar") });
});

it("a cancellation says what is canceled and whether its guests are told", async () => {
  const quiet = await resolve(cancelEvent, { calendar: "Priya", eventId: "ev1", tellGuests: false });
  expect(documentOf(quiet)).toMatchObject({
    title: "Showing",
    start: "2031-03-11 10:00",
    tellGuests: "no",
    etag: '"1"',
  });
  expect(quiet.inContacts).toEqual(["wren.abbott@mail.example"]);
});

it("offers no time that a waiting draft takes or that the team is closed, and says which drafts name times", async () => {
  const free = async (): Promise<Record<string, Json>> => {
    const input = listEventsTool.input.parse({
      from: "2031-11-26",
      to: "2031-11-28",
      calendar: "Priya",
      freeFor: 60,
    });
    const answer = await (listEventsTool as ReadTool).run(input, { ...services, calendars: quiet }, CALL);
    if (answer.kind !== "list") throw new Error(JSON.stringify(answer));
    return answer.beside ?? {};
  };
  const quiet = { ...services.calendars, list: async () => ({ events: [], unseen: [] }) };
  expect(await free()).toMatchObject({
    free: [
      { from: "Wed 2031-11-26 09:00", to: "Wed 2031-11-26 18:00" },
      { from: "Fri 2031-11-28 09:00", to: "Fri 2031-11-28 18:00" },
    ],
    closed: ["2031-11-27 is Thanksgiving Day"],
  });
  const made = await resolve(createEvent, { ...SHOWING, start: "2031-11-26 10:00", end: "2031-11-26 11:00" });
  const draft = { target: "Priya Raman", words: null, effects: made.effects } as unknown as DraftLine;
  const offer = {
    target: "Wren Abbott",
    words: "Would Friday at 3 PM suit you?",
    effects: [],
  } as unknown as DraftLine;
  waiting = [
    draft,
    { ...offer, words: "Thank you for writing. Would Friday at 3 PM suit you? The keys are with Tom." },
    { ...offer, words: "Thanks!" },
    { ...offer, words: "Walt comes Monday at 9 AM." },
  ];
  expect(await free()).toMatchObject({
    free: [
      { from: "Wed 2031-11-26 09:00", to: "Wed 2031-11-26 10:00" },
      { from: "Wed 2031-11-26 11:00", to: "Wed 2031-11-26 18:00" },
      { from: "Fri 2031-11-28 09:00" },
    ],
    drafted: [{ title: "Showing 2A", start: "Wed 2031-11-26 10:00" }],
    offered: [{ to: "Wren Abbott", words: "Would Friday at 3 PM suit you?" }],
  });
  waiting = [];
});

it("a look into all calendars names the colleagues whose own it can't see; one into a single calendar doesn't", async () => {
  const list = (input: object) =>
    (listEventsTool as ReadTool).run(input, { ...services, hidden: ["Tom Okafor"] }, CALL);
  expect(await list({ from: "2031-03-11", freeFor: 30 })).toMatchObject({
    beside: { notShown: expect.stringContaining("Tom Okafor") as unknown },
  });
  expect(await list({ from: "2031-03-11", calendar: "Priya" })).not.toHaveProperty("beside.notShown");
  expect(await list({ from: "2031-03-11", calendar: "Tom" })).toMatchObject({
    kind: "retry",
    message: expect.stringContaining("Tom Okafor") as unknown,
  });
});

it("an Outlook event with guests can’t be silent, and stands in the connected calendar alone", async () => {
  const invited = { ...SHOWING, guests: "wren.abbott@mail.example" };
  await expect(resolve(createEvent, { ...invited, tellGuests: false }, outlook)).rejects.toThrow(
    "Outlook always e-mails",
  );
  expect(documentOf(await resolve(createEvent, invited, outlook))).toMatchObject({
    tellGuests: "yes",
    service: "Outlook",
  });
  const alone = { ...SHOWING, tellGuests: false };
  expect(documentOf(await resolve(createEvent, alone, outlook))).toMatchObject({ tellGuests: "no" });
  const silent = { calendar: "Priya", eventId: "ev1", tellGuests: false };
  await expect(resolve(updateEvent, { ...silent, title: "x" }, outlook)).rejects.toThrow(
    "Outlook always e-mails",
  );
  await expect(resolve(cancelEvent, silent, outlook)).rejects.toThrow("Outlook always e-mails");
  await expect(resolve(createEvent, { ...SHOWING, calendar: "Dana" }, outlook)).rejects.toThrow(
    "You may use: Priya Raman (priya@alderfinch.example).",
  );
});

it("an Outlook change names everyone who is told, leaves a Teams meeting’s notes alone, and is the organizer’s", async () => {
  const later = { calendar: "Priya", eventId: "ev1", start: "2031-03-11 11:00", end: "2031-03-11 11:30" };
  expect(documentOf(await resolve(updateEvent, later, outlook))).toMatchObject({
    changes: { start: "2031-03-11 11:00" },
    guests: ["wren.abbott@mail.example"],
  });
  const at = (event: Partial<StoredEvent>): CalendarServices => ({
    ...outlook,
    read: async () => ({ ...STORED, ...event }),
  });
  const online = at({ callLink: "https://teams.microsoft.com/l/meetup-join/1" });
  const notes = { calendar: "Priya", eventId: "ev1", notes: "Bring keys." };
  await expect(resolve(updateEvent, notes, online)).rejects.toThrow("only be changed in Outlook");
  expect(documentOf(await resolve(updateEvent, later, online))).toMatchObject({ service: "Outlook" });
  await expect(resolve(updateEvent, later, at({ organizer: "Tom Okafor" }))).rejects.toThrow(
    "Tom Okafor organizes that event",
  );
});
