import type { ClaimWords, ClaimableWords, PayoutWords } from '../en/claims.ts'
import { plural } from '../../../words/plural.ts'

export const claim: ClaimWords = {
  summary: 'Zeigt, was auf dich wartet, oder zahlt es dir auf einer Chain aus.',
  listSummary: 'Zeigt, was auf dich wartet.',
  which: 'Was du einlösen willst, oder der Link dazu',
  chain: 'Auf welche Chain',
  address: 'Deine Adresse auf dieser Chain',
  code: 'Der Code aus deinem Postfach',
  pin: 'Die PIN des Absenders',

  row: (sum, sender, chains) => `${sum} von ${sender}, auszahlbar auf ${chains}`,
  rowNowhere: (sum, sender) => `${sum} von ${sender}; gerade auf keiner Chain auszahlbar`,
  howTo: 'Schreib /claim all to base, oder /claim 1 to base mit einer Adresse dahinter.',
  everythingOn: (chain) => `Alles auf ${chain} einlösen`,
  keepAll: (sum) => `Alles behalten (${sum})`,
  keepEverything: 'Alles behalten',
  allOn: (sum, chain) => `Alles (${sum}) auf ${chain} einlösen`,
  nothing: 'Auf dich wartet nichts',
  whenTipped:
    'Wenn dir jemand Trinkgeld gibt, schreibe ich dir hier. Kam ein Link zum Einlösen per E-Mail, schreib /claim mit dem Link dahinter.',

  unknown: 'Das kenne ich nicht.',
  seeWaiting: 'Was auf dich wartet, zeigt /claim.',
  notWaiting: 'Das wartet nicht mehr auf dich.',
  noneWaits: 'Davon wartet nichts mehr auf dich.',
  claimedAlready: (who) => `${who} hat das schon eingelöst.`,
  wentBack: 'Das ging an den Absender zurück.',
  nothingToDo: 'Es bleibt nichts zu tun.',
  onlyFor: (who) => `Das ist für ${who}; nur dieses Konto kann es einlösen.`,
  leaveIt: 'Überlass es dieser Person. Was auf dich wartet, steht in /claim.',
  nothingWaits: 'Auf dich wartet nichts.',
  onceTipped: 'Wenn dir jemand Trinkgeld gibt, schreibe ich dir.',
  noNumber: (number, count) =>
    `Eine Nummer ${number} gibt es nicht: Auf dich ${plural('de', count, { one: `wartet ${count} Sendung`, other: `warten ${count} Sendungen` })}.`,
  seeList: 'Die Liste zeigt /claim.',
  noWallet: (chain) => `Du hast keine verknüpfte Wallet auf ${chain}.`,
  addAddress: (command) => `Schreib deine Adresse dahinter: ${command} <Adresse>`,

  alsoPin: (command) =>
    `Braucht auch die PIN, die der Absender hat. Mit ihr schreibst du ${command}`,
  addPin: (command) =>
    `Bitte den Absender um die PIN aus 6 Zeichen und häng sie an: ${command} pin ABC123`,
  onePin: 'Eine PIN gehört zu einer Sendung, nicht zu mehreren.',
  needlessPin: (number, others) =>
    others === ''
      ? `Nummer ${number} braucht keine PIN. Ausgezahlt wurde nichts.`
      : `Nummer ${number} braucht keine PIN, Nummer ${others} dagegen schon. Ausgezahlt wurde nichts.`,

  sentTo: (sender, sum, who) => `${sender} hat ${sum} an ${who} gesendet`,
  notThere: 'Es ist noch nicht angekommen; bis dahin gibt es nichts auszuzahlen.',
  codeSent: (who) =>
    `Wenn das deins ist, ist ein Code per E-Mail an ${who} unterwegs. Er gilt 10 Minuten.`,
  codeLater: (sec) =>
    `Vor Kurzem wurde schon ein Code angefordert: Nimm den neuesten. Einen weiteren kannst du in ${sec} s anfordern, mit demselben Link.`,
  codeIsLate:
    'Der Mailserver dieser Adresse hat den letzten Code noch nicht angenommen. Wir versuchen es weiter, solange er gilt.',
  giveCode: 'Schreib hier /claim code ABCD2345, mit deinem Code anstelle von ABCD2345.',
  noLink: 'Ich weiß nicht, wofür dieser Code ist.',
  sendLink:
    'Schreib zuerst /claim mit dem Link dahinter und dann innerhalb von 10 Minuten den Code.',
  proven: 'Dieses Postfach gehört dir. 30 Minuten lang steht, was darauf wartet, in deinem /claim.',
  proveOnPage: 'Öffne den Link im Browser: Dort kannst du zeigen, dass es dir gehört.',

  secretSeen: 'Das war für niemand anderen bestimmt',
  secretDeleted:
    'In deiner Nachricht stand ein Link zum Einlösen, ein Code oder eine PIN. Ich habe sie gelöscht und sonst nichts damit getan.',
  deleteSecret:
    'In deiner Nachricht steht ein Link zum Einlösen, ein Code oder eine PIN. Bitte lösche sie, denn ich darf es nicht. Sonst habe ich nichts damit getan.',
  sayPrivately: 'Schreib es mir hier, in unserem privaten Chat.',
}

