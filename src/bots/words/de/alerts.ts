import type { AlertWords } from '../en/alerts.ts'

export const alerts: AlertWords = {
  summary: 'Sagt dir privat und einmal Bescheid, wenn ein Kurs erreicht ist.',
  pair: 'eth, oder usdc/eth für den Kurs in einem anderen Token',
  side: 'above (darüber) oder below (darunter)',
  price: 'Der Kurs: 3000 oder 0,0003',
  title: 'Kurse, auf die du wartest',
  none: 'Du wartest auf keinen Kurs.',
  whichPrice: 'Bei welchem Kurs?',
  how: 'Schreib es so: /alert eth above 3000, oder /alert usdc/eth below 0.0003',
  row: {
    above: (price) => `über ${price}`,
    below: (price) => `unter ${price}`,
  },
  remove: (number) => `${number} entfernen`,
  setTitle: 'Ich sage dir Bescheid',
  set: {
    above: (token, price) => `Einmal und privat, sobald 1 ${token} ${price} oder mehr wert ist.`,
    below: (token, price) => `Einmal und privat, sobald 1 ${token} ${price} oder weniger wert ist.`,
  },
  now: (price) => `Jetzt: ${price}. Ich sehe einmal in der Minute nach.`,
  gone: 'Diesen Kursalarm gibt es nicht mehr.',
  list: 'Alle Kursalarme',
  isThere: (now) => `Dieser Kurs ist schon erreicht: ${now}.`,
  nameAnother: 'Nenne einen Kurs, der noch nicht erreicht ist.',
  tooMany: (most) => `Du wartest schon auf ${most} Kurse.`,
  removeOne: 'Entfern erst einen davon: /alert',
  twice: 'Beide sind derselbe Token.',
  reached: {
    above: (token, price) => `Du wolltest wissen, wann ${token} ${price} oder mehr wert ist.`,
    below: (token, price) => `Du wolltest wissen, wann ${token} ${price} oder weniger wert ist.`,
  },
  onceOnly: 'Das sage ich dir nur einmal. Auf einen anderen Kurs warten: /alert',
}
