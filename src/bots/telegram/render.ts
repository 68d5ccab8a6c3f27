import { momentsIn } from '../../core/terms/moment.ts'
import { cleanText, inert } from '../../core/terms/show-text.ts'
import { isWebUrl } from '../cards/is-web-url.ts'
import type { InlineKeyboardButton } from 'grammy/types'

import type { Block, Card, Step } from '../cards/card.ts'

/** Characters of a message, after its markup was read. */
const MESSAGE_LIMIT = 4096
/** The same where the words stand under a picture. */
const CAPTION_LIMIT = 1024
/** Characters of the small notice that a pressed button can show. */
const ALERT_LIMIT = 200
/** Bytes of `callback_data`. */
const ACTION_LIMIT = 64
/** Longer labels do not fit on a phone. */
const LABEL_LIMIT = 64

/** Plain words in at most one pair of tags. Cutting a run cuts its words, so markup can never be cut. */
type Run = { words: string; open: string; close: string }
type Line = Run[]

const SIGN: Record<Card['tone'], string> = {
  info: '',
  success: '✅ ',
  warning: '⚠️ ',
  error: '❌ ',
}
const STEP_SIGN: Record<Step['state'], string> = {
  waiting: '▫️',
  active: '⏳',
  done: '✅',
  failed: '❌',
}

/**
 * Renders a card as Telegram HTML and one keyboard row per button. The only place that escapes for Telegram.
 * What exceeds 4096 characters, or 1024 below a picture, is cut at the end and marked with "…". A link that Telegram would
 * refuse as a button (it takes no host without a dot, such as `localhost`) becomes a line of text.
 * @param isCaption whether it stands below a picture, the card's own or one that is there already
 * @param isMiniApp which links open inside Telegram; it has that in private chats only
 * @throws {Error} an action needs more than 64 bytes: it could not come back to us
 * @example renderTelegram({ title: 'Hi', tone: 'info', blocks: [] }) // { html: '<b>Hi</b>', keyboard: [] }
 */
export function renderTelegram(
  { title, tone, blocks }: Card,
  isCaption = blocks.some(({ kind }) => kind === 'picture'),
  isMiniApp: (url: string) => boolean = () => false,
): {
  html: string
  keyboard: InlineKeyboardButton[][]
  /** As SVG, which Telegram does not take itself. */
  picture: string | undefined
} {
  // A refusal says what somebody wrote, and nobody else's words become a link in our name.
  const said = (words: string) =>
    tone === 'error' ? withoutLinks(cleanText(words)) : cleanText(words)
  const lines: Line[] = [spoken(`${SIGN[tone]}${title}`, bold, said)]
  const keyboard: InlineKeyboardButton[][] = []
  const pictures: string[] = []
  for (const block of blocks) {
    if (block.kind === 'text') lines.push(spoken(block.text, plain, said))
    else if (block.kind === 'quote') lines.push(quoteLine(block))
    else if (block.kind === 'field')
      lines.push([bold(`${cleanText(block.label)}:`), ...spoken(` ${block.value}`)])
    else if (block.kind === 'steps') lines.push(...block.steps.map(stepLine))
    else if (block.kind === 'picture') pictures.push(block.svg)
    else if (block.kind === 'link') {
      const { url } = block
      const words = label(block.label)
      if (isMiniApp(url)) keyboard.push([{ text: words, web_app: { url } }])
      else if (isButtonUrl(url)) keyboard.push([{ text: words, url }])
      else lines.push([plain(`${cleanText(block.label)}: ${cleanText(block.url)}`)])
    } else if (block.kind === 'action') {
      if (Buffer.byteLength(block.action) > ACTION_LIMIT)
        throw new Error(`The action "${block.action}" exceeds ${ACTION_LIMIT} bytes.`)
      keyboard.push([{ text: label(block.label), callback_data: block.action }])
    } else block satisfies never // a new kind stops the build here
  }
  const html = toHtml(cut(lines, isCaption ? CAPTION_LIMIT : MESSAGE_LIMIT))
  return { html, keyboard, picture: pictures[0] }
}

/**
 * The card as the small notice that only the presser of a button sees; plain text, never parsed by Telegram.
 * `undefined` when it has buttons or is longer than 200 characters: then it needs a message.
 */
