import { z } from 'zod'

import { Card } from '../cards/card.ts'

/** A message that is still to be sent, as it is stored until then. */
export const UnsentMessage = z.object({
  chat: z.string(),
  card: Card,
  live: z
    .object({
      view: z.string(),
      key: z.string(),
      topics: z.array(z.string()),
      changesAt: z.coerce.date().optional(),
      /** For this process alone: a time that was stored is text, and is left out. */
      renderedAt: z.date().optional().catch(undefined),
    })
    .optional(),
})
