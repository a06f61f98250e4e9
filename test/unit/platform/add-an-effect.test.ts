/** ADD-ONE: a new kind of effect is one file and one line. Everything that reads kinds is given the list with the fixture's line added, and nothing else. */
import { beforeEach, describe, expect, it } from "vitest";
import { layoutEffect } from "../../../frontend/src/approvals/draft/effect-layout.ts";
import { approveLabel, whatFor } from "../../../frontend/src/approvals/draft/kind-words.ts";
import { kindName } from "../../../src/approvals/api/approval-row.ts";
import { doneWord, receiptWords } from "../../../src/approvals/api/receipt-words.ts";
import { createExecutor, type FindAccount } from "../../../src/approvals/effects/executor.ts";
import { effectKinds, allKinds } from "../../../src/approvals/effects/kinds.ts";
import {
  compensate,
  decide,
  describe as describeCall,
  formOf,
  getApproval,
  markThreadStale,
  preview,
  propose,
  type ApprovalDeps,
} from "../../../src/approvals/index.ts";
import type { EffectBytes, Resolution } from "../../../src/approvals/ports.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import { approvalText } from "../../../src/notifications/compose.ts";
import { approvalSchema } from "../../../src/approvals/api/approval.ts";
import { records } from "../../support/node-d1.ts";
import { bookings, roomBook, taken } from "../../fixtures/add-one/room-book.ts";
import { freshWorld } from "../approvals/fresh-world.ts";
import { proposal, TENANT, World } from "../approvals/harness.ts";
import { files } from "../workspace/harness.ts";
import * as z from "zod";

/** The one line. */
const WITH_ONE_MORE = [...allKinds(), roomBook];

const NONE: FindAccount = async () => null;
const DANA = { id: "user_dana", name: "Dana Whitfield" };
const NORA = { name: "Nora Quist", email: "nora.quist@mail.example" };

/** What the tool that books takes: rooms with their guests. */
const INPUT = z.strictObject({
  bookings: z.array(
    z.strictObject({
      room: z.string(),
      title: z.string(),
      guests: z.array(z.strictObject({ name: z.string(), email: z.email() })),
    }),
  ),
});

function book(args: Record<string, Json>): Resolution {
  const effects = INPUT.parse(args).bookings.map((one): EffectBytes =>
    roomBook.of({ ...one, start: "2026-11-24T20:00:00Z", note: "Bring the keys.", givesBack: null }),
  );
  return { kind: "resolved", effects, observed: [], lints: [], urgent: false };
}

const one = (title = "Showing", room = "Room 2") => ({ room, title, guests: [NORA] });

let world: World;

function deps(): ApprovalDeps {
  const base = world.deps();
  const tenant = {
    db: dbFor(records, TENANT),
    clock: base.clock,
    logger: silentLogger,
    files: () => files(TENANT),
    servers: () => {
      throw new Error("no servers here");
    },
    projects: () => {
      throw new Error("no projects here");
    },
    answered: async () => {},
  };
  return {
    ...base,
    effects: effectKinds(WITH_ONE_MORE),
    executor: createExecutor(NONE, tenant, WITH_ONE_MORE),
    resolver: {
      resolve: async (_tool, args) => book(args),
      form: () => formOf(z.toJSONSchema(INPUT)),
      power: (name) => ({
        name,
        effect: "external",
        egress: "provider",
        defaultMode: "ask",
        mayAllow: false,
      }),
      title: () => "Book a room",
    },
  };
}

async function proposed(args: Record<string, Json> = { bookings: [one()] }, toolCallId = "toolu_1") {
  const resolution = book(args);
  if (resolution.kind !== "resolved") throw new Error("it does not resolve");
  return propose(deps(), {
    ...proposal({ text: "-" }, { toolCallId }),
    tool: "book_room",
    arguments: args,
    resolution,
  });
}

beforeEach(async () => {
  await freshWorld();
  world = new World();
  bookings.clear();
  taken.clear();
});

