/** Slack: read channels or direct messages with Steward, write as anyone, and press the buttons of its cards. */
import { ask, byId, button, element, keepFresh, keyedList, when } from "./dom.js";

/** @type {{ people: { id: string, name: string }[], channels: { id: string, name: string }[] }} */
const state = { people: [], channels: [] };
const ALONE = "";

let draw = () => undefined;

const nameOf = (id) => state.people.find((person) => person.id === id)?.name ?? id;

/** Slack's text as plain text. */
function readable(text) {
  return text
    .replace(/<@([UW][A-Z0-9]+)[^>]*>/g, (_whole, id) => `@${nameOf(id)}`)
    .replace(/<!(\w+)[^>]*>/g, "@$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** The text of rich text blocks, one line per part. */
function wordsOf({ type, elements = [], text }) {
  if (type === "text") return text;
  if (type === "actions") return "";
  return elements.map(wordsOf).join(type === "rich_text" ? "\n" : "");
}

async function press(message, action) {
  const answer = await ask("/control/slack/press", { who: byId("slack-who").value, ts: message.ts, action });
  told(answer);
}

function row(message) {
  const { ts, userId, text, blocks, threadTs, onlyTo } = message;
  const words = blocks.length > 0 ? blocks.map(wordsOf).join("\n").trim() : readable(text);
  const notes = [
    onlyTo === null ? null : `seen by ${nameOf(onlyTo)} alone`,
    threadTs === null || threadTs === ts ? null : "in a thread",
  ].filter(Boolean);
  const made = element(
    "li",
    userId === "U0STEWARD01" ? "mail-sent" : "mail-in",
    element(
      "p",
      "head",
      element("strong", "", nameOf(userId)),
      when(new Date(Number(ts) * 1000).toISOString()),
    ),
    element("p", "words", words),
  );
  if (notes.length > 0) made.append(element("p", "soft small", notes.join(" · ")));
  const buttons = blocks.find(({ type }) => type === "actions");
  if (buttons !== undefined)
    made.append(
      ...[
        ["Approve", "approve"],
        ["Reject", "reject"],
      ].map(([label, action]) =>
        button(label, {
          act: action,
          label: `${label} as ${nameOf(byId("slack-who").value)}`,
          onClick: () => void press(message, action).catch((error) => told(error)),
        }),
      ),
    );
  return made;
}

/** Steward's response in words. */
function told(answer) {
  const failed = answer.answers?.find(({ status }) => status !== 200);
  byId("slack-sent").textContent =
    answer instanceof Error
      ? answer.message
      : failed === undefined
        ? answer.answers.length === 0
          ? "Posted. Only a mention of @Steward reaches it in a channel."
          : "Delivered to Steward. It answers nobody before an admin chose where (Settings → Connections → Slack)."
        : `Steward answered ${failed.status}: ${failed.body}`;
}

async function refreshSlack() {
  const channel = byId("slack-channel").value;
  const who = byId("slack-who").value;
  const { items } = await ask(
    `/control/slack/messages?${new URLSearchParams(channel === ALONE ? { directOf: who } : { channel })}`,
  );
  const list = byId("slack-messages");
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  draw(items.slice(-60), channel, who);
  if (atEnd) list.scrollTop = list.scrollHeight;
}

export async function startSlack() {
  Object.assign(state, await ask("/control/slack/places"));
  byId("slack-who").append(...state.people.map(({ id, name }) => new Option(name, id)));
  byId("slack-channel").append(
    new Option("Direct messages with Steward", ALONE),
    ...state.channels.map(({ id, name }) => new Option(`#${name}`, id)),
  );
  draw = keyedList(byId("slack-messages"), {
    key: ({ channelId, ts }) => `${channelId}/${ts}`,
    draw: row,
    empty: () => element("li", "soft", "Nothing was written here yet."),
  });
  for (const id of ["slack-who", "slack-channel"])
    byId(id).addEventListener("change", () => void refreshSlack().catch(told));
  byId("slack-compose").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = byId("slack-text");
    const channel = byId("slack-channel").value;
    const said = { who: byId("slack-who").value, text: text.value };
    ask("/control/slack/say", channel === ALONE ? said : { ...said, channel }).then((answer) => {
      text.value = "";
      told(answer);
      return refreshSlack();
    }, told);
  });
  keepFresh(refreshSlack, 1500);
}
