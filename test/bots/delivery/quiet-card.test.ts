import { expect, test } from 'vitest'

import {
  action,
  field,
  link,
  quietCard,
  staying,
  text,
  type Card,
} from '../../../src/bots/cards/card.ts'

const card = (tone: Card['tone']): Card => ({
  title: 'Tip 5 USDC',
  tone,
  blocks: [
    field('Fee', 'gas'),
    { kind: 'quote', text: 'thanks', by: '@alice' },
    { kind: 'steps', steps: [] },
    { kind: 'picture', svg: '<svg/>', alt: 'the route' },
    text('Where the money is'),
    link('Sign', 'https://vouch.example/sign/1'),
    action('Claim', 'claim:1'),
  ],
})
const kinds = (tone: Card['tone']) => quietCard(card(tone)).blocks.map(({ kind }) => kind)

test.each(['info', 'success'] as const)('a quiet %s card is its title and buttons', (tone) => {
  expect(kinds(tone)).toEqual(['link', 'action'])
  expect(quietCard(card(tone)).title).toBe('Tip 5 USDC')
})

test('what is chatter stays so, and goes away by itself', () => {
  expect(quietCard({ ...card('warning'), passes: true }).passes).toBe(true)
  expect(quietCard(card('warning'))).not.toHaveProperty('passes')
})

test.each(['warning', 'error'] as const)('a quiet %s card still says what is wrong', (tone) => {
  expect(kinds(tone)).toEqual(['text', 'link', 'action'])
})

test('what a card says nothing without stays in a quiet group', () => {
  const { blocks, ...rest } = card('info')
  const quiet = quietCard({ ...rest, blocks: [...staying(blocks), field('Fee', 'gas')] })
  expect(quiet.blocks.map(({ kind }) => kind)).toEqual([
    'field',
    'picture',
    'text',
    'link',
    'action',
  ])
})
