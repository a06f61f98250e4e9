/** Act as one of the people a company deals with: their thread, and a text as them. */
import { ask, byId, button, element, keepFresh, keyedList, when } from "./dom.js";
import { showTab } from "./tabs.js";

const MAX_SHOWN = 60;

const state = { companies: [], tenant: null, number: null, query: "" };

const company = () => state.companies.find(({ id }) => id === state.tenant) ?? state.companies[0];
const person = () => company()?.people.find(({ number }) => number === state.number);

/** The name behind a number. */
export const nameOf = (number) =>
  state.companies.flatMap(({ people }) => people).find((one) => one.number === number)?.name;

/** Number of known people: names may have arrived since a row was drawn. */
export const peopleKnown = () => state.companies.reduce((sum, { people }) => sum + people.length, 0);

/** A line of any company by ID. */
export const lineOf = (id) =>
  state.companies
    .flatMap(({ name, lines }) => lines.map((line) => ({ ...line, company: name })))
    .find((line) => line.phoneNumberId === id || line.number === id);

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** A number typed into the search, as E.164; null if it isn't one. */
function typedNumber() {
  const digits = state.query.replace(/\D/g, "");
  if (!/^[+()\d\s.-]+$/.test(state.query) || digits.length < 10) return null;
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}

function found() {
  const words = plain(state.query).split(/\s+/).filter(Boolean);
  return (company()?.people ?? []).filter(({ name, about, number }) => {
    const all = plain(`${name} ${about} ${number}`);
    return words.every((word) => all.includes(word));
  });
}

function choice({ name, about, number, lastAt }) {
  const chosen = button("", { act: "choose", onClick: () => choose(number) });
  chosen.append(element("strong", "", name));
  chosen.setAttribute("aria-pressed", String(number === state.number));
  if (about) chosen.append(element("span", "about", about));
  if (lastAt) chosen.append(element("span", "when", "last text ", when(lastAt, company().timeZone)));
  return element("li", "", chosen);
}

let drawPeople = () => undefined;
let drawThread = () => undefined;

function showPeople() {
  const people = found();
  const number = typedNumber();
  const shown = people.slice(0, MAX_SHOWN).map((one) => ({ ...one, chosen: one.number === state.number }));
  if (number !== null && !people.some((one) => one.number === number))
    shown.unshift({
      id: number,
      name: number,
      about: "Someone new with this number",
      number,
      lastAt: null,
    });
  drawPeople(shown, state.tenant);
}

/** The line this person texts; colleagues have their own. */
function theirLine() {
  const { lines, team } = company();
  const audience = team.includes(state.number) ? "internal" : "external";
  return lines.find((line) => line.audience === audience);
}

/** Draws the texts and stays at the end if scrolled there. */
function showThread(texts) {
  const list = byId("thread");
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  const changed = list.dataset.number !== state.number;
  list.dataset.number = state.number;
  drawThread(texts, state.tenant, state.number);
  if (atEnd || changed) list.scrollTop = list.scrollHeight;
}

async function refreshThread() {
  if (state.number === null) return;
  const { tenant, number } = state;
  const { items } = await ask(`/console/thread?${new URLSearchParams({ tenant, number })}`);
  if (tenant === state.tenant && number === state.number) showThread(items);
}

function choose(number) {
  state.number = number;
  byId("sent").textContent = "";
  showWho();
  showPeople();
  void refreshThread();
}

function showWho() {
  const { name = state.number, about = "Not in the contacts" } = person() ?? {};
  const line = theirLine();
  byId("who-name").textContent = `You are ${name}`;
  byId("who-about").textContent = [about, name === state.number ? "" : state.number]
    .filter(Boolean)
    .join(" · ");
  byId("compose-label").textContent = `Text to ${line.label.toLowerCase()}, ${line.number}`;
}

async function refreshCompanies() {
  const { items } = await ask("/console/companies");
  state.companies = items;
  if (state.tenant === null) selectCompany(items[0].id);
  showPeople();
}

export function beSomebody({ tenantId, number }) {
  byId("search").value = state.query = "";
  if (state.tenant !== tenantId) selectCompany(tenantId);
  choose(number);
  showTab("write");
  byId("text").focus();
}

function selectCompany(id) {
  state.tenant = id;
  const options = state.companies.map(({ id: value, name }) => new Option(name, value, false, value === id));
  byId("company").replaceChildren(...options);
  const outside = company().people.find(({ number }) => !company().team.includes(number));
  choose(outside?.number ?? company().people[0]?.number ?? null);
}

/** Other recipients as E.164. Throws for an invalid number. */
function alsoTo() {
  const written = byId("also")
    .value.split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  return written.map((one) => {
    const digits = one.replace(/\D/g, "");
    if (digits.length < 10) throw new Error(`“${one}” isn’t a phone number.`);
    return digits.length === 10 ? `+1${digits}` : `+${digits}`;
  });
}

async function send(event) {
  event.preventDefault();
  const text = byId("text");
  const note = byId("sent");
  note.textContent = "Sending…";
  try {
    const others = alsoTo();
    const played = await ask("/control/inbound/sms", {
      from: state.number,
      to: theirLine().phoneNumberId,
      text: text.value,
      ...(others.length === 0 ? {} : { others }),
      ...(byId("media").value === "" ? {} : { media: byId("media").value.split(",") }),
    });
    text.value = byId("also").value = byId("media").value = "";
    text.required = true;
    const told = played.deliveries.filter(({ status }) => status !== null && status < 300).length;
    note.textContent =
      played.deliveries.length === 0
        ? "It’s in the thread at Quo. No webhook is registered, so Steward sees it when it next reads the thread."
        : told === played.deliveries.length
          ? "It’s in the thread at Quo, and Steward knows."
          : "It’s in the thread at Quo, but Steward didn’t accept the webhook.";
    await Promise.all([refreshThread(), refreshCompanies()]);
  } catch (error) {
    note.textContent = error.message;
  }
}

/** Resolves when the companies and people are loaded, or loading failed. */
export async function startSomebody() {
  drawPeople = keyedList(byId("people"), {
    key: ({ id, number }) => `${id} ${number}`,
    draw: choice,
    empty: () => element("li", "empty", "No matches. Type a full number to write as someone new."),
  });
  drawThread = keyedList(byId("thread"), {
    key: ({ id }) => id,
    draw: ({ text, files, others, direction, createdAt }) =>
      element(
        "li",
        direction === "incoming" ? "me" : "them",
        [text, ...files.map((type) => `[${type}]`)].filter(Boolean).join(" "),
        ...(others.length === 0
          ? []
          : [
              element(
                "span",
                "when",
                `group text, also to ${others.map((one) => nameOf(one) ?? one).join(", ")} · `,
              ),
            ]),
        when(createdAt, company().timeZone),
      ),
    empty: () => element("li", "empty", "No texts yet. Write the first one below."),
  });
  byId("company").addEventListener("change", ({ target }) => selectCompany(target.value));
  byId("search").addEventListener("input", ({ target }) => {
    state.query = target.value.trim();
    showPeople();
  });
  byId("text").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) byId("compose").requestSubmit();
  });
  byId("media").addEventListener("change", ({ target }) => (byId("text").required = target.value === ""));
  byId("compose").addEventListener("submit", (event) => void send(event));
  await refreshCompanies().catch(() => undefined);
  keepFresh(refreshCompanies, 5000);
  keepFresh(refreshThread, 1000);
}
