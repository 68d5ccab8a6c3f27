import { drawPage } from './parts/spoken.tsx'
import { PlaygroundPage } from './playground/playground-page.tsx'

await drawPage('playground', <PlaygroundPage />)
