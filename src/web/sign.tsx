// oxlint-disable-next-line import/no-unassigned-import -- it must have run before the modules below do
import './parts/no-eval.ts'

import { lastPathSegment } from './parts/mount-point.ts'
import { drawPage } from './parts/spoken.tsx'
import { SignPage } from './sign/sign-page.tsx'
import { TelegramBar } from './parts/telegram-bar.tsx'
import { takeTelegramInitData } from './parts/telegram-launch.ts'

const isInTelegram = takeTelegramInitData() !== undefined
const persona = new URLSearchParams(location.hash.slice(1)).get('as') ?? undefined
await drawPage(
  'sign',
  <>
    {isInTelegram && <TelegramBar />}
    <SignPage id={lastPathSegment()} persona={persona} />
  </>,
)
