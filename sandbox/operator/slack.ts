/** Plays for the team's Slack. */
import { act, look, type Play, type Scene } from "./engine.ts";
import { bullets, field, rowsOf } from "./results.ts";
import { upper } from "./words.ts";

const POST = /^(?:please |can you |could you )*(?:post|write|say|announce|tell)\b/i;
const PLACE = /#([a-z0-9][\w-]*)/i;

/** Posts to the named channel, or reports what is new there. Null if no channel is named. */
export function slackWanted(scene: Scene): Play | null {
  const { words } = scene;
  const [whole = "", channel] = PLACE.exec(words) ?? [];
  if (channel === undefined) return /\bslack\b/i.test(words) ? channels(scene) : null;
  if (!POST.test(words)) return newIn(scene, `#${channel}`);
  const text = words
    .slice(words.indexOf(whole) + whole.length)
    .replace(/^\s*(?:in slack|on slack)?\s*[,:]?\s*(?:that\b)?[\s,:]*/i, "")
    .trim();
  if (text === "") return newIn(scene, `#${channel}`);
  const input = { to: `#${channel}`, text: upper(text) };
  return act(`Here's the message for #${channel}.`, ["send_slack_message", input]);
}

function* newIn(_scene: Scene, channel: string): Play {
  const [found] = yield* look("", ["read_slack_messages", { channel, limit: 10 }]);
  const lines = rowsOf(found?.data, ["text"]).map((row) => `${field(row, "by")}: ${field(row, "text")}`);
  return bullets(`New in ${channel}, the newest first`, lines, `Nothing was written in ${channel}.`);
}

function* channels(_scene: Scene): Play {
  const [found] = yield* look("", ["list_slack_channels", {}]);
  const lines = rowsOf(found?.data, ["name"]).map((row) =>
    [field(row, "name"), field(row, "about")].filter(Boolean).join(": "),
  );
  return bullets("Your Slack channels", lines, "There are no channels.");
}
