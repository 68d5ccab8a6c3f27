import type {
  AnswersWords,
  PrivateAnswersWords,
  NamingWords,
  WordingWords,
  ReadingWords,
  NoteWords,
  VerificationWords,
} from '../en/answers.ts'

export const answers: AnswersWords = {
  failedTitle: 'Etwas ging schief',
  failed: 'Bei uns ging etwas schief. Aus deiner Wallet wurde nichts gesendet.',
  report: (reference) =>
    `Kennung, falls du es denen meldest, die diesen Bot betreiben: ${reference}`,
  platformSilent: (place) => `${place} sagt gerade nichts`,
  silentFor: (place, span) =>
    `Ich muss wissen, wer hier wer ist. Das weiß nur ${place}, und dort soll ich ${span} lang nicht fragen. Passiert ist nichts: Versuch es danach noch einmal.`,
  notDoneYet:
    'Was du wolltest, ist noch nicht geschehen. Es geschieht von selbst, sobald das vorbei ist: Du brauchst nicht noch einmal zu fragen.',
  notDone:
    'Es ist nichts geschehen. Frag in ein paar Minuten noch einmal; was schon bestätigt wurde, bleibt erhalten.',
  nothingToShow: 'Es gibt nichts mehr zu zeigen.',
  allOfThem: 'Alle zusammen',
  claimFrom: (number, sum, sender) => `${number}: ${sum} von ${sender}`,
}

export const privateAnswers: PrivateAnswersWords = {
  written: 'Ich habe dir privat geschrieben',
  writtenTo: (name) => `${name}, die Antwort steht in unserem privaten Chat.`,
  unreachable: 'Ich kann dir nicht privat schreiben',
  unreachableBy: (name) =>
    `${name}, die Antwort ist nur für dich, und ich darf dir noch nicht schreiben. Öffne einen privaten Chat mit mir, drücke auf Start und frage noch einmal.`,
  open: 'Privaten Chat öffnen',
  startToRead: (name) =>
    `${name}, die Antwort ist nur für dich, und ich darf dir noch nicht schreiben. Öffne unseren privaten Chat und drücke auf Start: Dort wartet sie einen Tag lang.`,
  nobody: 'Wer bist du?',
  nobodyAsked:
    'Das wurde im Namen einer Gruppe oder eines Kanals geschrieben, daher weiß ich nicht, um wessen Wallet es geht. Schreib es als du selbst: Admins schalten vorher „Anonym bleiben“ aus.',
  notShownThere: 'Das ließ sich in der Gruppe nicht zeigen',
  askedForNothing:
    'Dort könnte niemand einen Anteil nehmen, deshalb wird deine Wallet um nichts gebeten. Sieh nach, ob ich dort schreiben darf, und frag später noch einmal.',
}

export const naming: NamingWords = {
  elsewhere: (handle, place) => `${handle} auf ${place}`,
  vouchersOf: (wallet) => `Gutscheine von ${wallet}`,
}

export const wording: WordingWords = {
  baseUnits: (units, token) => `${units} Basiseinheiten von ${token}`,
  worth: (sum, usd) => `${sum} ($${usd})`,
  worthNow: (sum, usd) => `${sum} (jetzt $${usd})`,
  wallet: (chain, address) => `${chain}, Wallet ${address}`,
  aside: (said, more) => `${said} (${more})`,
  percent: (number) => `${number} %`,
}

export const reading: ReadingWords = {
  unreadable: (input) => `„${input}“ verstehe ich nicht.`,
  likeThis: (example) => `Schreib es so: ${example}`,

  understood: (parts) => `Verstanden habe ich: ${parts.join(', ')}`,
  to: (who) => `an ${who}`,
  into: (token) => `in ${token}`,
  amountIs: (amount) => `Betrag ${amount}`,
  amountMissing: 'Wie viel, und von welchem Token?',
  notAnAmount: (word) => `„${word}“ steht dort, wo der Betrag hingehört.`,
  amountFirst: (example) => `Schreib den Betrag vor den Token: ${example}`,
  whichAmount: (amount) => `Wie viel ist „${amount}“?`,
  pressMeaning:
    'Tausender und Nachkommastellen schreibt jede Sprache anders. Drück auf das, was du meinst: Vorher wird nichts verschickt.',
  tokenMissing: 'Welcher Token?',
  otherMoney: (money) => `Ich kenne Token und Dollar, aber nicht „${money}“. Welcher Token?`,
  withToken: (example) => `Zum Beispiel: ${example}. Alle Token: /tokens`,
  tokensMissing: 'Wie viel von welchem Token, und für welchen?',
  otherMissing: 'Welchen Token willst du dafür?',
  chainBehind: 'Welche Chain bezahlt, schreibst du dahinter: on base.',

  nobody: 'Wer bekommt es?',
  noPerson: (word) => `Wer ist „${word}“?`,
  personFirst: (example, inAnswer) =>
    `Beginne mit dem Empfänger: ${example}. Oder antworte mit ${inAnswer} auf eine Nachricht von ihm.`,
  answersNobody:
    'Die Nachricht, auf die du antwortest, ist von niemandem, den ich sehe: von einem Bot, einem Kanal oder einem anonymen Admin.',
  unknownPlatform: (prefix) => `Die Plattform „${prefix}“ kenne ich nicht.`,
  platforms: (handles) => `Schreib ${handles.join(', ')} oder eine E-Mail-Adresse.`,
  walletAlone: 'Trinkgeld an eine Wallet geht nur einzeln.',
  walletByItself: 'Nenne sie in einem eigenen Befehl.',
  whichChain: (address) => `Auf welcher Chain ist die Wallet ${address}?`,
  pressChain: 'Drücke die gemeinte Chain: Vorher wird nichts gesendet.',
  unknownWallet: (address) => `Adressen wie ${address} gibt es auf keiner Chain hier.`,
  addressOf: (chains) => `Gib eine Adresse auf einer dieser Chains an: ${chains.join(', ')}.`,
  toOneself: 'Dieses Trinkgeld ginge an dich selbst.',
  nameAnother: 'Nenne jemand anderen.',
  nobodyInParticular: (word) => `„${word}“ ist niemand Bestimmtes.`,
  nameOrShare: (example) =>
    `Nenne Leute, oder verteile es unter denen, die zuerst kommen: ${example}`,
  toBot: 'Ich bin der Bot und kann kein Trinkgeld einlösen.',
  namePerson: 'Nenne eine Person.',
  namedAsBot: (who) =>
    `${who} ist dem Namen nach ein Bot, und Bots können kein Trinkgeld einlösen.`,
  answerThem: (who) =>
    `Nenne eine Person. Ist ${who} eine, dann antworte mit dem Befehl auf eine ihrer Nachrichten.`,
}

export const note: NoteWords = {
  tooLong: (length, most) => `Die Notiz hat ${length} Zeichen; höchstens ${most} sind möglich.`,
  shorten: 'Kürze die Notiz.',
  hasLink: 'Eine Notiz darf keine Links enthalten.',
  withoutLink: 'Schreib die Notiz ohne den Link.',
  hasMention: 'Eine Notiz darf niemanden erwähnen.',
  withoutMention: 'Schreib die Notiz ohne das @.',
}

export const verification: VerificationWords = {
  title: 'Dein Bestätigungscode',
  code: 'Code',
  howTo:
    'Gib ihn innerhalb von 10 Minuten auf der Einlöseseite ein. Hast du ihn nicht angefordert, tu nichts. Gib ihn niemandem, und schreib ihn nie in eine Gruppe.',
}
