/**
 * A waiting bundle of room bookings, a kind of effect the product does not have, as the server would show it; answered to a page in place of the
 * server. What is resolved, hashed and refused is worked out by the product's own parts.
 */
import type { Page } from "playwright-core";
import * as z from "zod";
import "../../src/features.ts";
import { allKinds, effectKinds } from "../../src/approvals/effects/kinds.ts";
import { formOf } from "../../src/approvals/index.ts";
import { withoutEffects } from "../../src/approvals/describe.ts";
import { hashOfEffects } from "../../src/approvals/hash.ts";
import { proposedIndexes } from "../../src/approvals/edits.ts";
import { lintEffects } from "../../src/approvals/lints.ts";
import { AppError } from "../../src/kernel/errors.ts";
import type { Approval, DecisionBody, Preview } from "../../src/approvals/api/approval.ts";
import { approvalOf, effectOf } from "./approval-of.ts";
import { roomBook } from "../fixtures/add-one/room-book.ts";

export const ROOM_APPROVAL = "approval_rooms";

const kinds = effectKinds([...allKinds(), roomBook]);

const inputSchema = z.strictObject({
  bookings: z
    .array(
      z.strictObject({
        room: z.string().min(1),
        title: z.string().min(1),
        guests: z.array(z.email("must be an e-mail address")).max(3),
      }),
    )
    .min(1),
  note: z.string().max(1000),
  reminder: z.strictObject({ minutes: z.number() }).optional(),
});
type Input = z.output<typeof inputSchema>;

const PROPOSED: Input = {
  bookings: [
    { room: "Meeting room", title: "Lease signing, 4B", guests: ["nora.quist@mail.example"] },
    { room: "Courtyard", title: "Residents’ breakfast", guests: [] },
  ],
  note: "Please leave the keys with Priya.",
};

function resolved({ bookings, note }: Input) {
  const effects = bookings.map(({ room, title, guests }) =>
    roomBook.of({
      room,
      title,
      note,
      start: "2026-11-24T20:00:00Z",
      guests: guests.map((email) => ({ name: email.split("@")[0] ?? email, email })),
      givesBack: null,
    }),
  );
  return { kind: "resolved", effects, observed: [], lints: [], urgent: false } as const;
}

async function previewOf(input: Input, without: readonly number[]): Promise<Preview> {
  const all = resolved(input).effects;
  const { effects } = withoutEffects(kinds, resolved(input), without);
  const origins = proposedIndexes(resolved(PROPOSED).effects, effects);
  return {
    effects: effects.map(({ kind, document }, index) => ({
      ...effectOf(kind, document, kinds),
      index,
      proposedIndex: origins[index] ?? null,
    })),
    effectHash: await hashOfEffects(effects),
    lints: lintEffects(kinds, effects),
    leftOut: without.map((index) => ({
      index,
      title: all[index] === undefined ? "" : kinds.describe(all[index]).title,
    })),
  };
}

async function waiting(): Promise<Approval> {
  const { effects, effectHash, lints } = await previewOf(PROPOSED, []);
  return approvalOf({
    id: ROOM_APPROVAL,
    tool: "book_rooms",
    title: "2 room bookings",
    target: "Meeting room; Courtyard",
    arguments: { ...PROPOSED },
    proposedArguments: { ...PROPOSED },
    form: [...formOf(z.toJSONSchema(inputSchema, { io: "input" }))],
    effects,
    proposedEffects: effects.map(({ document }) => document),
    effectHash,
    lints,
    createdAt: new Date(Date.now() - 4 * 60_000).toISOString(),
  });
}

/** Has a page read and decide the bundle. Answers what was decided, once it was. */
export async function serveRoomApproval(page: Page): Promise<{ readonly decisions: DecisionBody[] }> {
  const decisions: DecisionBody[] = [];
  await page.route(`**/api/approvals/${ROOM_APPROVAL}`, async (route) =>
    route.fulfill({ json: await waiting() }),
  );
  await page.route(`**/api/approvals/${ROOM_APPROVAL}/preview`, async (route) => {
    const { arguments: args, without = [] } = route.request().postDataJSON() as {
      arguments: unknown;
      without?: number[];
    };
    const input = inputSchema.safeParse(args);
    if (!input.success) {
      const issues = input.error.issues.map(({ path, message }) => ({ path, message }));
      await route.fulfill({ status: 422, json: refusal("Some fields need a change.", { issues }) });
      return;
    }
    try {
      await route.fulfill({ json: await previewOf(input.data, without) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await route.fulfill({ status: error.status, json: refusal(error.message) });
    }
  });
  await page.route(`**/api/approvals/${ROOM_APPROVAL}/decision`, async (route) => {
    decisions.push(route.request().postDataJSON() as DecisionBody);
    await route.fulfill({ json: { ...(await waiting()), status: "executing", decision: "approve" } });
  });
  return { decisions };
}

function refusal(message: string, details: Record<string, unknown> = {}) {
  return { error: { code: "invalid_arguments", message, requestId: "r", details } };
}

/** The hash of what is left of the bundle after an edit. */
export async function hashAfter(change: (input: Input) => void, without: readonly number[]): Promise<string> {
  const input = structuredClone(PROPOSED);
  change(input);
  return (await previewOf(input, without)).effectHash;
}
