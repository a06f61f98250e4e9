/** Labels and the profile of a mailbox. */
import { GoogleError } from "../errors.ts";
import type { GmailHandler } from "./calls.ts";
import { labelWithCounts, systemLabelJson, userLabelJson } from "./message-json.ts";
import { labelKey } from "./query.ts";
import { SYSTEM_LABELS, type UserLabel } from "./store.ts";

const MAX_NAME = 225;
const MAX_LABELS = 10_000;

/** `users.labels.list` */
export const listLabels: GmailHandler = ({ mailbox }) => ({
  labels: [...SYSTEM_LABELS.map(systemLabelJson), ...mailbox.labels.map(userLabelJson)],
});

/** `users.labels.get` */
export const getLabel: GmailHandler = ({ mailbox, path }) => {
  const label = labelWithCounts(mailbox, path["id"] ?? "");
  if (label === null) throw new GoogleError(404, "Requested entity was not found.");
  return label;
};

/** `users.labels.create`: names are unique ignoring case; `/` nests labels. */
export const createLabel: GmailHandler = ({ context, mailbox, body }) => {
  const name = String(body["name"]).trim();
  if (name === "" || name.length > MAX_NAME) throw new GoogleError(400, "Invalid label name");
  const taken = [...SYSTEM_LABELS, ...mailbox.labels.map((label) => label.name)];
  if (taken.some((one) => labelKey(one) === labelKey(name)))
    throw new GoogleError(409, "Label name exists or conflicts");
  if (mailbox.labels.length >= MAX_LABELS) throw new GoogleError(400, "Too many labels");
  const label: UserLabel = {
    id: mailbox.newLabelId(),
    name,
    messageListVisibility: (body["messageListVisibility"] as UserLabel["messageListVisibility"]) ?? "show",
    labelListVisibility: (body["labelListVisibility"] as UserLabel["labelListVisibility"]) ?? "labelShow",
    ...(body["color"] === undefined ? {} : { color: body["color"] as NonNullable<UserLabel["color"]> }),
  };
  mailbox.labels.push(label);
  mailbox.save();
  context.markEffect();
  return userLabelJson(label);
};

/** `users.getProfile` */
export const getProfile: GmailHandler = ({ mailbox }) => ({
  emailAddress: mailbox.owner.address,
  messagesTotal: mailbox.messages.length,
  threadsTotal: new Set(mailbox.messages.map(({ threadId }) => threadId)).size,
  historyId: String(mailbox.historyId),
});
