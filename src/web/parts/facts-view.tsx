import { Fragment, type ComponentChildren } from 'preact'

/** Names and values, one pair a line. */
export function FactsView({
  facts,
}: {
  facts: readonly { label: string; value: ComponentChildren }[]
}) {
  return (
    <dl class="facts">
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
