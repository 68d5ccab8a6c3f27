import type { ClaimStepsWords, PageClaimWords } from '../en/claim.ts'
import { plural } from '../plural.ts'

export const claim: PageClaimWords = {
  notBegunHere: 'Diese Anmeldung wurde nicht hier begonnen',
  beginAnew:
    'Sie wurde in einem anderen Browser begonnen oder vor mehr als 10 Minuten, daher ist damit nichts geschehen. Öffne den Einlöse-Link noch einmal und fang neu an, in einem Browser.',
  incomplete: 'Dieser Link ist nicht vollständig',
  wholeLink:
    'Das Ende des Links, nach dem Zeichen #, fehlt. Öffne den ganzen Link aus der Nachricht, die du bekommen hast.',
  cannotShow: 'Diese Sendung lässt sich nicht zeigen',
  looking: 'Wir sehen nach, was auf dich wartet.',
  sentYou: (sender) => `${sender} hat dir etwas geschickt`,
  for: (who) => `Für ${who}`,
  waitsUntil: (day) => `Es wartet bis zum ${day}.`,
  ownWords: (sender) => `Worte von ${sender}`,
  notArrived: 'Es ist noch nicht angekommen',
  announced: (sender) =>
    `${sender} hat es angekündigt. Du kannst es hier einlösen, sobald es sicher auf der Chain ist; diese Seite merkt das von selbst.`,
  paused: 'Es ist vorerst angehalten',
  pausedBy:
    'Die Betreiber dieses Bots haben es angehalten; verloren ist nichts. Die Frist läuft so lange nicht, und diese Seite merkt von selbst, wenn es weitergeht.',
  waitsForWord: (sender) => `Es wartet auf eine Antwort von ${sender}`,
  held: {
    changed: (who, sender) =>
      `${who} wurde aufgegeben oder hat mehr als einem Konto gehört, daher wurde ${sender} gefragt, wer gemeint ist. Bis dahin kann es niemand einlösen; verloren ist nichts, denn was niemand einlöst, geht zurück.`,
    stale: (who, sender) =>
      `${who} war lange nicht gesehen worden, als das geschickt wurde, daher wurde ${sender} gefragt, wer gemeint ist. Bis dahin kann es niemand einlösen; verloren ist nichts, denn was niemand einlöst, geht zurück.`,
  },
  from: (day) => `Du kannst es ab dem ${day} einlösen`,
  newName: (who, sender) =>
    `Das Konto ${who} trägt diesen Namen erst seit Kurzem. Bis dahin kann ${sender} es zurücknehmen oder bestätigen, dass du gemeint bist; diese Seite merkt das von selbst.`,

  over: 'Das lässt sich nicht mehr einlösen',
  expired: 'Niemand hat es rechtzeitig eingelöst, daher geht es an den Absender zurück.',
  cancelling: 'Der Absender nimmt es gerade zurück.',
  cancelled: 'Der Absender hat es zurückgenommen.',
  returning: 'Niemand hat es rechtzeitig eingelöst. Es ist auf dem Weg zurück zum Absender.',
  returned: 'Niemand hat es rechtzeitig eingelöst, daher ging es an den Absender zurück.',
  payingOut: (sum) => `${sum} wird ausgezahlt`,
  paid: (sum) => `Ausgezahlt: ${sum}`,
  paidAsVouchers: (sum) => `Als Gutscheine ausgezahlt: ${sum}`,
  notPaidYet: (sum) => `Noch nicht ausgezahlt: ${sum}`,
  to: (address, chain) => `An ${address} auf ${chain}`,
  inWallet: (sum) => `Ausgezahlt. ${sum} ist in deiner Wallet.`,
  keptHere: (sum) => `Fertig. ${sum} ist hier verwahrt, mit deinem Passkey.`,
  yoursAsVouchers: (sum) => `Ausgezahlt. ${sum} gehört dir als Gutscheine.`,
  wasPaid: 'Es wurde ausgezahlt.',
  isBeingPaid: 'Es wird gerade ausgezahlt.',
  sayThanks: (sender) => `${sender} danken`,
  saidThanks: 'Du hast dich bedankt.',
  backTo: (place) => `Zurück zu ${place}`,
  noReason: 'ein Grund wurde nicht genannt',
  vouchersOf: (chain, reason, address) =>
    `${chain} konnte nicht auszahlen: ${reason}. Es sind Gutscheine deiner Adresse ${address} auf ${chain}. Nur deren Wallet kann sie zu Token machen.`,
  takeOut: (chain) => `Auf ${chain} auszahlen`,
  buttonOnLink: 'Öffne den Link dieser Sendung, dort ist ein Knopf dafür.',
  connectNext: 'Verbinde diese Wallet auf der nächsten Seite.',
  otherWays: 'Es geht auch mit /withdraw in einem Chat, in dem die Wallet verknüpft ist.',
  lastTry: 'Der letzte Versuch wurde abgelehnt.',
  lastTryBecause: (reason) => `Der letzte Versuch wurde abgelehnt: ${reason}.`,
  nothingLost: 'Verloren ist nichts. Prüfe Chain und Adresse und versuch es noch einmal.',
}

