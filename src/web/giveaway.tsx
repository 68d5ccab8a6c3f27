import { GiveawayPage } from './giveaway/giveaway-page.tsx'
import { lastPathSegment, reloadOnFragment } from './parts/mount-point.ts'
import { drawPage } from './parts/spoken.tsx'

// As a query reads it: what cannot be decoded stays as it is, and is nobody's ticket.
const ticket = new URLSearchParams(`ticket=${location.hash.slice(1)}`).get('ticket') ?? ''
reloadOnFragment()
await drawPage('giveaway', <GiveawayPage id={lastPathSegment()} told={ticket} />)
