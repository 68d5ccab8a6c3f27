import { momentsIn } from '../../core/terms/moment.ts'
import { cleanText } from '../../core/terms/show-text.ts'
import { isWebUrl } from '../cards/is-web-url.ts'
import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIContainerComponent,
  type APIMediaGalleryComponent,
} from 'discord.js'

import type { Block, Card, Step } from '../cards/card.ts'

/** Characters over all texts of a message with components. */
const TEXT_LIMIT = 4000
const BUTTONS_PER_ROW = 5
/** Five rows with their buttons stay below the 40 components of a message. */
const BUTTON_LIMIT = 25
const LABEL_LIMIT = 80
const URL_LIMIT = 512
const ACTION_LIMIT = 100
const ALT_LIMIT = 1024
/** The name that a message's picture is attached under. */
export const PICTURE_FILE = 'picture.png'

const COLOUR: Record<Card['tone'], number> = {
  info: 0x5865f2,
  success: 0x2e9e5b,
  warning: 0xe0a100,
  error: 0xd83c3e,
}
const STEP_SIGN: Record<Step['state'], string> = {
  waiting: '▫️',
  active: '⏳',
  done: '✅',
  failed: '❌',
}

/** Plain words between markup. Cutting a run cuts its words, so markup can never be cut. */
type Run = { words: string; open: string; close: string }
/** Markup that has no words of ours: it stands whole, or not at all. */
type Mark = { mark: string }
type Line = (Run | Mark)[]

/**
 * Renders a card as one container: a text and rows of buttons. The only place that escapes for Discord. What exceeds 4000
 * characters is cut at the end and marked with "…". A link that Discord refuses as a button (it takes no host without a
 * dot, such as `localhost`) becomes a line of text.
 * @throws {Error} an action needs more than 100 characters: it could not come back to us
 */
export function renderDiscord({ title, tone, blocks }: Card): APIContainerComponent {
  const lines: Line[] = [[{ mark: '### ' }, ...spoken(title)]]
  const buttons: APIButtonComponent[] = []
  const pictures: APIMediaGalleryComponent[] = []
  for (const block of blocks) {
    if (block.kind === 'text') lines.push(spoken(block.text))
    else if (block.kind === 'quote') lines.push(...quoteLines(block))
    else if (block.kind === 'field')
      lines.push([
        { words: `${block.label}:`, open: '**', close: '**' },
        ...spoken(` ${block.value}`),
        ...awayOf(block.value),
      ])
    else if (block.kind === 'steps') lines.push(...block.steps.map(stepLine))
    else if (block.kind === 'picture') pictures.push(pictureOf(block))
    else if (block.kind === 'link') {
      const { label, url } = block
      if (isButtonUrl(url))
        buttons.push({
          type: ComponentType.Button,
          style: ButtonStyle.Link,
          label: shorten(label),
          url,
        })
      else lines.push([plain(`${label}: ${url}`)])
    } else if (block.kind === 'action') {
      const { label, action } = block
      if (action.length > ACTION_LIMIT)
        throw new Error(`The action "${action}" exceeds ${ACTION_LIMIT} characters.`)
      buttons.push({
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: shorten(label),
        custom_id: action,
      })
    } else block satisfies never // a new kind stops the build here
  }
  return {
    type: ComponentType.Container,
    accent_color: COLOUR[tone],
    components: [
      { type: ComponentType.TextDisplay, content: toMarkdown(lines) },
      ...pictures.slice(0, 1),
      ...rowsOf(withoutRepeats(buttons).slice(0, BUTTON_LIMIT)),
    ],
  }
}

/** The file itself is attached to the message. */
function pictureOf({ alt }: Extract<Block, { kind: 'picture' }>): APIMediaGalleryComponent {
  const description = [...cleanText(alt)].slice(0, ALT_LIMIT / 2).join('')
  const media = { url: `attachment://${PICTURE_FILE}` }
  return {
    type: ComponentType.MediaGallery,
    items: [description === '' ? { media } : { media, description }],
  }
}

