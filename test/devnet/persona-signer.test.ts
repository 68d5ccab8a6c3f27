import { expect, test } from 'vitest'

import { createPersonaSigner } from '../../src/devnet/persona-signer.ts'
import type { TransactionBuild } from '../../src/core/terms/shapes.ts'
import { createPersona } from '../../src/devnet/accounts.ts'
import type { PersonaWallets } from '../../src/devnet/persona-wallets.ts'
import type { SignRequests } from '../../src/services/signing/sign-requests.ts'

// Whose it is comes first, and so nothing of this is read.
const unread = {} as PersonaWallets & SignRequests & TransactionBuild

test('nobody signs for a persona that there is none of, and each call says so as the chats do', async () => {
  const signer = createPersonaSigner({
    personas: [await createPersona('alice')],
    wallets: unread,
    signRequests: unread,
    accountKeyOf: (name) => name,
  })
  const unknown = {
    code: 'UNKNOWN_PERSONA',
    message: 'There is no persona "mallory" in the playground.',
    fix: 'Use one of: alice.',
  }
  const calls = [
    async () => signer.accounts('mallory'),
    async () => signer.sign('mallory', 'x'),
    async () => signer.signText('mallory', 'x'),
    async () => signer.broadcast('mallory', unread),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject(unknown)
})
