import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'

import { answerFalsely, type Faults } from '../faults.ts'
import { Callback, Content, HIDDEN, Menu, readContent, type Form } from './discord-payloads.ts'

export const TOKEN = 'MTIzNDU2.test-token.of_the_bot'
/** As long as Discord's are: the library tells the tokens of interactions apart only behind such a number. */
export const APPLICATION = '110000000000000000'
export const PUBLIC_KEY = 'ab'.repeat(32)
const BOT = { id: '4242', username: 'vouch', bot: true }

/** What lets people sign in with the application. */
export const CLIENT_SECRET = 'client-secret-of-discord'

export type DiscordUser = { id: string; username: string; bot?: boolean }
type Member = { user: DiscordUser; roles: string[] }
export type DiscordRole = { role: string; name: string }
/** Where something is said: a server's channel, the private chat with the bot, or a chat where it is no member. */
export type Place = { id: string; context: 0 | 1 | 2 }

export type ShownMessage = {
  id: string
  channel: string
  /** The only reader of a message that others do not see. */
  hiddenFor: string | undefined
  edits: number
} & ReturnType<typeof readContent>

type Known = {
  interaction: { id: string; token: string; type: number; user: DiscordUser; place: Place }
  sentAtMs: number
  first: z.infer<typeof Callback> | undefined
  /** The answer's message; `undefined` while it is only announced, `null` when it was taken away. */
  original: ShownMessage | undefined | null
}

class Refusal extends Error {
  readonly status: number
  readonly code: number
  readonly retryAfter: number | undefined