function quoteLines({ text, by }: Extract<Block, { kind: 'quote' }>): Line[] {
  const said = text.split('\n').map((words): Line => [{ words, open: '> ', close: '' }])
  return by === '' ? said : [...said, [plain(`— ${by}`)]]
}

function stepLine({ label, state, detail, url }: Step): Line {
  const sign = plain(`${STEP_SIGN[state]} `)
  const named =
    url !== undefined && isWebUrl(url)
      ? { words: label, open: '[', close: `](<${new URL(url).href}>)` }
      : plain(label)
  return detail === undefined ? [sign, named] : [sign, named, ...spoken(` — ${detail}`)]
}

/** A text of ours, with its moments by the reader's own clock. */
const spoken = (text: string): Line =>
  momentsIn(text).map((part) =>
    typeof part === 'string' ? plain(part) : { mark: `<t:${part.atSec}:f>` },
  )

/** How far off it is, where a value is one moment and nothing else. */
function awayOf(value: string): Mark[] {
  const [moment, ...more] = momentsIn(value)
  return typeof moment === 'object' && more.length === 0
    ? [{ mark: ` (<t:${moment.atSec}:R>)` }]
    : []
}

/** Whole runs while there is room, then as much of the next one as fits, then "…". */
function toMarkdown(lines: Line[]): string {
  let markdown = ''
  for (const [index, line] of lines.entries()) {
    if (index > 0) markdown += '\n'
    for (const run of line) {
      if ('mark' in run) {
        if (markdown.length + run.mark.length > TEXT_LIMIT - 1) return `${markdown}…`
        markdown += run.mark
        continue
      }
      const { words, open, close } = run
      const room = TEXT_LIMIT - 1 - markdown.length - open.length - close.length
      const escaped = [...cleanText(words)].map(escape)
      const whole = escaped.join('')
      if (whole.length <= room) {
        if (whole !== '') markdown += `${open}${whole}${close}`
        continue
      }
      let part = ''
      for (const character of escaped) {
        if (part.length + character.length > room) break
        part += character
      }
      return part === '' ? `${markdown}…` : `${markdown}${open}${part}${close}…`
    }
  }
  return markdown.trim() === '' ? '…' : markdown // Discord refuses a message without words
}

/** Each action at most once: Discord refuses a message with two buttons that would come back alike. */
function withoutRepeats(buttons: APIButtonComponent[]): APIButtonComponent[] {
  const actions = buttons.map((button) => ('custom_id' in button ? button.custom_id : undefined))
  return buttons.filter(
    (_, index) => actions[index] === undefined || actions.indexOf(actions[index]) === index,
  )
}

function rowsOf(buttons: APIButtonComponent[]): APIActionRowComponent<APIButtonComponent>[] {
  return Array.from({ length: Math.ceil(buttons.length / BUTTONS_PER_ROW) }, (_, row) => ({
    type: ComponentType.ActionRow,
    components: buttons.slice(row * BUTTONS_PER_ROW, (row + 1) * BUTTONS_PER_ROW),
  }))
}

const plain = (words: string): Run => ({ words, open: '', close: '' })

/** A label shows no markup, so nothing in it is escaped. */
function shorten(label: string): string {
  const characters = [...cleanText(label).replaceAll('\n', ' ').trim()]
  const fitting = characters.slice(0, LABEL_LIMIT / 2).join('')
  return fitting === '' ? '…' : fitting
}

/** A backslash before punctuation shows the sign itself: no markup, mention, link or invitation can be made of it. */
function escape(character: string): string {
  return /[\\*_~`|>#[\]()<@:/\-&]/.test(character) ? `\\${character}` : character
}

function isButtonUrl(url: string): boolean {
  return isWebUrl(url) && new URL(url).hostname.includes('.') && url.length <= URL_LIMIT
}
