import { FREEZE_KINDS, readTarget, subjectOf } from '../claims/freezes.ts'
import type { Config } from '../config.ts'
import { createFreezeStore, type Freeze } from '../store/claims/freeze-store.ts'
import type { Db } from '../store/database.ts'
import { openBeside, readBeside } from '../store/open-store.ts'
import { createAccountStore } from '../store/people/account-store.ts'
import { readVault } from '../store/claims/vault-keys.ts'
import { readSettings, type Settings } from './read-settings.ts'

/** What there is to freeze, as an operator types it. */
type Typed = { kind: string; which: string | undefined }

/**
 * Holds back what is named, from the next statement of a running server on, and says how much waits behind it.
 * @throws {Error} it is not named as such a thing is, or there is no database
 */
export async function freeze(
  typed: Typed,
  settings: Settings & { reason?: string },
): Promise<void> {
  const { target, config } = read(typed, settings)
  const { db, close } = await openBeside(config)
  try {
    const told = { hashOf: hashWith(db, config), reason: settings.reason }
    const found = await createFreezeStore(db).freeze(target, told, new Date())
    const since = found.isNew ? '' : `, since ${found.freeze.createdAt.toISOString()}`
    console.log(
      `Frozen${since}: ${name(found.freeze)}. Unpaid claims held by it: ${found.waiting}.`,
    )
    const { userId } = found.freeze
    if (target.kind === 'account' && 'handle' in target.by && target.platform !== 'email')
      console.log(
        userId === null
          ? 'No account that shows this handle is known: what was sent to the handle is held, and nothing that somebody sent.'
          : `The account that shows it is ${target.platform}:${userId}, and stays frozen whatever it is called later.`,
      )
    if (target.kind === 'account' && 'userId' in target.by) {
      const account = { platform: target.platform, ...target.by, handle: undefined }
      if (!(await createAccountStore(db).firstSeen(account)))
        console.log(
          `No account with this id is known. A handle has an @ before it: ${target.platform}:@${target.by.userId}.`,
        )
    }
    if (target.kind === 'claim' && found.waiting === 0)
      console.log('No unpaid claim has this number yet.')
  } finally {
    await close()
  }
}

/**
 * Lets go on what was frozen under the same name.
 * @throws {Error} nothing of that name is frozen
 */
export async function release(typed: Typed, settings: Settings): Promise<void> {
  const { target, config } = read(typed, settings)
  const { db, close } = await openBeside(config)
  try {
    const store = createFreezeStore(db)
    const released = await store.release(target, hashWith(db, config), new Date())
    if (!released)
      throw new Error(
        `${name({ kind: target.kind, subject: subjectOf(target) })} is not frozen. "vouch freezes" lists what is.`,
      )
    console.log(`Released: ${name(released)}, frozen since ${released.createdAt.toISOString()}.`)
    const others = await store.list()
    if (others.length > 0)
      console.log(`Still frozen, perhaps with claims of it: ${others.map(name).join(', ')}.`)
  } finally {
    await close()
  }
}

/** Prints everything that is frozen, since the longest first. */
export async function listFreezes(settings: Settings): Promise<void> {
  const { db, close } = await readBeside(readSettings(settings))
  try {
    const all = await createFreezeStore(db).list()
    if (all.length === 0) console.log('Nothing is frozen.')
    for (const each of all) {
      const reason = each.reason === null ? '' : `: ${each.reason}`
      console.log(`${each.createdAt.toISOString()}  ${name(each)}${reason}`)
    }
  } finally {
    await close()
  }
}

function read({ kind: word, which }: Typed, settings: Settings) {
  const kind = FREEZE_KINDS.find((each) => each === word)
  if (!kind) throw new Error(`"${word}" is none of ${FREEZE_KINDS.join(', ')}.`)
  return { target: readTarget(kind, which), config: readSettings(settings) }
}

const name = ({ kind, subject }: Pick<Freeze, 'kind' | 'subject'>) => `${kind} ${subject}`.trim()

/** What accounts are called in the audit log. Asked of accounts only: everything else is frozen without the key. */
const hashWith = (db: Db, config: Config) => async (account: string) => {
  const vault = await readVault(db, config)
  if (!vault) throw new Error('There is no VAULT_KEY, so the audit log has no name for an account.')
  return vault.hash('audit', account)
}
