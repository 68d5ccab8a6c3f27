import type { KeyPageWords, PasskeyProblemsWords, RecoveryWords } from '../en/key-page.ts'

export const keyPage: KeyPageWords = {
  headings: {
    sign: 'Mit deinem Passkey signieren',
    new: 'Dein Konto anlegen',
    remembered: 'Dein Konto öffnen',
    any: 'Dein Konto öffnen',
    words: 'Ein Konto mit seinen Wörtern öffnen',
    writing: 'Schreib zuerst deine Wörter auf',
  },
  writeFirst:
    'Das ist mehr als ein kleiner Betrag. Hat keines deiner Geräte den Passkey mehr, kommst du nur mit diesen Wörtern noch daran.',
  signsThis: (address) => `Dein Konto ${address} signiert dies und sonst nichts:`,
  theText: 'Der Text, der signiert wird',
  links: 'Dieses Konto verknüpfen',
  linksTo: 'Mit dem Konto',
  accountId: 'Dessen Kennung',
  aClaim: (id) => `die Sendung ${id}: einlösen kann sie, für wen sie ist`,
  unreadable: {
    message:
      'Diese Seite kann nicht alles lesen, was sie signieren soll, und signiert deshalb nichts.',
    fix: 'Geh zurück und bitte im Chat neu darum. Hat dich ein Fremder hierher geführt, schließ diese Seite.',
  },
  confirm:
    'Bestätige es mit deinem Passkey. Der Schlüssel entsteht nur auf dieser Seite, die niemandem etwas senden kann, und ist weg, wenn du sie verlässt.',
  waiting: 'Warte auf deinen Passkey…',
  pressToGoOn: 'Drück auf „Weiter“. Dann fragt dein Gerät nach deinem Passkey.',
  backWithout: 'Ohne ihn zurück',
  back: 'Zurück',

  noAccount: 'Dieser Browser kennt kein Konto von dir.',
  beforeShowing:
    'Wer deine Wiederherstellungs\u00adwörter sieht, kann alles nehmen. Schaut niemand zu, auch keine Kamera?',
  showThem: 'Ich bin allein: zeig sie mir',
  aboutAdding:
    'Er öffnet dasselbe Konto: ein Schlüssel am Schlüsselbund oder ein anderes Telefon, falls du dieses verlierst. Du bestätigst mit dem Passkey, den du hast, legst dann den neuen an und bestätigst mit ihm.',
  addPasskey: 'Passkey hinzufügen',
  notNow: 'Jetzt nicht',
  wordsConfirmed: 'Du hast seine Wiederherstellungs\u00adwörter in diesem Browser bestätigt.',
  wordsNeeded:
    'Schreib seine Wiederherstellungs\u00adwörter auf: Ohne sie ist es mit dem letzten Gerät verloren, das den Passkey hat.',
  showWords: 'Meine Wiederherstellungs\u00adwörter zeigen',
  addAnother: 'Noch einen Passkey hinzufügen',
  added: 'Der neue Passkey öffnet dieses Konto.',
  onEveryDevice: 'Das tut er auf jedem Gerät, das ihn hat.',
  inThisBrowser:
    'Das tut er in diesem Browser, bis dessen Daten gelöscht werden: Wo der Passkey liegt, ist kein Platz für mehr. In einem anderen nimm deine Wiederherstellungs\u00adwörter.',

  passkeyName: (day) => `Vouch-Konto vom ${day}`,
}

