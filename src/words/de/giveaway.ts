import type { GiveawayPageWords } from '../en/giveaway.ts'
import { plural } from '../plural.ts'

export const giveaway: GiveawayPageWords = {
  cannotShow: 'Diese Verlosung lässt sich nicht zeigen',
  fetching: 'Die Verlosung wird geholt.',
  titles: {
    open: 'Verlosung: Mitmachen ist möglich',
    drawing: 'Verlosung: gleich wird ausgelost',
    void: 'Verlosung: Es wurde nichts verlost',
    checking: 'Die Auslosung wird geprüft',
    right: 'Die Auslosung stimmt',
    wrong: 'Die Auslosung stimmt nicht',
    unsure: 'Nicht alles ließ sich prüfen',
  },
  verdicts: {
    checking: (chain) => `${chain} wird nach dem Block gefragt, der entschieden hat.`,
    right: (chain) =>
      `Dein Browser hat ${chain} nach dem Block gefragt, der entschieden hat, und noch einmal ausgelost. Alles stimmt.`,
    wrong: 'Was nicht stimmt, ist unten markiert.',
    unsure:
      'Dein Browser hat noch einmal ausgelost, und das Übrige stimmt. Den Block hat er aber nur aus dem Protokoll.',
  },
  noNode: (chain) => `Das Protokoll nennt keinen Knoten von ${chain}, den man fragen könnte.`,
  noAnswer: (chain) => `${chain} hat nicht gesagt, wie der Block lautet.`,
  wasVoid: 'Sie wurde nicht bezahlt oder zurückgeholt.',

  winners: 'Gewinne',
  ends: 'Ende',
  mayEnter: 'Wer mitmachen darf',
  everybody: 'Alle im Chat der Verlosung, außer wer sie macht',
  members: 'Nur Mitglieder',
  membersFor: (span) => `Wer schon mindestens ${span} Mitglied ist`,
  withRole: (role) => `Wer die Rolle ${role} hat`,
  onceADay: 'Niemand, der dort in den 24 Stunden vor dem Ende gewonnen hat',
  except: (count) =>
    plural('de', count, {
      one: 'Nicht 1 genannte Person',
      other: `Nicht ${count} genannte Personen`,
    }),

  whoEntered: 'Wer mitgemacht hat',
  entered: (count) =>
    plural('de', count, {
      one: '1 Person hat mitgemacht.',
      other: `${count} Personen haben mitgemacht.`,
    }),
  nobody: 'Niemand hat mitgemacht.',
  won: (numbers, count) =>
    plural('de', count, {
      one: `Gewonnen hat Nummer ${numbers}.`,
      other: `Gewonnen haben die Nummern ${numbers}.`,
    }),
  leftOut: (numbers) =>
    `Nicht ausgelost, weil im selben Chat in den 24 Stunden davor schon gewonnen: ${numbers}.`,
  noNames:
    'Alle bekamen beim ersten Drücken die nächste Nummer. Namen stehen hier nicht: Nur wer ein Los hat, findet es in der Liste. Wer gewonnen hat, steht auf der Karte im Chat.',
  list: 'Die ganze Liste',
  number: 'Nummer',
  nameInList: 'Name in der Liste',
  cameOfIt: 'Ergebnis',
  results: {
    won: 'gewonnen',
    lost: 'nicht gewonnen',
    struck: 'ausgenommen',
    none: 'noch nicht ausgelost',
  },
  yourTicket: 'Dein Los',
  ticketLike:
    'Wie der Bot es dir beim Mitmachen genannt hat, und zwar ganz, etwa telegram:42 0011…',
  you: {
    won: (number) => `Du bist Nummer ${number} und hast gewonnen.`,
    lost: (number) => `Du bist Nummer ${number} und hast nicht gewonnen.`,
    struck: (number) => `Du bist Nummer ${number} und warst von der Auslosung ausgenommen.`,
    none: (number) => `Du bist Nummer ${number}.`,
    absent: 'Dieses Los steht nicht in der Liste. Kopiere es ganz.',
  },

  stepByStep: 'Schritt für Schritt',
  steps: {
    seed: 'Der Startwert stand fest, bevor jemand mitmachte',
    entrants: 'Alle stehen genau einmal in der Liste',
    block: 'Der erste Block nach dem Ende entscheidet',
    winners: 'Die niedrigsten Werte gewinnen',
  },
  plan: {
    seed: (hash) =>
      `Der Startwert sind 32 zufällige Bytes, die bis zur Auslosung geheim bleiben. Ihr SHA-256-Hash steht von Anfang an auf der Karte: ${hash}`,
    entrants: 'Eine Nummer ändert sich nie, und es gibt keine Lücken.',
    block: (chain, end) =>
      `Der erste Block von ${chain} ab ${end}. Seinen Hash kann vorher niemand kennen.`,
    winners: 'Aus dem Startwert und diesem Hash ergibt sich für jede Nummer ein Wert.',
  },
  done: {
    fixed: (hash) => `Sein SHA-256-Hash stand von Anfang an auf der Karte: ${hash}`,
    seed: (seed) =>
      `Der Startwert, nach der Auslosung gezeigt, ist ${seed}. Sein Hash ist der von oben.`,
    unpromised:
      'Öffne diese Seite über den Link zu deinem Los, dann wird auch verglichen, was beim Mitmachen versprochen war.',
    promisedHash: 'Der Link zu deinem Los nennt denselben Hash.',
    promised:
      'Der Link zu deinem Los nennt denselben Hash, dasselbe Ende, dieselbe Chain und ebenso viele Gewinner.',
    entrants: (count) =>
      plural('de', count, {
        one: 'Es gibt 1 Nummer.',
        other: `Es gibt ${count} Nummern ohne Lücke, und kein Name steht zweimal da.`,
      }),
    block: (height, time, hash) => `Block ${height} vom ${time} hat den Hash ${hash}`,
    asked: (node) => `Das sagt ${node}, und dass der Block davor vor dem Ende liegt.`,
    winners: (numbers) =>
      `Der Wert einer Nummer ist der SHA-256-Hash aus Startwert, Hash des Blocks und Nummer. Dein Browser hat alle ausgerechnet; die besten zuerst: ${numbers}.`,
    noWinners: 'Es gab niemanden auszulosen.',
  },
  faults: {
    noSeed: 'Das Protokoll nennt keinen Startwert.',
    otherSeed: (hash, shown) =>
      `Der Startwert hat den Hash ${hash}. Gezeigt wurde vorher ein anderer: ${shown}`,
    otherPromise: (hash, shown) =>
      `Als du mitgemacht hast, wurde dir der Hash ${hash} gezeigt. Im Protokoll steht ein anderer: ${shown}`,
    otherEnd: (promised, shown) =>
      `Als du mitgemacht hast, war das Ende ${promised}. Im Protokoll steht ein anderes: ${shown}`,
    otherChain: (promised, shown) =>
      `Als du mitgemacht hast, sollte ein Block von ${promised} entscheiden. Im Protokoll steht eine andere Chain: ${shown}`,
    otherCount: (promised, shown) =>
      `Als du mitgemacht hast, sollten so viele gewinnen: ${promised}. Im Protokoll steht: ${shown}`,
    numbering: 'Die Nummern gehen nicht lückenlos ab 1.',
    twice: 'Ein Name steht zweimal in der Liste.',
    struck: 'Jemand wurde ausgenommen, obwohl keine Regel ausnimmt, wer schon gewonnen hat.',
    noBlock: 'Das Protokoll nennt keinen Block.',
    otherHash: (seen, said) =>
      `Der Block hat den Hash ${seen}. Im Protokoll steht ein anderer: ${said}`,
    otherTime: (seen, said) =>
      `Der Block ist vom ${seen}. Im Protokoll steht eine andere Zeit: ${said}`,
    beforeEnd: (seen) => `Der Block liegt vor dem Ende: ${seen}`,
    notFirst: (seen) => `Es ist nicht der erste: Der Block davor ist vom ${seen}`,
    otherWinners: (due, said) => `Nach diesen Werten gewinnt: ${due}. Im Protokoll steht: ${said}`,
  },
  none: 'niemand',

  byYourself: 'Selbst prüfen',
  ofTheServer:
    'Diese Seite und das Protokoll kommen von dem Server, der ausgelost hat. Wer ihm nicht glauben will, führt auf einem eigenen Rechner dies aus, mit einem Knoten eigener Wahl:',
  record: 'Das Protokoll, wie Programme es lesen',
}