  constructor(status: number, code: number, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** The intents for messages of servers, which come without their text but for a privileged one, and for private ones, which have it. */
const WHO_WRITES_AND_REACTS = (1 << 0) | (1 << 9) | (1 << 10) | (1 << 12)
const MANAGE_GUILD = 1 << 5
const EPOCH_MS = 1_420_070_400_000
const TOKEN_LIFE_MS = 15 * 60_000
/** Refusals that a bot has to expect. */
const EXPECTED = new Set([
  50_013, 50_083, 160_005, 10_008, 10_015, 10_062, 40_060, 50_001, 50_007, 50_027, 0,
])

/**
 * Plays Discord for the real discord.js: REST and gateway, with their limits and refusals. Keeps books of what each channel
 * shows, and of everything a bot should never do in `unexpected`.
 * @param patienceMs how long an interaction waits for its first answer; by default as long as the test runs
 * @param faults which calls fail, and how
 */
export async function createDiscordApi({
  now = () => Date.now(),
  patienceMs = Infinity,
  faults,
}: { now?: () => number; patienceMs?: number; faults?: Faults } = {}) {
  const unexpected: string[] = []
  const calls: string[] = []
  const messages: ShownMessage[] = []
  const interactions = new Map<string, Known>() // by the token
  const nonces = new Map<string, ShownMessage>()
  const memberOf = new Set<string>() // channels
  const archived = new Map<string, 'open' | 'locked'>() // threads
  const closed = new Set<string>() // people who take no private messages
  const failures: { match: RegExp; refusal: Refusal | 'no answer' }[] = []
  const sessions = new Set<WebSocket>()
  const missed: unknown[] = []
  const members: Member[] = []
  const authors = new Map<string, DiscordUser & { bot?: boolean }>()
  const managers = new Set<string>() // people who may manage the server
  let mayListMembers = true
  let menu: z.infer<typeof Menu> = []
  let ids = 0
  let interactionsUrl: string | null = null

  /** Ids carry their time. */
  const newId = () => `${(BigInt(now() - EPOCH_MS) << 22n) + BigInt(++ids)}`

  function add(content: unknown, channel: string, hiddenFor: string | undefined): ShownMessage {
    const message = { id: newId(), channel, hiddenFor, edits: 0, ...read(content) }
    messages.push(message)
    if (channel.startsWith('9') || hiddenFor !== undefined)
      tellPrivate(message.id, channel, BOT, '')
    return message
  }
  /** Bots hear of what stands in their private chats, their own messages too, and of what they show to one person: neither is of a server. */
  function tellPrivate(
    id: string,
    channel: string,
    author: DiscordUser,
    content: string,
    mentions: DiscordUser[] = [],
  ): void {
    const d = { id, channel_id: channel, type: 0, author, content, mentions }
    for (const socket of sessions)
      socket.send(JSON.stringify({ op: 0, s: ++sequence, t: 'MESSAGE_CREATE', d }))
  }
  function read(content: unknown) {
    return readContent(Content.parse(content))
  }
  function change(message: ShownMessage, content: unknown): ShownMessage {
    return Object.assign(message, read(content), { edits: message.edits + 1 })
  }

  function byToken(token: string): Known {
    const known = interactions.get(token)
    if (!known) throw new Refusal(404, 10_015, 'Unknown Webhook')
    if (now() - known.sentAtMs >= TOKEN_LIFE_MS)
      throw new Refusal(401, 50_027, 'Invalid Webhook Token')
    return known
  }

  function callback(id: string, token: string, body: unknown): void {
    const known = interactions.get(token)
    if (!known || known.interaction.id !== id) throw new Refusal(404, 10_062, 'Unknown interaction')
    if (known.first) throw new Refusal(400, 40_060, 'Interaction has already been acknowledged.')
    if (now() - known.sentAtMs > patienceMs) throw new Refusal(404, 10_062, 'Unknown interaction')
    const first = Callback.parse(body)
    const fits = { 4: [2, 3, 5], 5: [2, 3, 5], 8: [4], 9: [2, 3] }[first.type]
    if (!fits.includes(known.interaction.type)) throw new Error(`no answer ${first.type} to this`)
    known.first = first
    if (first.type !== 4) return
    const { place, user } = known.interaction
    const isHidden = (first.data.flags & HIDDEN) !== 0
    known.original = add(first.data, place.id, isHidden ? user.id : undefined)
  }

  function webhook(method: string, token: string, messageId: string, body: unknown) {
    const known = byToken(token)
    if (known.first?.type !== 5) throw new Refusal(404, 10_008, 'Unknown Message')
    const isOriginal = messageId === '@original' || known.original?.id === messageId
    if (!isOriginal || known.original === null) throw new Refusal(404, 10_008, 'Unknown Message')
    if (method === 'DELETE') {
      if (known.original) messages.splice(messages.indexOf(known.original), 1)
      known.original = null
      return undefined
    }
    if (method === 'PATCH') {
      const { place, user } = known.interaction
      const hiddenFor = known.first.data.flags === HIDDEN ? user.id : undefined
      known.original = known.original
        ? change(known.original, body)
        : add(body, place.id, hiddenFor)
    }
    return asMessage(known.original?.id ?? newId())
  }

  /** Whoever may write in a thread may open it again, and does by writing; not where it is locked. */
  function openThread(channel: string, body: unknown) {
    z.strictObject({ archived: z.literal(false) }).parse(body)
    if (archived.get(channel) === 'locked') throw new Refusal(403, 50_013, 'Missing Permissions')
    archived.delete(channel)
    return { id: channel, type: 11 }
  }

  function send(channel: string, body: unknown) {
    checkChannel(channel)
    if (archived.get(channel) === 'locked') throw new Refusal(400, 160_005, 'Thread is locked')
    archived.delete(channel)
    const { nonce, enforce_nonce } = Content.parse(body)
    if (nonce === undefined || enforce_nonce !== true) throw new Error('a message without a nonce')
    const same = nonces.get(`${channel} ${nonce}`)
    if (same) return asMessage(same.id)
    const message = add(body, channel, undefined)
    nonces.set(`${channel} ${nonce}`, message)
    return asMessage(message.id)
  }

  function edit(channel: string, id: string, body: unknown) {
    checkChannel(channel)
    if (archived.has(channel))
      throw new Refusal(400, 50_083, 'Tried to perform an operation on an archived thread')
    const message = messages.find((shown) => shown.id === id && shown.hiddenFor === undefined)
    if (!message) throw new Refusal(404, 10_008, 'Unknown Message')
    change(message, body)
    return asMessage(id)
  }

  function remove(channel: string, id: string): void {
    checkChannel(channel)
    const at = messages.findIndex((shown) => shown.id === id && shown.hiddenFor === undefined)
    if (at < 0) throw new Refusal(404, 10_008, 'Unknown Message')
    messages.splice(at, 1)
  }

  function checkChannel(channel: string): void {
    const person = channel.startsWith('9') ? channel.slice(1) : undefined
    if (person === undefined ? !memberOf.has(channel) : false)
      throw new Refusal(403, 50_001, 'Missing Access')
    if (person !== undefined && closed.has(person))
      throw new Refusal(403, 50_007, 'Cannot send messages to this user')
  }

  /** Discord lists a server's members only to applications that may have that intent. */
  function membersAfter(query: URLSearchParams): unknown {
    if (!mayListMembers) throw new Refusal(403, 50_001, 'Missing Access')
    const [after, limit] = [BigInt(query.get('after') ?? 0), Number(query.get('limit') ?? 1)]
    return members
      .filter(({ user }) => BigInt(user.id) > after)
      .toSorted((left, right) => (BigInt(left.user.id) < BigInt(right.user.id) ? -1 : 1))
      .slice(0, Math.min(limit, 1000))
  }

  function route(method: string, path: string, query: URLSearchParams, body: unknown): unknown {
    const [first, second = '', third = '', fourth = '', fifth = ''] = path.split('/').slice(3)
    const call = `${method} /${first}`
    if (path.endsWith('/applications/@me'))
      return {
        id: APPLICATION,
        name: 'Vouch',
        bot: { ...BOT, discriminator: '0' },
        verify_key: PUBLIC_KEY,
        interactions_endpoint_url: interactionsUrl,
      }
    if (call === 'PUT /applications') return (menu = Menu.parse(body))
    if (call === 'GET /gateway')
      return {
        url: `ws://127.0.0.1:${port}`,
        shards: 1,
        session_start_limit: {
          total: 1000,
          remaining: 999,
          reset_after: 86_400_000,
          max_concurrency: 1,
        },
      }
    if (call === 'POST /interactions') return callback(second, third, body)
    if (first === 'webhooks') return webhook(method, third, fifth, body)
    if (path.endsWith('/users/@me/channels'))
      return { id: `9${z.object({ recipient_id: z.string() }).parse(body).recipient_id}`, type: 1 }
    if (call === 'GET /guilds' && third === 'members') return membersAfter(query)
    if (call === 'GET /users') {
      const user = authors.get(second)
      if (!user) throw new Refusal(404, 10_013, 'Unknown User')
      return { ...user, discriminator: '0', avatar: null }
    }
    if (call === 'POST /channels') return send(second, body)
    if (call === 'PATCH /channels' && fourth === '') return openThread(second, body)
    if (call === 'PATCH /channels') return edit(second, fourth, body)
    if (call === 'DELETE /channels') return remove(second, fourth)
    throw new Error('there is no such call')
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void readBody(request).then(({ body, files }) => {
      const { method = '' } = request
      if (request.url?.endsWith('/oauth2/token')) return answerSignIn(request, response)
      const path = decodeURIComponent(request.url ?? '')
      calls.push(`${method} ${path}`)
      const failing = failures.findIndex(({ match }) => match.test(`${method} ${path}`))
      const [failure] = failing < 0 ? [] : failures.splice(failing, 1)
      try {
        // What an interaction's token allows needs no other.
        const isOpen = /\/(?:interactions|webhooks)\//.test(path)
        if (!isOpen && request.headers.authorization !== `Bot ${TOKEN}`)
          throw new Refusal(401, 0, '401: Unauthorized')
        if (isOpen && request.headers.authorization !== undefined)
          unexpected.push('the token was sent where it is not needed')
        if (failure?.refusal instanceof Refusal) throw failure.refusal
        checkFiles(body, files)
        const fault = faults?.({
          name: `${method} ${path}`,
          ...addressOf(path),
          body: JSON.stringify(body) ?? '',
        })
        if (fault && !fault.isDone) return answerFalsely(response, fault)
        const answer = route(method, path.split('?')[0] ?? '', queryOf(path), body)
        if (failure) return void request.socket.destroy() // done, but nobody hears of it
        if (fault) return answerFalsely(response, fault)
        if (answer === undefined) return void response.writeHead(204).end()
        response.writeHead(200, { 'content-type': 'application/json' })
        return void response.end(JSON.stringify(answer))
      } catch (error) {
        const refusal = error instanceof Refusal ? error : new Refusal(400, 50_035, String(error))
        const { status, code, message, retryAfter } = refusal
        if (!EXPECTED.has(code)) unexpected.push(`${method} ${path}: ${code} ${message}`)
        response.writeHead(status, {
          'content-type': 'application/json',
          ...(retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }),
        })
        response.end(JSON.stringify({ code, message, retry_after: retryAfter, global: false }))
      }
    })
  })
  const gateway = new WebSocketServer({ server })
  gateway.on('connection', (socket) => {
    socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 40_000 } }))
    socket.on('close', () => sessions.delete(socket))
    socket.on('message', (data: Buffer) => {
      const { op, d } = JSON.parse(data.toString())
      if (op === 1) socket.send(JSON.stringify({ op: 11 }))
      if (op === 6) {
        sessions.add(socket)
        socket.send(JSON.stringify({ op: 0, s: sequence, t: 'RESUMED', d: {} }))
        for (const each of missed.splice(0)) dispatch(each)
      }
      if (op !== 2) return
      if (d.token !== TOKEN) return socket.close(4004)
      if (d.intents !== WHO_WRITES_AND_REACTS) unexpected.push(`asked for the intents ${d.intents}`)
      sessions.add(socket)
      const ready = {
        v: 10,
        user: { ...BOT, discriminator: '0', avatar: null },
        guilds: [],
        session_id: 'session',
        resume_gateway_url: `ws://127.0.0.1:${port}`,
        application: { id: APPLICATION, flags: 0 },
        shard: d.shard,
      }
      socket.send(JSON.stringify({ op: 0, s: 1, t: 'READY', d: ready }))
      for (const each of missed.splice(0)) dispatch(each)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port')
  const { port } = address

  let sequence = 1
  /** Sends an interaction to the bot, or keeps it until there is one. */
  function dispatch(interaction: unknown): void {
    const [socket] = sessions
    if (!socket) missed.push(interaction)
    else
      socket.send(JSON.stringify({ op: 0, s: ++sequence, t: 'INTERACTION_CREATE', d: interaction }))
  }

  /** Whom a call writes to: an interaction's own channel and, where only they can see the answer, person. */
  function addressOf(path: string) {
    const [, channel] = /\/channels\/(\d+)/.exec(path) ?? []
    if (channel !== undefined)
      return { chat: channel, reader: channel.startsWith('9') ? channel.slice(1) : undefined }
    const [, token = ''] = /\/(?:interactions|webhooks)\/\d+\/([^/]+)/.exec(path) ?? []
    const { place, user } = interactions.get(token)?.interaction ?? {}
    return { chat: place?.id, reader: user?.id }
  }

  function create(type: number, user: DiscordUser, place: Place, data: object) {
    const id = newId()
    const token = `token-${id}`
    interactions.set(token, {
      interaction: { id, token, type, user, place },
      sentAtMs: now(),
      first: undefined,
      original: undefined,
    })
    const inServer = place.context === 0
    const permissions = managers.has(user.id) ? `${MANAGE_GUILD}` : '0'
    return {
      id,
      application_id: APPLICATION,
      type,
      token,
      version: 1,
      data,
      channel_id: place.id,
      channel: { id: place.id, type: inServer ? 0 : 1 },
      context: place.context,
      ...(inServer ? { guild_id: '77', member: { user, roles: [], permissions } } : { user }),
      entitlements: [],
      locale: 'en-US',
      app_permissions: '0',
      authorizing_integration_owners: {},
      attachment_size_limit: 1,
    }
  }
  type Made = ReturnType<typeof create>

  return {
    url: `http://127.0.0.1:${port}/api`,
    unexpected,
    calls,
    menu: () => menu,
    dispatch,
    /** People of the one server that there is, and whether the bot may list them. */
    enrol: (...people: Member[]) => void members.push(...people),
    hideMembers: () => void (mayListMembers = false),
    /** This person may manage the server. */
    promote: (user: DiscordUser) => void managers.add(user.id),
    /** Somebody writes in a channel of the server; without the intent for it, no bot hears what. */
    talk(author: DiscordUser, place: Place): void {
      const d = { id: newId(), channel_id: place.id, guild_id: '77', author, content: '' }
      for (const socket of sessions)
        socket.send(JSON.stringify({ op: 0, s: ++sequence, t: 'MESSAGE_CREATE', d }))
    },
    /** Somebody writes to the bot in private; returns what brings the same message again. */
    write(author: DiscordUser, content: string, mentions: DiscordUser[] = []): () => void {
      const id = newId()
      const tell = () => tellPrivate(id, `9${author.id}`, author, content, mentions)
      tell()
      return tell
    },
    /** Somebody reacts to somebody's message; a bot's message is told as one's own would be. */
    react(
      user: DiscordUser,
      place: Place,
      author: DiscordUser & { bot?: boolean },
      emoji: { id: string | null; name: string },
    ): void {
      authors.set(author.id, author)
      const d = {
        user_id: user.id,
        channel_id: place.id,
        message_id: newId(),
        guild_id: '77',
        member: { user, roles: [], permissions: '0' },
        message_author_id: author.id,
        emoji,
        burst: false,
        type: 0,
      }
      for (const socket of sessions)
        socket.send(JSON.stringify({ op: 0, s: ++sequence, t: 'MESSAGE_REACTION_ADD', d }))
    },
    /** Discord tells of a server that the bot is in; at once where it is added to it. */
    tellGuild(guild: {
      id: string
      joined_at: string
      preferred_locale?: string
      system_channel_id?: string | null
      channels: { id: string; type: number; position?: number }[]
    }): void {
      const d = { name: 'A server', roles: [], emojis: [], ...guild }
      for (const socket of sessions)
        socket.send(JSON.stringify({ op: 0, s: ++sequence, t: 'GUILD_CREATE', d }))
    },
    /** The bot becomes a member of a channel. */
    join: (...channels: string[]) => channels.map((channel) => memberOf.add(channel)),
    /** A thread in which nobody has written for a while; locked, only its moderators may. */
    archive: (thread: string, how: 'open' | 'locked') => void archived.set(thread, how),
    /** This person takes no private messages of the bot. */
    close: (user: DiscordUser) => void closed.add(user.id),
    /** And now does. */
    open: (user: DiscordUser) => void closed.delete(user.id),
    /** What a channel shows to a person, oldest first. */
    shown: (channel: string, reader?: DiscordUser) =>
      messages.filter(
        (message) =>
          message.channel === channel &&
          (message.hiddenFor === undefined || message.hiddenFor === reader?.id),
      ),
    privateChat: ({ id }: DiscordUser): Place => ({ id: `9${id}`, context: 1 }),
    /** The first answer that an interaction got. */
    first: ({ token }: { token: string }) => interactions.get(token)?.first,
    /** A command as somebody gives it; values are texts, people for fields that take one, or several picked in a text. */
    command(
      user: DiscordUser,
      place: Place,
      name: string,
      entered: Record<string, string | DiscordUser | DiscordUser[] | DiscordRole> = {},
      focused?: string,
    ): Made {
      const known = menu.find((each) => each.type === 1 && each.name === name)
      if (known?.type !== 1) throw new Error(`there is no command ${name}`)
      const users: Record<string, DiscordUser> = {}
      const roles: Record<string, { id: string; name: string }> = {}
      function textOf(value: string | DiscordUser | DiscordUser[] | DiscordRole): string {
        if (typeof value === 'string') return value
        if (Array.isArray(value)) return value.map((each) => `<@${textOf(each)}>`).join(' ')
        if ('role' in value) {
          roles[value.role] = { id: value.role, name: value.name }
          return value.role
        }
        users[value.id] = value
        return value.id
      }
      const options = Object.entries(entered).map(([field, value]) => {
        const option = known.options.find((each) => each.name === field)
        if (!option) throw new Error(`${name} has no field ${field}`)
        if (option.type === 8 && (typeof value === 'string' || !('role' in value)))
          throw new Error(`the field ${field} of ${name} takes roles alone`)
        return {
          type: option.type,
          name: field,
          value: textOf(value),
          ...(field === focused ? { focused: true } : {}),
        }
      })
      const data = { id: '1', type: 1, name, options, resolved: { users, roles } }
      return create(focused === undefined ? 2 : 4, user, place, data)
    },
    /** The entry of a person's or message's menu. */
    menuEntry(user: DiscordUser, place: Place, name: string, target: DiscordUser): Made {
      const kind = menu.find((each) => each.type !== 1 && each.name === name)?.type
      if (kind === undefined) throw new Error(`there is no entry ${name}`)
      const message = { id: '555', author: target }
      const data =
        kind === 2
          ? { target_id: target.id, resolved: { users: { [target.id]: target } } }
          : { target_id: '555', resolved: { messages: { '555': message } } }
      return create(2, user, place, { id: '1', type: kind, name, ...data })
    },
    /** Sends a form that was opened. */
    submit(user: DiscordUser, place: Place, form: Form, values: Record<string, string>): Made {
      const components = form.components.map(({ component: { custom_id } }) => ({
        type: 18,
        id: 1,
        component: { type: 4, id: 2, custom_id, value: values[custom_id] ?? '' },
      }))
      return create(5, user, place, { custom_id: form.custom_id, components })
    },
    /** Presses a button that a message shows. */
    press(user: DiscordUser, place: Place, message: ShownMessage | undefined, label: string): Made {
      const button = message?.buttons.find((each) => each.label === label)
      if (!button || !('custom_id' in button)) throw new Error(`there is no button "${label}"`)
      const made = create(3, user, place, { custom_id: button.custom_id, component_type: 2 })
      const flags = message?.hiddenFor === undefined ? 0 : HIDDEN
      return Object.assign(made, { message: { id: message?.id, channel_id: place.id, flags } })
    },
    /** Sets in the portal where interactions are sent; null is the gateway. */
    sendInteractionsTo: (url: string | null) => void (interactionsUrl = url),
    /** Somebody deletes a message. */
    remove: (id: string) =>
      void messages.splice(
        messages.findIndex((message) => message.id === id),
        1,
      ),
    /** The next call that matches is refused, or done without an answer. */
    failNext: (
      match: RegExp,
      failure: { status: number; code: number; retryAfter?: number } | 'no answer',
    ) =>
      void failures.push({
        match,
        refusal:
          failure === 'no answer'
            ? failure
            : new Refusal(failure.status, failure.code, 'made to fail', failure.retryAfter),
      }),
    /** What was to fail does not, any more. */
    forgetFailures: () => void failures.splice(0),
    /** Ends the gateway's connections: with a code that Discord gives, or without a word. */
    hangUp(code?: number): void {
      for (const socket of gateway.clients) {
        sessions.delete(socket)
        if (code === undefined) socket.terminate()
        else socket.close(code)
      }
    },
    async stop(): Promise<void> {
      for (const socket of gateway.clients) socket.terminate()
      gateway.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const asMessage = (id: string) => ({ id })
const queryOf = (path: string) => new URLSearchParams(path.split('?')[1] ?? '')

/** Every picture that a message shows is attached to it, is a PNG, and nothing else is. */
function checkFiles(body: unknown, files: ReadonlyMap<string, Buffer>): void {
  const content = Content.safeParse(body)
  if (!content.success && files.size > 0) throw new Error('files of what is no message')
  if (!content.success) return
  const attached = (content.data.attachments ?? []).map(({ id, filename }) => {
    const file = files.get(`files[${id}]`)
    if (!file || file.subarray(1, 4).toString() !== 'PNG') throw new Error(`no PNG as ${filename}`)
    return `attachment://${filename}`
  })
  const shown = readContent(content.data).pictures.map(({ media }) => media.url)
  if (files.size !== attached.length || shown.join() !== attached.join())
    throw new Error(`shows ${shown.join()}, but has ${attached.join()}`)
}

/** No code is worth anything here; it says so to whoever knows the application's secret. */
function answerSignIn(request: IncomingMessage, response: ServerResponse): void {
  const [, basic = ''] = (request.headers.authorization ?? '').split('Basic ')
  const credentials = decodeURIComponent(Buffer.from(basic, 'base64').toString()) // as OAuth 2.0 has it
  const isKnown = credentials === `${APPLICATION}:${CLIENT_SECRET}`
  response.writeHead(isKnown ? 400 : 401, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: isKnown ? 'invalid_grant' : 'invalid_client' }))
}

/** A call's JSON, and what is attached to it by its place. */
async function readBody(
  request: IncomingMessage,
): Promise<{ body: unknown; files: Map<string, Buffer> }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const bytes = Buffer.concat(chunks)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) {
    const text = bytes.toString()
    const isJson = text !== '' && !type.startsWith('application/x-www-form-urlencoded')
    return { body: isJson ? JSON.parse(text) : undefined, files: new Map() }
  }
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type },
  }).formData()
  const files: [string, Buffer][] = []
  for (const [name, value] of form)
    if (value instanceof File) files.push([name, Buffer.from(await value.arrayBuffer())])
  return { body: JSON.parse(z.string().parse(form.get('payload_json'))), files: new Map(files) }
}
