import { useState } from 'preact/hooks'

import { CopyLink } from './copy-link.tsx'
import type { QrCode } from './draw-qr.ts'
import { loadPart } from './load-part.ts'
import { ProblemView } from './problem-view.tsx'
import { useWords } from './spoken.tsx'
import { useAttempt } from './use-attempt.ts'

/** Modules of white around a code, without which readers miss it. */
const BORDER = 4
/** Where only this machine reaches this page, a phone does not. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether this is a phone or a tablet: something that is touched, and has no mouse. */
export const isPhone = (): boolean => !matchMedia('(hover: hover) and (pointer: fine)').matches

/**
 * This page's link for a phone's camera. A link may hold a secret, so it is drawn here in the browser, and only when it is
 * asked for: what nobody asked for is in no screenshot. Nothing on phones, and where a phone could not open it.
 */
export function PhoneLink({ url }: { url: string }) {
  const { page } = useWords()
  const [code, setCode] = useState<QrCode>()
  const { problem, attempt } = useAttempt()
  if (LOOPBACK.test(location.hostname) || isPhone()) return null

  const draw = () =>
    attempt(async () => {
      const { drawQr } = await loadPart(() => import('./draw-qr.ts'))
      setCode(drawQr(url))
    })
  const side = code ? code.size + 2 * BORDER : 0
  return (
    <details class="panel" onToggle={() => void draw()}>
      <summary>{page.onPhone}</summary>
      <p class="soft small">{page.camera}</p>
      {problem && <ProblemView problem={problem} />}
      {code && (
        <svg
          class="qr"
          role="img"
          aria-label={page.qrCode}
          viewBox={`${-BORDER} ${-BORDER} ${side} ${side}`}
        >
          <rect x={-BORDER} y={-BORDER} width={side} height={side} fill="#fff" />
          <path d={code.path} fill="#000" shape-rendering="crispEdges" />
        </svg>
      )}
      <div class="stack">
        <CopyLink url={url} />
      </div>
    </details>
  )
}
