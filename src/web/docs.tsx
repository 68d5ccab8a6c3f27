import { render } from 'preact'

import { DocsPage } from './docs/docs-page.tsx'
import { mountPoint } from './shared/mount-point.ts'

render(<DocsPage />, mountPoint())
