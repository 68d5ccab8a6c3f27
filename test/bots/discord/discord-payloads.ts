import { Locale } from 'discord.js'
import { z } from 'zod'

const Button = z.union([
  z.strictObject({
    type: z.literal(2),
    style: z.literal(5),
    label: z.string().min(1).max(80),
    url: z
      .url({ protocol: /^https?$/ })
      .max(512)
      .refine((url) => new URL(url).hostname.includes('.')),
  }),
  z.strictObject({
    type: z.literal(2),
    style: z.int().min(1).max(4),
    label: z.string().min(1).max(80),
    custom_id: z.string().min(1).max(100),
  }),
])
const Container = z.strictObject({
  type: z.literal(17),
  accent_color: z.int().min(0).max(0xffffff),
  components: z.array(
    z.union([
      z.strictObject({ type: z.literal(10), content: z.string().min(1).max(4000) }),
      z.strictObject({
        type: z.literal(12),
        items: z
          .array(
            z.strictObject({
              media: z.strictObject({ url: z.string().regex(/^attachment:\/\/[\w.-]+$/) }),
              description: z.string().min(1).max(1024).optional(),
            }),
          )
          .min(1)
          .max(10),
      }),
      z.strictObject({ type: z.literal(1), components: z.array(Button).min(1).max(5) }),
    ]),
  ),
})

/** The two flags that we may set: components of version 2 (always, with cards), and for the asker's eyes only. */
export const HIDDEN = 64
const V2 = 32_768

/** A message's content: components alone, and nobody is ever pinged. */
export const Content = z.strictObject({
  flags: z.int().refine((flags) => (flags & V2) !== 0 && (flags & ~(V2 | HIDDEN)) === 0),
  components: z.tuple([Container]),
  allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
  attachments: z.array(z.strictObject({ id: z.int(), filename: z.string() })).optional(),
  nonce: z.string().min(1).max(25).optional(),
  enforce_nonce: z.literal(true).optional(),
})

/** The first answer to an interaction. */
export const Callback = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal(4), data: Content }),
  z.strictObject({ type: z.literal(5), data: z.strictObject({ flags: z.literal([0, HIDDEN]) }) }),
  z.strictObject({
    type: z.literal(8),
    data: z.strictObject({
      choices: z
        .array(
          z.strictObject({ name: z.string().min(1).max(100), value: z.string().min(1).max(100) }),
        )
        .max(25),
    }),
  }),
  z.strictObject({
    type: z.literal(9),
    data: z.strictObject({
      custom_id: z.string().min(1).max(100),
      title: z.string().min(1).max(45),
      components: z
        .array(
          z.strictObject({
            type: z.literal(18),
            label: z.string().min(1).max(45),
            description: z.string().min(1).max(100),
            component: z.strictObject({
              type: z.literal(4),
              custom_id: z.string().min(1).max(100),
              style: z.literal([1, 2]),
              required: z.boolean(),
              max_length: z.int().min(1).max(4000),
            }),
          }),
        )
        .min(1)
        .max(5),
    }),
  }),
])
export type Form = Extract<z.infer<typeof Callback>, { type: 9 }>['data']

const NAME = /^[a-z0-9_-]{1,32}$/
/** Discord's rule for names, which have to be in lower case besides. */
const LOCAL_NAME = z
  .string()
  .regex(/^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u)
  .refine((name) => name === name.toLowerCase())
/** Discord's own list of languages; the ones that a name or description may come in besides. */
const LOCALES = z.enum(Locale)
const description = {
  description: z.string().min(1).max(100),
  description_localizations: z.partialRecord(LOCALES, z.string().min(1).max(100)).optional(),
}
const Option = z.strictObject({
  type: z.literal([3, 6, 8, 9]),
  name: z.string().regex(NAME),
  name_localizations: z.partialRecord(LOCALES, LOCAL_NAME),
  ...description,
  required: z.boolean(),
  autocomplete: z.boolean().optional(),
})
const WHERE = {
  contexts: z.array(z.literal([0, 1, 2])),
  integration_types: z.array(z.literal([0, 1])),
}
/** What an application may offer. */
export const Menu = z.array(
  z.union([
    z.strictObject({
      ...WHERE,
      type: z.literal(1),
      name: z.string().regex(NAME),
      ...description,
      default_member_permissions: z.string().regex(/^\d+$/).optional(),
      options: z
        .array(Option)
        .max(25)
        .refine(
          (options) =>
            options.findLastIndex(({ required }) => required) <
              options.findIndex(({ required }) => !required) ||
            options.every(({ required }) => required) ||
            options.every(({ required }) => !required),
          'required options come first',
        ),
    }),
    z.strictObject({
      ...WHERE,
      type: z.literal([2, 3]),
      name: z.string().min(1).max(32),
      name_localizations: z.partialRecord(LOCALES, z.string().min(1).max(32)).optional(),
    }),
  ]),
)

/** What a message shows: its words as people read them, and its buttons. @throws {Error} beyond Discord's limits */
export function readContent(content: z.infer<typeof Content>) {
  const [container] = content.components
  const texts = container.components.flatMap((part) => (part.type === 10 ? [part.content] : []))
  const buttons = container.components.flatMap((part) => (part.type === 1 ? part.components : []))
  const pictures = container.components.flatMap((part) => (part.type === 12 ? part.items : []))
  const markdown = texts.join('\n')
  const count = 1 + container.components.length + buttons.length + pictures.length
  if (markdown.length > 4000) throw new Error('more than 4000 characters')
  if (count > 40) throw new Error('more than 40 components')
  const ids = buttons.flatMap((button) => ('custom_id' in button ? [button.custom_id] : []))
  if (new Set(ids).size < ids.length) throw new Error('two buttons with one custom_id')
  const text = markdown.replaceAll(/\\(.)/gs, '$1').replace(/^### /, '')
  return { markdown, text, buttons, pictures }
}
