import { useState } from 'preact/hooks'

/** Copies this page's link. It may hold a secret, so it is shown only where the browser cannot copy it. */
export function CopyLink({ url }: { url: string }) {
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
        {state === 'copied' ? 'Copied: paste it there' : 'Copy the link of this page'}
      </button>
      {state === 'shown' && (
        <p class="field">
          <label for="page-link">Copy this, and tell it to nobody</label>
          <input id="page-link" class="mono" readonly value={url} />
        </p>
      )}
    </>
  )
}
