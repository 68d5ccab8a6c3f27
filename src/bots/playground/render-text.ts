import type { Block, Card, Step } from '../cards/card.ts'

const MARKS: Record<Step['state'], string> = {
  waiting: '[ ]',
  active: '[~]',
  done: '[x]',
  failed: '[!]',
}

/** A card as plain text, for readers without its JSON. Pure. */
export function renderText({ title, blocks }: Card): string {
  return [title, ...blocks.map(renderBlock)].join('\n')
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'quote':
      return `${block.by}: "${block.text}"`
    case 'field':
      return `${block.label}: ${block.value}`
    case 'steps':
      return block.steps
        .map(
          ({ label, state, detail }) =>
            `${MARKS[state]} ${label}${detail === undefined ? '' : ` (${detail})`}`,
        )
        .join('\n')
    case 'picture':
      return `[${block.alt}]`
    case 'link':
      return `${block.label}: ${block.url}`
    case 'action':
      return `[${block.label}]`
    default:
      return block satisfies never // a new kind stops the build here
  }
}
