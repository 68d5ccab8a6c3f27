import type {
  TipWords,
  TipCardWords,
  TipDetailsWords,
  ShareOutWords,
  SentWords,
  CancelWords,
  HeldWords,
} from '../en/tips.ts'
import { plural } from '../../../words/plural.ts'

export const tip: TipWords = {
  summary: 'Sendet jemandem Token: an den Benutzernamen oder als Antwort auf eine Nachricht.',
  sendSummary: 'Sendet Token an eine E-Mail-Adresse oder an jemanden auf einer anderen Plattform.',
  to: 'Wer es bekommt',
  others: 'Weitere Personen, die je ebenso viel bekommen: @carol @dora',
  recipient: 'E-Mail-Adresse oder Benutzername anderswo: x:bobby, tg:bobby',
  amount: 'Wie viel: 5 oder 0,25, $5, half, all',
  token: 'Welcher Token',
  chain: 'Die Chain, von der bezahlt wird',
  note: 'Ein paar Worte von dir',
  personMenu: 'Trinkgeld geben',
  messageMenu: 'Trinkgeld an Autor',
}

export const tipCard: TipCardWords = {
  title: (sum, who) => `${sum} Trinkgeld für ${who}`,
  arrivesAs: 'Kommt an als',
  vouchersFor: (sum, who) => `Gutscheine über ${sum}, die nur ${who} einlösen kann`,
  claimableOn: 'Einlösbar auf',
  mailLater: (who) =>
    `Sobald es angekommen ist, bekommt ${who} eine E-Mail mit einem Link zum Einlösen.`,
  cannotClaim: (who, place) =>
    `Konten von ${place} können sich hier noch nicht ausweisen, also kann ${who} das vorerst nicht einlösen. Es wartet, bis das eingerichtet ist; mit /cancel holst du es zurück.`,
  unknown: (who) =>
    `Ich kenne ${who} noch nicht. Das Trinkgeld wartet, bis das Konto mit diesem Benutzernamen es einlöst.`,
  needsPin: (who) => `Bei diesem Betrag braucht ${who} zusätzlich eine PIN von dir.`,
  showPin: 'Meine PIN zeigen',
  showAddress: 'Ganze Adresse zeigen',
  passOn: (who) => `Ich kann ${who} nicht schreiben. Gib den Einlöse-Link selbst weiter.`,
  showLink: 'Einlöse-Link zeigen',

  sending: (sum, who) => `${sum} auf dem Weg zu ${who}`,
  signed: (who) => `Signiert. ${who} kann es einlösen, sobald es endgültig ist.`,
  failed: (who) => `Das Trinkgeld für ${who} ist fehlgeschlagen`,
  refused: (chain, reason) => `${chain} hat die Transaktion abgelehnt: ${reason}.`,
  onlyFee: 'Nur die Netzwerkgebühr wurde verbraucht.',
  unreached: (who, chain) => `Das Trinkgeld für ${who} ist nie bei ${chain} angekommen`,
  refunded: (who) => `Das Trinkgeld für ${who} wurde erstattet`,
  refunding: (who) => `Das Trinkgeld für ${who} wird erstattet`,
  hubRefused: (reason) => `Der Hub hat es abgelehnt: ${reason}.`,
  timedOut: (who) => `Das Trinkgeld für ${who} hat zu lange gebraucht`,
  needsAttention: (who) => `Das Trinkgeld für ${who} kommt nicht weiter`,
  vouchersKept: 'Deine Gutscheine sind unberührt.',
  vouchersStill: (sum) => `Die ${sum} sind weiterhin deine Gutscheine.`,
  tokensKept: (sum) => `Die ${sum} sind noch in deiner Wallet.`,
  tokensBack: (sum, chain) => `Die ${sum} sind wieder in deiner Wallet auf ${chain}.`,
  tokensHeld: (sum, chain) =>
    `Die ${sum} liegen auf ${chain}, bis die Erstattung an deine Wallet endgültig ist.`,

  claimable: (who, sum) => `${who} kann ${sum} einlösen`,
  claim: 'Einlösen',
  paidByAnother: (who) =>
    `Bezahlt hat das eine andere Wallet als die, für die es vorbereitet war. Es wartet auf dem Hub, bis ${who} es einlöst, und kommt nicht von selbst zurück: Nur die, die diesen Bot betreiben, können es zurückgeben, und zwar an die Wallet, die bezahlt hat.`,
  paidTooMuch: (who) =>
    `Als das ankam, war schon bezahlt oder zurückgezogen, wofür es gedacht war. Es wartet trotzdem auf ${who}: Bis es eingelöst ist, kannst du es zurücknehmen.`,
  waitsFor: (who, sum) => `Wartet auf ${who}: ${sum}`,
  paying: (who, sum, chains) => `${who} bekommt gerade ${sum}${onChains(chains)}`,
  paid: (who, sum, chains) => `${who} hat ${sum}${onChains(chains)} bekommen`,
  kept: (who, sum) => `${who} hat ${sum} eingelöst`,
  paidAsVouchers: (who, sum) => `${who} hat ${sum} als Gutscheine bekommen`,
  heldAsVouchers: (who, chains) =>
    `${who} hat den Betrag als Gutscheine${onChains(chains)}: Die Chain konnte ihn nicht als Token auszahlen.`,
  goesBack: (sum, who) => `${sum} für ${who}: auf dem Rückweg`,
  wentBack: (sum, who) => `${sum} für ${who}: zurückgegeben`,
  takenBack: 'Wer es gesendet hat, hat es zurückgenommen.',
  unclaimed: (who) => `${who} hat es nicht rechtzeitig eingelöst.`,
  thanked: (who) => `${who} sagt danke.`,
  onItsWayBack: 'Es ist auf dem Rückweg.',
  returnTriedAgain: 'Die Rückgabe wird von selbst noch einmal versucht.',
  isBack: 'Es gehört wieder dem Absender, als Gutscheine.',
  mailRefused: (who) =>
    `Der Mailserver nimmt keine E-Mail für ${who} an, also weiß niemand davon. Stimmt die Adresse? Der Betrag wartet auf der Chain auf diese Adresse und sonst niemanden.`,
  mailUnwanted: (who) =>
    `${who} möchte von hier keine E-Mails, also schreibe ich dorthin nicht. Gib den Einlöse-Link selbst weiter oder nimm es mit /cancel zurück.`,
  mailWaits: (who) => `Eine E-Mail an ${who} ist unterwegs.`,
  mailSent: (who) => `Eine E-Mail mit einem Link zum Einlösen ging an ${who}.`,
}

