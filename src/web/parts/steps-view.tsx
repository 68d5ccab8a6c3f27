import type { StepJson } from './card-shape.ts'
import { useWords } from './spoken.tsx'
import { TextView } from './text-view.tsx'

const SIGNS: Record<StepJson['state'], string> = { waiting: '', active: '', done: '✓', failed: '!' }
/** The stations of a way. The state is also there in words, for those who hear it. */
export function StepsView({ steps }: { steps: readonly StepJson[] }) {
  const { states } = useWords().progress
  return (
    <ol class="steps">
      {steps.map((step) => (
        <li key={step.label} class={step.state}>
          <span class="sign" aria-hidden="true">
            {SIGNS[step.state]}
          </span>
          <span>
            {step.url && isWebAddress(step.url) ? (
              <a href={step.url} target="_blank" rel="noopener noreferrer">
                {step.label}
              </a>
            ) : (
              step.label
            )}
            <span class="hidden"> ({states[step.state]})</span>
            {step.detail && (
              <small>
                <TextView text={step.detail} />
              </small>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Only these may become links: text from elsewhere must never become `javascript:`. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//.test(url)
}
