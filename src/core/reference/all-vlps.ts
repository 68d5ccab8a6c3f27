import type { HubReads, Vlp } from './hub-reads.ts'

const PAGE = 100

/** Every pool that the router has. It may give fewer at once than it was asked for, so only an empty page is the end. */
export async function allVlps(reads: HubReads): Promise<Vlp[]> {
  const vlps: Vlp[] = []
  for (;;) {
    const page = await reads.vlps({ skip: vlps.length, limit: PAGE })
    if (page.length === 0) return vlps
    vlps.push(...page)
  }
}
