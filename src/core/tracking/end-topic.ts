import { accountKey, Platform, type Account } from '../terms/identity.ts'

const PREFIX = 'end:'

/** The topic of a person who is told in private, once, when a watch has ended. */
export const endTopic = (account: Account) => `${PREFIX}${accountKey(account)}`

/** Whose topic it is; `undefined` for any other topic. */
export function askerOf(topic: string): Pick<Account, 'platform' | 'userId'> | undefined {
  if (!topic.startsWith(PREFIX)) return undefined
  const [platform, ...userId] = topic.slice(PREFIX.length).split(':')
  return { platform: Platform.parse(platform), userId: userId.join(':') }
}
