import { KeyPage } from './key/key-page.tsx'
import { drawPage } from './parts/spoken.tsx'

await drawPage('key', <KeyPage />)