const onChains = (chains: string) => (chains === '' ? '' : ` auf ${chains}`)

export const tipDetails: TipDetailsWords = {
  notYours: 'Nur wer das gesendet hat, darf die Einzelheiten lesen.',
  leaveIt: 'Überlass es dieser Person. Was du selbst sendest, hat Einzelheiten für dich.',
  title: (to) => `Für ${to}`,
  amount: 'Betrag',
  to: 'An',
  pin: 'PIN',
  pinLater:
    'Die PIN gibt es, sobald deine Wallet signiert hat: Bis dahin kann eine andere Zahlungsart eine andere haben.',
  pinSealed:
    'Ich kann die PIN nicht mehr zeigen: Der Schlüssel, der sie versiegelt hat, wurde gewechselt. Wer mich betreibt, kann ihn als VAULT_KEY_OLD zurückholen; hast du die PIN noch nicht weitergegeben, hol die Zahlung zurück und schick sie neu.',
  tellThem: (to) =>
    `${to} braucht sie für die Auszahlung, zusätzlich zu einem Code aus dem Postfach. Gib sie selbst weiter, und nicht per E-Mail: Wer das Postfach liest, darf nicht beides haben.`,
  link: 'Einlöse-Link',
  noLink: (to) => `${to} hört von mir davon und braucht keinen Link von dir.`,
  giveLink: (to) =>
    `Gib ihn an ${to} weiter. Er öffnet die Einlöseseite, und ausgezahlt wird dort nur an dieses Konto.`,
}

