import { render } from 'preact'

import { ClaimPage } from './claim/claim-page.tsx'
import { takeLinkSecret } from './claim/link-secret.ts'
import { lastPathSegment, mountPoint } from './mount-point.ts'

const id = lastPathSegment()
render(<ClaimPage id={id} secret={takeLinkSecret(id)} />, mountPoint())
