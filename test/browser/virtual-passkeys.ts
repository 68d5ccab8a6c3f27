import type { Page } from 'playwright-core'

/**
 * Gives a page a keeper of passkeys as phones and computers have: Chromium's own virtual authenticator, over its DevTools.
 * The person in front of it confirms at once, for as long as they are recognised.
 */
export async function addPasskeys(page: Page, { hasPrf = true, hasLargeBlob = true } = {}) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const add = async () =>
    devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        hasPrf,
        hasLargeBlob,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
  let prompts = 0
  for (const event of ['WebAuthn.credentialAdded', 'WebAuthn.credentialAsserted'] as const)
    devTools.on(event, () => void (prompts += 1))
  let { authenticatorId } = await add()
  const exported = async () =>
    (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    count: async () => (await exported()).length,
    /** How often its owner has confirmed something. */
    prompts: () => prompts,
    /** Whether its owner is recognised from now on. */
    recognise: (isUserVerified: boolean) =>
      devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** What DevTools give of its passkeys: all but their PRF secrets. */
    exported,
    /** Brings in what another one exported. */
    async bringIn(credentials: Awaited<ReturnType<typeof exported>>) {
      for (const credential of credentials)
        await devTools.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
    /** Takes it away with all its passkeys, and puts an empty one in its place. */
    async replace() {
      await devTools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
      ;({ authenticatorId } = await add())
    },
  }
}
