/**
 * Detects reactions that arrive as texts, in the language of the sender's phone: `Liked “…”`, `Le gustó “…”`,
 * `👍 a “…”`. Only the words around the quotation are the sender's, so only those are matched; any other word
 * makes it a normal text. Pure.
 */
import { lazy } from "../../kernel/lazy.ts";

const EMOJI = String.raw`(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f|\u20e3)`;
/** Invisible marks that Google's phones put around quotations. */
const UNDRAWN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const hasEmoji = lazy(() => new RegExp(EMOJI, "u"));
const onlyEmoji = lazy(() => new RegExp(String.raw`^(?:${EMOJI}|\u200d|[\s.!])+$`, "u"));
/** An approving emoji with a few words that neither ask nor tell anything: `👍 sounds good`. */
const nod = lazy(
  () =>
    new RegExp(
      String.raw`^(?:👍|👌|❤|🎉|👏|🙌|💯|✅|😊|🙂|🥰|😍)(?:\p{Emoji_Modifier}|\u200d|\ufe0f)*(?:[\s,.!]+[\p{L}'’]+){0,4}[\s,.!]*$`,
      "u",
    ),
);

/** Quotations, in the quotation marks of each language. */
const QUOTED = /“[^“”]*”|„[^“”„]*[“”]|«[^«»]*»|»[^«»]*«|"[^"]*"|”[^”]*”|「[^」]*」|『[^』]*』|‘[^’]*’/g;
/** Quotations that contain quotation marks themselves, or are cut off. */
const QUOTED_TO_LAST = /[“„«"「『”»].*[”“»"」』«]|[“„«"「『][^”»"」』]*$/s;
const PLACE = "…";
/** Reaction targets other than text. */
const THING =
  /(?:an?|une?|uma?|una|eine?n?|een|et|ett|en) (?:image|photo|video|movie|attachment|message|imagen|foto|vídeo|mensaje|archivo adjunto|vidéo|pièce jointe|bild|anhang|nachricht|imagem|anexo|mensagem|immagine|allegato|messaggio|afbeelding|bijlage|bericht|bilde|billede|bilaga)\b/u;

/**
 * The words around the quotation, in lowercase: the entire text, with `…` for the quotation. As sent by iOS
 * and Google Messages in 2026.
 */
