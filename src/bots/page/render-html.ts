import type { Block, Card, Step } from '../cards/card.ts'

const SIGN: Record<Step['state'], string> = { waiting: '', active: '', done: '✓', failed: '!' }
const WORDS: Record<Step['state'], string> = {
  waiting: 'waiting',
  active: 'in progress',
  done: 'done',
  failed: 'failed',
}

/**
 * A card as a panel of a page, complete without JavaScript. The only place that escapes for pages. What is pressed needs a
 * chat behind it, so actions have no place here.
 */
export function renderHtml({ title, tone, blocks }: Card): { title: string; html: string } {
  const facts = blocks.filter((block) => block.kind === 'field')
  const rest = blocks.filter((block) => block.kind !== 'field')
  const lines = [
    '<section class="panel" aria-labelledby="state">',
    `<h1 id="state">${escapeHtml(title)}</h1>`,
    ...(facts.length > 0 ? [`<dl class="facts">${facts.map(htmlOf(tone)).join('')}</dl>`] : []),
    ...rest.map(htmlOf(tone)),
    '</section>',
  ]
  return { title: escapeHtml(title), html: lines.join('\n') }
}

const htmlOf =
  (tone: Card['tone']) =>
  (block: Block): string => {
    switch (block.kind) {
      case 'text':
        return `<div class="notice ${tone}"><p>${escapeHtml(block.text)}</p></div>`
      case 'quote':
        return `<blockquote class="quote"><p>${escapeHtml(block.text)}</p><footer>${escapeHtml(block.by)}</footer></blockquote>`
      case 'field':
        return `<dt>${escapeHtml(block.label)}</dt><dd>${escapeHtml(block.value)}</dd>`
      case 'steps':
        return `<ol class="steps">${block.steps.map(stepHtml).join('')}</ol>`
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

function stepHtml({ label, state, detail, url }: Step): string {
  const name = escapeHtml(label)
  const linked =
    url !== undefined && isWebAddress(url)
      ? `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">${name}</a>`
      : name
  const more = detail === undefined ? '' : `<small>${escapeHtml(detail)}</small>`
  return `<li class="${state}"><span class="sign" aria-hidden="true">${SIGN[state]}</span><span>${linked}<span class="hidden"> (${WORDS[state]})</span>${more}</span></li>`
}

/** As an image, so that nothing in it can run. */
const pictureUrl = (svg: string) =>
  `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

/** Only these may become links: text from elsewhere must never become `javascript:`. */
const isWebAddress = (url: string) => /^https?:\/\//.test(url)

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
