/** Calendars at the sandbox's Microsoft Graph: views, events that are created once, meetings, free times. */
import { beforeEach, describe, expect, it } from "vitest";
import { CLAIMS, microsoftAt, RENEWALS, type Answered, type Json } from "./microsoft-world.ts";
import { useSandbox } from "./world.ts";

const sandbox = useSandbox();
const microsoft = microsoftAt(sandbox);
const CHICAGO = { prefer: 'outlook.timezone="Central Standard Time"' };
const EVENT = {
  subject: "Adjuster",
  body: { contentType: "text", content: "At the yard." },
  start: { dateTime: "2026-12-02T10:00:00", timeZone: "Central Standard Time" },
  end: { dateTime: "2026-12-02T11:00:00", timeZone: "Central Standard Time" },
  location: { displayName: "Gary, IN" },
};
const DAY = "startDateTime=2026-12-02T00:00:00Z&endDateTime=2026-12-03T00:00:00Z";

let access = "";
let other = "";
beforeEach(async () => {
  access = String((await microsoft.signIn())["access_token"]);
  other = String((await microsoft.signIn(RENEWALS))["access_token"]);
});

const call = (path: string, init?: Parameters<typeof microsoft.graph>[2]): Promise<Answered> =>
  microsoft.graph(access, path, init);
const values = (answer: Answered): Json[] => answer.body["value"] as Json[];
const create = (changes: object = {}): Promise<Answered> =>
  call("/me/events", { json: { ...EVENT, ...changes } });
const view = async (token = access): Promise<Json[]> =>
  values(await microsoft.graph(token, `/me/calendarView?${DAY}`));
const code = ({ status, body }: Answered): unknown => [status, (body["error"] as Json)["code"]];

describe("an event", () => {
  it("is created, seen in UTC or the zone asked for, changed and deleted", async () => {
    const made = await create();
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        subject: "Adjuster",
        start: { dateTime: "2026-12-02T16:00:00.0000000", timeZone: "UTC" },
        originalStartTimeZone: "Central Standard Time",
        isOrganizer: true,
        organizer: { emailAddress: { address: CLAIMS } },
        onlineMeeting: null,
      },
    ]);
    const path = `/me/events/${String(made.body["id"])}`;
    expect((await call(path, { headers: CHICAGO })).body).toMatchObject({
      start: { dateTime: "2026-12-02T10:00:00.0000000", timeZone: "Central Standard Time" },
    });
    const changed = await call(path, { method: "PATCH", json: { subject: "Adjuster and Patrick" } });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { subject: "Adjuster and Patrick", location: { displayName: "Gary, IN" } },
    ]);
    const headers = { "if-match": String(made.body["@odata.etag"]) };
    expect(code(await call(path, { method: "PATCH", json: { subject: "x" }, headers }))).toEqual([
      412,
      "ErrorIrresolvableConflict",
    ]);
    expect((await call(path, { method: "DELETE" })).status).toBe(204);
    expect(code(await call(path))).toEqual([404, "ErrorItemNotFound"]);
    expect(await view()).toEqual([]);
    const { items } = (await sandbox.get("/control/outbox?service=microsoft")) as { items: Json[] };
    expect(items.map(({ method }) => method)).toEqual(["POST", "PATCH", "DELETE"]);
  });

  it("is made once by one transaction, whose lost answer is repeated", async () => {
    await sandbox.post("/control/faults", { service: "microsoft", cut: true, count: 1, afterEffect: true });
    await expect(create({ transactionId: "t1" })).rejects.toThrow();
    const [first] = await view();
    const again = await create({ transactionId: "t1" });
    expect([again.status, again.body["id"]]).toEqual([201, first?.["id"]]);
    expect(await view()).toHaveLength(1);
    expect(code(await create({ transactionId: "t1", subject: "Another" }))).toEqual([
      409,
      "ErrorDuplicateTransactionId",
    ]);
    await create();
    await create();
    expect(await view()).toHaveLength(3);
  });

  it("online has an address to join", async () => {
    const { body } = await create({ isOnlineMeeting: true, onlineMeetingProvider: "teamsForBusiness" });
    expect(body).toMatchObject({
      isOnlineMeeting: true,
      onlineMeeting: { joinUrl: expect.stringMatching(/^https:\/\/teams\.microsoft\.com\/l\/meetup-join\//) },
    });
  });

  it("of all day begins at midnight and needs 24 hours", async () => {
    const timeZone = "America/Chicago";
    const day = (dateTime: string) => ({ dateTime, timeZone });
    const { status, body } = await create({
      isAllDay: true,
      start: day("2026-12-02T00:00:00"),
      end: day("2026-12-03T00:00:00"),
    });
    expect([status, body]).toMatchObject([
      201,
      { isAllDay: true, start: { dateTime: "2026-12-02T00:00:00.0000000" } },
    ]);
    expect(code(await create({ isAllDay: true }))).toEqual([400, "ErrorPropertyValidationFailure"]);
  });

  it("is refused backwards, in no time zone, and with fields that don't exist", async () => {
    expect(code(await create({ start: EVENT.end, end: EVENT.start }))).toEqual([
      400,
      "ErrorPropertyValidationFailure",
    ]);
    const start = { ...EVENT.start, timeZone: "Middle Earth" };
    expect(code(await create({ start }))).toEqual([400, "TimeZoneNotSupportedException"]);
    expect(code(await create({ colour: "red" }))).toEqual([400, "BadRequest"]);
    expect(await view()).toEqual([]);
  });
});

