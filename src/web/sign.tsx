import { render } from 'preact'

import { lastPathSegment, mountPoint } from './mount-point.ts'
import { SignPage } from './sign/sign-page.tsx'

const persona = new URLSearchParams(location.hash.slice(1)).get('as') ?? undefined
render(<SignPage id={lastPathSegment()} persona={persona} />, mountPoint())
