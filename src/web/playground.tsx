import { render } from 'preact'

import { mountPoint } from './parts/mount-point.ts'
import { PlaygroundPage } from './playground/playground-page.tsx'

render(<PlaygroundPage />, mountPoint())
