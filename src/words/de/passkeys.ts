import type { KeyPageWords, PasskeysWords } from '../en/passkeys.ts'

export const passkeys: PasskeysWords = {
  signWith: 'Mit deinem Passkey signieren',
  ofDevice: 'Mit dem Passkey dieses Geräts:',
  makeNew: 'Einen neuen Passkey anlegen',
  another: 'Einen anderen Passkey nehmen',
  haveOne: 'Ich habe einen Passkey für Vouch',
  about: 'Was ein Passkey ist, und was ist, wenn er verloren geht',
  what: 'Ein Passkey liegt auf deinem Telefon oder Computer, geschützt durch Fingerabdruck, Gesicht oder Code. Er bildet hier im Browser jedes Mal, wenn du bestätigst, den Schlüssel deines Kontos. Der Schlüssel wird nie an diesen Server gesendet und gehört allein deinen Geräten.',
  synced:
    'Der iCloud-Schlüsselbund (ab iOS und iPadOS 18.4, macOS 15.4) und der Google Passwortmanager bringen ihn auf deine anderen Geräte. Windows Hello und Sicherheitsschlüssel behalten ihn auf dem einen Gerät.',
  lost: 'Verlierst du jedes Gerät, das ihn hat, oder löschst du ihn, und hast du seine Wiederherstellungswörter nicht aufgeschrieben, dann ist endgültig verloren, was er verwahrt.',
  nobodyRestores:
    'Niemand kann ihn wiederherstellen, auch nicht, wer diesen Server betreibt. Ein anderer Passkey ist ein anderes Konto und öffnet hiervon nichts.',
  inside_app:
    'Du bist in einer App, und dort gehen Passkeys nicht. Öffne diese Seite in deinem Browser, etwa Safari oder Chrome, um es ohne Wallet zu behalten.',
  no_prf:
    'Passkeys dieses Browsers können keinen Schlüssel bilden (ihm fehlt die PRF-Erweiterung). Öffne diese Seite in Chrome, Edge oder Safari, oder nimm eine Wallet.',
  no_passkeys:
    'Dieser Browser hat hier keine Passkeys. Öffne diese Seite über https in einem neueren, etwa Chrome, Edge oder Safari, oder nimm eine Wallet.',
  no_name:
    'Ein Passkey gehört zu einem Namen, und diese Seite wurde über eine Nummer geöffnet. Öffne sie über ihren Namen, oder nimm eine Wallet.',
  openLocalhost: 'Unter localhost öffnen',
  openInBrowser: 'In meinem Browser öffnen',

  account: 'Dein Konto hier',
  opens: 'Dein Passkey öffnet es, und niemand sonst kann das:',
  linkIt:
    'Verknüpfe es mit /wallet link mit deinem Chat-Konto, dann wird künftig hierher ausgezahlt. Um selbst zu bewegen, was es hält, gib seine Wiederherstellungswörter in eine Wallet-App ein und zahl dort die Netzwerkgebühr.',
  wordsAndPasskeys: 'Wiederherstellungswörter und Passkeys',
  showWords: 'Meine Wiederherstellungswörter zeigen',
  takesAll: 'Wer diese Wörter liest, kann alles nehmen.',
  nobodyNeeds:
    'Niemand, der dir hilft, braucht sie, und keine andere Seite soll danach fragen. Schreib sie in ihrer Reihenfolge auf Papier und verwahr das wie Geld. MetaMask und Keplr nehmen sie als Wiederherstellungsphrase.',
  recoveryWords: 'Wiederherstellungswörter',
  alone: 'Ich bin allein: zeig sie',
  hide: 'Verbergen',

  noKey:
    'Dieser Passkey kann keinen Schlüssel bilden: Wo er liegt, oder diesem Browser, fehlt die PRF-Erweiterung.',
  otherBrowser:
    'Behalten wurde nichts. Nimm einen Browser, der sie hat, etwa Chrome, Edge oder Safari, mit den Passkeys deines Telefons oder Computers; oder eine Wallet.',
  other: (address) => `Das ist ein anderer Passkey: Er öffnet ${address}.`,
  useRight: 'Versuch es mit dem, der dieses Konto öffnet.',
  notUsed:
    'Der Passkey wurde nicht benutzt: Du hast abgelehnt, es hat zu lange gedauert, oder hier gibt es keinen.',
  whenReady: 'Es ist nichts passiert. Versuch es noch einmal, wenn du so weit bist.',
  hasIt: 'Dieses Gerät hat diesen Passkey schon.',
  useIt: 'Benutze ihn, statt noch einen anzulegen.',
  unable: 'Der Passkey konnte nicht benutzt werden.',
  unableBecause: (words) => `Der Passkey konnte nicht benutzt werden: ${words}`,
  orWallet: 'Versuch es noch einmal, oder nimm eine Wallet.',
}

export const keyPage: KeyPageWords = {
  account: 'Dein Konto',
  unknown: 'Dieser Browser kennt kein Konto von dir. Öffne eines mit einem Passkey, den du hast.',
  headings: {
    sign: 'Mit deinem Passkey signieren',
    new: 'Dein Konto anlegen',
    remembered: 'Dein Konto öffnen',
    any: 'Dein Konto öffnen',
  },
  signsText: (account) => `Dein Konto ${account} signiert diesen Text und sonst nichts:`,
  confirm:
    'Bestätige es mit deinem Passkey. Der Schlüssel entsteht nur auf dieser Seite, die niemandem etwas senden kann, und ist weg, sobald du sie verlässt.',
  waiting: 'Warte auf deinen Passkey…',
  back: 'Zurück',
  backWithout: 'Ohne zurückgehen',
}
