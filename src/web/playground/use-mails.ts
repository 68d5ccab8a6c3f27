import { useState } from 'preact/hooks'

import { getMails, type Mail } from '../parts/api-client.ts'
import { usePolling } from '../parts/use-polling.ts'

const PAUSE_MS = 2000

/** The local network's mails, kept fresh. Quiet when the server is away: the wallets beside them say so. */
export function useMails(): readonly Mail[] {
  const [mails, setMails] = useState<readonly Mail[]>([])
  usePolling(
    async () => {
      const answer = await getMails().catch(() => undefined)
      if (answer) setMails(answer.mails)
    },
    { pauseMs: PAUSE_MS, isActive: true, key: '' },
  )
  return mails
}
