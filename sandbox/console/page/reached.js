/** The right side: what left the building. */
import { ask, byId, element, keepFresh, onChange, when } from "./dom.js";
import { lineOf, nameOf } from "./phone.js";

const SHOWN_MOST = 30;

/** Draws rows, newest first; rows that were not there before light up for a moment. */
function rows(list, empty, draw) {
  let known = 0;
  return onChange((items) => {
    const fresh = known === 0 ? 0 : items.length - known;
    known = items.length;
    const shown = items.slice(-SHOWN_MOST).reverse();
    const made = shown.map((item, index) => {
      const row = draw(item);
      if (index < fresh) row.classList.add("new");
      return row;
    });
    byId(list).replaceChildren(...(made.length > 0 ? made : [element("li", "empty", empty)]));
  });
}

function head(title, at) {
  return element("div", "head", element("strong", "", title), element("span", "soft small", when(at)));
}

function who(number) {
  const name = nameOf(number);
  return name && name !== number ? `${name}, ${number}` : String(number);
}

/** One effect in words; what is not known is shown as it was sent. */
function effect({ service, method, path, body, at }) {
  if (service === "quo" && method === "POST" && path === "/v1/messages") {
    const line = lineOf(body.from);
    const from = line ? `from ${line.label}, ${line.company}` : `from ${body.from}`;
    return element(
      "li",
      "",
      head(`Text to ${body.to.map(who).join(", ")}`, at),
      element("p", "body", body.content),
      element("p", "soft small", from),
    );
  }
  if (service === "quo" && method === "POST" && path === "/v1/contacts") {
    const { firstName, lastName, role, company, phoneNumbers = [] } = body.defaultFields ?? {};
    const facts = [role, company, ...phoneNumbers.map(({ value }) => value)].filter(Boolean).join(" · ");
    const name = [firstName, lastName].filter(Boolean).join(" ");
    return element("li", "", head(`New contact ${name}`, at), element("p", "body", facts));
  }
  return element(
    "li",
    "",
    head(`${service}: ${method} ${path}`, at),
    element("p", "body small", body === null ? "" : JSON.stringify(body)),
  );
}

function notification({ payload, at }) {
  const data = typeof payload === "string" ? parsed(payload) : payload;
  const { title, body } = data?.notification ?? data ?? {};
  const row = element("li", "note", head(title ?? "Notification", at));
  row.append(element("p", "body", body ?? (title ? "" : JSON.stringify(data))));
  return row;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { body: text };
  }
}

const count = (value) => Number(value ?? 0).toLocaleString("en-US");

const counted = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

function modelRequest({ at, status, request, usage, error }) {
  const { messages = [], tools = [], model = "unknown model" } = request ?? {};
  const state = status === null ? "under way" : status === 200 ? "answered" : `refused with ${status}`;
  const row = element("li", "", head(`${model}: ${state}`, at));
  const size = `${counted(messages.length, "message")}, ${counted(tools.length, "tool")}`;
  if (usage) {
    const read = usage.cache_read_input_tokens ?? 0;
    const written = usage.cache_creation_input_tokens ?? 0;
    const input = usage.input_tokens ?? 0;
    const share = Math.round((100 * read) / Math.max(1, read + written + input));
    row.append(
      element("p", "", `${share} % of the prompt came from the cache`),
      element(
        "p",
        "soft small",
        `${size} · ${count(read)} tokens read from cache, ${count(written)} written, ${count(input)} fresh, ${count(usage.output_tokens)} out`,
      ),
    );
  } else row.append(element("p", "soft small", error ? `${size} · ${error}` : size));
  return row;
}

/** Starts the right side. */
export function startReached() {
  const outbox = rows(
    "outbox",
    "Nothing has left the building. Ask Steward to text somebody, then approve it.",
    effect,
  );
  const push = rows("push", "No notifications. Subscribe a device in Steward’s settings.", notification);
  const requests = rows("requests", "The agent has not asked the model anything yet.", modelRequest);
  keepFresh(async function readOutbox() {
    outbox((await ask("/control/outbox")).items);
  }, 1000);
  keepFresh(async function readPush() {
    push((await ask("/control/push")).items);
  }, 1000);
  keepFresh(async function readRequests() {
    const { items } = await ask("/control/anthropic/requests?limit=6");
    requests(items.map(({ raw: _raw, request, ...rest }) => ({ ...rest, request: outline(request) })));
  }, 2000);
}

/** What is shown of a request: its size, not its words. */
function outline(request) {
  const { model, messages, tools } = request ?? {};
  return { model, messages: Array(messages?.length ?? 0).fill(0), tools: Array(tools?.length ?? 0).fill(0) };
}