describe("a meeting", () => {
  const guests = [RENEWALS, "patrick.dube@mail.example"].map((address) => ({
    emailAddress: { address },
    type: "required",
  }));

  it("stands in its guests' calendars, follows changes, and goes when it is cancelled", async () => {
    const { body } = await create({ attendees: guests });
    const [invited] = await view(other);
    expect(invited).toMatchObject({
      subject: "Adjuster",
      isOrganizer: false,
      organizer: { emailAddress: { address: CLAIMS } },
      iCalUId: body["iCalUId"],
    });
    const theirs = `/me/events/${String(invited?.["id"])}`;
    expect((await microsoft.graph(other, theirs, { method: "PATCH", json: { subject: "x" } })).status).toBe(
      403,
    );
    expect(code(await microsoft.graph(other, `${theirs}/cancel`, { json: {} }))).toEqual([
      400,
      "ErrorInvalidRequest",
    ]);
    const path = `/me/events/${String(body["id"])}`;
    await call(path, { method: "PATCH", json: { subject: "Adjuster, later" } });
    expect((await view(other))[0]).toMatchObject({ subject: "Adjuster, later" });
    const cancelled = await call(`${path}/cancel`, { json: { comment: "No adjuster." } });
    expect([cancelled.status, cancelled.text]).toEqual([202, ""]);
    expect([await view(), await view(other)]).toEqual([[], []]);
  });
});

describe("calendars", () => {
  it("are one's own and one that can't be changed", async () => {
    const [own, holidays] = values(await call("/me/calendars"));
    expect([own, holidays]).toMatchObject([
      { name: "Calendar", isDefaultCalendar: true, canEdit: true, owner: { address: CLAIMS } },
      { isDefaultCalendar: false, canEdit: false },
    ]);
    const events = (calendar: Json | undefined) => `/me/calendars/${String(calendar?.["id"])}/events`;
    expect((await call(events(own), { json: EVENT })).status).toBe(201);
    expect((await call(events(holidays), { json: EVENT })).status).toBe(403);
    const seen = async (calendar: Json | undefined) =>
      values(await call(`/me/calendars/${String(calendar?.["id"])}/calendarView?${DAY}`)).length;
    expect([await seen(own), await seen(holidays)]).toEqual([1, 0]);
  });

  it("show a period that has to be named, in pages", async () => {
    for (let n = 0; n < 12; n++) await create({ subject: `event ${n}` });
    const first = await call(`/me/calendarView?${DAY}`);
    expect(values(first)).toHaveLength(10);
    expect(values(await call(String(first.body["@odata.nextLink"])))).toHaveLength(2);
    const next = "startDateTime=2026-12-03T00:00:00Z&endDateTime=2026-12-04T00:00:00Z";
    expect(values(await call(`/me/calendarView?${next}`))).toEqual([]);
    expect((await call("/me/calendarView")).status).toBe(400);
  });

  it("need the permission", async () => {
    await sandbox.post("/control/microsoft-login", { end: true });
    const limited = String((await microsoft.signIn(RENEWALS, "Calendars.Read"))["access_token"]);
    expect((await microsoft.graph(limited, `/me/calendarView?${DAY}`)).status).toBe(200);
    expect(code(await microsoft.graph(limited, "/me/events", { json: EVENT }))).toEqual([
      403,
      "ErrorAccessDenied",
    ]);
  });
});

describe("free times", () => {
  const ask = (schedules: readonly string[], headers = {}) =>
    call("/me/calendar/getSchedule", {
      json: {
        schedules,
        startTime: { dateTime: "2026-12-02T09:00:00", timeZone: "Central Standard Time" },
        endTime: { dateTime: "2026-12-02T13:00:00", timeZone: "Central Standard Time" },
        availabilityViewInterval: 60,
      },
      headers,
    });

  it("say when colleagues are busy, without what is private", async () => {
    await microsoft.graph(other, "/me/events", { json: { ...EVENT, sensitivity: "private" } });
    const { body } = await ask([CLAIMS, RENEWALS, "nobody@harborlight.example"], CHICAGO);
    expect(body["value"]).toMatchObject([
      { scheduleId: CLAIMS, availabilityView: "0000", scheduleItems: [] },
      {
        scheduleId: RENEWALS,
        availabilityView: "0200",
        scheduleItems: [
          {
            status: "busy",
            isPrivate: true,
            start: { dateTime: "2026-12-02T10:00:00.0000000", timeZone: "Central Standard Time" },
          },
        ],
      },
      { error: { responseCode: "ErrorMailRecipientNotFound" } },
    ]);
    expect(JSON.stringify(body)).not.toContain("Adjuster");
  });
});

it("keeps to Microsoft's description", async () => {
  expect(((await sandbox.get("/control/violations")) as { items: unknown[] }).items).toEqual([]);
});
