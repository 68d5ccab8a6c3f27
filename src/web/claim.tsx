import { ClaimPage, SignInElsewhere } from './claim/claim-page.tsx'
import { takeLinkSecret } from './claim/link-secret.ts'
import { takeReturnedSignIn } from './claim/returned-sign-in.ts'
import { lastPathSegment, reloadOnFragment } from './parts/mount-point.ts'
import { drawPage } from './parts/spoken.tsx'
import { takeTelegramInitData } from './parts/telegram-launch.ts'

const isBack = location.pathname.startsWith('/proof/')
const returned = isBack ? takeReturnedSignIn(new Date()) : undefined
takeTelegramInitData() // what is left of the fragment then is the link's secret
reloadOnFragment()
const id = returned ?? lastPathSegment()
await drawPage(
  'claim',
  isBack && returned === undefined ? (
    <SignInElsewhere />
  ) : (
    <ClaimPage id={id} secret={takeLinkSecret(id)} />
  ),
)
