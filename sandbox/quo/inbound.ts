/** An inbound text: stored first, then sent to all registered webhooks. */
import { SandboxError, type SandboxContext } from "../service.ts";
import type { WorldMessage } from "../world/index.ts";
import { deliverMessageEvent } from "./deliver.ts";
import { isSampleName, SAMPLE_NAMES, sampleAt, type SampleName } from "./media.ts";
import { ownerOf, type QuoAccount, type QuoStore, type WebhookShape } from "./store.ts";

const MAX_TIMES = 50;
const MAX_OTHERS = 9;
const MAX_MEDIA = 10;
const SHAPES: readonly string[] = ["v3", "v4", "2026-03-30"] satisfies WebhookShape[];

/** Input of `POST /control/inbound/sms`. `to` is the line (ID or number); by default the sender's own company. */
interface InboundText {
  readonly from: string;
  readonly text: string;
  readonly to: string | undefined;
  /** Other outside recipients of a group text. */
  readonly others: readonly string[];
  /** Attached samples. */
  readonly media: readonly SampleName[];
  readonly shape: WebhookShape | undefined;
  /** Number of concurrent deliveries of the same event. */
  readonly times: number;
}

function isNumber(value: unknown): value is string {
  return typeof value === "string" && /^\+[1-9]\d{1,14}$/.test(value);
}

function parse(input: unknown): InboundText {
  const {
    from,
    text,
    to,
    others = [],
    media = [],
    shape,
    times = 1,
  } = (input ?? {}) as Record<string, unknown>;
  if (!isNumber(from)) throw new SandboxError(400, "`from` must be a phone number in E.164 form.");
  const samples = readMedia(media);
  if (typeof text !== "string" || (text.trim() === "" && samples.length === 0))
    throw new SandboxError(400, "`text` must not be empty.");
  if (to !== undefined && typeof to !== "string")
    throw new SandboxError(400, "`to` must be a line's id or number.");
  return {
    from,
    text,
    to,
    others: readOthers(others),
    media: samples,
    shape: readShape(shape),
    times: readTimes(times),
  };
}

function readOthers(others: unknown): string[] {
  if (!Array.isArray(others) || others.length > MAX_OTHERS || !others.every(isNumber))
    throw new SandboxError(400, `\`others\` must be at most ${MAX_OTHERS} phone numbers in E.164 form.`);
  return others;
}

function readMedia(media: unknown): SampleName[] {
  if (!Array.isArray(media) || media.length > MAX_MEDIA || !media.every(isSampleName))
    throw new SandboxError(400, `\`media\` must be at most ${MAX_MEDIA} of ${SAMPLE_NAMES.join(", ")}.`);
  return media;
}

function readShape(shape: unknown): WebhookShape | undefined {
  if (shape !== undefined && (typeof shape !== "string" || !SHAPES.includes(shape)))
    throw new SandboxError(400, `\`shape\` must be one of ${SHAPES.join(", ")}.`);
  return shape as WebhookShape | undefined;
}

function readTimes(times: unknown): number {
  if (typeof times !== "number" || !Number.isInteger(times) || times < 1 || times > MAX_TIMES)
    throw new SandboxError(400, `\`times\` must be between 1 and ${MAX_TIMES}.`);
  return times;
}

/** The receiving account: the named line's, else one that knows the number, else one with a webhook, else the first. */
function addressee(
  store: QuoStore,
  { from, to }: InboundText,
): { account: QuoAccount; phoneNumberId: string } {
  const { accounts } = store;
  for (const account of accounts) {
    const line = account.tenant.quo.lines.find(
      ({ phoneNumberId, number }) => to === phoneNumberId || to === number,
    );
    if (line !== undefined) return { account, phoneNumberId: line.phoneNumberId };
  }
  if (to !== undefined) throw new SandboxError(400, "No company has that line.");
  const knows = ({ records }: QuoAccount): boolean =>
    records.contacts.some(({ defaultFields }) =>
      defaultFields.phoneNumbers.some(({ value }) => value === from),
    ) || records.messages.some(({ participant }) => participant === from);
  const account =
    accounts.find(knows) ?? accounts.find(({ records }) => records.webhooks.length > 0) ?? accounts[0];
  if (account === undefined) throw new SandboxError(400, "There is no company to text.");
  const team = account.tenant.people.some(({ mobile }) => mobile === from);
  const line = account.tenant.quo.lines.find(({ audience }) => audience === (team ? "internal" : "external"));
  return { account, phoneNumberId: line?.phoneNumberId ?? "" };
}

/** Returns the message and the delivery results. */
export async function receiveText(context: SandboxContext, store: QuoStore, input: unknown) {
  const inbound = parse(input);
  const { account, phoneNumberId } = addressee(store, inbound);
  const message: WorldMessage = {
    id: store.newId("AC"),
    phoneNumberId,
    participant: inbound.from,
    direction: "incoming",
    ...(inbound.others.length === 0 ? {} : { others: inbound.others }),
    text: inbound.text,
    ...(inbound.media.length === 0
      ? {}
      : { media: inbound.media.map((name) => sampleAt(context.url, name)) }),
    userId: ownerOf(account.tenant),
    createdAt: new Date(context.now()).toISOString(),
  };
  account.records.messages.push(message);
  store.save();
  const { shape, times } = inbound;
  const deliveries = await deliverMessageEvent(context, store, account, {
    type: "message.received",
    message,
    shape,
    times,
  });
  return {
    tenantId: account.tenant.id,
    messageId: message.id,
    phoneNumberId,
    deliveries,
  };
}