export const shareOut: ShareOutWords = {
  airdropSummary: 'Verteilt einen Betrag an alle, die zuerst einen Knopf drücken.',
  rainSummary: 'Verteilt einen Betrag an Leute, die hier zuletzt aktiv waren.',
  howMany: 'Wie viele Anteile, von 2 bis 50',
  howManyPeople: 'An wie viele Leute, von 2 bis 50',
  sizes: 'equal (gleiche) oder random (zufällige) Anteile',

  people: (count) => plural('de', count, { one: '1 Person', other: `${count} Personen` }),
  airdropTitle: (sum) => `Airdrop von ${sum}`,
  rainTitle: (sum) => `Regen von ${sum}`,
  roleTitle: (sum, role) => `Trinkgeld von ${sum} an alle mit der Rolle ${role}`,
  peopleTitle: (sum, count) => `Trinkgeld von zusammen ${sum} an ${count} Personen`,
  onlyAlone: (who) =>
    `${who} braucht von dir einen Link oder eine PIN, und die gelten für eine Person.`,
  sendAlone: 'Sende das einzeln.',
  shares: 'Anteile',
  equal: (count, each) => `${count}, je ${each}`,
  range: (count, least, most) => `${count}, von ${least} bis ${most}`,
  random: (count) => `${count}, zufällig groß`,
  whoGets: 'Wer es bekommt',
  andMore: (names, more) => `${names} und ${more} weitere`,
  firstCome:
    'Sobald es angekommen ist, bekommt einen Anteil, wer zuerst drückt, jedes Konto einen. Was niemand nimmt, kommt zurück.',
  named: 'Jeder Anteil wartet nur auf seine Person. Was niemand einlöst, kommt zurück.',

  free: (sum, free, count) =>
    `${sum}: ${free} von ${count} Anteilen ${plural('de', free, { one: 'ist', other: 'sind' })} frei`,
  allTaken: (sum, count) => `${sum}: Alle ${count} Anteile sind vergeben`,
  ended: (sum, taken, count) =>
    `${sum}: ${taken} von ${count} Anteilen ${plural('de', taken, { one: 'wurde', other: 'wurden' })} genommen`,
  claimed: (sum, claimed, count) =>
    `${sum}: ${claimed} von ${count} Personen ${plural('de', claimed, { one: 'hat', other: 'haben' })} eingelöst`,
  take: 'Anteil nehmen',
  claim: 'Einlösen',
  taken: 'Genommen von',
  paid: 'Bisher eingelöst',
  comesBack: 'Der Rest kommt zurück',
  partly: (missing) =>
    plural('de', missing, {
      one: '1 Anteil ist nicht angekommen.',
      other: `${missing} Anteile sind nicht angekommen.`,
    }),
  takenBack: 'Wer es gesendet hat, hat den Rest zurückgenommen.',
  restGoesBack: (sum) => `${sum}, die niemand eingelöst hat, gehen an den Absender zurück.`,
  restIsBack: (sum) =>
    `${sum}, die niemand eingelöst hat, gehören wieder dem Absender, als Gutscheine.`,
  yourRestGoesBack: (sum) => `${sum}, die niemand eingelöst hat, kommen zu dir zurück.`,
  yourRestIsBack: (sum) => `${sum}, die niemand eingelöst hat, gehören wieder dir, als Gutscheine.`,

  takeBack: 'Rest zurücknehmen',
  takeBackTitle: 'Den Rest zurücknehmen?',
  takeBackOpen: (sum) =>
    `${sum}, die bisher niemand genommen hat, kommen als Gutscheine zu dir zurück. Genommene Anteile behält, wer sie genommen hat.`,
  takeBackNamed: (sum) =>
    `${sum}, die bisher niemand eingelöst hat, kommen als Gutscheine zu dir zurück.`,
  cannotUndo: 'Das lässt sich nicht rückgängig machen.',
  yesTakeBack: 'Ja, zurücknehmen',
  onItsWayBack: 'Der Rest ist auf dem Rückweg zu dir',
  onlySender: 'Zurücknehmen kann es nur, wer es gesendet hat.',
  leaveIt: 'Überlass es dieser Person.',
  nothingLeft: 'Davon ist nichts mehr übrig.',
  seeSent: 'Was du gesendet hast, zeigt /sent.',
  sentRow: (sum, taken, count) =>
    plural('de', count, {
      one: `${sum} in 1 Anteil, davon ${taken} vergeben`,
      other: `${sum} in ${count} Anteilen, davon ${taken} vergeben`,
    }),
  unmet: (names) =>
    `${names} kenne ich noch nicht. Was für so einen Namen ist, wartet, bis das Konto kommt, dem er gehört.`,
  unclaimed: 'Wer noch nicht eingelöst hat',
  unclaimedOf: (number) => `Wer ${number} noch nicht eingelöst hat`,
  needSender: (count) =>
    `${count} von ihnen brauchen noch etwas vom Absender, bevor sie ausgezahlt werden können.`,
  takeBackNumber: (number) => `Rest von ${number} zurücknehmen`,

  confirmTitle: (count) =>
    plural('de', count, { one: 'An 1 Person senden?', other: `An ${count} Personen senden?` }),
  confirmRole: (sum, role) =>
    `${sum} würden an alle verteilt, die jetzt die Rolle ${role} haben, ohne dich und ohne Bots.`,
  yesSend: (count) =>
    plural('de', count, {
      one: 'Ja, an 1 Person senden',
      other: `Ja, an ${count} Personen senden`,
    }),
  notYours: 'Weitermachen kann damit nur, wer danach gefragt hat.',

  onlyInGroups: 'Hier ist sonst niemand, der einen Anteil bekommen könnte.',
  writeInGroup: 'Schreib es in einer Gruppe.',
  countMissing: 'Es fehlt, wie viele Anteile es sein sollen.',
  badCount: (text) => `„${text}“ können es nicht sein.`,
  giveCount: (least) => `Gib eine Zahl von ${least} bis 50 an.`,
  tooLittle: (sum, count) => `${sum} ist zu wenig für ${count} Anteile.`,
  partTooLittle: (token, count) => `Dieser Teil deiner ${token} ist zu wenig für ${count} Anteile.`,
  atLeast: (least) => `Sende mindestens ${least}, oder mach weniger Anteile.`,
  nobodyActive: (hours) =>
    `Soweit ich sehen kann, haben hier in den letzten ${hours} Stunden weniger als zwei andere geschrieben.`,
  fewerActive: (found, wanted, hours) =>
    `Soweit ich sehen kann, haben hier in den letzten ${hours} Stunden nur ${found} andere geschrieben: Sie teilen es sich, statt ${wanted}.`,
  tipInstead: 'Verteil es mit /airdrop, oder nenne jemanden mit /tip.',
  roleTooFew: (role) => `Weniger als zwei andere haben die Rolle ${role}.`,
  roleTooMany: (role, most) => `Mehr als ${most} Personen haben die Rolle ${role}.`,
  peopleTooMany: (count, most) =>
    `Das sind ${count} Personen; ein Trinkgeld geht an höchstens ${most}.`,
  tipTwice: 'Nenne weniger von ihnen, oder gib zweimal Trinkgeld.',
  halfEach: (count) => `Die Hälfte für jede von ${count} Personen ist mehr, als du hast.`,
  allEach: (count) => `Alles für jede von ${count} Personen ist mehr, als du hast.`,
  sharePart: 'Lass „each“ weg, dann teilen sie es sich; oder nenne einen Betrag.',
  roleEverybody: 'Diese Rolle haben alle.',
  roleUnseen: (role) => `Ich darf nicht sehen, wer die Rolle ${role} hat.`,
  askOperator:
    'Füg mich diesem Server hinzu, und lass meinen Betreiber den „Server Members Intent“ meiner Anwendung einschalten.',
}

