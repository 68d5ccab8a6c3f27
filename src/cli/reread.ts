import { openBeside } from '../store/open-store.ts'
import { readAgainFrom } from '../store/tracking/tracking-store.ts'
import { readSettings, type Settings } from './read-settings.ts'

/**
 * Has a chain's blocks read again from a height on, also beside a running server, and believes the first of them whatever it follows.
 * @throws {Error} that was not read up to there yet, or there is no database
 */
export async function reread(chainUid: string, height: number, settings: Settings): Promise<void> {
  const { db, close } = await openBeside(readSettings(settings))
  try {
    const readTo = await readAgainFrom(db, chainUid, height, new Date())
    if (readTo === undefined)
      throw new Error(
        `Of ${chainUid} nothing was read up to block ${height} yet, and no block may be left out. GET /ready names the chains.`,
      )
    console.log(
      `${chainUid} was read up to block ${readTo}, and is read again from block ${height} on. What was taken in stays.`,
    )
  } finally {
    await close()
  }
}
