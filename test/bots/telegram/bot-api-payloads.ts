import { z } from 'zod'

import { readHtml } from './read-html.ts'

const Button = z.strictObject({
  text: z.string().min(1),
  url: z.string().optional(),
  callback_data: z.string().optional(),
  web_app: z.strictObject({ url: z.url({ protocol: /^https$/ }) }).optional(),
})
const Content = {
  text: z.string(),
  parse_mode: z.literal('HTML'),
  link_preview_options: z.object({ is_disabled: z.literal(true) }),
  reply_markup: z
    .strictObject({ inline_keyboard: z.array(z.array(Button).min(1).max(8)) })
    .optional(),
}
/** On what one member of a group alone is to see: once as servers of 10.2 read it, and once as those of 10.3 do. */
const Reader = { receiver_user_id: z.int(), callback_query_id: z.string().optional() }
const OneReader = {
  receiver_user_id: Reader.receiver_user_id.optional(),
  callback_query_id: Reader.callback_query_id,
  ephemeral_message_parameters: z.strictObject(Reader).optional(),
}
const Whisper = { chat_id: z.int(), receiver_user_id: z.int(), ephemeral_message_id: z.int() }
const Photo = z.instanceof(Buffer).refine((file) => file.subarray(1, 4).toString() === 'PNG')
const Caption = { caption: z.string(), parse_mode: z.literal('HTML') }
/** What a bot may send with each method; anything else is refused. */
export const Payload = {
  setWebhook: z.strictObject({
    url: z.url({ protocol: /^https$/ }),
    secret_token: z.string().regex(/^[\w-]{1,256}$/),
    allowed_updates: z.array(z.string()),
  }),
  getUpdates: z.strictObject({
    offset: z.int(),
    timeout: z.int().max(50),
    allowed_updates: z.array(z.string()),
    limit: z.int().optional(),
  }),
  sendMessage: z.strictObject({
    chat_id: z.int(),
    message_thread_id: z.int().optional(),
    ...OneReader,
    ...Content,
  }),
  editMessageText: z.union([
    z.strictObject({ chat_id: z.int(), message_id: z.int(), ...Content }),
    z.strictObject({ inline_message_id: z.string(), ...Content }),
  ]),
  answerInlineQuery: z.strictObject({
    inline_query_id: z.string(),
    cache_time: z.literal(0),
    is_personal: z.literal(true),
    results: z
      .array(
        z.strictObject({
          type: z.literal('article'),
          id: z.string().min(1).max(64),
          title: z.string().min(1),
          description: z.string(),
          input_message_content: z.strictObject({
            message_text: Content.text,
            parse_mode: Content.parse_mode,
            link_preview_options: Content.link_preview_options,
          }),
          reply_markup: Content.reply_markup,
        }),
      )
      .max(50),
    button: z
      .strictObject({
        text: z.string().min(1),
        start_parameter: z.string().regex(/^[\w-]{1,64}$/),
      })
      .optional(),
  }),
  sendPhoto: z.strictObject({
    chat_id: z.int(),
    message_thread_id: z.int().optional(),
    ...OneReader,
    photo: Photo,
    ...Caption,
    reply_markup: Content.reply_markup,
  }),
  editMessageCaption: z.strictObject({
    chat_id: z.int(),
    message_id: z.int(),
    ...Caption,
    reply_markup: Content.reply_markup,
  }),
  editMessageMedia: z.strictObject({
    chat_id: z.int(),
    message_id: z.int(),
    media: z.strictObject({ type: z.literal('photo'), media: Photo, ...Caption }),
    reply_markup: Content.reply_markup,
  }),
  editEphemeralMessageText: z.strictObject({ ...Whisper, ...Content }),
  editEphemeralMessageCaption: z.strictObject({
    ...Whisper,
    ...Caption,
    reply_markup: Content.reply_markup,
  }),
  editEphemeralMessageMedia: z.strictObject({
    ...Whisper,
    media: z.strictObject({ type: z.literal('photo'), media: Photo, ...Caption }),
    reply_markup: Content.reply_markup,
  }),
  deleteEphemeralMessage: z.strictObject(Whisper),
  answerCallbackQuery: z.strictObject({
    callback_query_id: z.string(),
    text: z.string().max(200).optional(),
    show_alert: z.boolean().optional(),
    url: z.string().optional(),
  }),
  getChatMember: z.strictObject({ chat_id: z.int(), user_id: z.int() }),
  deleteMessage: z.strictObject({ chat_id: z.int(), message_id: z.int() }),
  setMyDescription: z.strictObject({
    description: z.string().min(1).max(512),
    language_code: z.string().length(2).optional(),
  }),
  setMyShortDescription: z.strictObject({
    short_description: z.string().min(1).max(120),
    language_code: z.string().length(2).optional(),
  }),
  setMyCommands: z.strictObject({
    scope: z.strictObject({
      type: z.enum(['all_private_chats', 'all_group_chats', 'all_chat_administrators']),
    }),
    language_code: z
      .string()
      .regex(/^[a-z]{2}$/)
      .optional(),
    commands: z
      .array(
        z.strictObject({
          command: z.string().regex(/^[a-z0-9_]{1,32}$/),
          description: z.string().min(1).max(256),
        }),
      )
      .max(100),
  }),
}

/** How Telegram refuses a call. */
export class Refusal extends Error {
  readonly code: number
  readonly parameters: { retry_after: number } | { migrate_to_chat_id: number } | undefined

  constructor(
    code: number,
    description: string,
    parameters?: { retry_after: number } | { migrate_to_chat_id: number },
  ) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}
export const badRequest = (description: string) => new Refusal(400, `Bad Request: ${description}`)

/**
 * What a message shows, within Telegram's limits for text and buttons.
 * @throws {Refusal}
 */
export function readContent(content: {
  text: string
  /** Whether the words stand below a picture. */
  isCaption?: boolean
  reply_markup?: { inline_keyboard: z.infer<typeof Button>[][] } | undefined
}) {
  let seen
  try {
    seen = readHtml(content.text)
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : String(error))
  }
  if (seen.text.trim() === '') throw badRequest('message text is empty')
  if (seen.text.length > (content.isCaption === true ? 1024 : 4096))
    throw badRequest('message is too long')
  if (/\p{Surrogate}/u.test(seen.text)) throw badRequest('strings must be encoded in UTF-8')
  const buttons = (content.reply_markup?.inline_keyboard ?? []).flat()
  if (buttons.length > 100) throw badRequest('reply markup is too long')
  for (const { url, callback_data, web_app } of buttons) {
    if ([url, callback_data, web_app].filter((kind) => kind !== undefined).length !== 1)
      throw badRequest('inline button must have exactly one kind')
    if (
      callback_data !== undefined &&
      (callback_data === '' || Buffer.byteLength(callback_data) > 64)
    )
      throw badRequest('BUTTON_DATA_INVALID')
    if (
      url !== undefined &&
      !(
        URL.canParse(url) &&
        /^https?:$/.test(new URL(url).protocol) &&
        new URL(url).hostname.includes('.')
      )
    )
      throw badRequest(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`)
  }
  return { html: content.text, ...seen, buttons }
}