export const sent: SentWords = {
  summary: 'Zeigt, was du gesendet hast, nimmt es zurück oder schickt seinen Link neu.',
  title: 'Was du gesendet hast',
  row: (sum, who, state) => `${sum} an ${who}: ${state}`,
  nothing: 'Von dir ist noch nichts angekommen',
  whatIsListed: 'Was du mit /tip oder /send sendest, steht hier, sobald es auf dem Hub ist.',

  waitsUntil: (day) => `wartet bis zum ${day}, dann kommt es zu dir zurück`,
  paidByAnother:
    'wartet darauf, eingelöst zu werden; eine andere Wallet hat es bezahlt, und nur die, die diesen Bot betreiben, können es dorthin zurückgeben',
  waitsForKey: 'wartet auf den, der den Schlüssel dazu hat',
  expired: 'niemand hat es rechtzeitig eingelöst; es kommt zu dir zurück',
  redeeming: 'wird ausgezahlt',
  paid: 'wurde eingelöst',
  onItsWayBack: 'ist auf dem Rückweg zu dir',
  cancelled: 'du hast es zurückgenommen; es gehört dir als Gutscheine: /withdraw',
  returned: 'niemand hat es rechtzeitig eingelöst; es gehört wieder dir, als Gutscheine: /withdraw',

  confirm: (number) => `Empfänger von ${number} bestätigen`,
  cancel: (number) => `${number} zurücknehmen`,
  linkFor: (number) => `Einlöse-Link für ${number}`,
  newLinkFor: (number) => `Neuer Link für ${number}`,

  newLink: 'Ein neuer Link ist unterwegs',
  newLinkUnsent: 'Es gibt einen neuen Link',
  whereItGoes:
    'Er geht dorthin, wo nur der Empfänger ihn liest. Der alte Link lässt sich nicht mehr öffnen.',

  notHeld: 'Dafür wird nichts mehr von dir zurückgehalten.',
  look: 'Sieh in /sent nach.',
}