describe("ADD-ONE: a kind of effect from one file and one line", () => {
  it("is proposed with title, target and thread of its own, and described on the wire leaf by leaf", async () => {
    const waiting = await proposed();
    expect(approvalSchema.parse(waiting)).toEqual(waiting);
    expect(waiting).toMatchObject({ title: "Booking of Room 2 for Showing", target: "Room 2" });
    const [effect] = waiting.effects;
    expect(effect?.layout.map(({ path }) => path).toSorted()).toEqual(
      effect?.leaves.map(({ path }) => path).toSorted(),
    );
    expect(await markThreadStale(deps(), "room:Room 2", { code: "file_changed", path: "rooms.md" })).toBe(1);
  });

  it("is shown on a card from the wire alone", async () => {
    const wire = approvalSchema.parse(JSON.parse(JSON.stringify(await proposed())));
    const [effect] = wire.effects;
    if (effect === undefined) throw new Error("no effect");
    const { parts, body, technical } = layoutEffect(effect);
    expect(parts.flatMap((part) => (part.kind === "line" ? [[part.label, part.role]] : [part.kind]))).toEqual(
      [
        ["Room", "recipient"],
        ["For", "subject"],
        ["Starts", "time"],
        ["Guests", "detail"],
        ["Addresses", "detail"],
        "body",
      ],
    );
    expect(body?.shown).toBe("Bring the keys.");
    expect(technical.map(({ path }) => path)).toEqual(["/givesBack"]);
    expect([kindName(wire), whatFor(wire), approveLabel(wire), doneWord(wire), receiptWords(wire)]).toEqual([
      "Room booking",
      "booking of Room 2 for Showing",
      "Approve and book",
      "Booked",
      "Booked: booking of Room 2 for Showing",
    ]);
    expect(whatFor({ ...wire, title: "Google Doc “Keys”" })).toBe("Google Doc “Keys”");
    expect(wire.form.map(({ path, type }) => [path, type])).toEqual([["/bookings", "records"]]);
  });

  it("notifies in its own words, without buttons where it shows less than everything", async () => {
    const text = approvalText(await proposed(), "requested");
    expect(text).toMatchObject({ title: "Book Room 2?", exact: false });
    expect(text.body).toContain("For: Showing");
    expect(text.body).toContain("Bring the keys.");
  });

  it("is judged by the facts its document gives, and held by quiet hours where somebody outside reads it", async () => {
    const facts = (guests: (typeof NORA)[]) => {
      const resolution = book({ bookings: [{ ...one(), guests }] });
      if (resolution.kind !== "resolved") throw new Error("it does not resolve");
      return describeCall(effectKinds(WITH_ONE_MORE), resolution, "room:Room 2").facts;
    };
    expect(facts([NORA]).recipients.map(({ known }) => known)).toEqual(["new"]);
    expect(facts([]).recipients).toEqual([]);
    world.policy = { ...world.policy, holdSeconds: 0, contactQuietHours: { from: "00:00", to: "23:59" } };
    const waiting = await proposed();
    expect(waiting.lints.map(({ code }) => code)).toContain("quiet_hours");
  });

  it("is executed once, receipted in its own words, told to the conversation, and undone", async () => {
    world.policy = { ...world.policy, holdSeconds: 0 };
    const waiting = await proposed();
    const done = await decide(deps(), {
      approvalId: waiting.id,
      body: { decision: "approve", effectHash: waiting.effectHash },
      by: DANA,
    });
    expect(done).toMatchObject({ status: "done", compensation: "Give the room back" });
    expect(done.effects[0]?.receipt?.summary).toBe("Room 2 booked: Showing");
    expect([...bookings.values()]).toEqual([{ room: "Room 2", title: "Showing" }]);
    expect(world.outcomes[0]?.part).toMatchObject({
      state: "done",
      receipts: [{ summary: "Room 2 booked: Showing" }],
    });
    const undone = await compensate(deps(), { approvalId: done.id, by: DANA });
    expect(undone).toMatchObject({ status: "done", compensation: null });
    expect(undone.effects[0]?.receipt?.summary).toBe("Room 2 given back");
    expect(bookings.size).toBe(0);
  });

  it("is stale where its own precondition moved, in its own words", async () => {
    world.policy = { ...world.policy, holdSeconds: 0 };
    const waiting = await proposed();
    taken.add("Room 2");
    const stale = await decide(deps(), {
      approvalId: waiting.id,
      body: { decision: "approve", effectHash: waiting.effectHash },
      by: DANA,
    });
    expect(stale).toMatchObject({ status: "stale", staleReason: "Somebody took Room 2 meanwhile." });
    expect(bookings.size).toBe(0);
  });

  it("stands in a bundle of which one part is left out", async () => {
    world.policy = { ...world.policy, holdSeconds: 0 };
    const args = { bookings: [one("Showing", "Room 1"), one("Lunch", "Room 2"), one("Signing", "Room 3")] };
    const waiting = await proposed(args);
    expect([waiting.title, kindName(waiting)]).toEqual(["3 room bookings", "3 room bookings"]);
    const shown = await preview(deps(), { approvalId: waiting.id, arguments: args, without: [1] });
    expect(shown.leftOut).toEqual([{ index: 1, title: "Booking of Room 2 for Lunch" }]);
    const done = await decide(deps(), {
      approvalId: waiting.id,
      body: { decision: "approve", without: [1], effectHash: shown.effectHash },
      by: DANA,
    });
    expect([...bookings.values()].map(({ room }) => room)).toEqual(["Room 1", "Room 3"]);
    expect(done).toMatchObject({ status: "done", edited: true, leftOut: ["Booking of Room 2 for Lunch"] });
    expect(done.effects.map(({ proposedIndex }) => proposedIndex)).toEqual([0, 2]);
    expect(await getApproval(deps(), done.id)).toEqual(done);
    expect(world.outcomes[0]?.part.text).toContain("Dana Whitfield left out: Booking of Room 2 for Lunch.");
  });
});
