import type { WrittenWords } from '../en/written.ts'
import { page, problems, progress } from './parts.ts'

const landing: WrittenWords['landing'] = {
  title: 'Vouch - Geld an einen Namen senden, auf jeder Chain',
  description:
    'Sende Geld an einen Benutzernamen oder eine E-Mail-Adresse, auf jeder Chain, mit einer Chat-Nachricht.',
  heading: 'Sende an einen Namen, nicht an eine Adresse.',
  lead: (command) =>
    `Schreib ${command} in deinen Chat und signiere mit deiner eigenen Wallet. Bobby zeigt, dass er @bobby ist, wählt eine beliebige Chain und wird dort ausgezahlt.`,
  api: 'Zur API-Dokumentation',
  say: 'Sagen',
  sayMore:
    'Aus einer Nachricht im Chat wird eine unsignierte Transaktion. Nichts bewegt sich, bevor deine Wallet sie signiert.',
  sign: 'Signieren',
  signMore:
    'Die Signierseite sagt in Worten, was die Bytes tun. Deine Schlüssel bleiben in deiner Wallet.',
  claim: 'Einlösen',
  claimMore:
    'Um erreicht zu werden, braucht niemand eine Wallet: Ein Name genügt. Jeder Schritt unterwegs ist live zu sehen.',
}

const trackPage: WrittenWords['trackPage'] = {
  notFollowed: 'Noch nicht verfolgt',
  nobodyAsked: 'Nach dieser Transaktion hat bisher niemand gefragt.',
  follow: 'Diese Transaktion verfolgen',
  updates: 'Diese Seite aktualisiert sich von selbst.',
  lost: 'Die Verbindung ist weg. Wir versuchen es weiter…',
}

const unsubscribe: WrittenWords['unsubscribe'] = {
  about: 'E-Mails über das, was auf dich wartet',
  question:
    'Wir schreiben an diese Adresse, wenn jemand Geld an sie sendet und bevor es zurückgeht. Möchtest du diese E-Mails nicht mehr?',
  noMore: 'Keine E-Mails mehr',
  noMoreMeans:
    'An diese Adresse geht nichts mehr außer Codes, um die du selbst bittest. Was auf dich wartet, wartet weiter.',
  notFromThem: 'Keine E-Mails mehr von diesem Absender',
  notFromThemMeans:
    'Was dieser Absender an diese Adresse sendet, wird nicht mehr per E-Mail gemeldet. Was auf dich wartet, wartet weiter.',
  stopAll: 'Nichts mehr an diese Adresse',
  stopSender: 'Nichts mehr von diesem Absender',
  undo: 'Rückgängig: wieder E-Mails schicken',
}

const failures: WrittenWords['failures'] = {
  titles: {
    missing: 'Hier ist nichts',
    over: 'Das ist vorbei',
    busy: 'Gerade nicht',
    fault: 'Etwas ging schief',
    refused: 'Das hat nicht geklappt',
  },
  nothingAt: (address) => `Unter ${address} gibt es nichts.`,
  checkAddress: 'Prüfe die Adresse.',
  missing: 'Wohin diese Adresse führte, das gibt es hier nicht oder nicht mehr.',
  over: 'Wohin dieser Link führte, das ist vorbei oder schon benutzt.',
  busy: 'Vouch kann gerade nicht antworten.',
  starting: 'Dieser Server wird gerade gestartet.',
  fault: 'Bei uns ging etwas schief.',
  refused: 'Die Adresse oder was an sie gesendet wurde, ist nicht zu gebrauchen.',
  askAnew:
    'Öffne den Link noch einmal so, wie du ihn bekommen hast, oder bitte dort um einen neuen.',
  laterOrTell:
    'Versuch es noch einmal; bleibt es dabei, nenne denen, die diesen Dienst betreiben, die Nummer der Anfrage.',
  home: 'Zur Startseite',
}

const letters: WrittenWords['letters'] = {
  sentYou: (name, sum) => `${name} hat dir ${sum} geschickt`,
  severalSent: (count, sum) => `${count} Absender haben dir ${sum} geschickt`,
  stillWaits: (name, sum) => `Wartet noch auf dich: ${sum} von ${name}`,
  severalStillWait: (count, sum) => `Wartet noch auf dich: ${sum} von ${count} Absendern`,
  sumFrom: (name, sum) => `${sum} von ${name}`,
  writes: (name) => `${name} schreibt:`,
  howToClaim:
    'Es wartet auf dich, und nur für diese Adresse. Öffne die Seite, fordere einen Code an (auch er kommt per E-Mail) und sag, wohin ausgezahlt werden soll.',
  howToClaimAll:
    'Alles davon wartet auf dich, und nur für diese Adresse. Öffne eine Seite, fordere einen Code an (auch er kommt per E-Mail) und sag, wohin ausgezahlt werden soll. Nach dem ersten Code zeigt die Seite, was noch wartet.',
  claim: 'Einlösen',
  newLink: 'Dieser Link ersetzt den, den du hattest; der öffnet nichts mehr.',
  waitsUntil: (day, name) => `Es wartet bis zum ${day}. Danach geht es zurück an ${name}.`,
  needsPin: (name) =>
    `Bei so viel brauchst du auch eine PIN mit 6 Zeichen. ${name} hat sie: Frag danach, aber nicht als Antwort auf diese E-Mail.`,
  caution:
    'Die Seite zu öffnen verbraucht nichts. Behalte den Link für dich. Wir fragen nie nach einem Passwort oder Schlüssel von dir. Wenn du das nicht erwartest, tu nichts.',
  otherLanguages: (names) =>
    `${names}: Deine Sprache wählst du auf der Einlöseseite. Auch spätere E-Mails kommen dann in dieser Sprache.`,
  why: 'Du bekommst diese E-Mail, weil jemand Geld an diese Adresse gesendet hat.',
  stop: 'Keine solchen E-Mails mehr',
  codeIs: (code) => `${code} ist dein Code für Vouch`,
  yourCode: 'Dein Bestätigungscode',
  code: 'Der Code',
  typeIt:
    'Gib ihn innerhalb von 10 Minuten dort ein, wo du ihn angefordert hast: auf der Einlöseseite oder in deinem privaten Chat mit dem Bot.',
  newestCounts: 'Nur der neueste Code gilt; mit einem älteren geht nichts mehr.',
  notAsked:
    'Hast du ihn nicht angefordert, tu nichts. Gib ihn niemandem, und schreib ihn nie in eine Gruppe.',
}

export const written: WrittenWords = {
  landing,
  trackPage,
  unsubscribe,
  failures,
  letters,
  page,
  problems,
  states: progress.states,
}
