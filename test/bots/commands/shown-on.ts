import { withoutMoments } from '../../../src/core/terms/moment.ts'
import type { Card } from '../../../src/bots/cards/card.ts'

/** Everything of ours that a card shows, in its order: notes and pictures are not, what a picture's `alt` says is. Times are in UTC. */
export const shownOn = ({ title, blocks }: Card): string[] =>
  [
    title,
    ...blocks.flatMap((block) => {
      if (block.kind === 'text') return [block.text]
      if (block.kind === 'field') return [block.label, block.value]
      if (block.kind === 'link' || block.kind === 'action') return [block.label]
      if (block.kind === 'picture') return [block.alt]
      return block.kind === 'steps'
        ? block.steps.flatMap(({ label, detail }) => [label, detail ?? ''])
        : []
    }),
  ].map(withoutMoments)
