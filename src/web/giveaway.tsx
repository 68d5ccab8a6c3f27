import { GiveawayPage } from './giveaway/giveaway-page.tsx'
import { lastPathSegment } from './parts/mount-point.ts'
import { drawPage } from './parts/spoken.tsx'

const ticket = decodeURIComponent(location.hash.slice(1))
await drawPage('giveaway', <GiveawayPage id={lastPathSegment()} told={ticket} />)
