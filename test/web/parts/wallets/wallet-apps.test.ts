import { describe, expect, test } from 'vitest'

import { walletAppLinks } from '../../../../src/web/parts/wallets/wallet-apps.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36'
const SIGN = 'https://vouch.example/sign/sr-1'
const CLAIM = 'https://vouch.example/claim/c-1#s3cret'
const ENCODED = 'https%3A%2F%2Fvouch.example%2Fsign%2Fsr-1'

const links = (input: Partial<Parameters<typeof walletAppLinks>[0]> = {}) =>
  Object.fromEntries(
    walletAppLinks({
      url: SIGN,
      family: 'evm',
      isSecret: false,
      userAgent: IPHONE,
      ...input,
    }).map(({ name, href }) => [name, href]),
  )

describe('links into the browsers of wallet apps', () => {
  test('are those that the makers document', () => {
    expect(links()).toEqual({
      MetaMask: 'https://link.metamask.io/dapp/vouch.example/sign/sr-1',
      'Base (Coinbase)': `https://go.cb-w.com/dapp?cb_url=${ENCODED}`,
      Trust: `https://link.trustwallet.com/open_url?coin_id=60&url=${ENCODED}`,
      Rainbow: `https://rnbwapp.com/dapp?url=${ENCODED}`,
      Phantom: `https://phantom.app/ul/browse/${ENCODED}?ref=https%3A%2F%2Fvouch.example`,
    })
    expect(links({ family: 'cosmwasm' })).toEqual({
      Keplr: `https://deeplink.keplr.app/web-browser?url=${ENCODED}`,
    })
  })

  test.each([
    { chainId: '8453', has: true },
    { chainId: '42161', has: false },
  ])('Phantom is offered on chain $chainId: $has', ({ chainId, has }) => {
    expect('Phantom' in links({ chainId })).toBe(has)
    expect('MetaMask' in links({ chainId })).toBe(true)
  })

  test.each([
    { family: 'evm' as const, userAgent: IPHONE },
    { family: 'cosmwasm' as const, userAgent: IPHONE },
    { family: 'cosmwasm' as const, userAgent: ANDROID },
  ])('a secret is handed to no web address, and arrives whole: $family', (phone) => {
    const handed = Object.values(links({ ...phone, url: CLAIM, isSecret: true }))
    expect(handed.length).toBeGreaterThan(0)
    for (const href of handed) {
      expect(new URL(href).protocol).not.toMatch(/^https?:$/)
      expect(decodeURIComponent(href)).toContain('vouch.example/claim/c-1#s3cret')
    }
  })

  test('Android is told which app may open a scheme', () => {
    const { Keplr = '' } = links({ family: 'cosmwasm', userAgent: ANDROID, isSecret: true })
    expect(Keplr).toBe(
      `intent://web-browser?url=${ENCODED}#Intent;package=com.chainapsis.keplr;scheme=keplrwallet;end;`,
    )
  })
})
