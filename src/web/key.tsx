import { render } from 'preact'

import { KeyPage } from './key/key-page.tsx'
import { mountPoint } from './parts/mount-point.ts'

render(<KeyPage />, mountPoint())
