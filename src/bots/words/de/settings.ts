import type {
  SettingsWords,
  PrivacyWords,
  StartWords,
  HelpWords,
  InlineWords,
} from '../en/settings.ts'
import { plural } from '../../../words/plural.ts'

export const settings: SettingsWords = {
  summary: 'Zeigt und ändert Einstellungen: deine privat, die einer Gruppe durch Admins.',
  which:
    'Was: tokens, largest-tip, largest-quote, quiet, delete-after, language, timezone, reaction',
  value: 'Worauf es gesetzt wird',
  ownTitle: 'Deine Einstellungen',
  groupTitle: 'Einstellungen dieser Gruppe',
  language: 'Sprache',
  automatic: 'automatisch',
  useAutomatic: 'Automatisch',
  wallet: 'Zahlt zuerst',
  noWallet: 'keine Wallet verknüpft: /wallet link',
  privacy: 'Was ich von dir aufbewahre: /privacy',
  tokens: 'Erlaubte Token',
  all: 'alle',
  largestTip: 'Größtes Trinkgeld',
  largestQuote: 'Größte Kursanfrage',
  noLimit: 'keine Grenze',
  quiet: 'Leiser Modus',
  deleteAfter: 'Mein Geplauder löschen',
  on: 'an',
  off: 'aus',
  never: 'nie',
  minutes: (count) => plural('de', count, { one: 'nach 1 Minute', other: `nach ${count} Minuten` }),
  turnQuietOn: 'Leisen Modus einschalten',
  turnQuietOff: 'Leisen Modus ausschalten',
  howTo:
    'Admins ändern sie: /settings tokens usdc eth, /settings largest-tip 50 usdc, /settings largest-quote 1000 usdc, /settings quiet on, /settings delete-after 10, /settings reaction 🔥 1 usdc, /settings language de. Zurück zum Üblichen: all, none, off oder auto.',
  changed: (name) => `${name} hat die Einstellungen dieser Gruppe geändert`,
  onlyLanguage: 'Privat lassen sich nur deine Sprache und deine Zeitzone einstellen.',
  groupHas: 'Alles andere stellen in einer Gruppe ihre Admins ein.',
  unknown: (word) => `Eine Einstellung „${word}“ gibt es nicht.`,
  missing: 'Worauf soll es gesetzt werden?',
  seeThem: (names) => `Es gibt diese: ${names}. Wie sie gesetzt sind, zeigt /settings.`,
  unreadable: (word) => `Auf „${word}“ kann ich das nicht stellen.`,
  reaction: 'Reaktion',
  noReaction: 'nichts',
  tipsWith: (emoji, sum) => `${emoji} gibt ${sum} Trinkgeld`,
  howReaction:
    'Wer damit auf eine Nachricht reagiert, bekommt ein Trinkgeld an deren Verfasser zum Signieren, das niemand sonst sieht. In Telegram muss ich hier Admin sein, um Reaktionen zu sehen.',
  timeZone: 'Zeitzone',
  noTimeZone: 'nicht festgelegt',
  unknownZone: (word) => `Die Zeitzone „${word}“ gibt es nicht.`,
  zoneLike: 'Schreib sie wie Europe/Berlin, America/New_York oder utc+2; none vergisst sie.',
  unknownLanguage: (word) => `„${word}“ spreche ich nicht.`,
  speaks: (tags) => `Nenne eine davon: ${tags}, oder auto.`,
  adminsOnly: 'Nur Admins dieser Gruppe dürfen ihre Einstellungen ändern.',
  askAdmin: 'Frag jemanden von ihnen. Deine eigenen stehen hinter einem Knopf von /settings.',
  yours: 'Deine Einstellungen',
  tokenOff: (token) =>
    `${token} wird in dieser Gruppe nicht benutzt: Ihre Admins erlauben andere Token.`,
  useTokens: (tokens) => `Nimm einen von diesen, oder schreib mir privat: ${tokens}.`,
  tipTooLarge: (sum) => `${sum} sind mehr, als ein Trinkgeld in dieser Gruppe sein darf.`,
  quoteTooLarge: (sum) => `Für ${sum} gibt es in dieser Gruppe keinen Kurs: Das ist zu viel.`,
  tipPartTooLarge: (token) =>
    `So viel von deinen ${token} ist mehr, als ein Trinkgeld in dieser Gruppe sein darf.`,
  quotePartTooLarge: (token) =>
    `Für so viel von deinen ${token} gibt es in dieser Gruppe keinen Kurs: Das ist zu viel.`,
  atMost: (sum) => `Nenne höchstens ${sum}, oder schreib mir privat.`,
}

