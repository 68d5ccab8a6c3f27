/** `/alert`: prices that somebody waits for. `token` is a token’s name, `price` what it is to reach, `now` what it is. */
export const alerts = {
  summary: 'Be told once, in private, when a price is reached.',
  pair: 'eth, or usdc/eth for its price in another token',
  side: 'above or below',
  price: 'The price: 3000, 0.0003',
  title: 'Prices that you wait for',
  none: 'You wait for no price.',
  whichPrice: 'At which price?',
  how: 'Write it like this: /alert eth above 3000, or /alert usdc/eth below 0.0003',
  row: {
    above: (price: string) => `above ${price}`,
    below: (price: string) => `below ${price}`,
  },
  remove: (number: string) => `Remove ${number}`,
  setTitle: 'I will tell you',
  set: {
    above: (token: string, price: string) =>
      `Once, in private, when 1 ${token} is worth ${price} or more.`,
    below: (token: string, price: string) =>
      `Once, in private, when 1 ${token} is worth ${price} or less.`,
  },
  now: (price: string) => `Now: ${price}. I look once a minute.`,
  gone: 'This alert is not there any more.',
  list: 'All alerts',
  isThere: (now: string) => `This price is reached already: ${now}.`,
  nameAnother: 'Name a price that it has yet to reach.',
  tooMany: (most: number) => `You wait for ${most} prices already.`,
  removeOne: 'Remove one of them first: /alert',
  twice: 'Both are the same token.',
  reached: {
    above: (token: string, price: string) =>
      `You waited for ${token} to be worth ${price} or more.`,
    below: (token: string, price: string) =>
      `You waited for ${token} to be worth ${price} or less.`,
  },
  onceOnly: 'I tell you of this once. For another price: /alert',
}

export type AlertWords = typeof alerts
