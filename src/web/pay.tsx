import { lastPathSegment } from './parts/mount-point.ts'
import { drawPage } from './parts/spoken.tsx'
import { PayPage } from './pay/pay-page.tsx'

await drawPage('pay', <PayPage id={lastPathSegment()} />)