export const claimable: ClaimableWords = {
  title: (sender, sum) => `${sender} hat dir ${sum} gesendet`,
  noneWaits: 'Alles ausgezahlt oder unterwegs',
  from: 'Von',
  payableOn: 'Auszahlbar auf',
  waitsUntil: 'Wartet bis',
  ownKey: 'Es ist an einen Schlüssel von dir gebunden: Nur wer ihn hat, kann es einlösen.',
  choose: 'Wähle, wo du es bekommen willst.',
  write: (chains) =>
    `Schreib /claim all to ${chains} mit deiner Adresse dahinter, oder öffne die Einlöseseite.`,
  keep: 'Im Konto behalten',
  keepSum: (sum) => `${sum} im Konto behalten`,
  claimOn: (chain) => `Auf ${chain} einlösen`,
  claimSumOn: (sum, chain) => `${sum} auf ${chain} einlösen`,
  openPage: 'Einlöseseite öffnen',
  givenAt: 'In der Gruppe ansehen',
  newLink: 'Neuen Link erstellen',
}

export const payout: PayoutWords = {
  paid: (sum, chain) => `Ausgezahlt: ${sum}${onChain(chain)}, in deiner Wallet`,
  paying: (sum, chain) => `Auszahlung läuft: ${sum}${onChain(chain)}`,
  kept: (sum) => `In deinem Konto: ${sum}`,
  whatKeeping:
    'Verschenke, tausche oder zahle es auf jeder Chain aus, wann immer du willst, ohne Gas.',
  arrivedAsVouchers: (sum) => `Als Gutscheine angekommen: ${sum}`,
  goesBack: (sum) => `Geht an den Absender zurück: ${sum}`,
  wentBack: (sum) => `Ging an den Absender zurück: ${sum}`,
  waits: (sum, tokens) =>
    plural('de', tokens, { one: `Wartet auf dich: ${sum}`, other: `Warten auf dich: ${sum}` }),
  notPaid: (sum) => `Nicht ausgezahlt: ${sum}`,
  someOf: (paid, all) => `${paid} von ${all} ausgezahlt`,
  payableOn: (chains) => `Auszahlbar auf ${chains}: /claim`,
  stillWaits: (reason) => `Der Hub hat es abgelehnt: ${reason}. Es wartet weiter auf dich: /claim`,
  yours: (address, chain) =>
    `Es sind Gutscheine deiner Adresse ${address} auf ${chain}. Nur ihre Wallet kann sie zu Token machen.`,
  couldNot: (chain, reason) => `${chain} konnte nicht auszahlen: ${reason}.`,
  sayThanks: 'Danke sagen',
  saidThanks: 'Du hast dich bedankt.',
  thanks: (who, sum) => `${who} bedankt sich für ${sum}`,
}

const onChain = (chain: string) => (chain === '' ? '' : ` auf ${chain}`)
