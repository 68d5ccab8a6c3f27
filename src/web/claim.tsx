import { render } from 'preact'

import { ClaimPage } from './claim/claim-page.tsx'
import { takeLinkSecret } from './claim/link-secret.ts'
import { takeReturnedSignIn } from './claim/returned-sign-in.ts'
import { lastPathSegment, mountPoint } from './parts/mount-point.ts'
import { OnlyPanel } from './parts/page-frame.tsx'
import { takeTelegramInitData } from './parts/telegram-launch.ts'

const isBack = location.pathname.startsWith('/proof/')
const returned = isBack ? takeReturnedSignIn(new Date()) : undefined
takeTelegramInitData() // what is left of the fragment then is the link's secret
const id = returned ?? lastPathSegment()
render(
  isBack && returned === undefined ? (
    <OnlyPanel title="This sign-in was not begun here">
      <p>
        It was begun in another browser, or more than 10 minutes ago, so nothing was done with it.
        Open the claim link again and begin anew, in one browser.
      </p>
    </OnlyPanel>
  ) : (
    <ClaimPage id={id} secret={takeLinkSecret(id)} />
  ),
  mountPoint(),
)
