import { DocsPage } from './docs/docs-page.tsx'
import { drawEnglishPage } from './parts/spoken.tsx'

await drawEnglishPage(<DocsPage />)
