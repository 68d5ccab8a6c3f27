import { render } from 'preact'

import { lastPathSegment, mountPoint } from './parts/mount-point.ts'
import { WalletPage } from './wallet/wallet-page.tsx'

render(<WalletPage id={lastPathSegment()} />, mountPoint())