export const recovery: RecoveryWords = {
  danger: 'Wer diese Wörter liest, kann alles nehmen.',
  onPaper:
    'Niemand, der dir hilft, braucht sie, und keine andere Seite sollte nach ihnen fragen. Schreib sie in ihrer Reihenfolge auf Papier und verwahre es wie Geld. MetaMask und Keplr nehmen sie als Wiederherstellungsphrase.',
  words: 'Wiederherstellungs\u00adwörter',
  written: 'Ich habe sie aufgeschrieben',
  hide: 'Ausblenden',
  whatStands: 'Was steht auf deinem Papier?',
  word: (number) => `Wort ${number}`,
  theseAre: 'Das sind die Wörter',
  lookAgain: 'Die Wörter noch einmal ansehen',
  onlyHere:
    'Gib sie nur auf einer Seite ein, die du selbst geöffnet hast, nie dort, wohin dich eine Nachricht oder ein Fremder geführt hat. Danach öffnet ein neuer Passkey dieses Geräts dasselbe Konto.',
  inOrder: 'Deine 24 Wiederherstellungs\u00adwörter, in ihrer Reihenfolge',
  openHere: 'Dieses Konto hier öffnen',

  noMatch: {
    message: (number) => `Wort ${number} stimmt nicht.`,
    fix: 'Sieh auf dein Papier, oder sieh dir die Wörter noch einmal an und verbessere, was dort steht.',
  },
  wrongCount: {
    message: (given, wanted) => `Deine Phrase hat ${wanted} Wörter; du hast ${given} angegeben.`,
    fix: 'Sieh nach, ob eines fehlt oder hier doppelt steht.',
  },
  wrongOrder: {
    message: 'Jedes dieser Wörter könnte stimmen, aber sie gehören nicht zusammen.',
    fix: 'Eines davon ist ein anderes Wort, oder zwei sind vertauscht. Vergleiche sie mit deinem Papier, vom ersten bis zum letzten.',
  },
  unknownWord: {
    message: (number, word) => `Wort ${number}, „${word}“, gibt es in keiner Phrase.`,
    fix: 'Sieh noch einmal auf dein Papier.',
    meant: (word) => `Ist es vielleicht „${word}“?`,
  },
}

export const passkeyProblems: PasskeyProblemsWords = {
  noPrf: {
    message:
      'Dieser Passkey kann keinen Schlüssel bilden: Ihm oder diesem Browser fehlt die PRF-Erweiterung.',
    fix: 'Verwahrt wurde nichts. Nimm einen Browser, der sie hat, etwa Chrome, Edge oder Safari, mit den Passkeys deines Telefons oder Computers; oder eine Wallet.',
  },
  other: {
    message: (address) => `Das ist ein anderer Passkey: Er öffnet ${address}.`,
    fix: 'Versuch es noch einmal mit dem, der dieses Konto öffnet.',
  },
  noSeal: {
    message:
      'Das Siegel des Kontos, das dieser Passkey öffnet, liegt in einem anderen Browser oder wurde mit dessen Daten gelöscht.',
    fix: 'Nimm einen anderen Passkey des Kontos oder seine Wiederherstellungs\u00adwörter.',
  },
  brokenSeal: {
    message: 'Was dieser Passkey öffnen soll, ist beschädigt.',
    fix: 'Nimm einen anderen Passkey des Kontos oder seine Wiederherstellungs\u00adwörter.',
  },
  notUsed: {
    message:
      'Der Passkey wurde nicht benutzt: Du hast abgelehnt, es hat zu lange gedauert, oder hier ist keiner.',
    fix: 'Geschehen ist nichts. Versuch es noch einmal, wenn du so weit bist.',
  },
  hasIt: {
    message: 'Dieses Gerät hat diesen Passkey schon.',
    fix: 'Nimm ihn, statt einen weiteren anzulegen.',
  },
  unknown: {
    message: 'Keine Seite von Vouch hat diese Seite um etwas gebeten, das hier getan werden kann.',
    fix: 'Es ist nichts passiert. Geh zu der Seite zurück, von der du kommst, und versuch es dort noch einmal. Wenn dein Browser verbirgt, woher Links kommen, erlaube es für diese Website.',
  },
  unasked: {
    message: 'Dieser Tab wartet nicht auf das, was von deinem Passkey zurückkam.',
    fix: 'Es ist nichts passiert. Öffne den Link aus deinem Chat oder deiner Mail noch einmal, und versuch es dort wieder.',
  },
  failed: {
    message: (reason) => `Der Passkey ließ sich nicht benutzen: ${reason}.`,
    fix: 'Versuch es noch einmal, oder nimm eine Wallet.',
  },
}
