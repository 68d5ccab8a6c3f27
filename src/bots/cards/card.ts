import { z } from 'zod'

/** One station on a way, for a progress list. */
export const Step = z.object({
  label: z.string(),
  state: z.enum(['waiting', 'active', 'done', 'failed']),
  detail: z.string().optional(),
  url: z.string().optional(), // the transaction in the chain's explorer
})
export type Step = z.infer<typeof Step>

/** What a quiet group sees as well: without it, its card says nothing. */
const stays = z.literal(true).optional()

/**
 * The whole reply vocabulary. A new kind does not compile until every adapter renders it.
 * All text is plain: each adapter escapes it for its platform, and nobody else does. A time in it is a moment (`core/terms/moment.ts`), which each adapter
 * shows by the reader's own clock where its platform can.
 */
export const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string(), stays }),
  /** A person's own words, shown as theirs. */
  z.object({ kind: z.literal('quote'), text: z.string(), by: z.string() }),
  z.object({ kind: z.literal('field'), label: z.string(), value: z.string(), stays }),
  z.object({ kind: z.literal('steps'), steps: z.array(Step) }),
  /** A drawing; `alt` says the same to whoever cannot see it. At most one a card: no platform has room for more. */
  z.object({ kind: z.literal('picture'), svg: z.string(), alt: z.string(), stays }),
  /** A button that opens a page. */
  z.object({ kind: z.literal('link'), label: z.string(), url: z.string() }),
  /** A button that is pressed: `action` comes back to us with whoever pressed it. At most 60 bytes, the least that a platform allows. */
  z.object({ kind: z.literal('action'), label: z.string(), action: z.string().max(60) }),
])
export type Block = z.infer<typeof Block>

/** A reply as data. `tone` is its mood, for a colour or a sign before the title. */
export const Card = z.object({
  title: z.string(),
  tone: z.enum(['info', 'success', 'warning', 'error']),
  blocks: z.array(Block),
  /** Chatter, which a group may have deleted after a while: never on a card about money that is under way. */
  passes: z.literal(true).optional(),
})
export type Card = z.infer<typeof Card>

export const text = (words: string): Block => ({ kind: 'text', text: words })
export const field = (label: string, value: string): Extract<Block, { kind: 'field' }> => ({
  kind: 'field',
  label,
  value,
})
export const link = (label: string, url: string): Block => ({ kind: 'link', label, url })
export const action = (label: string, name: string): Block => ({
  kind: 'action',
  label,
  action: name,
})

/** Blocks that a quiet group sees as well; a quote and steps it never does. */
export const staying = (blocks: readonly Block[]): Block[] =>
  blocks.map((block) =>
    block.kind === 'text' || block.kind === 'field' || block.kind === 'picture'
      ? { ...block, stays: true }
      : block,
  )

/**
 * A card as a quiet group sees it: its title, its buttons and what stays, as who is asked for money; and where something is wrong, the
 * words that say what. Routes, fees, notes, steps and other pictures are left to the pages behind the buttons.
 */
export function quietCard({ blocks, ...card }: Card): Card {
  const needsWords = card.tone === 'warning' || card.tone === 'error'
  const kept = blocks.filter(
    (block) =>
      block.kind === 'link' ||
      block.kind === 'action' ||
      ('stays' in block && block.stays === true) ||
      (block.kind === 'text' && needsWords),
  )
  return { ...card, blocks: kept }
}
