import type { Card } from '../cards/card.ts'

/**
 * A card as a quiet group sees it: its title and its buttons; and where something is wrong, the words that say what. Routes,
 * fees, notes, steps and pictures are left to the pages behind the buttons.
 */
export function quietCard({ title, tone, blocks }: Card): Card {
  const needsWords = tone === 'warning' || tone === 'error'
  const kept = blocks.filter(
    ({ kind }) => kind === 'link' || kind === 'action' || (kind === 'text' && needsWords),
  )
  return { title, tone, blocks: kept }
}
