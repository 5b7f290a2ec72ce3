/** Domains at which anybody gets an address: no organization can speak for whoever has one there. */
const shared: ReadonlySet<string> = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com ' +
    'live.co.uk live.fr live.nl live.de live.at live.be live.it live.ie live.se live.dk live.no live.ca live.com.au live.com.mx live.com.pt ' +
    'yahoo.com ymail.com rocketmail.com aol.com aol.de aol.fr aol.co.uk icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.io ' +
    'tuta.com gmx.com gmx.de gmx.net gmx.at gmx.ch web.de mail.com email.com usa.com freenet.de t-online.de arcor.de posteo.de posteo.net ' +
    'mailbox.org fastmail.com fastmail.fm hey.com zoho.com zohomail.com zohomail.eu yandex.com yandex.ru ya.ru mail.ru bk.ru list.ru inbox.ru ' +
    'internet.ru rambler.ru ukr.net i.ua seznam.cz email.cz centrum.cz post.cz azet.sk wp.pl o2.pl onet.pl op.pl interia.pl gazeta.pl ' +
    'orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr libero.it virgilio.it tiscali.it alice.it tin.it terra.com.br uol.com.br ' +
    'bol.com.br ig.com.br globo.com telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl xs4all.nl hetnet.nl home.nl bluewin.ch sunrise.ch ' +
    'btinternet.com sky.com virginmedia.com talktalk.net ntlworld.com comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net ' +
    'charter.net earthlink.net juno.com shaw.ca rogers.com sympatico.ca bigpond.com optusnet.com.au qq.com foxmail.com 163.com 126.com yeah.net ' +
    'sina.com sohu.com aliyun.com naver.com hanmail.net daum.net nate.com rediffmail.com walla.co.il walla.com nana10.co.il netvision.net.il ' +
    'bezeqint.net 012.net.il zahav.net.il mailinator.com guerrillamail.com yopmail.com 10minutemail.com temp-mail.org duck.com'
  ).split(' '),
);

/** Services that are in many countries under the same name. */
const inEveryCountry = /^(?:yahoo|hotmail|outlook|gmx|yandex)\.(?:com?\.)?[a-z]{2,3}$/;

/** True for a domain of a public mail service, where an address says nothing about who somebody works for. Takes lower case. */
export const isSharedMailDomain = (domain: string): boolean => shared.has(domain) || inEveryCountry.test(domain);
