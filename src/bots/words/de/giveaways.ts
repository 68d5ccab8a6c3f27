import { plural } from '../../../words/plural.ts'
import type { GiveawayWords } from '../en/giveaways.ts'

export const giveaway: GiveawayWords = {
  summary: 'Verlost einen Betrag unter allen, die bis zu einer Zeit einen Knopf drücken.',
  winnersField: 'Wie viele gewinnen, von 1 bis 50',
  endsField: 'Bis wann: 18:00, tomorrow 18:00 utc (morgen), in 2 hours, for 2 days',
  rulesField: 'Wer mitmachen darf: members, members for 7 days, once a day, except @x',
  roleField: 'Nur wer diese Rolle hat, darf mitmachen',

  title: (sum) => `Verlosung von ${sum}`,
  winners: 'Gewinne',
  ends: 'Ende',
  mayEnter: 'Wer mitmachen darf',
  everybody: (maker) => `Alle in diesem Chat außer ${maker}`,
  members: 'Nur Mitglieder',
  membersFor: (span) => `Wer schon mindestens ${span} Mitglied ist`,
  withRole: (role) => `Wer die Rolle ${role} hat`,
  onceADay: 'Niemand, der hier in den 24 Stunden vor dem Ende gewonnen hat',
  except: (names) => `Nicht ${names}`,
  fair: (chain) =>
    `Alle, die rechtzeitig drücken, haben die gleiche Chance. Ein geheimer Startwert, dessen Hash hier von Anfang an steht, und der erste Block von ${chain} nach dem Ende entscheiden: Das kann jeder nachprüfen.`,
  seedHash: 'Hash des Startwerts',
  seed: 'Startwert',
  block: 'Block',
  entered: (sum, count) =>
    plural('de', count, {
      one: `${sum}: 1 Person macht mit`,
      other: `${sum}: ${count} Personen machen mit`,
    }),
  enter: 'Mitmachen',
  check: 'Auslosung prüfen',
  drawing: 'Die Zeit ist um. Ausgelost wird mit dem nächsten Block, gleich ist es so weit.',
  drawsWithout: (span) =>
    `Die Zeit ist um. Ein Teil des Betrags ist noch unterwegs: Darauf wartet die Auslosung, bis ${span} lang nichts mehr davon gekommen ist.`,
  drawn: (sum, count) =>
    plural('de', count, { one: `${sum}: 1 Gewinn`, other: `${sum}: ${count} Gewinne` }),
  wonBy: 'Gewonnen von',
  somebody: 'jemand',
  nobodyEntered: (sum) => `${sum}: Niemand hat mitgemacht`,
  nobodyWon: (sum) => `${sum}: Niemand hat gewonnen`,
  restGoesBack: (maker) => `Was niemand gewonnen hat, geht an ${maker} zurück.`,
  notDrawn: (sum) => `${sum}: Es wird nichts verlost`,
  howToClaim: 'Wer gewonnen hat, drückt „Einlösen“ oder schreibt mir privat.',

  youAreIn: (number) => `Du bist dabei, mit Nummer ${number}`,
  ticket: 'Dein Los',
  keepTicket:
    'Damit findest du dich in der veröffentlichten Liste. Der Link findet dich von selbst, auch nach der Auslosung.',
  list: 'Liste ansehen',
  isOver: 'Die Zeit zum Mitmachen ist um.',
  seeCard: 'Was daraus wurde, zeigt die Karte.',
  notYet: 'Es ist noch nicht angekommen.',
  pressAgain: 'Drück in ein paar Sekunden noch einmal.',
  yours: 'Es ist deine Verlosung, du kannst nicht gewinnen.',
  leftOut: 'Bei dieser bist du ausgenommen.',
  notMember: 'Sie ist für Mitglieder dieser Gruppe.',
  joinFirst: 'Tritt der Gruppe bei und drück noch einmal.',
  memberTooShort: (span) => `Sie ist für alle, die schon mindestens ${span} Mitglied sind.`,
  noRole: (role) => `Sie ist für alle mit der Rolle ${role}.`,
  wonToday:
    'Du hast hier in den letzten 24 Stunden schon gewonnen; diese Verlosung ist für die anderen.',
  elsewhere: 'Sie ist für die Leute in dem Chat, in dem sie steht.',
  nextTime: 'Halte Ausschau nach der nächsten.',
  gone: 'Diese Verlosung gibt es nicht.',

  countMissing: 'Es fehlt, wie viele gewinnen.',
  endMissing: 'Es fehlt, bis wann.',
  whichZone: (clock) => `${clock} nach welcher Uhr?`,
  sayZone:
    'Schreib die Zeitzone dazu, etwa: until 18:00 utc, until 18:00 utc+2, until 18:00 Europe/Berlin. Oder leg deine einmal fest, privat bei mir: /settings timezone Europe/Berlin.',
  noSuchTime: 'Ich kann nicht lesen, wann es endet.',
  endLike: 'Schreib es so: until 18:00, until tomorrow 18:00, until 2026-12-31 18:00, in 2 hours.',
  noSuchSpan: 'Ich kann nicht lesen, wie lange man Mitglied sein muss.',
  tooSoon: (time) => `Der ${time} ist vorbei oder zu bald.`,
  endLater: (span) => `Lass den Leuten mindestens ${span}.`,
  tooLate: (time) => `Der ${time} ist zu lange hin.`,
  endSooner: (span) => `Lass sie höchstens ${span} laufen, damit Zeit zum Einlösen bleibt.`,
  exceptWhom: 'Wer ist ausgenommen?',
  exceptOnlyHere: (place) =>
    `Nur Leute auf ${place} können teilnehmen, also kannst du nur sie ausnehmen.`,
  cannotTell: {
    members: 'Ich sehe nicht, wer Mitglied dieses Chats ist.',
    memberFor: 'Hier erfahre ich nicht, seit wann jemand Mitglied ist.',
    roles: 'Rollen gibt es hier nicht.',
  },
  withoutRule: 'Lass diese Regel weg. In Telegram sehe ich Mitglieder dort, wo ich Admin bin.',
}
