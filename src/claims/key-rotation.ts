import type { ClaimerStore } from './claim-store-port.ts'
import type { OptOuts } from './opt-outs.ts'
import type { Vault } from './vault.ts'

const ROWS_AT_ONCE = 100

type Deps = {
  store: Pick<ClaimerStore, 'sealedKeys' | 'replaceSealedKey'>
  vault: Pick<Vault, 'rewrap'>
  optOuts: Pick<OptOuts, 'renewAll'>
  log: {
    info(details: object, message: string): void
    warn(details: object, message: string): void
  }
}

/**
 * Seals every claim key that an earlier version made with the newest key-encryption key, and carries over who wants no mails, while all else goes on. Stopped half-way it begins again and
 * passes over what is done.
 */
export function createKeyRotation({ store, vault, optOuts, log }: Deps) {
  const stopping = new AbortController()
  let running: Promise<unknown> = Promise.resolve()

  /** @throws {SealedKeyError} a key that none of ours opens; the others are still sealed anew by calling it again */
  async function run(): Promise<{ rewrapped: number; passedOver: number }> {
    let rewrapped = 0
    let passedOver = 0
    let after = ''
    await optOuts.renewAll()
    while (!stopping.signal.aborted) {
      const rows = await store.sealedKeys(after, ROWS_AT_ONCE)
      for (const { id, heldKey } of rows) {
        const sealed = vault.rewrap(id, heldKey)
        if (sealed && (await store.replaceSealedKey(id, heldKey, sealed))) rewrapped += 1
        else passedOver += 1
      }
      const last = rows.at(-1)
      if (!last) {
        log.info({ rewrapped, passedOver }, 'every claim key is sealed with VAULT_KEY')
        break
      }
      after = last.id
      await new Promise((resolve) => setImmediate(resolve)) // others have their turn
    }
    return { rewrapped, passedOver }
  }

  return {
    run,
    start() {
      running = run().catch((error: unknown) =>
        log.warn({ err: error }, 'claim keys could not all be sealed anew; keep VAULT_KEY_OLD'),
      )
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
