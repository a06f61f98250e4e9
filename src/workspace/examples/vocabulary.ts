/**
 * Vocabulary of anonymizing: invented names, and words that are never names. Anything else is left to a
 * person's review.
 */
export const PSEUDONYMS: readonly (readonly [first: string, last: string])[] = (
  "Robin Halewood,Casey Thornby,Jules Marlock,Avery Quillan,Sasha Fenwright,Remy Oakhurst,Quinn Dellamore,Toby Larkwell," +
  "Noor Ashgrove,Ellis Wynbrook,Kit Sandoverly,Marlo Pinebury,Indra Coldwick,Luca Farrowdale,Wren Hollister,Dara Millbanks," +
  "Emery Stonecroft,Yuki Brightman,Perrin Lowmoor,Zadie Cresswater,Orin Blackmere,Tamsin Redfell,Idris Greyling,Mina Swancott"
)
  .split(",")
  .map((name) => name.split(" ") as [string, string]);

/** Their words, lowercase. */
export const PSEUDONYM_WORDS: ReadonlySet<string> = new Set(
  PSEUDONYMS.flat().map((word) => word.toLowerCase()),
);

/** Words in phone books that describe a role instead of naming a person. */
const ROLES =
  "tenant resident owner landlord unit apt apartment suite floor office manager management maintenance plumber plumbing electrician contractor vendor super superintendent team staff emergency main front desk new old test lead customer client account company co inc llc ltd corp group the of and for at in to street road avenue example";

/** Capitalized words that are not names: sentence starts, and words always written that way. */
const COMMON =
  "accept add answer apologize arrange book bring cancel change check close copy create decline delete draft explain file find follow inform invite mention message move note offer open pay prepare propose reach remove respond schedule sign suggest a about after again all almost already also always am an another any anyone anything are as ask at attached back because been before best both but by call can cheers come confirm congratulations could dear did do does don done each either email every everyone everything finally first for forward friday from fyi get give given go good got great had happy has have he hello help her here hey hi his how however i if in instead is isn it its just keep kind last later let like look looking made make many maybe me meanwhile mine more morning most mr mrs ms dr much must my need never next no not nothing now of off ok okay on once one only or other our out over perhaps please put re really regards remind reply right said same say see send shall she should since sincerely so some someone something soon sorry still sure take talk tell text thank thanks that the their them then there these they thing this those though till to today together told tomorrow tonight too try two understood unfortunately until up update us use very visit was we welcome well were what whatever when where which while who whose why will with within without won would write yes yesterday yet you your yours afternoon evening night pm am asap ac hvac tv id pin pdf rsvp eta usa us uk usd eur ps cc bcc faq diy sms mon tue tues wed thu thur thurs fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday saturday sunday january february march april may june july august september october november december et est edt pt pst pdt utc dm i'm hola gracias buenos buenas guten hallo danke bonjour merci steward subject notice reminder appointment work order rent lease payment invoice";

const isOne =
  (words: string) =>
  (word: string): boolean =>
    (sets.get(words) ?? fill(words)).has(word);
const sets = new Map<string, ReadonlySet<string>>();
function fill(words: string): ReadonlySet<string> {
  const set = new Set(words.split(" "));
  sets.set(words, set);
  return set;
}

/** Whether a word (folded) describes a role. */
export const isRole = isOne(ROLES);
/** Whether a word (folded) is ordinary. */
export const isCommon = (word: string): boolean => isOne(COMMON)(word) || isRole(word);
