/** What a black box may rely on of a message. */
export type Message = {
  seq: number
  id: string
  chat: string
  from: string
  text: string
  card: {
    title: string
    tone: string
    blocks: {
      kind: string
      label?: string
      value?: string
      url?: string
      action?: string
      text?: string
      alt?: string
    }[]
  } | null
  edited: boolean
}
type Balances = { token: string; amount: string }[]
type Wallets = {
  wallets: { chain_uid: string; address: string; balances: Balances }[]
  vouchers: Balances
}
type Answer<Body> = { status: number; body: Body }
type Failure = { error: { code: string; message: string; fix: string; request_id: string } }

/** Drives a running Vouch through its public HTTP interface alone, as a person at the playground or an integrator would. */
export function createVouchClient(url: string) {
  async function call<Body>(method: string, path: string, body?: object): Promise<Answer<Body>> {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const answer: Body = await response.json()
    return { status: response.status, body: answer }
  }

  async function ok<Body>(method: string, path: string, body?: object): Promise<Body> {
    const answer = await call<Body>(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.body
  }

  const messages = async (chat: string, after = 0) => {
    const path = `/playground/api/messages?chat=${chat}&after=${after}`
    return (await ok<{ messages: Message[] }>('GET', path)).messages
  }
  const wallets = (persona: string) =>
    ok<Wallets>('GET', `/playground/api/wallets?persona=${persona}`)

  return {
    call,
    ok,
    messages,
    wallets,
    failure: (method: string, path: string, body?: object) => call<Failure>(method, path, body),
    say: async (from: string, chat: string, text: string, reply_to?: string) =>
      (
        await ok<{ messages: Message[] }>('POST', '/playground/api/messages', {
          from,
          chat,
          text,
          reply_to,
        })
      ).messages,
    press: async (from: string, message_id: string, action: string) =>
      (
        await ok<{ messages: Message[] }>('POST', '/playground/api/actions', {
          from,
          message_id,
          action,
        })
      ).messages,
    sign: (from: string, sign_id: string) =>
      ok<{ chain_uid: string; tx_hash: string }>('POST', '/playground/api/sign', { from, sign_id }),
    /** `after` leaves out what was said before, which a chat may have much of. */
    async message(chat: string, id: string, after = 0) {
      const found = (await messages(chat, after)).find((message) => message.id === id)
      if (!found) throw new Error(`${chat} has no message ${id}`)
      return found
    },
    async balance(persona: string, chainUid: string, token: string): Promise<bigint> {
      const wallet = (await wallets(persona)).wallets.find(
        ({ chain_uid }) => chain_uid === chainUid,
      )
      return BigInt(wallet?.balances.find((balance) => balance.token === token)?.amount ?? 0)
    },
    async address(persona: string, chainUid: string): Promise<string> {
      const wallet = (await wallets(persona)).wallets.find(
        ({ chain_uid }) => chain_uid === chainUid,
      )
      return wallet?.address ?? ''
    },
  }
}
export type VouchClient = ReturnType<typeof createVouchClient>

/** The bot's card among the messages of an answer. */
export function cardOf(messages: Message[]): Message & { card: NonNullable<Message['card']> } {
  const answer = messages.find(({ card }) => card !== null)
  if (!answer?.card) throw new Error('the bot did not answer with a card')
  return { ...answer, card: answer.card }
}

export function signIdOf(messages: Message[]): string {
  const { blocks } = cardOf(messages).card
  const url = blocks.find(({ kind, label }) => kind === 'link' && label === 'Sign')?.url
  const [, id] = /\/sign\/([\w-]+)$/.exec(url ?? '') ?? []
  if (id === undefined) throw new Error(`no sign link in ${JSON.stringify(blocks)}`)
  return id
}
