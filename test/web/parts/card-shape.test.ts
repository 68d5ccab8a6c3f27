import { expect, expectTypeOf, test } from 'vitest'

import { Block as BotBlock, type Card as BotCard } from '../../../src/bots/cards/card.ts'
import type { BlockJson, CardJson } from '../../../src/web/parts/card-shape.ts'

test('the pages know every kind of block that the bot can send', () => {
  expectTypeOf<BotCard>().toExtend<CardJson>()
  expectTypeOf<BlockJson['kind']>().toEqualTypeOf<BotBlock['kind']>()
  const shown: Record<BlockJson['kind'], true> = {
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
