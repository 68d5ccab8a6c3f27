import { expect, expectTypeOf, test } from 'vitest'

import { Block as BotBlock, type Card as BotCard } from '../../../src/bots/cards/card.ts'
import type { Block, Card } from '../../../src/web/parts/card-shape.ts'

test('the pages know every kind of block that the bot can send', () => {
  expectTypeOf<BotCard>().toExtend<Card>()
  expectTypeOf<Block['kind']>().toEqualTypeOf<BotBlock['kind']>()
  const shown: Record<Block['kind'], true> = {
    text: true,
    quote: true,
    field: true,
    steps: true,
    picture: true,
    link: true,
    action: true,
  }
  expect(BotBlock.options.map(({ shape }) => shape.kind.value).toSorted()).toEqual(
    Object.keys(shown).toSorted(),
  )
})
