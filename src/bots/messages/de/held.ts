import type { HeldWords } from '../en/held.ts'

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
    `${who} hat erst vor Kurzem gewechselt, deshalb geht das Einlösen ab dem ${time}. Bis dahin kann der Absender es zurücknehmen.`,
}