export function renderAlert({ title, tone, blocks }: Card): string | undefined {
  const words = [`${SIGN[tone]}${cleanText(title)}`]
  for (const block of blocks) {
    if (block.kind === 'text') words.push(cleanText(block.text))
    else if (block.kind === 'field')
      words.push(`${cleanText(block.label)}: ${cleanText(block.value)}`)
    else return undefined
  }
  const alert = words.join('\n')
  return alert.length <= ALERT_LIMIT ? alert : undefined
}

function quoteLine({ text, by }: Extract<Block, { kind: 'quote' }>): Line {
  const words: Run = { words: inert(cleanText(text)), open: '<blockquote>', close: '</blockquote>' }
  return by === '' ? [words] : [words, plain(`— ${inert(cleanText(by))}`)]
}

function stepLine({ label: name, state, detail, url }: Step): Line {
  const sign = plain(`${STEP_SIGN[state]} `)
  const words = cleanText(name)
  const named =
    url !== undefined && isWebUrl(url)
      ? { words, open: `<a href="${escapeHtml(cleanText(url))}">`, close: '</a>' }
      : plain(words)
  return detail === undefined ? [sign, named] : [sign, named, ...spoken(` — ${detail}`)]
}

/** A text of ours. Its moments are shown by the reader's own clock: their app writes it in the place of the words, where it knows how to. */
function spoken(text: string, style: (words: string) => Run = plain, clean = cleanText): Run[] {
  return momentsIn(text).map((part) => {
    if (typeof part === 'string') return style(clean(part))
    const { words, open, close } = style(cleanText(part.words))
    return {
      words,
      open: `${open}<tg-time unix="${part.atSec}" format="Dt">`,
      close: `</tg-time>${close}`,
    }
  })
}

/** Whole runs while there is room, then as much of the next one as fits, then "…". */
function cut(lines: Line[], limit: number): Line[] {
  const length = (line: Line) => line.reduce((sum, { words }) => sum + words.length, 0)
  const total = lines.reduce((sum, line) => sum + length(line) + 1, -1)
  if (total <= limit) return lines
  let room = limit - 2 // for a line break and "…"
  const kept: Line[] = []
  for (const line of lines) {
    const runs: Line = []
    for (const run of line) {
      const words = firstCharacters(run.words, room)
      room -= words.length
      if (words !== '') runs.push({ ...run, words })
      if (words !== run.words) return [...kept, [...runs, plain('…')]]
    }
    kept.push(runs)
    room -= 1
    if (room <= 0) break
  }
  return [...kept, [plain('…')]]
}

/** At most `room` UTF-16 units, never half of a character. */
function firstCharacters(words: string, room: number): string {
  if (words.length <= room) return words
  const part = words.slice(0, Math.max(room, 0))
  return /[\uD800-\uDBFF]$/.test(part) ? part.slice(0, -1) : part
}

function toHtml(lines: Line[]): string {
  const html = lines
    .map((line) =>
      line
        .map(({ words, open, close }) =>
          words === '' ? '' : `${open}${escapeHtml(words)}${close}`,
        )
        .join(''),
    )
    .join('\n')
    .trim()
  return html === '' ? '…' : html // Telegram refuses a message without words
}

const plain = (words: string): Run => ({ words, open: '', close: '' })
const bold = (words: string): Run => ({ words, open: '<b>', close: '</b>' })
const label = (words: string) =>
  firstCharacters(cleanText(words).replaceAll('\n', ' ').trim(), LABEL_LIMIT) || '…'

/** What Telegram would make a link of. */
const isAddress = (word: string): boolean =>
  word.includes('://') || (!word.includes('@') && /[\p{L}\p{N}]\.\p{L}{2}/u.test(word))

/** The same for addresses alone: commands and people's names can be pressed still, and what is to be written can be copied. */
const withoutLinks = (text: string): string =>
  text.replaceAll(/\S+/gu, (word) => (isAddress(word) ? inert(word) : word))

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function isButtonUrl(url: string): boolean {
  return isWebUrl(url) && new URL(url).hostname.includes('.')
}
