type Family = 'evm' | 'cosmwasm'

/** A page's address: whole, and in the two forms in which links of apps carry it. */
type Page = { encoded: string; bare: string; origin: string; isAndroid: boolean }

/** A phone's app whose own browser has its wallet in it. */
type WalletApp = {
  name: string
  family: Family
  /** The only chains that it serves, where it takes no others. */
  chainIds?: readonly string[]
  /** A web address of the app's maker: opens the app, or says where to get it. The maker sees it where the app is missing. */
  link: (page: Page) => string
  /** The scheme of the app itself: the phone hands it over, and nothing goes over the network. */
  ownScheme?: (page: Page) => string
}

/** As each app's maker documents it; Leap's makes its links one by one, so none can be written here. */
const APPS: readonly WalletApp[] = [
  {
    // https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/
    // The scheme: app/core/DeeplinkManager in github.com/MetaMask/metamask-mobile
    name: 'MetaMask',
    family: 'evm',
    link: ({ bare }) => `https://link.metamask.io/dapp/${bare}`,
    ownScheme: ({ bare }) => `metamask://dapp/${bare}`,
  },
  {
    // https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration
    name: 'Base (Coinbase)',
    family: 'evm',
    link: ({ encoded }) => `https://go.cb-w.com/dapp?cb_url=${encoded}`,
  },
  {
    // https://developer.trustwallet.com/developer/develop-for-trust/deeplinking
    name: 'Trust',
    family: 'evm',
    link: ({ encoded }) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`,
    ownScheme: ({ encoded }) => `trust://open_url?coin_id=60&url=${encoded}`,
  },
  {
    // src/handlers/deeplinks.ts in github.com/rainbow-me/rainbow
    name: 'Rainbow',
    family: 'evm',
    link: ({ encoded }) => `https://rnbwapp.com/dapp?url=${encoded}`,
    ownScheme: ({ encoded }) => `rainbow://dapp?url=${encoded}`,
  },
  {
    // https://docs.phantom.com/phantom-deeplinks/other-methods/browse; the scheme: https://docs.phantom.com/phantom-deeplinks
    name: 'Phantom',
    family: 'evm',
    chainIds: ['1', '137', '143', '8453'],
    link: ({ encoded, origin }) =>
      `https://phantom.app/ul/browse/${encoded}?ref=${encodeURIComponent(origin)}`,
    ownScheme: ({ encoded, origin }) =>
      `phantom://browse/${encoded}?ref=${encodeURIComponent(origin)}`,
  },
  {
    // https://docs.keplr.app/api/guide/deeplinking
    name: 'Keplr',
    family: 'cosmwasm',
    link: ({ encoded }) => `https://deeplink.keplr.app/web-browser?url=${encoded}`,
    ownScheme: ({ encoded, isAndroid }) =>
      isAndroid
        ? `intent://web-browser?url=${encoded}#Intent;package=com.chainapsis.keplr;scheme=keplrwallet;end;`
        : `keplrwallet://web-browser?url=${encoded}`,
  },
]

/**
 * Returns the links that open a page in the browsers of wallet apps, for those that serve the chain; without `chainId`, any of
 * its family. A page whose own link `isSecret` is handed over by the phone alone, so that no maker of an app sees it. Pure.
 * @param url the page's whole link, with its fragment
 */
export function walletAppLinks({
  url,
  family,
  chainId,
  isSecret,
  userAgent,
}: {
  url: string
  family: Family
  chainId?: string | undefined
  isSecret: boolean
  userAgent: string
}): { name: string; href: string }[] {
  const page: Page = {
    encoded: encodeURIComponent(url),
    bare: url.replace(/^https?:\/\//, ''),
    origin: new URL(url).origin,
    isAndroid: /Android/.test(userAgent),
  }
  return APPS.flatMap(({ name, link, ownScheme, chainIds, ...app }) => {
    const write = isSecret ? ownScheme : link
    const serves =
      app.family === family &&
      (chainId === undefined || chainIds === undefined || chainIds.includes(chainId))
    return serves && write ? [{ name, href: write(page) }] : []
  })
}
