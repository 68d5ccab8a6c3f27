/**
 * A reply of the bot, as the playground's API sends it: the reply vocabulary's JSON. Pages import nothing of the bots, so
 * the shapes stand here too; a test holds the two equal.
 */
export type StepJson = {
  label: string
  state: 'waiting' | 'active' | 'done' | 'failed'
  detail?: string | undefined
  url?: string | undefined
}

export type BlockJson =
  | { kind: 'text'; text: string }
  | { kind: 'quote'; text: string; by: string }
  | { kind: 'field'; label: string; value: string }
  | { kind: 'steps'; steps: StepJson[] }
  | { kind: 'picture'; svg: string; alt: string }
  | { kind: 'link'; label: string; url: string }
  | { kind: 'action'; label: string; action: string }

export type CardJson = {
  title: string
  tone: 'info' | 'success' | 'warning' | 'error'
  blocks: BlockJson[]
}
