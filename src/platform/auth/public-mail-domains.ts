/**
 * Domains at which anyone can get an address. They never admit a person to a tenant, even if a row claims
 * them; membership then requires an invitation.
 */
const PUBLIC_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com
  outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es live.com live.co.uk live.fr live.nl msn.com passport.com
  outlook.de outlook.fr outlook.es outlook.it outlook.co outlook.in
  yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.ca yahoo.com.au yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.in yahoo.it
  ymail.com rocketmail.com myyahoo.com aol.com aim.com verizon.net
  icloud.com me.com mac.com privaterelay.appleid.com
  proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.io tuta.com keemail.me tutamail.com
  gmx.com gmx.net gmx.de gmx.at gmx.ch gmx.us web.de mail.com email.com usa.com consultant.com post.com engineer.com
  mail.ru inbox.ru list.ru bk.ru internet.ru yandex.ru yandex.com ya.ru rambler.ru
  zoho.com zohomail.com zohomail.eu fastmail.com fastmail.fm hey.com hushmail.com mailfence.com posteo.de posteo.net mailbox.org
  runbox.com startmail.com disroot.org riseup.net duck.com mozmail.com simplelogin.com anonaddy.com
  qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com 139.com 189.cn aliyun.com naver.com daum.net hanmail.net kakao.com
  nate.com rediffmail.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr t-online.de freenet.de arcor.de libero.it virgilio.it tiscali.it alice.it tin.it
  btinternet.com btopenworld.com virginmedia.com ntlworld.com sky.com talktalk.net blueyonder.co.uk
  comcast.net xfinity.com att.net sbcglobal.net bellsouth.net cox.net charter.net spectrum.net roadrunner.com rr.com earthlink.net
  juno.com netzero.net frontier.com centurylink.net optonline.net windstream.net mindspring.com
  rogers.com shaw.ca telus.net sympatico.ca bell.net videotron.ca bigpond.com bigpond.net.au optusnet.com.au xtra.co.nz
  uol.com.br bol.com.br terra.com.br ig.com.br globo.com seznam.cz centrum.cz wp.pl o2.pl onet.pl interia.pl
  telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl home.nl xs4all.nl bluewin.ch telia.com ukr.net i.ua abv.bg
  mailinator.com guerrillamail.com 10minutemail.com temp-mail.org yopmail.com sharklasers.com getnada.com trashmail.com`
    .split(/\s+/)
    .filter((domain) => domain !== ""),
);

/** Whether anyone can get an address at this domain (lower case). */
export function isPublicMailDomain(domain: string): boolean {
  return PUBLIC_MAIL_DOMAINS.has(domain);
}
