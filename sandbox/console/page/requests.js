/** Model requests: size, cache savings, and full text on demand. */
import { ask, byId, element, keepFresh, keyedList, when } from "./dom.js";

const LISTED = 12;
const SHOWN_CHARS = 1200;
const SHOWN_MESSAGES = 8;

const count = (value) => Number(value ?? 0).toLocaleString("en-US");
const counted = (number, thing) => `${count(number)} ${thing}${number === 1 ? "" : "s"}`;

function tokens(usage) {
  const read = usage?.cache_read_input_tokens ?? 0;
  const written = usage?.cache_creation_input_tokens ?? 0;
  const fresh = usage?.input_tokens ?? 0;
  return { read, written, fresh, all: read + written + fresh, out: usage?.output_tokens ?? 0 };
}

const shareOf = ({ read, all }) => Math.round((100 * read) / Math.max(1, all));

function row({ id, at, status, usage, error, model, messages, tools }) {
  const state = status === null ? "in progress" : status === 200 ? "answered" : `refused: ${status}`;
  const used = tokens(usage);
  const share = element("meter");
  share.max = 100;
  share.value = shareOf(used);
  share.setAttribute("aria-label", "Share of the prompt read from the cache");
  const made = element(
    "li",
    status !== null && status !== 200 ? "asked refused" : "asked",
    element(
      "p",
      "head",
      element("strong", "", model ?? "Unreadable"),
      element("span", "soft small", when(at)),
    ),
    element(
      "p",
      "small",
      `${state} · ${counted(messages, "message")}, ${counted(tools, "tool")}${error ? ` · ${error}` : ""}`,
    ),
  );
  if (usage)
    made.append(
      element("p", "cache", share, `${shareOf(used)}% of ${count(used.all)} tokens from the cache`),
    );
  const details = element("details", "", element("summary", "small", "Look inside"));
  details.querySelector("summary").dataset.act = "inside";
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) void look(details, id, used);
  });
  made.append(details);
  return made;
}

async function look(details, id, used) {
  const inside = element("div", "inside", element("p", "soft small", "Reading…"));
  details.append(inside);
  const { items } = await ask(`/control/anthropic/requests?id=${encodeURIComponent(id)}`);
  if (items.length === 0) {
    inside.replaceChildren(element("p", "soft small", "It’s no longer kept."));
    return;
  }
  const [{ request }] = items;
  const { system = [], tools = [], messages = [] } = request ?? {};
  const raw = element("a", "small", "The whole request as JSON");
  raw.href = `/control/anthropic/requests?id=${encodeURIComponent(id)}`;
  raw.target = "_blank";
  raw.rel = "noopener";
  const sum = `${count(used.read)} read from the cache, ${count(used.written)} written to it, ${count(used.fresh)} fresh, ${count(used.out)} out.`;
  const hidden = messages.length - SHOWN_MESSAGES;
  inside.replaceChildren(
    element("p", "soft small", `Tokens: ${sum}`),
    part("Instructions", [system].flat().map(blockText).join("\n\n")),
    part("Tools", tools.map(({ name }) => name).join(", ") || "none"),
    ...(hidden > 0 ? [element("p", "soft small", `${counted(hidden, "earlier message")} not shown`)] : []),
    ...messages
      .slice(-SHOWN_MESSAGES)
      .map(({ role, content }) =>
        part(role === "user" ? "To the model" : "From the model", [content].flat().map(blockText).join("\n")),
      ),
    element("p", "", raw),
  );
}

function part(title, text) {
  const shown = text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
  return element("div", "part", element("b", "small", title), element("pre", "", shown));
}

function blockText(block) {
  if (typeof block === "string") return block;
  switch (block?.type) {
    case "text":
      return String(block.text);
    case "thinking":
      return `(thinking) ${block.thinking}`;
    case "tool_use":
      return `${block.name} ${JSON.stringify(block.input)}`;
    case "tool_result":
      return `→ ${[block.content].flat().map(blockText).join("\n")}`;
    default:
      return JSON.stringify(block);
  }
}

export function startRequests() {
  const draw = keyedList(byId("requests"), {
    key: ({ id }) => id,
    draw: row,
    empty: () =>
      element(
        "li",
        "empty",
        "Nothing yet. Say something to Steward, and its request to the model appears here.",
      ),
  });
  keepFresh(async function readRequests() {
    const { items } = await ask(`/control/anthropic/requests?outline&limit=${LISTED}`);
    const used = items.map(({ usage }) => tokens(usage));
    const sum = { read: 0, all: 0 };
    for (const { read, all } of used) {
      sum.read += read;
      sum.all += all;
    }
    const words =
      items.length === 0
        ? ""
        : `Of the last ${counted(items.length, "request")}, ${shareOf(sum)}% of the tokens came from the prompt cache.`;
    if (byId("cache").textContent !== words) byId("cache").textContent = words;
    draw(items.toReversed());
  }, 1500);
}
