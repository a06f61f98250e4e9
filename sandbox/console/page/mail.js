/** Mailboxes: read a thread, reply as the outside person, or start a new one as anyone. */
import { ask, byId, button, element, keepFresh, keyedList, when } from "./dom.js";
import { showTab } from "./tabs.js";

const state = { companies: [], mailbox: null, thread: null, threads: [], query: "" };

const company = () => state.companies.find(({ mailboxes }) => mailboxes.some(isChosen)) ?? state.companies[0];
const isChosen = ({ address }) => address === state.mailbox;
const thread = () => state.threads.find(({ id }) => id === state.thread);

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

let drawThreads = () => undefined;
let drawMails = () => undefined;

/** Makes Steward check a company's mail; resolves with the outcome in words. */
export async function pollNow(tenantId) {
  try {
    await ask("/console/mail/poll", { tenantId });
    return "Steward is checking. What it makes of the mail shows in a moment.";
  } catch (error) {
    return error.message;
  }
}

/** The time of Steward's next check in words; leads have their own schedule. */
export async function nextPoll(tenantId, lead) {
  try {
    const polls = await ask(`/console/mail/polls?${new URLSearchParams({ tenant: tenantId })}`);
    const check = lead ? polls.leads : polls.general;
    if (check === null) return lead ? "The check for leads is off." : "The check for mail is off.";
    const at = new Intl.DateTimeFormat("en-US", { timeZone: polls.timeZone, timeStyle: "short" });
    const next = check.nextAt === null ? "" : ` Next check at ${at.format(new Date(check.nextAt))}.`;
    return `Steward checks ${lead ? "for leads " : ""}${check.when.charAt(0).toLowerCase()}${check.when.slice(1)}.${next}`;
  } catch (error) {
    return error.message;
  }
}

function row({ id, with: who, subject, at, count, unread, answered, tab }) {
  const open = button("", { act: "open", onClick: () => choose(id) });
  open.setAttribute("aria-pressed", String(id === state.thread));
  const facts = [
    unread ? "not read yet" : null,
    answered ? "we wrote last" : null,
    count > 1 ? `${count} e-mails` : null,
    tab,
  ].filter(Boolean);
  open.append(
    element(unread ? "strong" : "span", "mail-who", who.name),
    element("span", "about", subject || "(no subject)"),
    element("span", "when", [...facts, ""].join(" · "), when(at, company()?.timeZone)),
  );
  return element("li", "", open);
}

function letter({ from, to, text, at, sent, files, labels }) {
  const made = element(
    "li",
    sent ? "mail-sent" : "mail-in",
    element("p", "head", element("strong", "", from.name), when(at, company()?.timeZone)),
    element("p", "soft small", `to ${to}`),
    element("p", "words", text || "(no words)"),
  );
  const notes = [...files.map((name) => `Attached: ${name}`), ...labels.map((name) => `Label: ${name}`)];
  if (notes.length > 0) made.append(element("p", "soft small", notes.join(" · ")));
  return made;
}

function showThreads() {
  const words = plain(state.query).split(/\s+/).filter(Boolean);
  const found = state.threads.filter(({ with: who, subject }) => {
    const all = plain([who.name, who.address, subject].join(" "));
    return words.every((word) => all.includes(word));
  });
  drawThreads(
    found.map((one) => ({ ...one, chosen: one.id === state.thread })),
    state.mailbox,
  );
}

async function refreshThreads() {
  const { mailbox } = state;
  if (mailbox === null) return;
  const { items } = await ask(`/console/mail/threads?${new URLSearchParams({ mailbox })}`);
  if (mailbox !== state.mailbox) return;
  state.threads = items;
  showThreads();
}

async function refreshMails() {
  const { mailbox, thread: chosen } = state;
  if (mailbox === null || chosen === null) return;
  const { items } = await ask(`/console/mail/thread?${new URLSearchParams({ mailbox, thread: chosen })}`);
  if (mailbox !== state.mailbox || chosen !== state.thread) return;
  const list = byId("mails");
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  const changed = list.dataset.thread !== chosen;
  list.dataset.thread = chosen;
  drawMails(items, chosen);
  if (atEnd || changed) list.scrollTop = list.scrollHeight;
}

