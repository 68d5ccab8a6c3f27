import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip as gzipWithCallback } from 'node:zlib'

const gzip = promisify<string, Buffer>(gzipWithCallback)

/** The page is kept compressed: it has 9 MB. */
type Page = { policy: string; gzipped: Buffer }

/**
 * GraphiQL as one page that loads nothing else. Its only script is allowed by its hash; the editor's workers come from
 * blobs that this script makes, and its styles from elements that it adds. Made when the first browser asks: it is large.
 */
export function createGraphiQl(): () => Promise<Page> {
  let page: Promise<Page> | undefined
  return () => (page ??= render())
}

async function render(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const html = renderGraphiQL({ title: 'Vouch GraphQL', defaultQuery: EXAMPLE }).trim()
  const script = html.slice(
    html.indexOf('<script>') + '<script>'.length,
    html.lastIndexOf('</script>'),
  )
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return { policy, gzipped: await gzip(html) }
}

const EXAMPLE = `query Tokens {
  token {
    token_metadatas {
      tokenId
      price
      chain_uids
    }
  }
}
`
