import type { WrittenWords } from '../en/written.ts'
import { page, problems, progress } from './parts.ts'

const landing: WrittenWords['landing'] = {
  title: 'Vouch - Geld an einen Namen senden, auf jeder Chain',
  description:
    'Sende Geld an einen Benutzernamen oder eine E-Mail-Adresse, auf jeder Chain, mit einer Chat-Nachricht.',
  heading: 'Sende an einen Namen, nicht an eine Adresse.',
  lead: (command) =>
    `Schreib ${command} in deinen Chat und signiere mit deiner eigenen Wallet. Bobby zeigt, dass er @bobby ist, wählt irgendeine Chain und wird dort ausgezahlt.`,
  api: 'Zur API-Dokumentation',
  say: 'Sagen',
  sayMore:
    'Aus einer Nachricht im Chat wird eine unsignierte Transaktion. Nichts bewegt sich, bevor deine Wallet sie signiert.',
  sign: 'Signieren',
  signMore:
    'Die Seite zum Signieren sagt in Worten, was die Bytes tun. Deine Schlüssel bleiben in deiner Wallet.',
  claim: 'Einlösen',
  claimMore:
    'Um erreicht zu werden, braucht niemand eine Wallet: Ein Name genügt. Jeder Schritt unterwegs ist live zu sehen.',
}

const trackPage: WrittenWords['trackPage'] = {
  notFollowed: 'Noch nicht verfolgt',
  nobodyAsked: 'Nach dieser Transaktion hat bisher niemand gefragt.',
  follow: 'Diese Transaktion verfolgen',
  updates: 'Diese Seite aktualisiert sich von selbst.',
  lost: 'Die Verbindung ist weg. Wir versuchen es weiter …',
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
    'Versuch es noch einmal; bleibt es dabei, nenn denen, die diesen Dienst betreiben, die Nummer der Anfrage.',
  home: 'Zur Startseite',
}

export const written: WrittenWords = {
  landing,
  trackPage,
  unsubscribe,
  failures,
  page,
  problems,
  states: progress.states,
}
