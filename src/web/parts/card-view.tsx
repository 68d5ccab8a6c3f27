import type { BlockJson, CardJson } from './card-shape.ts'
import { QuoteView } from './quote-view.tsx'
import { isWebAddress, StepsView } from './steps-view.tsx'
import { TextView } from './text-view.tsx'

const SIGNS: Record<CardJson['tone'], string> = {
  info: 'ℹ',
  success: '✓',
  warning: '!',
  error: '✕',
}

type Props = {
  card: CardJson
  /** The address that a link button opens; adapts it to who looks at it. */
  linkFor: (url: string) => string
  isBusy: boolean
  press: (action: string) => void
}

/** A reply of the bot. Link buttons open pages in a new tab, action buttons are pressed. */
export function CardView({ card, linkFor, isBusy, press }: Props) {
  const buttons = card.blocks.filter(({ kind }) => kind === 'link' || kind === 'action')
  return (
    <article class={`card ${card.tone}`}>
      <h3>
        <span class="tone" aria-hidden="true">
          {SIGNS[card.tone]}
        </span>
        <TextView text={card.title} />
      </h3>
      {card.blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
      {buttons.length > 0 && (
        <div class="row">
          {buttons.map((block) => (
            <ButtonView
              key={block.kind === 'link' ? block.url : block.kind === 'action' ? block.action : ''}
              block={block}
              linkFor={linkFor}
              isBusy={isBusy}
              press={press}
            />
          ))}
        </div>
      )}
    </article>
  )
}

/** A page that only shows something stands back behind one where something is done. */
const isToLook = (url: string) => /^\/(track|api)\//.test(new URL(url).pathname)

function BlockView({ block }: { block: BlockJson }) {
  switch (block.kind) {
    case 'text':
      return (
        <p class="words">
          <TextView text={block.text} />
        </p>
      )
    case 'quote':
      return <QuoteView text={block.text} by={block.by} />
    case 'field':
      return (
        <p class="pair">
          <span class="soft">{block.label}</span>{' '}
          <span>
            <TextView text={block.value} />
          </span>
        </p>
      )
    case 'steps':
      return <StepsView steps={block.steps} />
    case 'picture':
      // As an image, so that nothing in it can run.
      return (
        <img
          class="picture"
          src={`data:image/svg+xml,${encodeURIComponent(block.svg)}`}
          alt={block.alt}
        />
      )
    case 'link':
    case 'action':
      return null // buttons stand together at the card's end
    default:
      return block satisfies never // a new kind stops the build here
  }
}

function ButtonView({ block, linkFor, isBusy, press }: { block: BlockJson } & Omit<Props, 'card'>) {
  if (block.kind === 'link' && isWebAddress(block.url)) {
    return (
      <a
        class={`button ${isToLook(block.url) ? '' : 'primary'}`}
        href={linkFor(block.url)}
        target="_blank"
        rel="noopener noreferrer"
      >
        {block.label}
      </a>
    )
  }
  if (block.kind === 'action') {
    return (
      <button type="button" class="button" disabled={isBusy} onClick={() => press(block.action)}>
        {block.label}
      </button>
    )
  }
  return null
}
