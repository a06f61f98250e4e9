/**
 * Detects free-form requests to stop texting. Carriers handle single keywords; other wording counts too. Per language, a request is a
 * stop word alone (with politeness at most), or a stop word with its object (texts, messages, contact, a list). Phrases that only contain
 * such a word ("don't stop by", "stop the leak", "remove me from the lease") don't match. Pure.
 */

/** Longer texts are split, and each sentence is checked by itself. */
const SENTENCE_CHARS = 160;

/** Filler that may accompany a stop word. */
const POLITE =
  /\b(?:please|pls|plz|thanks?|thank you|thx|ty|now|all|ok(?:ay)?|hi|hello|sir|madam|immediately|already|just|kindly|messages?|msgs?|texts?|sms|everything|por favor|gracias|ya|todos?|s'?il (?:vous|te) plai?t|svp|stp|merci|bitte|danke|sofort|alles|per favore|grazie|prego|obrigad[oa]|alsjeblieft|alstublieft|aub|bedankt|dank u|tack|snälla|takk|tak|vær så snill|venligst|prosze|dziekuje|dzieki|lutfen|tesekkurler|пожалуйста|спасибо|будь ласка|дякую)\b/gu;
/** Stop words that have no other meaning when they stand alone. */
const ENDING =
  /^(?:(?:stop+|stopp|stoppen|stopall|stop all|unsubscribe|unsub|opt ?out|optout|me out|arrete?r?|arretez|desabonner?|desabonnement|alto|parar|pare|para|basta|baja|cancelar suscripcion|darse de baja|abmelden|abbestellen|austragen|sair|descadastrar|cancelar inscricao|avsluta|avregistrera|avslutt|avmeld|afmeld|afmelden|uitschrijven|disiscriviti|disiscrizione|cancellami|detener(?:se)?|detente|detengan?(?:se)?|i said stop|halt|desist|cease and desist|wypisz|rezygnuje|koniec|стоп|отписаться|отпишите|отписка|отмена подписки|стій|відписатися|dur|iptal et|abonelikten cik|dung lai|退订|退訂|停止|取消订阅|取消訂閱|t|td|配信停止|停止してください|解除|수신거부|그만|중지|توقف|الغاء الاشتراك|قف)\s?)+$/u;

/** Patterns by language, matched against lowercase text without accents. */
const WISHES: readonly RegExp[] = [
  // English
  /\b(?:stop|quit|cease|end|discontinue|desist from|refrain from|enough (?:with|of))\b(?: (?:all|any|with|ever|it|and|please|fucking|damn))* (?:texting|messaging|contacting|sms\w*|spamming|bothering|harassing|bugging|pestering|writing(?: to)? me|sending (?:me|us|these|those|any|all|more|texts?|messages?|sms|msgs)|the (?:texts?|messages?|sms|texting|messaging|spam|reminders|notifications|alerts)|these (?:texts?|messages?|sms|alerts|reminders|notifications)|(?:text|sms) (?:messages?|alerts|reminders|notifications)|(?:all )?(?:texts|messages|sms|communications?|contact)\b)/,
  /\b(?:don'?t|do not|dont|never|no longer|not)\b (?:\w+ ){0,3}?(?:text|message|msg|contact|sms|write(?: to)?|spam|bother) (?:me|us|this number|my (?:number|phone|cell))\b(?! (?:before|after|until|at night|at work|during|while|between|today|tonight|tomorrow|on (?:sun|mon|tues|wednes|thurs|fri|satur)days?|if|when|yet|that|about|back|in the)\b)/,
  /\b(?:don'?t|do not|dont|never)\b (?:\w+ ){0,2}?(?:send|want|wish|need|like) (?:\w+ ){0,4}?(?:texts|messages|sms|msgs|these|spam|to (?:be (?:texted|messaged|contacted)|(?:get|receive|hear)))\b(?! (?:before|after|until|at night|from (?:him|her|them|the|my)|back|today|yet|about)\b)/,
  /\bno (?:more|further) (?:texts?|texting|messages?|messaging|sms|msgs|contact|notifications|reminders|alerts|spam)\b(?! (?:from (?:him|her|them|the|my)|since|yet)\b)/,
  /\b(?:unsubscribe|unsubscribing|unsubscribed|unsub)\b/,
  /\b(?:opt(?:ing|ed)?[ -]?(?:me )?out)\b(?! of (?!(?:the |these |your |all |any )*(?:texts?|messages?|sms|texting|messaging|notifications|alerts|reminders|list|communications?)))/,
  /\b(?:remove|take|delete|drop|scratch|erase|get)\b (?:me|us|my (?:number|phone|cell|name|contact)|this number) (?:off|out of|from)(?: of)?(?: (?:your|the|this|all|any|these|my))* (?:list|lists|texts?|messages?|sms|group text|mailing|texting|database|system|records|contacts|notifications|alerts|distribution)\b/,
  /^no texts?(?: please)?$|^(?:please )?(?:remove|delete|take off)(?: please)?$|\b(?:remove|delete|take) (?:me|us|my number|this number)(?: off)?(?: please| now)*$|^(?:please )?(?:do not|don't|dont) (?:contact|text|message|call)(?: again| anymore| please)*$|^(?:please )?stop (?:it|this|that)(?: please| now)*$|(?:,|\b(?:said|number|harassment|spam|interested|please)) (?:please )?stop(?: now)?$/,
  /\b(?:lose|forget|delete) (?:my|this) number\b|\bleave me alone\b|\b(?:withdraw|revoke|revoking|withdrawing) (?:my )?consent\b|\b(?:i(?:'d| would)? )?(?:want|like) out of (?:these|the|your) (?:texts|messages|alerts)\b|\btext me (?:no more|never again)\b|\bnot interested,? stop\b|\bstop it with (?:these|the)\b|\bnot? (?:consent|agree) to (?:be texted|receive|get|texts?|messages?)\b/,
  // Spanish
  /\b(?:deje[ns]?|deja|dejad|pare[ns]?|para|basta|cese[ns]?|termine[ns]?) (?:ya )?(?:de |con )(?:(?:los |las |sus |tantos |estos )?(?:mensajes|textos|sms)|enviar(?:me|nos)?|mandar(?:me|nos)?|escribir(?:me|nos)?|textear(?:me|nos)?|molestar(?:me|nos)?|contactar(?:me|nos)?)/,
  /\bno (?:quiero|deseo|queremos|me gustaria) (?:(?:recibir|mas|seguir|que me)\b ?)+(?:\w+ ){0,2}(?:mensajes|textos|sms|recibiendo|escriban|manden|envien|contacten|texteen)/,
  /\bno (?:me|nos) (?:(?:vuelva[ns]? a |siga[ns]? )?(?:mande[ns]?|envie[ns]?|escriba[ns]?|escribas|contacte[ns]?|textee[ns]?|moleste[ns]?|mandes|mandar|enviar|escribir|contactar|textear|mandando|enviando|escribiendo|molestando|texteando))\b(?:(?: mas| mensajes| textos| sms| por favor| nunca| nada)+\b|$)/,
  /\b(?:no|ni un|ningun) mas (?:mensajes|textos|sms|mensaje)\b|\bno mande[ns]? mas\b/,
  /\b(?:dar(?:me|se|nos)?|deme|denme|dame) de baja\b(?! (?:del|de la|el|la) (?!lista))|\b(?:quite[nm]?me|quitame|quiten?me|borre[nm]?me|borrame|eliminen?me|eliminame|saque[nm]?me|sacame|quiten mi numero|borren? mi numero|eliminen? mi numero)\b(?: de (?:su |la |esta |sus )?(?:lista|listas|base|contactos|mensajes))?$|\bcancel(?:ar|en|e|o) (?:mi |la |esta )?suscripcion\b(?: (?:de|a) (?:los |estos )?(?:mensajes|textos|sms))?$/,
  // French
  /\b(?:arrete[rz]?|arretez|cesse[rz]?|cessez|stop|stoppez|fini) (?:de |d'|avec |les |vos |tes |ces |a )*(?:m'|nous |me )?(?:(?:ecrire|envoyer|contacter|texter|sms|spammer|harceler|deranger|messages?|textos?)\b)/,
  /\bne (?:(?:me|m'|nous) ?)?(?:(?:plus|pas) )?(?:m'|me |nous )?(?:envoye[rz]?|envoie[s]?|ecri[rv]e[rz]?|ecris|contacte[rz]?|texte[rz]?|recevoir)(?:[ -]moi)? ?(?:plus|pas|jamais)?(?: (?:de|d'|vos|ces|rien|aucun))? ?(?:messages?|sms|textos?|svp|s'il vous plait|$)/,
  /\b(?:je |nous )?ne (?:veux|souhaite|voulons|souhaitons|desire)(?: plus| pas)+ (?:(?:recevoir|de|vos|ces|etre|aucun|que vous m')\b ?)+ ?(?:messages?|sms|textos?|contactee?s?|ecriviez|sollicitee?)/,
  /\bplus (?:de|aucun) (?:messages?|sms|textos?)(?: (?:svp|s'il vous plait|merci))?$|\b(?:desabonne[rz]?|desinscri(?:re|vez|s))\b|\b(?:retire[rz]?|enleve[rz]?|supprime[rz]?|efface[rz]?)(?:-moi| moi| mon numero| ce numero)(?: de (?:votre|la|vos|cette|ta) (?:listes?|base|repertoire|fichiers?))?$/,
  // German
  /\b(?:hor(?:t|en sie)? (?:bitte )?auf|aufhoren|schluss|stoppt?|stoppen sie|unterlassen sie|lassen sie|lasst)\b (?:\w+ ){0,5}(?:schreiben|texten|nachrichten|sms|simsen|schicken|kontaktieren|spam)/,
  /\b(?:keine?|nie) (?:weiteren? |mehr )?(?:nachrichten?|sms|textnachrichten|texte|werbung|spam|kontaktaufnahme)\b(?: mehr)?(?: (?:bitte|erhalten|bekommen|haben|schicken|senden|an mich|von ihnen|danke|wunschen|wollen))*$/,
  /\b(?:mochte|will|wunsche|mochten|wollen) (?:\w+ ){0,2}(?:keine|nicht)\b (?:\w+ ){0,4}(?:nachrichten|sms|texte|kontaktiert|angeschrieben|textnachrichten)/,
  /\b(?:schreib(?:en sie|t)?|schick(?:en sie|t)?|senden sie|kontaktieren sie|texten sie|simsen sie)\b (?:mir|mich|uns) (?:bitte )?(?:nicht|nie|keine?)\b (?:mehr\b|wieder\b)?(?: ?(?:nachrichten|sms|texte)(?: mehr)?)?$/,
  /\b(?:abmelden|abbestellen|abmelde ich mich|melden sie mich ab|meld mich ab|austragen|tragen sie mich aus)\b(?!.{0,30}\b(?:strom|gas|wohnsitz|auto|internet|zeitung|wasser|termin))|\b(?:loschen|entfernen|streichen|nehmen) sie (?:bitte )?(?:mich|meine (?:telefon)?nummer|diese nummer)(?:$| (?:\w+ ){0,4}(?:liste|verteiler|datenbank|system|kontakten)\b)|\blassen sie mich in ruhe\b/,
  // Italian
  /\b(?:smett(?:ete(?:la)?|ere|ila|a)|basta|finitela|piantatela)\b (?:di |con |i |gli |questi )*(?:mandar(?:mi|ci)|inviar(?:mi|ci)|scriver(?:mi|ci)|contattar(?:mi|ci)|messaggi|sms|disturbar(?:mi|ci))/,
  /\bnon (?:(?:mi|ci) )?(?:mandat(?:e(?:mi)?)|inviat(?:e(?:mi)?)|scrivet(?:e(?:mi)?)|contattat(?:e(?:mi)?)|mandare|scrivere|scrivermi|contattarmi|mandarmi|inviarmi|mandi|invii|scriva|contatti) ?(?:piu|mai piu)\b|\bnon (?:voglio|desidero|vogliamo) (?:piu )?(?:ricevere|essere contattat|messaggi|sms|che mi)|\bniente piu (?:messaggi|sms)\b|\b(?:disiscriv\w+|cancellatemi|toglietemi|rimuovetemi|cancellami|toglimi|rimuovimi|cancellate il mio numero|togliete il mio numero)\b/,
  // Portuguese
  /\b(?:par(?:e|em|a|ar)|deix(?:e|em|a)|chega|cess(?:e|em))\b (?:de |com |os |as |essas )*(?:(?:me |nos )?(?:enviar|mandar|escrever|contactar|contatar|incomodar|mensagens|sms|textos)\b|(?:enviar|mandar)-me)/,
  /\bnao (?:quero|desejo|queremos|gostaria de) (?:mais )?(?:\w+ ){0,3}(?:mensagens|mensagem|sms|contato|contactad[oa]|contatad[oa])|\bnao (?:me|nos) (?:mand[ea]m?|envi[ea]m?|escrev[ea]m?|contact?e[m]?|mande) (?:mais|nunca mais)\b|\b(?:sem|nao) mais (?:mensagens|sms)\b|\b(?:descadastr\w+|remov[ea]m?(?:-me| meu numero| o meu numero)|me (?:remov[ea]m?|tir[ea]m?|exclu[ai]m?|descadastre)|cancelar (?:minha |a )?(?:inscricao|assinatura)(?: (?:de|das) mensagens)?$|tir[ea]m?(?:-me| meu numero))\b/,
  // Dutch
  /\b(?:stop(?:pen)?|hou(?:d)? op|ophouden) (?:\w+ ){0,3}(?:berichten|sms\w*|appen|sturen|schrijven|contact|mailen|tekstberichten)|\b(?:geen|nooit) (?:meer )?(?:berichten|sms\w*|tekstberichten|contact|appjes)(?: meer)?(?: (?:alstublieft|aub|sturen|ontvangen|graag|a\.u\.b\.?|naar mij))*$|\b(?:wil|wens|willen) (?:\w+ ){0,2}(?:geen|niet|nooit)\b (?:\w+ ){0,3}(?:berichten|sms\w*|benaderd|ontvangen|tekstberichten)|\b(?:stuur|app|sms|schrijf) (?:mij|me|ons) (?:niet|nooit|geen)\b (?:meer|berichten|sms)|\b(?:afmelden|uitschrijven|schrijf me uit|meld me af)\b(?!.{0,20}\b(?:sport|school|feest|cursus))|\b(?:haal|verwijder|schrap) (?:mij|me|mijn nummer|dit nummer)\b/,
  // Swedish, Norwegian, Danish
  /\b(?:sluta|slutt(?:a)?|stopp(?:a)?|stop|hor op|hold op|lat bli|ikke flere|inga fler|inga mer|ingen flere|ikke mer|ikke mere|inte fler)\b (?:\w+ ){0,3}(?:sms\w*|meddelanden|meldinger|beskeder|texta|tekste|skriva|skrive|skicka|sende|kontakta|kontakte|skriv|besked)|\b(?:vill|vil|onskar|onsker) (?:\w+ ){0,2}(?:inte|ikke)\b (?:\w+ ){0,3}(?:sms\w*|meddelanden|meldinger|beskeder|kontaktad|kontaktet|kontaktes)|\b(?:skriv|texta|skicka|sms'?a|send|kontakta|kontakt) (?:\w+ )?(?:inte|ikke|aldrig|aldri)\b (?:\w+ ){0,3}(?:mer|mere|mig|meg|igen|igjen|flere|fler|sms|till mig|til meg|til mig)\b|\b(?:ikke|inte|aldrig|aldri) (?:mer |mere )?(?:send|skriv|tekst|sms|kontakt|skicka|texta)\w* (?:\w+ ){0,3}?(?:flere|fler|mer|mere|sms|meldinger|meddelanden|beskeder|meg|mig)\b|\b(?:avregistrera|avprenumerera|avmeld|afmeld|avslutt|frameld) (?:mig|meg|abonnement\w*|denna|dette|nummer\w*)|\b(?:ta bort|fjern|slett|slet|radera) (?:mig|meg|mitt nummer|mit nummer|nummeret mitt|mitt namn|numret)\b/,
  // Polish
  /\b(?:prosze |przestan\w*|skoncz\w*|dosc|koniec)\b ?(?:\w+ ){0,3}?(?:nie )?(?:pisac|pisz\w*|wysyl\w*|sms\w*|kontakt\w*|wiadomosci\w*)|\bnie (?:pisz\w*|wysyla\w*|chce|zycze|chcemy|kontaktuj\w*|smsuj\w*)\b (?:\w+ ){0,4}(?:wiecej|sms\w*|wiadomosci|do mnie|ze mna|otrzymywac|dostawac|kontaktowano)|\b(?:zadnych|bez|nigdy) (?:wiecej )?(?:sms\w*|wiadomosci)\b|\b(?:wypis\w+|usun\w*) (?:mnie|moj numer|ten numer)\b|\brezygnuje z (?:sms\w*|wiadomosci|subskrypcji|powiadomien)\b/,
  // Russian, Ukrainian
  /(?:прекратите?|хватит|перестаньте?|перестань|не надо|больше не|не|припиніть|досить|більше не|годі)\s(?:\S+\s){0,3}?(?:писать|пишите|пиши|присылать|присылайте|присылай|слать|шлите|беспокоить|беспокойте|отправлять|отправляйте|смс|писати|пишіть|надсилати|надсилайте|турбувати|турбуйте|смски|сообщения|повідомлення)(?![\p{L}])(?!\s(?:до|после|пока|ночью|сегодня|завтра|ещё|еще)\s)/u,
  /не\s(?:хочу|желаю|хотим|бажаю)\s(?:\S+\s){0,3}?(?:получать|сообщени\S*|смс|чтобы мне писали|отримувати|повідомлень)|(?:отпишите|отписать|отписаться|отпиши|відписати\S*|відпишіть)(?!\p{L})|(?:удалите|уберите|удали|видаліть|приберіть)\s(?:меня|мой номер|этот номер|мене|мій номер)|никаких\s(?:больше\s)?(?:смс|сообщений)/u,
  // Turkish
  /\b(?:bana|bize|artik|lutfen)\b (?:\w+ ){0,4}(?:mesaj|sms|yaz)\w* ?(?:atmayin|atma|gondermeyin|gonderme|yazmayin|yazma|istemiyorum|almak istemiyorum)|\b(?:mesaj|sms)\w* (?:\w+ ){0,3}(?:istemiyorum|gondermeyin|gonderme|atmayin|atma|durdurun|kesin|birakin)\b|\b(?:bana|artik) (?:\w+ )?(?:yazmayin|yazma)\b|\b(?:listeden|listenizden) (?:\w+ )?(?:cikarin|cikar|silin|sil)\b|\b(?:numarami|beni) (?:\w+ ){0,2}(?:silin|sil|cikarin)\b|\babonelikten cik\w*/,
  // Vietnamese
  /\b(?:dung|đung|ngung|thoi|ngừng|khong muon) (?:\w+ ){0,3}(?:nhan tin|gui tin|tin nhan|nhan duoc tin|lien lac)/,
  // Chinese, Japanese, Korean
  /(?:别再?|不要再?|请勿再?|請勿再?|停止|请停止|不想再?|不希望再?|不愿再?|别给我|勿)[^。！？,，]{0,6}?(?:发[短信消息简訊訊]*|發[簡訊訊息短信]*|短信|簡訊|简讯|讯息|訊息|联系我|聯絡我|聯繫我|打扰|打擾|骚扰|騷擾|传[简讯簡訊]+|傳[簡訊訊息]+|收到[^。]{0,4}[信息訊])|(?:退订|退訂|取消订阅|取消訂閱)|(?:把我|将我|請把我|请把我)[^。]{0,8}(?:名单|名單|列表|删除|刪除|移除)|删除我的号码|刪除我的號碼/,
  /(?:もう|今後|これ以上|二度と)?[^。]{0,8}(?:メッセージ|メール|sms|ショートメール|連絡|テキスト|配信|送信)(?:を|は|の|など)?[^。]{0,6}(?:送らないで|しないで|やめて|止めて|停止して|不要です|いりません|要りません|結構です|送るのを(?:やめ|止め)|拒否)|(?:登録|配信)(?:を)?(?:解除|停止)|(?:リスト|名簿)から[^。]{0,6}(?:外し|削除)/,
  /(?:문자|메시지|메세지|연락|sms)[^.!?]{0,10}(?:보내지\s?마|하지\s?마|그만|중단|중지|받고\s?싶지\s?않|원하지\s?않|거부|싫)|그만\s?(?:보내|문자|연락)|수신\s?거부|(?:번호|목록|명단)[^.!?]{0,6}(?:삭제해|빼\s?주|지워)/,
  // Japanese without what is to stop, Tagalog, Haitian Creole, Finnish
  /(?:もう|二度と|これ以上)[^。]{0,8}(?:送|連絡|書)[^。]{0,4}(?:ないで|やめて|止めて)|^送らないで/,
  /\b(?:huwag|wag|itigil|tigil\w*|tama na|ayoko|ayaw)\b(?: \w+){0,5} (?:\w*-?text\w*|\w*message\w*|mensahe)|\b(?:sispann|pa) (?:\w+ ){0,2}(?:voye|ekri|tekste)\b(?: \w+){0,3}? ?(?:mesaj|teks|tex|mwen|m ank[oò])\b|\b(?:lopet\w+|alkaa|ala) (?:\w+ ){0,3}(?:viest\w*|tekstiviest\w*|lahet\w*)\b/u,
  // Hindi, Urdu, Bengali, Persian
  /(?:मैसेज|मेसेज|संदेश|सन्देश|एसएमएस|टेक्स्ट|मुझे)[^।]{0,16}(?:मत\s|न\s?भेज|बंद|बन्द|नहीं चाह)|(?:میسج|پیغام|ایس ایم ایس)[^۔]{0,14}(?:مت|نہ\s|بند)|(?:মেসেজ|বার্তা|এসএমএস)[^।]{0,14}(?:না|বন্ধ)|(?:پیام|پیامک|اس ام اس)[^.]{0,14}(?:نفرست|نده|قطع)|\b(?:message|msg|sms|text) (?:mat|bhejna band|band|na) (?:bhej\w*|kar\w*|kijiye)/u,
  // Greek, Hebrew, Thai, Hungarian, Czech, Romanian, Indonesian, Croatian
  /(?:σταματ|μην? (?:μου )?(?:ξανα)?στ[εέ]λν|[οό]χι [αά]λλα)\S*(?:\s\S+){0,4}?\s(?:μηνυμ|μηνύμ|sms)\S*|(?:תפסיק|הפסיק|די עם|אל ת)\S*(?:\s\S+){0,3}?\s?(?:הודע|לשלוח|לסמס|לכתוב)\S*|הסירו אותי|תסירו אותי|(?:หยุด|เลิก|อย่า|ไม่ต้อง)[^.]{0,12}(?:ส่ง|ข้อความ|ทัก)/u,
  /\b(?:ne (?:irj|kuldj|irjon|kuldjon)\w*|hagyj\w* abba)\b(?: \w+){0,4} ?(?:uzenet\w*|sms\w*|tobbet|nekem)\b|\b(?:neposil\w+|nepis\w+|prestan\w*|prestante)\b(?: \w+){0,4} ?(?:zprav\w*|sprav\w*|sms\w*|mi|psat|posilat)\b|\b(?:nu (?:imi |mi )?mai (?:trimit\w+|scri\w+)|opriti)\b(?: \w+){0,3} ?(?:mesaj\w*|sms\w*|$)|\b(?:berhenti|jangan|tolong stop)(?: \w+){0,2} (?:kirim\w*|mengirim\w*|sms|pesan|hubungi\w*|menghubungi|wa)\b|\b(?:prestanite|nemojte|ne zelim)(?: \w+){0,3} (?:slat\w*|pisat\w*|poruk\w*|primat\w*)\b/u,
  // Arabic
  /(?:توقف|توقفوا|اوقف|اوقفوا|كفى|لا|عدم|أوقفوا|أرجو عدم)\s(?:\S+\s){0,3}?(?:ارسال|إرسال|ترسل|ترسلوا|الرسائل|رسائل|تراسل\S*|مراسلت\S*|الاتصال بي|تتصل\S* بي)|(?:لا\s(?:اريد|أريد|ارغب|أرغب)\s(?:\S+\s){0,3}?(?:رسائل|رسالة|الرسائل|التواصل))|(?:الغاء|إلغاء)\s?(?:ال)?اشتراك|(?:احذف|احذفوا|أزل|ازل|أزيلوا)\S*\s?(?:رقمي|اسمي)/,
];
/** Reports of others opting out, questions and promises don't count. */
const OTHERS =
  /\b(?:he|she|it|they|we|i|i'll|i will|you can|neighbou?rs?|kids?|guys?|someone|somebody|who|did|does|can|could|should|why|when|if|how do i (?:stop|fix))\b(?: \w+){0,4}? (?:stop|stopped|stops|quit|won'?t stop|wont stop)\b(?! (?:texting|messaging|contacting) me)/;
const HIS_TEXTS = /\b(?:tell|ask|make|get) (?:him|her|them|my|the|that)\b/;

/** Short and wrong spellings of English texts. */
const SPELLED: readonly (readonly [RegExp, string])[] = [
  [/\bs(?:top{2,}|tpo|otp|tahp|tap|toop|topp?ed)\b(?! by\b)/g, "stop"],
  [/\bun?su[bn]?[sc]{1,3}c?r?i?b?e?r?[ibe]{1,3}\b/g, "unsubscribe"],
  [/\bu?r\b/g, "your"],
  [/\bu\b/g, "you"],
  [/\bpl[sz]{1,2}\b|\bplease+\b/g, "please"],
  [/\bt(?:e?xt|xt)?(?:i?n?g)(?:ing)?\b/g, "texting"],
  [/\btxt(s?)\b/g, "text$1"],
  [/\b(?:msg|mesg|messge)(s?)\b/g, "message$1"],
  [/\bm(?:sg|esg)ing\b/g, "messaging"],
  [/\bdont\b/g, "don't"],
];
/** Signs that say stop by themselves. */
const SIGNS = /^[\s\ufe0f!]*(?:[🛑⛔🚫][\s\ufe0f!]*)+$/u;

/** Whether the text asks to stop. Carrier keywords are not handled here. */
export function asksToStop(text: string): boolean {
  if (SIGNS.test(text)) return true;
  const written = plainOf(text);
  const plain = SPELLED.reduce((words, [wrong, right]) => words.replace(wrong, right), written);
  if (/^(?:\p{L}\s){3,14}\p{L}$/u.test(plain)) return ENDING.test(plain.replaceAll(" ", ""));
  return (
    plain
      .split(/[.!?;\n。！？؟]+|,\s?(?=but\b|and\b)/u)
      .map((sentence) => sentence.trim())
      .some((sentence) => sentence !== "" && sentence.length <= SENTENCE_CHARS && asks(sentence)) ||
    endsOnly(plain)
  );
}

function asks(sentence: string): boolean {
  return endsOnly(sentence) || (!isOfOthers(sentence) && WISHES.some((wish) => wish.test(sentence)));
}

function isOfOthers(sentence: string): boolean {
  return OTHERS.test(sentence) || HIS_TEXTS.test(sentence);
}

/** Only stop words and politeness. */
function endsOnly(sentence: string): boolean {
  const bare = sentence
    .replace(POLITE, " ")
    .replace(/[^\p{L}\s]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return ENDING.test(bare);
}

/** Lowercase without accents or invisible characters, apostrophes normalized. */
function plainOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, "")
    .normalize("NFC")
    .replaceAll("ı", "i")
    .replaceAll("ł", "l")
    .replaceAll("ø", "o")
    .replaceAll("æ", "ae")
    .replaceAll("đ", "d")
    .replace(/[‘’`´ʼ]/g, "'")
    .replace(/[\p{Cf}\ufe0f]/gu, "")
    .replace(/\p{Extended_Pictographic}/gu, " ")
    .replace(/[ \t]+/g, " ")
    .trim();
}
