/** Words that begin a sentence or a heading with a capital and are nobody's name. */
const PLAIN = new Set(
  (
    "a about above according account accounts across act action actions active actually add added additional address after afterwards again ago agreed ahead all almost alone along already also although altogether always am amount an and another answer answers any anybody anyone anything anyway apart apparently appointment approval approvals approve approved are area around as ask asked asking assigned at attached available away " +
    "back balance bad based be because become been before began begin behind being below beside besides best better between beyond big bill billing both bottom breakdown brief briefly bring brought building but buy by " +
    "call called caller calls came can cannot cant card cards care case cash change changed check checked checks clear close closed closest cold come comes coming comment comments complete completed confirm confirmed confirms contact contacts context contract contracts copy correct cost costs could count couple created current currently customer customers " +
    "daily data date dated dates day days deadline dear deposit description despite detail details did different direct do document documents does doing done dont door double down draft drafted drafts due during " +
    "each earlier earliest early east easiest either else email emails empty end ended ending enough entry especially estimate even evening event events eventually ever every everybody everyone everything exactly example except expected expires extra " +
    "fact fair fee fees few field file filed files final finally find fine first five fix fixed flat floor follow followed following for found four free fresh friend from front full further furthermore future " +
    "gas general get gets getting give given gives go goes going good got great group guest " +
    "had half happy hard has have having he heads hear heard heat heating held hello help hence her here heres hers hey hi high higher him his history home hope hot hour hours house how however huge " +
    "i id idea if ill im immediately important in incident included includes including incoming indeed info inside inspection instead into invoice invoices is isnt issue issues it items its itself ive " +
    "job jobs join just keep keys kind know known " +
    "landlord large largest last late later latest law lead leak lease leases least leave left less let lets letter level likely line lines link linked links list listed little living location lock log long longer look looked looking looks lot low lower " +
    "made mail mails main mainly maintenance make makes manager many matching maybe me mean meaning meanwhile meet meeting meetings mention mentioned mentions message messages middle might mind mine minute missed missing moment money month monthly months more morning most mostly move moved moving much must my " +
    "name names near nearly need needed needs neither never new news next nice night nine no nobody none nor normal north not note noted notes nothing notice now number numbers " +
    "o of off offer offered office often ok okay old older oldest on once one ones ongoing only open opened opening or order other others otherwise our ours out outcome outdoor outside outstanding over overall overdue own owed owes owner owners " +
    "page paid part parking parts past pay payment payments pending people per perhaps period person phone picked picture place plan planned plans please plumber plus point policy possible possibly posted present press pretty previous previously price prices prior priority probably problem project projects promised property proposed put " +
    "question questions quick quite quote quoted quotes " +
    "raised ran range rather read ready real really reason reasons receipt received recent recently record recorded records reference regarding related relevant remaining reminder rent rents repair repairs repeat replied replies reply reported reports request requested requests residents resolved rest result results review right room rooms roughly row rule rules run " +
    "safe said same saw say says schedule scheduled search second see seems seen sent separate separately service set seven several shall she short should show shown shows side similar similarly simple simply since single situation six size small so some somebody someone something sometimes soon sorry source sources south space speaking specifically standing standard start started starts state states status stay steps still stop stopped store story street strictly subject such sum summary supposedly sure " +
    "take taken takes task tasks team tell ten tenant tenants terms test text texted texts than thank thanks that thats the their them then there therefore theres these they theyre thing things think third this those though thread threads three through throughout thus ticket till time times timeline title to today together told tomorrow tonight too took top total totals toward track true try turned twice two type types " +
    "under understood undecided unfortunately unit units unless unlike until up upcoming update updated updates upon urgent us use used using usual usually utilities " +
    "value various vendor vendors verified very via view visit visits voicemail " +
    "wait waiting walkthrough want wanted wants warm was wasnt water way we website week weekend weekly weeks well went were west what whatever whats when whenever where whereas wherever whether which whichever while who whoever whole whom whose why wider will window with within without wont word words work worked working works worth would write writes written wrote wrong " +
    "yeah year yearly years yes yesterday yet you your youre yours zero zone " +
    "accepted cancelled canceled declined dismissed failed rejected sending delivered approved high medium normal bedroom bathroom kitchen basement hallway lobby garage roof apartment boiler heater faucet toilet sink dryer washer fridge furnace thermostat elevator lightbulb electrician locksmith contractor technician exterminator roommate spouse husband wife neighbor neighbour mother father sister brother daughter son " +
    "agenda attendees organizer assignee reporter recurring duration amenities pets cats dogs"
  ).split(" "),
);

/** Names of what the product is and works with: an answer may speak of them whatever it was given. */
const KNOWN = new Set(
  "steward google gmail calendar drive docs doc sheets sheet clickup jira slack github quo pdf word excel powerpoint inbox settings connections english spanish american states markdown csv mr mrs ms dr inc llc st ave rd".split(
    " ",
  ),
);

/** Whether a folded word at the beginning of a sentence may be one of the language; elsewhere nothing but a name has a capital. */
export function isPlain(word: string): boolean {
  return (
    PLAIN.has(word) ||
    (word.length > 5 && /(?:ly|ing|tion|ment|ness|able|ible|ful|less|ward|ous|ive)$/.test(word))
  );
}

/** Whether a folded word is one of the product's own. */
export function isKnown(word: string): boolean {
  return KNOWN.has(word);
}
