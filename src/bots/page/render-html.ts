import { momentsIn, withoutMoments } from '../../core/terms/moment.ts'
import { escapeHtml } from '../../core/terms/show-text.ts'
import type { Block, Card, Step } from '../cards/card.ts'

type States = Record<Step['state'], string>
const SIGN: Record<Step['state'], string> = { waiting: '', active: '', done: '✓', failed: '!' }

/**
 * A card as a panel of a page, complete without JavaScript. What is pressed needs a chat behind it, so actions have no place
 * here. `states` says a step's state to whoever does not see its sign.
 */
export function renderHtml(
  { title, tone, blocks }: Card,
  states: States,
): { title: string; html: string } {
  const htmlOf = blockHtml(tone, states)
  const facts = blocks.filter((block) => block.kind === 'field')
  const rest = blocks.filter((block) => block.kind !== 'field')
  const lines = [
    '<section class="panel" aria-labelledby="state">',
    `<h1 id="state">${spoken(title)}</h1>`,
    ...(facts.length > 0 ? [`<dl class="facts">${facts.map(htmlOf).join('')}</dl>`] : []),
    ...rest.map(htmlOf),
    '</section>',
  ]
  return { title: escapeHtml(withoutMoments(title)), html: lines.join('\n') }
}

const blockHtml =
  (tone: Card['tone'], states: States) =>
  (block: Block): string => {
    switch (block.kind) {
      case 'text':
        return `<div class="notice ${tone}"><p>${spoken(block.text)}</p></div>`
      case 'quote':
        return `<blockquote class="quote"><p>${escapeHtml(block.text)}</p><footer>${escapeHtml(block.by)}</footer></blockquote>`
      case 'field':
        return `<dt>${escapeHtml(block.label)}</dt><dd>${spoken(block.value)}</dd>`
      case 'steps':
        return `<ol class="steps">${block.steps.map(stepHtml(states)).join('')}</ol>`
      case 'picture':
        return `<img class="picture" src="${pictureUrl(block.svg)}" alt="${escapeHtml(block.alt)}">`
      case 'link':
        return isWebAddress(block.url)
          ? `<p><a class="button" href="${escapeHtml(block.url)}" rel="noopener noreferrer">${escapeHtml(block.label)}</a></p>`
          : ''
      case 'action':
        return ''
      default:
        return block satisfies never // a new kind stops the build here
    }
  }

const stepHtml =
  (states: States) =>
  ({ label, state, detail, url }: Step): string => {
    const name = escapeHtml(label)
    const linked =
      url !== undefined && isWebAddress(url)
        ? `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">${name}</a>`
        : name
    const more = detail === undefined ? '' : `<small>${spoken(detail)}</small>`
    return `<li class="${state}"><span class="sign" aria-hidden="true">${SIGN[state]}</span><span>${linked}<span class="hidden"> (${states[state]})</span>${more}</span></li>`
  }

/** A text of ours. The page's script writes its moments by the reader's own clock, as `src/web/track.ts` does. */
const spoken = (text: string) =>
  momentsIn(text)
    .map((part) =>
      typeof part === 'string'
        ? escapeHtml(part)
        : `<time datetime="${new Date(part.atSec * 1000).toISOString()}">${escapeHtml(part.words)}</time>`,
    )
    .join('')

/** As an image, so that nothing in it can run. */
const pictureUrl = (svg: string) =>
  `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

/** Only these may become links: text from elsewhere must never become `javascript:`. */
const isWebAddress = (url: string) => /^https?:\/\//.test(url)
