/** `/quote`: a price, and whether it may be signed. `loss` is a percentage. */
export const quote = {
  summary: 'Ask what a swap would pay, and sign it when you like the price.',
  amount: 'How much you give: 100, $5, half or all',
  token: 'The token that you give',
  wanted: 'The token that you want',
  title: (given: string, received: string) => `${given} pay ${received}`,
  route: 'Route',
  inTurn: (legs: readonly string[]) => legs.join(', then '),
  impact: 'Price impact',
  unknown: 'cannot be told',
  split: (paths: number, more: string) =>
    `Split over ${paths} paths it pays ${more} more. A wallet on a Cosmos chain signs them all at once. An EVM wallet would sign a transaction for each, so there I offer the one path above.`,
  drawn: (given: string, received: string, ways: readonly string[]) =>
    `${given} become ${received}: ${ways.join('; ')}`,
  fresh: 'Fresh',
  freshness: (block: string, seconds: string) => `hub block ${block}, ${seconds} s old when quoted`,
  wasSigned: 'A request to sign was made of this quote. Refresh it for another one.',
  isOld: 'This price is more than a minute old. Refresh it to sign.',
  unknownLoss: 'a part that cannot be told',
  refused: (loss: string) =>
    `This swap would lose ${loss} to the price, so I do not offer it. Swap less.`,
  really: (loss: string) => `You would lose ${loss} to the price. Do you really want that?`,
  careful: (loss: string) =>
    `Careful: this amount moves the price, and ${loss} of the value is lost by it.`,
  signAnyway: 'Sign anyway',
  refresh: 'Refresh',
  flip: 'Flip',
}

export type QuoteWords = typeof quote