/** The compose form for a thread or a new e-mail. */
function showCompose() {
  const one = thread();
  byId("mail-title").textContent = one === undefined ? "A new e-mail" : one.subject || "(no subject)";
  byId("mail-new").hidden = state.thread === null;
  byId("mails").hidden = state.thread === null;
  byId("mail-from").value = one === undefined ? "" : `${one.with.name} <${one.with.address}>`;
  byId("mail-subject").value = one === undefined ? "" : `Re: ${one.subject.replace(/^(?:re:\s*)+/i, "")}`;
  byId("mail-text-label").textContent = one === undefined ? "Text" : `Reply as ${one.with.name}`;
  byId("mail-sent").textContent = "";
}

function choose(id) {
  state.thread = id;
  showCompose();
  showThreads();
  void refreshMails();
}

function selectMailbox(address) {
  if (state.mailbox === address) return;
  state.mailbox = address;
  byId("mailbox").value = address;
  state.threads = [];
  const senders = company()?.senders ?? [];
  byId("mail-senders").replaceChildren(
    ...senders.map(({ name, address: mail, about }) => new Option(about, `${name} <${mail}>`)),
  );
  byId("mail-note").textContent = "";
  choose(null);
}

async function refreshMailCompanies() {
  const { items } = await ask("/console/mail");
  const first = state.companies.length === 0;
  state.companies = items;
  if (!first) return;
  const groups = items.map(({ name, mailboxes }) => {
    const group = element("optgroup");
    group.label = name;
    group.append(
      ...mailboxes.map(
        ({ address, watched }) => new Option(watched ? `${address} · watched` : address, address),
      ),
    );
    return group;
  });
  byId("mailbox").replaceChildren(...groups);
  const watched = items[0]?.mailboxes.find((one) => one.watched) ?? items[0]?.mailboxes[0];
  if (watched) selectMailbox(watched.address);
}

export function openThread({ mailbox, threadId }) {
  byId("mail-search").value = state.query = "";
  selectMailbox(mailbox);
  showTab("mail");
  void refreshThreads().then(() => {
    choose(threadId);
    byId("mail-text").focus();
  });
}

async function send(event) {
  event.preventDefault();
  const note = byId("mail-sent");
  note.textContent = "Sending…";
  try {
    const received = await ask("/control/inbound/email", {
      from: byId("mail-from").value.trim(),
      to: state.mailbox,
      subject: byId("mail-subject").value.trim(),
      body: byId("mail-text").value,
      ...(state.thread === null ? {} : { threadId: state.thread }),
    });
    byId("mail-text").value = "";
    await refreshThreads();
    choose(received.threadId);
    const watched = company()?.mailboxes.some((one) => isChosen(one) && one.watched);
    const lead = /zillow\.com/i.test(byId("mail-from").value);
    note.textContent = watched
      ? `It’s in the mailbox, unread. ${await nextPoll(company().id, lead)}`
      : "It’s in the mailbox, unread. Steward doesn’t check this mailbox.";
  } catch (error) {
    note.textContent = error.message;
  }
}

export function startMail() {
  drawThreads = keyedList(byId("mail-threads"), {
    key: ({ id }) => id,
    draw: row,
    empty: () => element("li", "empty", "No matches."),
  });
  drawMails = keyedList(byId("mails"), { key: ({ id }) => id, draw: letter });
  byId("mailbox").addEventListener("change", ({ target }) => {
    selectMailbox(target.value);
    void refreshThreads();
  });
  byId("mail-search").addEventListener("input", ({ target }) => {
    state.query = target.value.trim();
    showThreads();
  });
  byId("mail-new").addEventListener("click", () => {
    choose(null);
    byId("mail-from").focus();
  });
  byId("mail-poll").addEventListener("click", () => {
    const poll = byId("mail-poll");
    poll.disabled = true;
    void pollNow(company()?.id).then((words) => {
      byId("mail-note").textContent = words;
      poll.disabled = false;
    });
  });
  byId("mail-text").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) byId("mail-compose").requestSubmit();
  });
  byId("mail-compose").addEventListener("submit", (event) => void send(event));
  keepFresh(refreshMailCompanies, 10_000);
  keepFresh(refreshThreads, 2500);
  keepFresh(refreshMails, 2500);
}
