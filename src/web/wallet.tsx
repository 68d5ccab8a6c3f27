import { lastPathSegment } from './parts/mount-point.ts'
import { drawPage } from './parts/spoken.tsx'
import { WalletPage } from './wallet/wallet-page.tsx'

await drawPage('wallet', <WalletPage id={lastPathSegment()} />)
