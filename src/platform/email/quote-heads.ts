/**
 * Recognizes headers of quoted and forwarded e-mails, primarily by structure: `Word: value` lines with an
 * address and a date, or a line with both that ends in a colon, in any language. Word lists decide only where
 * mail programs omit these. Line by line, bounded. Pure.
 */

/** Longer lines are never headers. */
const LINE_CHARS = 300;
/** Maximum lines an attribution may wrap to. */
const ATTRIBUTION_LINES = 3;
/** Maximum lines of a header block: From, Sent, To, Cc, Bcc, Reply-To, Subject, Attachments, Importance. */
const BLOCK_LINES = 12;

/**
 * Translations of `From`, `Sent`, `To`, `Subject` in mail programs (Outlook, Apple Mail, Thunderbird, Gmail,
 * Yahoo).
 */
const FROM = wordSet(
  "From|Von|De|Da|Van|Fra|Från|Lähettäjä|Od|Feladó|От|От кого|Від|Kimden|Gönderen|Από|מאת|من|از|发件人|寄件者|寄件人|差出人|送信者|보낸 사람|보낸사람|Dari|Từ|จาก|De la|Expeditor|Šalje|Pošiljatelj|Odosielateľ|Odesílatel|Saatja|No|Nuo|Frá|प्रेषक|Expéditeur|Remitente|Mittente|Remetente|Afzender|Nadawca|Avsändare|Afsender|Avsender",
);
const MORE = wordSet(
  "Sent|Date|To|Cc|Bcc|Subject|Reply-To|Gesendet|Datum|An|Betreff|Kopie|Blindkopie|Enviado|Enviado el|Fecha|Para|Asunto|Envoyé|À|Objet|Inviato|Data|A|Oggetto|Verzonden|Aan|Onderwerp|Skickat|Till|Ämne|Kopia|Sendt|Til|Emne|Dato|Lähetetty|Vastaanottaja|Aihe|Päivämäärä|Päiväys|Wysłano|Wysłane|Do|DW|Temat|Odesláno|Komu|Předmět|Kopie|Odoslané|Predmet|Küldve|Címzett|Tárgy|Dátum|Отправлено|Дата|Кому|Тема|Копия|Надіслано|Gönderildi|Gönderme Tarihi|Tarih|Kime|Kimi|Konu|Στάλθηκε|Ημερομηνία|Προς|Θέμα|Trimis|Către|Subiect|Assunto|Enviada em|Data de envio|发送时间|发送日期|日期|收件人|抄送|主题|寄件日期|傳送時間|主旨|收件者|日時|送信日時|宛先|件名|보낸 날짜|날짜|받는 사람|받는사람|제목|참조|נשלח|תאריך|אל|נושא|תמונה|تاريخ الإرسال|أرسل|إلى|الموضوع|التاريخ|تاریخ|به|موضوع|Tanggal|Kepada|Subjek|Ngày|Đến|Chủ đề|ส่ง|ถึง|เรื่อง",
);
function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split("|").map((word) => word.toLowerCase()));
}

