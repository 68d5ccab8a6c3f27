import { OnlyPanel } from './parts/page-frame.tsx'
import { bringKeyAnswer, KEY_PAGE } from './parts/passkey/key-request.ts'
import { ProblemView } from './parts/problem-view.tsx'
import { drawPage, useWords } from './parts/spoken.tsx'

// What stands in the address is taken out of it before anything is loaded.
const back = bringKeyAnswer()
if (back === undefined) await drawPage('key', <NotAsked />)
else location.replace(back)

/** An answer that nobody waits for here: it is of another tab, or of an address that was used before. */
function NotAsked() {
  const { page, passkeyProblems, passkeys } = useWords()
  return (
    <OnlyPanel title={page.titles.key}>
      <ProblemView problem={passkeyProblems.unasked} />
      <a class="button wide" href={KEY_PAGE}>
        {passkeys.wordsAndPasskeys}
      </a>
    </OnlyPanel>
  )
}
