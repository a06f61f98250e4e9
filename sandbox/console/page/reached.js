/** The outbox: all external effects, newest first, and the sandbox's own specification violations. */
import { ask, byId, element, keepFresh, keyedList, when } from "./dom.js";
import { lineOf, nameOf, peopleKnown } from "./somebody.js";

const MAX_SHOWN = 30;

function head(title, at) {
  return element("p", "head", element("strong", "", title), element("span", "soft small", when(at)));
}

function who(number) {
  const name = nameOf(number);
  return name && name !== number ? name : String(number);
}

function text({ body, at }) {
  const line = lineOf(body.from);
  const to = [body.to].flat();
  const numbers = to.filter((number) => who(number) !== number).join(", ");
  const from = line ? `from ${line.label}, ${line.company}` : `from ${body.from}`;
  return element(
    "li",
    "sent",
    head(`Text to ${to.map(who).join(", ")}`, at),
    element("p", "bubble", String(body.content ?? "")),
    element("p", "soft small", [numbers, from].filter(Boolean).join(" · ")),
  );
}

/** An e-mail as its reader sees it; the outbox also has the raw message. */
function email({ body, at }) {
  const { from, to, cc, subject, text, inReplyTo } = body.email;
  const names = [to, cc].filter(Boolean).join(", ");
  return element(
    "li",
    "sent",
    head(`E-mail to ${names}`, at),
    element(
      "div",
      "letter",
      element("p", "letter-subject", String(subject || "(no subject)")),
      element("p", "", String(text ?? "").trim()),
    ),
    element("p", "soft small", `from ${from}${inReplyTo ? " · in the thread" : ""}`),
  );
}

function contact({ body, at }) {
  const { firstName, lastName, role, company, phoneNumbers = [], emails = [] } = body.defaultFields ?? {};
  const name = [firstName, lastName].filter(Boolean).join(" ") || "without a name";
  const facts = [
    ["Company", company],
    ["Role", role],
    ["Number", phoneNumbers.map(({ value }) => value).join(", ")],
    ["E-mail", emails.map(({ value }) => value).join(", ")],
  ].filter(([, value]) => value);
  const list = element("dl", "facts");
  for (const [label, value] of facts) list.append(element("dt", "", label), element("dd", "", String(value)));
  return element("li", "sent", head(`New contact: ${name}`, at), list);
}

/** A commit: its first line, then author and reason. */
function commit({ path, body, at }) {
  const [title, ...rest] = String(body.message).trim().split("\n");
  return element(
    "li",
    "sent",
    head(`Commit: ${title}`, at),
    element("p", "words small", rest.join("\n").trim()),
    element(
      "p",
      "soft small",
      `${path.split("/").slice(2, 4).join("/")}, ${body.branch}, ${body.sha.slice(0, 7)}`,
    ),
  );
}

/** An effect without its own card is shown as sent. */
function other({ service, method, path, body, at }) {
  const details = element("details", "", element("summary", "soft small", "What was sent"));
  details.append(element("pre", "", JSON.stringify(body, null, 2)));
  return element(
    "li",
    "sent",
    head(`${service}: ${method} ${path}`, at),
    ...(body === null ? [] : [details]),
  );
}

function effect(item) {
  const call = `${item.service} ${item.method} ${item.path}`;
  if (call === "quo POST /v1/messages" && item.body !== null) return text(item);
  if (call === "quo POST /v1/contacts" && item.body !== null) return contact(item);
  if (item.service === "gmail" && item.body?.email) return email(item);
  if (item.service === "github" && item.body?.message) return commit(item);
  return other(item);
}

function showViolations(items) {
  const card = byId("violations");
  card.hidden = items.length === 0;
  if (String(items.length) === card.dataset.count) return;
  card.dataset.count = String(items.length);
  const rows = items
    .slice(-5)
    .map(({ service, operation, issues }) =>
      element(
        "li",
        "",
        `${service} ${operation}: `,
        element("code", "", JSON.stringify(issues).slice(0, 400)),
      ),
    );
  card.replaceChildren(
    element("h3", "", "The sandbox broke a vendor’s specification"),
    element("p", "small", "This is the sandbox’s fault, not Steward’s. Tests that see it fail."),
    element("ul", "small", ...rows),
  );
}

export function startReached() {
  const draw = keyedList(byId("outbox"), {
    key: ({ index }) => index,
    draw: effect,
    empty: () =>
      element(
        "li",
        "empty",
        "Nothing has been sent. Ask Steward “Text Maria Lopez that the plumber comes tomorrow at 9”, then approve it.",
      ),
  });
  keepFresh(async function readOutbox() {
    const { items } = await ask("/control/outbox");
    const count = items.length === 0 ? "" : String(items.length);
    if (byId("outbox-count").textContent !== count) byId("outbox-count").textContent = count;
    const newest = items.map((item, index) => ({ ...item, index })).slice(-MAX_SHOWN);
    draw(newest.toReversed(), peopleKnown());
  }, 1000);
  keepFresh(async function readViolations() {
    showViolations((await ask("/control/violations")).items);
  }, 3000);
}