export const claimSteps: ClaimStepsWords = {
  prove: '1. Zeig, dass du es bist',
  continueAs: (who, place) =>
    `Weiter als ${who}: ${place} nennt uns den Namen deines Kontos und sonst nichts.`,
  continueWith: (place) => `Weiter mit ${place}`,
  noWay: (place) =>
    `Dieser Server kann Konten bei ${place} noch nicht prüfen, daher lässt sich nichts auszahlen. Verloren ist nichts: Was niemand einlöst, geht an den Absender zurück.`,
  byMail: (to) => `Wir schicken einen Code per E-Mail an ${to}.`,
  byChat: (to, place) => `Wir schicken einen Code an ${to} auf ${place}.`,
  orByMail: (to) => `Oder wir schicken einen Code per E-Mail an ${to}.`,
  orByChat: (to, place) => `Oder wir schicken einen Code an ${to} auf ${place}.`,
  unchanged: 'Dass du diese Seite geöffnet hast, hat noch nichts verändert.',
  sendCode: 'Schick mir einen Code',
  haveCode: 'Ich habe einen Code',
  codeByMail: (to) =>
    `Wenn das deins ist, ist ein Code per E-Mail unterwegs an ${to}. Er gilt 10 Minuten.`,
  codeByChat: (to, place) =>
    `Wenn das deins ist, ist ein Code unterwegs an ${to} auf ${place}. Er gilt 10 Minuten.`,
  codeLate:
    'Er verspätet sich: Der Mailserver dort hat ihn noch nicht angenommen. Wir versuchen es, solange er gilt.',
  code: (characters) => `Der Code (${characters} Zeichen)`,
  continue: 'Weiter',
  anotherCode: 'Noch einen Code schicken',
  anotherCodeIn: (seconds) => `Noch einen Code schicken (in ${seconds} s)`,

  where: '2. Wohin soll es?',
  changeIt: 'Ändern',
  noWallet:
    'Keine Wallet? Behalte es hier: Es gehört sofort dir, und den einzigen Schlüssel hat dein Telefon oder Computer.',
  keep: 'Hier behalten',
  orAddress: 'Oder an eine Adresse von dir',
  wordsFirst: {
    message: (usd) =>
      `Das ist das Konto deines Passkeys. Damit hätte es mehr als $${usd}, und seine Wiederherstellungswörter sind noch nicht bestätigt. Es wurde nichts ausgezahlt.`,
    keepInstead:
      'Drück oben „Hier behalten“: Dort wirst du zuerst nach den Wörtern gefragt. Oder gib eine andere Adresse ein.',
    otherAddress:
      'Bestätige sie und verknüpfe das Konto im Chat noch einmal mit /wallet link, oder gib eine andere Adresse ein.',
  },
  eachNeedsPin: 'Jedes davon braucht die PIN seines Absenders. Wähle eines aus.',
  nowhere: (tokens) =>
    `Gerade kann keine Chain dieses Netzwerks ${tokens} auszahlen. Es bleibt hier für dich.`,
  otherChain: 'Die gewählte Chain kann das nicht auszahlen. Wähle eine andere.',
  addressOn: (chain) => `Deine Adresse auf ${chain}`,
  anApp: (app, chain) =>
    `Eine App wie ${app} gibt dir eine Adresse auf ${chain}. Komm damit zurück: Das hier bleibt für dich.`,
  everything: (count) => `Alles (${count})`,
  sumFrom: (sum, sender) => `${sum} von ${sender}`,
  which: 'Was löst du ein?',
  chain: 'Chain',
  useAddress: (wallet) => `Meine Adresse in ${wallet} nehmen`,
  appAddress: 'Die Adresse einer Wallet-App nehmen',
  address: {
    missing: 'Gib die Adresse an, an die ausgezahlt werden soll.',
    evm: 'Eine Adresse auf dieser Chain ist 0x und 40 Ziffern oder Buchstaben von a bis f.',
    mistyped:
      'Diese Adresse hat einen Tippfehler: Ihre Großbuchstaben passen nicht. Kopiere sie noch einmal.',
    otherKind:
      'Eine Adresse, die mit 0x beginnt, gehört zu einer anderen Art von Chain. Wähle eine davon, oder kopiere deine Adresse auf dieser.',
    cosmos:
      'Das ist keine Adresse dieser Chain: Ihre Form oder ihre letzten Zeichen passen nicht. Kopiere sie noch einmal.',
  },

  right: 'Stimmt das so?',
  pays: 'Zahlt',
  and: 'Und',
  payoutFee: 'Auszahlungsgebühr',
  hubKeeps: (fee) => `${fee}, die der Hub behält`,
  arrives: 'Kommt an',
  on: 'Auf',
  to: 'An',
  keptAt: 'Bei deinem Passkey unter',
  final: 'Es lässt sich nicht zurücknehmen.',
  compare: 'Vergleiche die Adresse mit der in deiner Wallet.',
  stays: (sums, count) =>
    `${sums} ${plural('de', count, { one: 'bleibt', other: 'bleiben' })} hier für dich, zum Einlösen auf einer anderen Chain oder mit der PIN des Absenders.`,
  pin: (sender, characters) =>
    `Die PIN von ${sender} (${characters} Zeichen). Bei so viel brauchst du sie: Frag danach.`,
  payOut: (sum) => `${sum} auszahlen`,
  payOutAll: (count) => `Alle ${count} auszahlen`,

  ownKey: 'Das kann nur dein eigener Schlüssel einlösen',
  boundToKey:
    'Der Absender hat es an einen öffentlichen Schlüssel gebunden, der nicht unserer ist, daher können wir es nicht für dich auszahlen. Sag, wohin es soll, signiere mit deinem Schlüssel, was hier erscheint, und schick beides an den Contract.',
  claim: 'Sendung',
  number: (id) => `Nummer ${id}`,
  addressThere: 'Deine Adresse dort',
  showDocument: 'Zeigen, was zu signieren ist',
  signThis: 'Signiere das, so wie es ist (SHA-256, secp256k1, 64 Bytes r||s)',
  sendTo: (chain) => `Danach kann jeder es auf ${chain} an diesen Contract senden:`,
  textAbove: '<der Text oben>',
}
