/**
 * An effect kind as somebody would add it: everything about it is here. Books a meeting room for people of the contacts; undone by giving the room
 * back.
 */
import * as z from "zod";
import { defineEffect, definePrecondition } from "../../src/actions/define-effect.ts";

/** Bookings of the rooms, by the key each was made with: the provider of this kind. */
export const bookings = new Map<string, { readonly room: string; readonly title: string }>();
/** Rooms somebody else has taken. */
export const taken = new Set<string>();

const KIND = "room.book";

const documentSchema = z.strictObject({
  room: z.string(),
  title: z.string(),
  start: z.iso.datetime({ offset: true }),
  note: z.string().nullable(),
  guests: z.array(z.strictObject({ name: z.string(), email: z.email() })),
  /** The booking that is given back; null for a new one. */
  givesBack: z.string().nullable(),
});

const roomFree = definePrecondition({
  kind: "room_free",
  observed: z.object({ room: z.string() }),
  about: ({ room }) => room,
  of: ({ room }: z.output<typeof documentSchema>) => ({ room }),
  check: async ({ room }) =>
    taken.has(room) ? { holds: false, reason: `Somebody took ${room} meanwhile.` } : { holds: true },
});

export const roomBook = defineEffect({
  kind: KIND,
  document: documentSchema,
  words: {
    name: "Room booking",
    plural: "room bookings",
    verb: "book",
    done: "Booked",
    message: null,
    irreversible: null,
  },
  says: ({ room, title, givesBack }) => ({
    title: givesBack === null ? `Booking of ${room} for ${title}` : `Release of ${room}`,
    target: room,
    ask: givesBack === null ? `Book ${room}?` : `Give ${room} back?`,
    sent: givesBack === null ? `${room} booked: ${title}` : `${room} given back`,
  }),
  layout: [
    { path: "/room", label: "Room", role: "recipient" },
    { path: "/title", label: "For", role: "subject" },
    { path: "/start", label: "Starts", role: "time" },
    { path: "/guests/*/name", label: "Guests", role: "detail" },
    { path: "/guests/*/email", label: "Addresses", role: "detail" },
    { path: "/note", label: "Note", role: "body" },
    { path: "/givesBack", label: "Booking", role: "id" },
  ],
  audience: ({ guests }) => (guests.length === 0 ? "team" : "outside"),
  recipients: ({ guests }) => guests.map(({ email }) => email),
  threadKey: ({ room }) => `room:${room}`,
  preconditions: [roomFree],
  lints: ({ guests }) =>
    guests.length > 8
      ? [{ code: "room_crowded", level: "warning", message: "The room seats eight.", path: "/guests" }]
      : [],
  recovery: "key",
  keyWindowMs: 24 * 3_600_000,
  async perform({ room, title, givesBack }, _tenant, idempotencyKey) {
    if (givesBack === null) bookings.set(idempotencyKey, { room, title });
    else bookings.delete(givesBack);
    return { providerId: idempotencyKey };
  },
  compensate: (document, providerId) =>
    providerId === null || document.givesBack !== null
      ? null
      : {
          label: "Give the room back",
          effect: { kind: KIND, document: { ...document, guests: [], note: null, givesBack: providerId } },
        },
});