/** `*From:* Ann <…>`: one to four words, a colon, a value. */
const LABELLED = /^\*?([\p{L}\p{M}][\p{L}\p{M}.'’ -]{0,28}?)\s?\*?\s?[:：]\*?[\s\u00a0]*(\S.*)?$/u;
/** An address as headers show it. */
const HEAD_ADDRESS = /[<[(](?:mailto:)?[^\s<>()[\]@]{1,64}@[^\s<>()[\]@]{1,190}[>\])]/i;
/** A year, a time, or a numeric date. */
const DATE =
  /(?:^|\D)(?:19|20|25)\d\d(?:\D|$)|(?:^|\D)\d{1,2}[:.h]\d{2}(?:\D|$)|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|[٠-٩۰-۹]{4}/u;

/**
 * Attributions recognizable only by their words, such as "On Tue, Nov 17, 2026, Maria Lopez wrote:"; each
 * starts and ends with fixed words.
 */
const ATTRIBUTIONS: readonly { readonly begins: RegExp; readonly ends: RegExp }[] = [
  { begins: /^On /, ends: /wrote:$/ },
  { begins: /^El /, ends: /escribi[oó]:$/ },
  { begins: /^Le /, ends: /a écrit\s?:$/ },
  { begins: /^Am /, ends: /schrieb.*:$/ },
  { begins: /^Il /, ends: /ha scritto:$/ },
  { begins: /^Em /, ends: /escreveu:$/ },
  { begins: /^Op /, ends: /schreef.*:$/ },
  { begins: /^Den /, ends: /(?:skrev|skrifade).*:$/ },
  { begins: /^(?:W dniu|Dnia) /, ends: /(?:napisał|napisała|napisał\(a\)|pisze):$/ },
  { begins: /^Dne /, ends: /napsal.*:$/ },
];
/** `-----Original Message-----`. */
const RULE = /^[-_=]{2,40}\s?([\p{L}\p{M}][\p{L}\p{M} '’.]{2,60}?)\s?[-_=]{2,40}$/u;
/** The same around a sentence with names, dates or a colon (Lotus Notes): `-----Ann Lee/Acme wrote: -----`. */
const WIDE_RULE = /^[-_=]{3,40}\s?([^-_=\s].{1,140}?)\s?[-_=]{3,40}$/;
const BARE_RULE = /^[-_=]{5,80}$/;
const ORIGINAL =
  /original message|original appointment|ursprüngliche|message d['’]origine|mensaje original|mensagem original|messaggio originale|oorspronkelijk|ursprung|oprindelig|opprinnelig|alkuperäinen|oryginalna|původní|eredeti|исходное|original|原始邮件|原始郵件|元のメッセージ|원본 메시지/i;
/** Stems of "forwarded" in various languages. */
const FORWARD =
  /forwarded (?:message|mail|by)|weitergeleitet|transféré|réexpédi|reenviado|encaminhad|reencaminhad|inoltrat|doorgestuurd|vidarebefordra|videresend|välitet|przekazan|przesłan|přeposlan|preposlan|továbbít|пересыл|переслан|переадрес|yönlendir|iletilen|προωθ|הועבר|מועבר|إعادة توجيه|معاد توجيه|forward|转发|轉寄|轉發|転送|전달/i;
const FORWARD_CHARS = 90;

/** A person of Lotus Notes: `Ann Lee/Sales/Acme`. */
const NOTES_NAME =
  /^"?\p{Lu}[\p{L}\p{M}.'’-]*(?: (?:\p{Lu}[\p{L}\p{M}.'’-]*|[\p{Ll}\p{M}]{1,3}))*(?:\/\p{Lu}[\p{L}\p{M}\p{N} &.'’-]*)+/u;
/** A date and a time in figures, as Lotus Notes writes them. */
const FIGURES = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[AP]\.?M\.?)?`;
const DATED_NAME = new RegExp(String.raw`^(?<name>\S.*?)(?:\s+${FIGURES}(?:\s+[A-Z]{2,5})?)?$`, "i");
const DATE_ALONE = new RegExp(String.raw`^${FIGURES}(?:\s+[A-Z]{2,5})?$`, "i");
/** `Ann Lee ---11/24/2026 09:12:00 AM---When can the plumber…`. */
const NOTES_LINE = new RegExp(String.raw`^\S.{1,160}?\s?-{3}\s?${FIGURES}\s?-{3}`, "i");
const WITH_SECONDS = /\d{1,2}[:.]\d{2}[:.]\d{2}/;
/** Lines below a name and a date among which its To or Subject stands. */
const NOTES_LINES = 8;

/** The trimmed line; empty if it is too long to be a header. */
export function lineAt(lines: readonly string[], at: number): string {
  // Hebrew and Arabic programs put marks of direction around names and addresses.
  const line = lines[at]?.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").trim() ?? "";
  return line.length > LINE_CHARS ? "" : line;
}

/** Whether the subject marks a forwarded e-mail. A reply to a forward starts differently. */
export function isForwardSubject(subject: string): boolean {
  return /^\s*(?:fwd?|fw|wg|tr|rv|enc|i|vb|vs|vl|pd|doorst|i?leti|yml|továbbítás|ynt|пересл|转发|轉寄|轉發|転送|전달)\s*[:：]/iu.test(
    subject,
  );
}

/**
 * Whether a forwarded e-mail starts here: "Begin forwarded message:" or a separator line, above the
 * original's header lines.
 */
export function isForwardHead(lines: readonly string[], at: number): boolean {
  const line = unquoted(lineAt(lines, at));
  if (!FORWARD.test(line)) return false;
  if (WIDE_RULE.test(line) && new RegExp(FIGURES, "i").test(line)) return true;
  if (line.length > FORWARD_CHARS) return false;
  if (!RULE.test(line) && !/[:：]$/.test(line)) return false;
  if (/^(?:-{2,12} ?forwarded message ?-{2,12}|begin forwarded message:)$/i.test(line)) return true;
  return [1, 2, 3].some((step) => LABELLED.test(unquoted(lineAt(lines, at + step))));
}

/** Number of lines from here that form a history header; 0 if none. */
export function historyHead(lines: readonly string[], at: number): number {
  const line = lineAt(lines, at);
  if (line === "") return 0;
  if (line.startsWith(">")) return 1;
  if (isRuledHead(lines, at) || isBlockHead(lines, at) || isNotesHead(lines, at)) return 1;
  return attributionLines(lines, at);
}

/** Whether the line at `at` is an attribution even though the lines below are not marked as quoted. */
export function isAttribution(lines: readonly string[], at: number): boolean {
  return attributionLines(lines, at) > 0;
}

function unquoted(line: string): string {
  return line.replace(/^[>\s|]+/, "").trim();
}

function isRuledHead(lines: readonly string[], at: number): boolean {
  const line = lineAt(lines, at);
  const named = (RULE.exec(line) ?? WIDE_RULE.exec(line))?.[1];
  if (named === undefined ? !BARE_RULE.test(line) : FORWARD.test(named)) return false;
  if (named !== undefined && ORIGINAL.test(named)) return true;
  const next = nextLine(lines, at);
  return next !== null && (lineAt(lines, next).startsWith(">") || isBlockHead(lines, next));
}

/**
 * Whether Lotus Notes heads the history here: with one line that holds name and date, or with the name, the
 * date, and words such as To and Subject without colons.
 */
function isNotesHead(lines: readonly string[], at: number): boolean {
  const line = lineAt(lines, at);
  if (NOTES_LINE.test(line)) return true;
  const name = DATED_NAME.exec(line)?.groups?.["name"] ?? "";
  if (!NOTES_NAME.test(name) && !HEAD_ADDRESS.test(name)) return false;
  const isDated = name !== line;
  const next = nextLine(lines, at);
  if (!isDated && (next === null || !DATE_ALONE.test(lineAt(lines, next)))) return false;
  const from = (isDated ? at : (next ?? at)) + 1;
  return lines.slice(from, from + NOTES_LINES).some((_, step) => isNotesLabel(lineAt(lines, from + step)));
}

/** A word for To or Subject, alone or before what it names. */
function isNotesLabel(line: string): boolean {
  const [word = "", value = ""] = line.split(/\s*[:：]\s*|\s{2,}|\t|(?<=^\S+)\s/);
  const isAlone = value === "";
  return (
    MORE.has(word.toLowerCase()) &&
    (isAlone || NOTES_NAME.test(value) || HEAD_ADDRESS.test(line) || word.length > 3)
  );
}

function nextLine(lines: readonly string[], at: number): number | null {
  for (let next = at + 1; next <= at + 3; next++) if (lineAt(lines, next) !== "") return next;
  return null;
}

interface Labelled {
  readonly label: string;
  readonly value: string;
}

function labelledAt(lines: readonly string[], at: number): Labelled | null {
  const found = LABELLED.exec(lineAt(lines, at));
  return found === null ? null : { label: (found[1] ?? "").trim().toLowerCase(), value: found[2] ?? "" };
}

/** Whether header lines of a quoted e-mail start here, in any order and language. */
function isBlockHead(lines: readonly string[], at: number): boolean {
  const first = labelledAt(lines, at);
  if (first === null || !beginsBlock(first, labelledAt(lines, at + 1))) return false;
  const block = blockAt(lines, at);
  const knownWords = block.filter(({ label }) => MORE.has(label)).length;
  const namesSender = block.slice(0, 2).some(({ label }) => FROM.has(label));
  if (namesSender && knownWords >= 2) return true;
  const hasDate = block.some(({ value }) => DATE.test(value));
  const hasAddress = block.slice(0, 2).some(({ value }) => HEAD_ADDRESS.test(value));
  return block.length >= 3 && hasDate && (hasAddress || (namesSender && knownWords >= 1));
}

/** Only a date may precede the sender; any other line above is the author's own. */
function beginsBlock(first: Labelled, second: Labelled | null): boolean {
  if (isSender(first)) return true;
  const isDated = MORE.has(first.label) || DATE.test(first.value);
  return isDated && second !== null && isSender(second);
}

function isSender({ label, value }: Labelled): boolean {
  return FROM.has(label) || HEAD_ADDRESS.test(value);
}

/** Consecutive labeled lines. A value may wrap to the next line, and some programs insert empty lines. */
function blockAt(lines: readonly string[], at: number): Labelled[] {
  const block: Labelled[] = [];
  let misses = 0;
  for (let next = at; next < at + BLOCK_LINES && misses < 2; next++) {
    const line = labelledAt(lines, next);
    if (line === null) misses += 1;
    else {
      misses = 0;
      block.push(line);
    }
  }
  return block;
}

/**
 * Number of lines of an attribution, recognized by its words or by an address and a date before a closing
 * colon; 0 if none.
 */
function attributionLines(lines: readonly string[], at: number): number {
  const line = lineAt(lines, at);
  const byWords = ATTRIBUTIONS.filter(({ begins }) => begins.test(line));
  let head = "";
  for (let count = 1; count <= ATTRIBUTION_LINES; count++) {
    const next = lineAt(lines, at + count - 1);
    if (next === "" || next.startsWith(">")) return 0;
    head = `${head} ${next}`.trim();
    if (byWords.some(({ ends }) => ends.test(head))) return count;
    if (!/[:：]\*?$/.test(next)) continue;
    // A line with both starts the header itself, so the line above belongs to the author.
    if (count > 1 && DATE.test(next) && HEAD_ADDRESS.test(next)) return 0;
    const isDated = DATE.test(head);
    const isNotes = NOTES_NAME.test(head) && WITH_SECONDS.test(head);
    if (isDated && (HEAD_ADDRESS.test(head) || isNotes) && isBetween(lines, at, count)) return count;
    const below = nextLine(lines, at + count - 1);
    if (isDated && below !== null && lineAt(lines, below).startsWith(">")) return count;
    return 0;
  }
  return 0;
}

/** Whether anything follows that could be quoted; a line at the end of the e-mail introduces nothing. */
function isBetween(lines: readonly string[], at: number, count: number): boolean {
  return lines.slice(at + count).some((line) => line.trim() !== "");
}
