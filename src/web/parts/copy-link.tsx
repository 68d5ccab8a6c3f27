import { useState } from 'preact/hooks'

import { useWords } from './spoken.tsx'

/** Copies this page's link. It may hold a secret, so it is shown only where the browser cannot copy it. */
export function CopyLink({ url }: { url: string }) {
  const { page } = useWords()
  const [state, setState] = useState<'copied' | 'shown'>()
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setState('copied'),
      () => setState('shown'),
    )
  return (
    <>
      <button
        type="button"
        class="button wide"
        onClick={() => void (isSecureContext ? copy() : setState('shown'))}
      >
        {state === 'copied' ? page.linkCopied : page.copyLink}
      </button>
      {state === 'shown' && (
        <p class="field">
          <label for="page-link">{page.copyThis}</label>
          <input id="page-link" class="mono" readonly value={url} />
        </p>
      )}
    </>
  )
}
