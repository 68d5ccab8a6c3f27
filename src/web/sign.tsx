// oxlint-disable-next-line import/no-unassigned-import -- it must have run before the modules below do
import './parts/no-eval.ts'

import { render } from 'preact'

import { lastPathSegment, mountPoint } from './parts/mount-point.ts'
import { SignPage } from './sign/sign-page.tsx'
import { TelegramBar } from './parts/telegram-bar.tsx'
import { takeTelegramInitData } from './parts/telegram-launch.ts'

const isInTelegram = takeTelegramInitData() !== undefined
const persona = new URLSearchParams(location.hash.slice(1)).get('as') ?? undefined
render(
  <>
    {isInTelegram && <TelegramBar />}
    <SignPage id={lastPathSegment()} persona={persona} />
  </>,
  mountPoint(),
)
