import { copyStore, namePlace, type Copied, type Place } from '../store/moving/copy-store.ts'
import { showProgress } from './show-progress.ts'

/** Places as an operator types them. */
type Typed = { from: string; to: string }

/**
 * Copies everything from one database into another, empty one, and says what it was and what to do next.
 * @throws {Error} it could not be copied; then nothing was changed
 */
export async function copyStoreTo(typed: Typed): Promise<void> {
  const from = readPlace('--from', typed.from)
  const to = readPlace('--to', typed.to)
  const stopping = new AbortController()
  const stop = () => stopping.abort(new Error('The copy was stopped. Nothing is left of it.'))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const beganMs = performance.now()
  const copied = await copyStore({
    from,
    to,
    onProgress: showProgress,
    signal: stopping.signal,
  })
  console.log(describe(from, to, copied, performance.now() - beganMs))
}

function readPlace(option: string, text: string): Place {
  const [, dataDir] = /^sqlite:(.+)$/s.exec(text) ?? []
  if (dataDir !== undefined) return { dataDir }
  if (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)) return { databaseUrl: text }
  throw new Error(
    `${option} must be sqlite:<data folder>, or like postgres://user@db.example.com:5432/vouch.`,
  )
}

function describe(from: Place, to: Place, { rows, openClaims }: Copied, tookMs: number): string {
  const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return [
    `Copied ${namePlace(from)} to ${namePlace(to)}`,
    `${rowCount} rows in ${Object.keys(rows).length} tables in ${(tookMs / 1000).toFixed(1)} s, unpaid claims: ${openClaims}; every value was read again on both sides, and is the same.`,
    'dataDir' in to
      ? `Next: remove DATABASE_URL, set DATA_DIR to ${to.dataDir}, and start the server.`
      : 'Next: set DATABASE_URL to the new database, and start the server.',
    'Keep VAULT_KEY as it is: the copy is sealed with the same key. Where it stands in the file vault.key of DATA_DIR, and for the folder of the signer, the copy has neither: keep DATA_DIR, or take both along.',
    `${namePlace(from)} was not changed. Let no server start on it again: it does not learn what happens from now on.`,
  ].join('\n')
}