const SAID: readonly RegExp[] = [
  // English
  /^(?:liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|removed an? [\w ]{2,30} from) …$/,
  // Spanish
  /^(?:a [\p{L}. ]{1,30} )?(?:no )?(?:me|te|le|les) (?:gust[aó]|encant[aó]|da risa|dio risa|hizo gracia) …$/u,
  /^(?:se (?:rio|rió) (?:de|con|por)|enfatiz[aó]|exclam[aó](?: por)?|destac[aó]|resalt[aó]|cuestion[aó]|pregunt[aó] por) …$/,
  // French
  /^(?:j['’])?(?:a|ai) (?:aimé|adoré|liké|souligné|mis en valeur|mis en évidence|mis l['’]accent sur|ri (?:de|à)|ri en réponse à|questionné|insisté sur|exclamé) …$/,
  /^(?:(?:n['’]a|n['’]ai|je n['’]ai) pas aimé|s['’]interroge sur|s['’]est interrogée? sur|a mis un j['’]aime à) …$/,
  // German
  /^hat … (?:mit … (?:markiert|kommentiert)|geliked|gelikt|geliebt|hervorgehoben|betont|in ?frage gestellt|mit einem (?:herz|fragezeichen|ausrufezeichen|daumen (?:hoch|runter)) (?:markiert|versehen))$/,
  /^(?:gefällt(?: nicht)?|liebt|lacht über|betont|hinterfragt) …$/,
  /^hat (?:ein(?:en)? [\p{L} ]{3,20} (?:zu|von|bei) … (?:hinzugefügt|entfernt)|… ein(?:en)? [\p{L} ]{3,20} gegeben)$/u,
  /^(?:hat über … gelacht|findet … (?:gut|toll|lustig|super)|(?:mir )?gefällt …(?: nicht)?)$/,
  // Italian
  /^(?:a [\p{L}. ]{1,30} )?(?:non )?(?:ha messo (?:mi piace|un like|un cuore|like) a|(?:gli |le )?piace|(?:gli |le )?è piaciut[oa]|adora|ha adorato|ha amato|ha riso (?:per|di|a)|ride per|ha enfatizzato|ha messo in (?:evidenza|risalto|discussione|dubbio)|ha domandato|(?:ha )?(?:rimosso|aggiunto) un [\p{L} ’']{3,20} (?:da|a)) …$/u,
  // Portuguese
  /^(?:não )?(?:gostou de|curtiu|gostei de|adorou|amou|riu(?:-se)? (?:de|com)|achou graça (?:a|em|de)|enfatizou|destacou|questionou) …$/,
  // Dutch
  /^(?:vond|vindt) … (?:leuk|niet leuk|geweldig|grappig|mooi)$/,
  /^(?:hield van|lachte om|lacht om|benadrukte|heeft … benadrukt|heeft om … gelachen|stelde een vraag over|trok … in twijfel)(?: …)?$/,
  // Swedish, Norwegian, Danish
  /^(?:gillade|gillar|gillade inte|älskade|älskar|ogillade|skrattade åt|betonade|framhävde|ifrågasatte) …$/,
  /^(?:likte|liker|likte ikke|elsket|mislikte|lo av|fremhevet|understreket|stilte spørsmål ved|satte spørsmålstegn ved) …$/,
  /^(?:syn(?:e)?s godt om|syntes godt om|kunne lide|elskede|brød sig ikke om|kunne ikke lide|grinede ad|lo ad|fremhævede|satte spørgsmålstegn ved) …$/,
  // Polish, Russian, Ukrainian
  /^(?:nie )?(?:polubił(?:a|\(a\))?|lubi|uwielbia|pokochał(?:a|\(a\))?|śmieje się z|roześmiał(?:a|\(a\))? się z|zaśmiał(?:a|\(a\))? się z|wyróżnił(?:a|\(a\))?|podkreślił(?:a|\(a\))?|zakwestionował(?:a|\(a\))?) …$/,
  /^(?:не )?(?:понравил[оа]сь|нравится|сподобал[оа]ся|подобається|обожает|смеется над|смеётся над|рассмешило|посмеял(?:ся|ась) над|выделил(?:а|\(а\))?|подчеркнул(?:а|\(а\))?|подвергнуто сомнению|поставил(?:а|\(а\))? под сомнение):? …$/,
  // Finnish, Vietnamese, Czech, Hungarian, Greek, Hebrew
  /^(?:tykkäsi|piti|rakasti|ei pitänyt|nauroi|korosti|kyseenalaisti):? …$|^(?:đã )?(?:thích|yêu thích|cười|nhấn mạnh|hỏi về) …$|^(?:líbí se|to se líbí|tetszik(?: neki)?|kedvelte|imádta|του αρέσει|της αρέσει|άρεσε|אהב|אהבה|סימן אהבתי על):? …$/,
  // Turkish
  /^… (?:(?:mesajını|iletisini) )?(?:beğendi|sevdi|bayıldı|beğenmedi|(?:mesajına |iletisine )?güldü|vurguladı|sorguladı)$/,
  /^(?:beğendi|sevdi|beğenmedi|güldü|vurguladı|sorguladı):? …$/,
  // Chinese, Japanese, Korean
  /^(?:点?[赞讚]了?|喜[欢歡愛爱]了?|[爱愛]了?|不喜[欢歡]了?|踩了|(?:因|对|對)?\s?…?\s?大笑|[强強][调調]了?|[质質]疑了?)[:：]?\s?…?$/,
  /^[对對]\s?…\s?(?:表示)?(?:[赞讚]|喜[欢歡]|[疑]?问|疑問|大笑|[强強][调調])[了]?$/,
  /^…\s?(?:に|を)(?:「?…?」?|いいね|ハート|大好き|よくないね|笑い|爆笑|強調|[？?]|「?いいね」?)?(?:を|と|し)?.{0,12}(?:しました|付けました|つけました|評価しました|笑いました)$/,
  /^…\s?(?:에|을|를|이|가).{0,14}(?:표시함|표시했습니다|표시했어요|좋아함|좋아합니다|반응함|웃음|강조함|질문함)$/,
  // Arabic
  /^(?:أعجبه|أعجبها|أعجبني|أحب|أحبت|لم يعجبه|لم يعجبها|ضحك على|ضحكت على|أكد على|شدد على|تساءل عن) …$/,
];
/** Prepositions between the emoji and the quotation. */
const TO =
  "to|a|à|al|en respuesta a|an|auf|zu|op|til|till|på|på|su|per|em|ao|à|na|do|on|к|на|до|için|με|σε|pour|de|için|على|إلى|에|に|へ|对|對|于";
const signFirst = lazy(
  () => new RegExp(String.raw`^${EMOJI}+\s*(?:${TO})?:?\s*…\s?(?:[에に]|에 대해)?$`, "u"),
);
/**
 * "Reacted 👍 to …", "Hat mit 👍 auf … reagiert", "A réagi avec 👍 à …": an emoji, a quotation, a verb of
 * reacting, and few other words.
 */
const REACTED =
  /\b(?:react|reacc|reag|reagi|réagi|reakc|reaktion|zareag|reagov)|реаг|отреаг|tepki|回[应應]|リアクション|반응|تفاعل/u;
const FEW_CHARS = 45;

/**
 * Whether a text is only a reaction. A text that merely starts with an emoji ("🔥 in the kitchen") is not.
 */
export function isReaction(text: string): boolean {
  const trimmed = text.trim();
  return (hasEmoji().test(trimmed) && onlyEmoji().test(trimmed)) || quotesUs(trimmed) || nod().test(trimmed);
}

/** Whether a reaction quotes the original text, whose words are not the sender's. */
export function quotesUs(text: string): boolean {
  const plain = text.normalize("NFC").replace(UNDRAWN, "").trim().toLowerCase();
  const around = [
    plain.replace(QUOTED, PLACE),
    plain.replace(QUOTED_TO_LAST, PLACE),
    plain.replace(THING, PLACE),
  ];
  return around.some((line) =>
    isSaidAround(
      line
        .replace(/\s+/g, " ")
        .replace(/[.!\s]+$/u, "")
        .trim(),
    ),
  );
}

function isSaidAround(line: string): boolean {
  if (!line.includes(PLACE)) return false;
  if (SAID.some((said) => said.test(line)) || signFirst().test(line)) return true;
  return line.length <= FEW_CHARS && hasEmoji().test(line) && REACTED.test(line);
}
