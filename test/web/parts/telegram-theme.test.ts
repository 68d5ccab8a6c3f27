import { expect, test } from 'vitest'

import {
  contrast,
  readableColors,
  readTelegramColors,
  schemeOf,
  type Colors,
} from '../../../src/web/parts/telegram-theme.ts'

const LIGHT: Colors = {
  ink: 'rgb(22, 33, 29)',
  'ink-soft': '#4d5b55',
  accent: '#0b6b50',
  'accent-ink': '#ffffff',
  good: '#0b6b50',
  bad: '#b3261e',
  paper: '#eff3f0',
  surface: '#ffffff',
  'surface-low': '#f6f8f7',
  'accent-wash': '#ddf0e8',
  'warn-wash': '#fdf1dc',
  'bad-wash': '#fdeceb',
}
const PLAIN = { bg_color: '#ffffff', secondary_bg_color: '#f4f4f5', text_color: '#000000' }
const GROUNDS = { ink: '#000000', paper: '#f4f4f5', surface: '#ffffff', 'surface-low': '#f4f4f5' }

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54], // the lightest grey that WCAG lets stand on white
  ['rgb(119, 119, 119)', '#ffffff', 4.48],
])('the contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2)
  expect(contrast(other, one)).toBeCloseTo(ratio, 2)
})

test.each([
  ['#17212b', 'dark'], // Telegram's night
  ['#000000', 'dark'],
  ['#ffffff', 'light'],
  ['#efeff4', 'light'],
] as const)('%s is a %s background', (background, scheme) => {
  expect(schemeOf(background)).toBe(scheme)
})

test.each([
  { name: 'what can be read on each other', theirs: PLAIN, taken: GROUNDS },
  {
    name: 'also hints and buttons that can be read',
    theirs: {
      ...PLAIN,
      hint_color: '#5c6166',
      button_color: '#1b5c95',
      button_text_color: '#ffffff',
    },
    taken: { ...GROUNDS, 'ink-soft': '#5c6166', accent: '#1b5c95', 'accent-ink': '#ffffff' },
  },
  {
    name: 'no pale hint, and no pale button', // those of Telegram for iOS
    theirs: {
      ...PLAIN,
      hint_color: '#999999',
      button_color: '#2481cc',
      button_text_color: '#ffffff',
    },
    taken: GROUNDS,
  },
  {
    name: 'no text that is as its background',
    theirs: { ...PLAIN, text_color: '#eeeeee' },
    taken: {},
  },
  {
    name: 'no background on which ours cannot be read',
    theirs: { ...PLAIN, bg_color: '#a06a4b', text_color: '#000000' },
    taken: {},
  },
  { name: 'nothing of half a pair', theirs: { button_color: '#1b5c95' }, taken: {} },
])('of Telegram’s colours is taken: $name', ({ theirs, taken }) => {
  expect(readableColors(LIGHT, theirs)).toEqual(taken)
})

test.each(['', '{', 'null', '7', '[]', '{"bg_color":"red"}', '{"bg_color":"#fff;--ink:red"}'])(
  'colours that are none are not read from %s',
  (json) => {
    expect(readTelegramColors(json)).toEqual({})
  },
)

test('colours are read beside what is none', () => {
  const json = '{"bg_color":"#17212B","text_color":7,"bot":"#12"}'
  expect(readTelegramColors(json)).toEqual({ bg_color: '#17212B' })
})
