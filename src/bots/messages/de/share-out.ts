import { plural } from '../plural.ts'
import type { ShareOutWords } from '../en/share-out.ts'

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
  shares: 'Anteile',
  equal: (count, each) => `${count}, je ${each}`,
  range: (count, least, most) => `${count}, von ${least} bis ${most}`,
  random: (count) => `${count}, zufällig groß`,
  whoGets: 'Wer es bekommt',
  andMore: (names, more) => `${names} und ${more} weitere`,
  firstCome:
    'Sobald es angekommen ist, bekommt einen Anteil, wer zuerst drückt, jedes Konto einen. Was niemand nimmt, kommt zurück.',
  named: 'Jeder Anteil wartet nur auf seine Person. Was niemand einlöst, kommt zurück.',

  free: (sum, free, count) => `${sum}: ${free} von ${count} Anteilen sind frei`,
  allTaken: (sum, count) => `${sum}: alle ${count} Anteile sind vergeben`,
  ended: (sum, taken, count) => `${sum}: ${taken} von ${count} Anteilen wurden genommen`,
  claimed: (sum, claimed, count) => `${sum}: ${claimed} von ${count} Personen haben eingelöst`,
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
  sentRow: (sum, taken, count) => `${sum} in ${count} Anteilen, davon ${taken} vergeben`,
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
  badCount: (text) => `„${text}“ ist keine Anzahl von Anteilen.`,
  giveCount: 'Gib eine Zahl von 2 bis 50 an.',
  tooLittle: (sum, count) => `${sum} ist zu wenig für ${count} Anteile.`,
  atLeast: (least) => `Sende mindestens ${least}, oder mach weniger Anteile.`,
  nobodyActive: (hours) =>
    `Soweit ich sehen kann, haben hier in den letzten ${hours} Stunden weniger als zwei andere geschrieben.`,
  tipInstead: 'Verteil es mit /airdrop, oder nenn jemanden mit /tip.',
  roleTooFew: (role) => `Weniger als zwei andere haben die Rolle ${role}.`,
  roleTooMany: (role, most) => `Mehr als ${most} Personen haben die Rolle ${role}.`,
  roleEverybody: 'Diese Rolle haben alle.',
  roleUnseen: (role) => `Ich darf nicht sehen, wer die Rolle ${role} hat.`,
  askOperator:
    'Füg mich diesem Server hinzu, und lass meinen Betreiber den „Server Members Intent“ meiner Anwendung einschalten.',
}