export const privacy: PrivacyWords = {
  summary: 'Zeigt, was ich von dir aufbewahre, und löscht es auf Wunsch.',
  part: 'erase (löschen), hide (verbergen) oder show (zeigen)',
  title: 'Was ich von dir aufbewahre',
  account: 'Dein Konto',
  accountIs:
    'Seine Nummer, deine Benutzernamen mit der Zeit, in der du sie hattest, und unseren privaten Chat, solange dieser Server läuft: So findet Geld, das dir jemand schickt, dich und niemand anderen.',
  language: 'Deine Sprache und Zeitzone',
  languageIs: 'Bis du sie änderst oder löschst.',
  talk: 'Wann du zuletzt in einer Gruppe mit mir geschrieben hast',
  talkIs:
    'Einen Tag lang, für /rain. Wo eine Reaktion Trinkgeld gibt, zwei Tage lang, wer welche Nachricht geschrieben hat. Von dem, was du schreibst, bewahre ich nur Befehle auf, bis sie beantwortet sind.',
  wallets: 'Wallets, die du verknüpft hast',
  walletsIs:
    'Ihre öffentlichen Adressen, bis du sie trennst oder löschst. Deine Schlüssel habe ich nie.',
  mailboxes: 'Postfächer, die du in unserem Chat als deine nachgewiesen hast',
  mailboxesIs: 'Eine halbe Stunde lang; Älteres verschwindet, sobald jemand das nächste nachweist.',
  quotes:
    'Kurse, nach denen du gefragt hast oder auf die du wartest, Pläne, deine Zahlungsanfragen und Rechnungen, Transaktionen, die du verfolgst, und Verlosungen, bei denen du mitmachst',
  quotesIs: 'Bis du sie löschst.',
  money: 'Was du signiert, gesendet und bekommen hast',
  moneyIs:
    'Beträge, Namen und Notizen, für immer: Ohne sie könnte niemand es einlösen oder zurückbekommen. Auch die Chains bewahren es öffentlich auf.',
  listed: 'Statistiken von Gruppen',
  listedIs:
    'Wie viel du gegeben und bekommen hast, zeigt dort /top. Mit /privacy hide bist du nicht mehr dabei.',
  hiddenIs:
    'Du bist nicht dabei: Weder du noch was du gegeben oder bekommen hast, zählt dort. Zurück geht es mit /privacy show.',
  hide: 'Statistiken verlassen',
  show: 'Wieder mitzählen',
  nowHidden: 'Du stehst in keiner Statistik mehr',
  nowListed: 'Du stehst wieder in Statistiken',
  erase: 'Löschen, was geht',
  askTitle: 'Löschen?',
  goes: 'Weg sind dann deine Sprache und Zeitzone, wann du zuletzt in Gruppen geschrieben hast, deine Kursanfragen, Kursalarme, Pläne, Zahlungsanfragen und Rechnungen, die Transaktionen, die du verfolgst, beendete Verlosungen, bei denen du mitgemacht hast, die Verknüpfungen zu deinen Wallets und die nachgewiesenen Postfächer.',
  stays:
    'Dein Konto und was du signiert, gesendet und bekommen hast, bleiben: Daran kann jemandes Geld hängen. Das lässt sich nicht rückgängig machen.',
  yes: 'Ja, löschen',
  doneTitle: 'Gelöscht',
  done: 'Was sich löschen lässt, ist weg. Schreibst du mir wieder, lerne ich deine Sprache neu.',
}

export const start: StartWords = {
  summary: 'Sagt Hallo.',
  title: 'Willkommen bei Vouch',
  hello: (name) =>
    `Hallo ${name}. Ich schicke Leuten Token an ihren Benutzernamen: /tip @bobby 5 usdc. Du signierst in deiner eigenen Wallet; deine Schlüssel habe ich nie.`,
  seeHelp: 'Was ich kann, zeigt dir /help.',
  somethingWaits: 'Da wartet etwas auf dich: /claim',
  description:
    'Ich schicke Leuten Token an ihren Benutzernamen, auf jeder Chain. Schreib /tip @bobby 5 usdc und signier in deiner eigenen Wallet; wer es bekommt, löst es ein, wo er möchte. Deine Schlüssel habe ich nie.',
  about: 'Trinkgeld an Benutzernamen, auf jeder Chain. Du signierst; deine Schlüssel habe ich nie.',
  claim: 'Einlösen',
  linkFirst: 'Als Nächstes: Verknüpf eine Wallet, oder leg ein Konto mit einem Passkey an.',
  link: 'Wallet oder neues Konto',
  tryTip:
    'Als Nächstes: Gib jemandem Trinkgeld. Antworte auf eine Nachricht mit /tip 1 usdc, oder nenne den Namen: /tip @bobby 1 usdc',
  howTips: 'So geht Trinkgeld',
  allCommands: 'Alle Befehle',

  addedTitle: 'Hallo, ich bin Vouch',
  added:
    'Ich schicke Leuten hier Token an ihren Benutzernamen: Antworte auf eine Nachricht mit /tip 5 usdc, oder schreib /tip @bobby 5 usdc. Alle signieren in ihrer eigenen Wallet, und wer etwas bekommt, löst es mit einem Druck ein.',
  forAdmins: 'Das können Admins hier einstellen:',
  makeAdmin: 'Als Admin dieser Gruppe sehe ich auch Reaktionen; sonst nur Befehle.',
}

export const help: HelpWords = {
  summary: 'Zeigt alle Befehle oder erklärt einen.',
  which: 'Welchen',
  title: 'Was ich kann',
  groups: {
    give: '🎁 Verschenken',
    ask: '🧾 Um Geld bitten',
    claim: '📥 Empfangen',
    market: '📈 Kurse und Tausch',
    wallets: '👛 Deine Wallets',
    settings: '⚙️ Einstellungen und Hilfe',
  },
  more: 'Mehr über einen: /help tip',
  usage: 'So geht es',
  example: 'Beispiel',
}

export const inline: InlineWords = {
  title: (sum, who) => `${sum} an ${who} senden`,
  airdropTitle: (sum, count) => `${sum} für die ersten ${count}`,
  description: 'Tippe, um die Karte zu senden. Danach signierst du sie.',
  preparing: (name) => `${name} bereitet diese Zahlung vor. Einen Moment.`,
  wait: 'Einen Moment',
  notReady:
    'Die Karte ist noch nicht fertig. Bleibt das so, muss mein Betreiber „Inline Feedback“ einschalten.',
  how: 'Wer und wie viel: @bobby 5 usdc oder 5 usdc for 3',
}
