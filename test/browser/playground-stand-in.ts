import { momentText } from '../../src/core/terms/moment.ts'
import type { ChatMessage } from '../../src/web/parts/api-client.ts'
import type { Answer } from './pages-server.ts'

/** The server's far end of a playground with two people: keeps what was said and pressed, and answers a tip with a card. */
export function playgroundStandIn(signUrl: () => string) {
  const said: unknown[] = []
  const pressed: unknown[] = []
  let seq = 0
  const messages: ChatMessage[] = []
  const add = (message: Pick<ChatMessage, 'chat' | 'from' | 'text' | 'card'>): ChatMessage => {
    seq += 1
    const added = { ...message, seq, id: `${seq}`, edited: false }
    messages.push(added)
    return added
  }
  add({ chat: 'dm:bobby', from: 'vouch', text: 'Your code is ABCD2345.', card: null })

  const mail = {
    to: 'erin@example.com',
    subject: '5 USDC wait for you',
    text: 'Hello,\n\nopen https://vouch.example/claim/1#secret to have them.\n',
    at: '2026-01-01T00:00:00.000Z',
  }

  const answer: Answer = ({ method, path, query, body }) => {
    switch (`${method} ${path}`) {
      case 'GET /playground/api/personas':
        return {
          body: {
            personas: ['alice', 'bobby', 'carol', 'david'].map((name) => ({ name })),
            tokens: [{ token: 'usdc', decimals: 6 }],
            commands: [
              {
                name: 'tip',
                summary: 'Send tokens to somebody in this chat.',
                usage: '/tip @handle amount token [on chain] [note]',
              },
              { name: 'track', summary: 'Follow a transaction.', usage: '/track chain hash' },
            ],
          },
        }
      case 'GET /playground/api/messages':
        return {
          body: {
            messages: messages.filter(
              ({ chat, seq: at }) => chat === query.get('chat') && at > Number(query.get('after')),
            ),
          },
        }
      case 'POST /playground/api/messages': {
        said.push(body)
        const own = add({ chat: 'lobby', from: 'alice', text: String(body['text']), card: null })
        const shown = body['text'] === '/help' ? helpCard : tipCard(signUrl())
        const card = add({ chat: 'lobby', from: 'vouch', text: 'Tip', card: shown })
        add({ chat: 'dm:alice', from: 'vouch', text: 'Sign it within an hour.', card: null })
        return { body: { messages: [own, card] } }
      }
      case 'POST /playground/api/actions':
        pressed.push(body)
        return { body: { messages: [] } }
      case 'GET /playground/api/mail':
        return { body: { mails: [mail] } }
      case 'GET /playground/api/wallets':
        return {
          body: {
            persona: query.get('persona'),
            wallets: [
              {
                chain_uid: 'base',
                address: '0x887e4aac216674d2c432798f851c1ea5d505b2e1',
                balances: [{ token: 'usdc', amount: '1000000000' }],
              },
            ],
            vouchers: [{ token: 'usdc', amount: '250000' }],
          },
        }
      default:
        return undefined
    }
  }
  return { answer, said, pressed }
}

/** Longer than any screen. */
const helpCard: ChatMessage['card'] = {
  title: 'What I can do',
  tone: 'info',
  blocks: Array.from({ length: 80 }, (_, line) => ({ kind: 'text', text: `Line ${line}` })),
}

function tipCard(url: string): ChatMessage['card'] {
  return {
    title: 'Tip 5 USDC to @bobby',
    tone: 'info',
    blocks: [
      { kind: 'text', text: 'Nothing moves until your wallet signs it.' },
      { kind: 'field', label: 'From', value: 'Base, 0x887e…b2e1' },
      { kind: 'field', label: 'Amount', value: '5 USDC' },
      {
        kind: 'field',
        label: 'Ends',
        value: momentText(new Date(1_798_761_600_000), '1 January 2027 at 00:00 UTC'),
      },
      { kind: 'quote', text: 'for the fix', by: '@alice' },
      {
        kind: 'steps',
        steps: [
          { label: 'Sent on Base', state: 'done', detail: '0x1234…cdef' },
          { label: 'Settled on the hub', state: 'active' },
          { label: 'Confirmed on Base', state: 'waiting' },
        ],
      },
      { kind: 'link', label: 'Sign', url },
      { kind: 'link', label: 'Record', url: 'https://vouch.example/api/v1/giveaways/1' },
      { kind: 'action', label: 'Cancel the tip', action: 'cancel:1' },
    ],
  }
}
