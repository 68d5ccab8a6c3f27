import type { ComponentChildren } from 'preact'
import iconUrl from './icon.svg'
import { LanguageChoice } from './spoken.tsx'

/** The frame of a page with one task: the brand and the language, then the task's panels. */
export function PageFrame({ children }: { children: ComponentChildren }) {
  return (
    <div class="sheet">
      <header>
        <p class="brand">
          <img src={iconUrl} alt="" width={28} height={28} /> Vouch
        </p>
        <LanguageChoice />
      </header>
      <main>{children}</main>
    </div>
  )
}

/** A page that has only one thing to say. */
export function OnlyPanel({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <PageFrame>
      <section class="panel">
        <h1>{title}</h1>
        {children}
      </section>
    </PageFrame>
  )
}
