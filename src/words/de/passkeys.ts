import type { PasskeysWords } from '../en/passkeys.ts'

export const passkeys: PasskeysWords = {
  signWith: 'Mit deinem Passkey signieren',
  ofDevice: 'Mit dem Passkey dieses Geräts:',
  makeNew: 'Einen neuen Passkey anlegen',
  another: 'Einen anderen Passkey nehmen',
  haveWords: 'Ich habe Wiederherstellungs\u00adwörter',
  haveOne: 'Ich habe einen Passkey für Vouch',
  about: 'Was ein Passkey ist, und was ist, wenn er verloren geht',
  what: 'Ein Passkey liegt auf deinem Telefon oder Computer, geschützt durch Fingerabdruck, Gesicht oder Code. Er bildet hier im Browser jedes Mal, wenn du bestätigst, den Schlüssel deines Kontos. Der Schlüssel wird nie an diesen Server gesendet und gehört allein deinen Geräten.',
  synced:
    'Der iCloud-Schlüsselbund (ab iOS und iPadOS 18.4, macOS 15.4) und der Google Passwortmanager bringen ihn auf deine anderen Geräte. Windows Hello und Sicherheitsschlüssel behalten ihn auf dem einen Gerät.',
  lost: 'Verlierst du deine Passkeys und auch deine 24 Wiederherstellungs\u00adwörter, ist endgültig verloren, was dein Konto hier verwahrt: Niemand kann es wiederherstellen, auch nicht, wer diesen Server betreibt.',
  newIsAnother: 'Ein neuer Passkey ist ein anderes Konto, außer du fügst ihn diesem hinzu.',
  inside_app:
    'Du bist in einer App, und dort gehen Passkeys nicht. Öffne diese Seite in deinem Browser, etwa Safari oder Chrome, um es ohne Wallet zu behalten.',
  no_prf:
    'Passkeys dieses Browsers können keinen Schlüssel bilden (ihm fehlt die PRF-Erweiterung). Öffne diese Seite in Chrome, Edge oder Safari, oder nimm eine Wallet.',
  no_passkeys:
    'Dieser Browser hat hier keine Passkeys. Öffne diese Seite über https in einem neueren, etwa Chrome, Edge oder Safari, oder nimm eine Wallet.',
  no_name:
    'Ein Passkey gehört zu einem Namen, und diese Seite wurde über eine Nummer geöffnet. Öffne sie über ihren Namen, oder nimm eine Wallet.',
  no_storage:
    'Dieser Browser lässt diese Website nichts speichern, und das brauchen Passkeys hier: Erlaube ihr Cookies und Websitedaten und lade die Seite neu, verlass den privaten Modus, oder nimm eine Wallet.',
  toSign: {
    inside_app:
      'Dieses Konto gehört zu einem Passkey, und du bist in einer App, wo Passkeys nicht gehen. Öffne diese Seite in deinem Browser, etwa Safari oder Chrome, und signiere dort.',
    no_prf:
      'Dieses Konto gehört zu einem Passkey, und dieser Browser kann seinen Schlüssel nicht bilden (ihm fehlt die PRF-Erweiterung). Öffne diese Seite in Chrome, Edge oder Safari, und signiere dort.',
    no_passkeys:
      'Dieses Konto gehört zu einem Passkey, und dieser Browser hat hier keine. Öffne diese Seite über https in einem neueren, etwa Chrome, Edge oder Safari, und signiere dort.',
    no_name:
      'Dieses Konto gehört zu einem Passkey und der zu einem Namen, aber diese Seite wurde über eine Nummer geöffnet. Öffne sie über ihren Namen, und signiere dort.',
    no_storage:
      'Dieses Konto gehört zu einem Passkey, und dieser Browser lässt diese Website nichts speichern, was Passkeys hier brauchen: Erlaube ihr Cookies und Websitedaten und lade die Seite neu, oder verlass den privaten Modus, und signiere dann.',
  },
  openLocalhost: 'Unter localhost öffnen',
  openInBrowser: 'In meinem Browser öffnen',

  account: 'Dein Konto hier',
  opens: 'Dein Passkey öffnet es, und niemand sonst kann das:',
  linkIt:
    'Verknüpfe es mit /wallet link mit deinem Chat-Konto. Dann gibst du Trinkgeld von dem, was es hier verwahrt, tauschst es oder zahlst es aus, mit einer Bestätigung und ohne Netzwerkgebühr. Ohne diesen Server geht es mit seinen Wiederherstellungs\u00adwörtern in einer Wallet-App.',
  wordsAndPasskeys: 'Wiederherstellungs\u00adwörter und Passkeys',
}
