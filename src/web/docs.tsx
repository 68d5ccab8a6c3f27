import { render } from 'preact'

import { DocsPage } from './docs/docs-page.tsx'
import { mountPoint } from './parts/mount-point.ts'

render(<DocsPage />, mountPoint())
