import type { Block } from '../../src/bots/cards/card.ts'

/** A card, or what else has blocks; nothing has none. */
type Shown = { readonly blocks: readonly Block[] } | undefined

/** The blocks of one kind, in their order. */
export const blocksOf = <Kind extends Block['kind']>(shown: Shown, kind: Kind) =>
  (shown?.blocks ?? []).filter(
    (block): block is Extract<Block, { kind: Kind }> => block.kind === kind,
  )

/** What its buttons bring back when they are pressed: `claim:7`. */
export const actionsOf = (shown: Shown): string[] =>
  blocksOf(shown, 'action').map(({ action }) => action)

/** What stands on these buttons. */
export const labelsOf = (shown: Shown): string[] =>
  blocksOf(shown, 'action').map(({ label }) => label)

/** Its fields as they are read: `Fee: 0.1 USDC`. */
export const fieldsOf = (shown: Shown): string[] =>
  blocksOf(shown, 'field').map(({ label, value }) => `${label}: ${value}`)

/** What its fields say, without their labels. */
export const valuesOf = (shown: Shown): string[] =>
  blocksOf(shown, 'field').map(({ value }) => value)

/** Its fields by their labels; of two with one label, the last. */
export const fieldsByLabel = (shown: Shown): Record<string, string> =>
  Object.fromEntries(blocksOf(shown, 'field').map(({ label, value }) => [label, value]))

/** Its texts, each by itself. */
export const textsOf = (shown: Shown): string[] => blocksOf(shown, 'text').map(({ text }) => text)

/** All that its texts say, in one. */
export const textOf = (shown: Shown): string => textsOf(shown).join(' ')

/** What its texts and fields say, in their order. */
export const linesOf = (shown: Shown): string[] =>
  (shown?.blocks ?? []).flatMap((block) => {
    if (block.kind === 'text') return [block.text]
    return block.kind === 'field' ? [`${block.label}: ${block.value}`] : []
  })

/** The pages that its buttons open. */
export const linksOf = (shown: Shown): string[] => blocksOf(shown, 'link').map(({ url }) => url)

/** The stations of its ways. */
export const stepsOf = (shown: Shown) => blocksOf(shown, 'steps').flatMap(({ steps }) => steps)