export const cancel: CancelWords = {
  summary: 'Nimmt zurück, was noch niemand eingelöst hat.',
  number: 'Die Nummer in /sent',
  useNumber: 'Schreib /cancel mit einer Nummer aus deiner Liste: /sent',
  noNumber: (number) => `In deiner Liste gibt es keine Nummer ${number}.`,
  seeList: 'Die Liste zeigt /sent.',
  notListed: 'Das steht nicht mehr in deiner Liste.',

  title: 'Zurücknehmen?',
  amount: 'Betrag',
  sentTo: 'Gesendet an',
  comesBackAs: 'Kommt zurück als',
  cannotUndo: 'Danach kann es niemand mehr einlösen. Das lässt sich nicht rückgängig machen.',
  yes: 'Ja, zurücknehmen',
  no: 'Nein, so lassen',
  kept: 'Nichts wurde geändert',
}

export const held: HeldWords = {
  title: (sum, who) => `${sum}: Wer ist ${who}?`,
  changed: (who) =>
    `${who} wurde aufgegeben oder gehörte schon mehr als einem Konto. Nur du weißt, wen du meinst.`,
  stale: (who) =>
    `${who} war schon lange nicht mehr zu sehen, als du das gesendet hast, und gehört vielleicht inzwischen jemand anderem. Nur du weißt, wen du meinst.`,
  isHeld: 'Es wird zurückgehalten: Bevor du entscheidest, kann niemand es einlösen.',
  coolingTitle: (sum, who) => `${sum} für ${who} wartet noch ein wenig`,
  cooling: (who, time) =>
    `Das Konto von ${who} trägt diesen Benutzernamen erst seit Kurzem. Einlösen kann es das ab dem ${time}. Wenn du jemand anderen gemeint hast, nimm es vorher zurück.`,
  account: (userId) => `Konto ${userId}`,
  shows: (since) => `trägt diesen Benutzernamen jetzt, zuerst gesehen am ${since}`,
  showed: (from, to) => `trug diesen Benutzernamen, gesehen vom ${from} bis zum ${to}`,
  askThem:
    'Frag auf einem Weg nach, dem du vertraust. Nach der Bestätigung kann nur dieses Konto es einlösen.',
  yes: (userId) => `Es ist das Konto ${userId}`,
  takeBack: 'Zurücknehmen',
  comesBack: (time) =>
    `Wenn du nichts tust und niemand es einlöst, kommt es am ${time} zu dir zurück.`,
  confirmed: 'Bestätigt',
  onlyThey: (userId) => `Jetzt kann nur das Konto ${userId} es einlösen.`,
  over: 'Hier gibt es nichts mehr zu entscheiden',

  forRecipient: 'Zurückgehalten, bis der Absender entscheidet',
  whyChanged: (who) =>
    `${who} wurde aufgegeben oder gehörte schon mehr als einem Konto. Der Absender wurde gefragt, wer gemeint ist; bis dahin kann niemand es einlösen.`,
  whyStale: (who) =>
    `${who} war schon lange nicht mehr zu sehen. Der Absender wurde gefragt, wer gemeint ist; bis dahin kann niemand es einlösen.`,
  from: (time) =>
    `Einlösen geht ab dem ${time}: Dein Konto trägt seinen Benutzernamen erst seit Kurzem. Der Absender kann dich mit /sent früher bestätigen.`,
  another: 'Der Absender meinte ein anderes Konto',
  row: 'Zurückgehalten, bis der Absender sagt, wer gemeint ist.',
  rowFrozen: 'Pausiert von denen, die diesen Bot betreiben; nichts geht verloren.',
  rowFrom: (time) =>
    `Einlösen geht ab dem ${time}, weil der Benutzername erst vor Kurzem gewechselt hat.`,

  onCard: (sum, who) => `${sum} für ${who} wird zurückgehalten`,
  onCardWhy: (who) =>
    `Wem ${who} gehört, ist nicht sicher. Deshalb entscheidet der Absender, wer es bekommt, oder nimmt es zurück.`,
  onCardFrom: (who, time) =>
    `${who} ist ein erst vor Kurzem gewechselter Benutzername, deshalb geht das Einlösen ab dem ${time}. Bis dahin kann der Absender es zurücknehmen.`,
}
