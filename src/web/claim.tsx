import { render } from 'preact'

import { ClaimPage } from './claim/claim-page.tsx'
import { takeLinkSecret } from './claim/link-secret.ts'
import { lastPathSegment, mountPoint } from './mount-point.ts'
import { takeTelegramInitData } from './telegram-launch.ts'

takeTelegramInitData() // what is left of the fragment then is the link's secret
const id = lastPathSegment()
render(<ClaimPage id={id} secret={takeLinkSecret(id)} />, mountPoint())
