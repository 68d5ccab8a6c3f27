import type { Language } from '../core/terms/language.ts'
import { escapeHtml, plainLine } from '../core/terms/show-text.ts'

/** What a mail says, before it is text and HTML. All words are plain; the renderer escapes them. */
export type Letter = {
  language: Language
  subject: string
  title: string
  parts: Part[]
}

export type Part =
  | { kind: 'text'; text: string }
  /** A person's own words, below what says whose they are. */
  | { kind: 'quote'; text: string; intro: string }
  /** Something to be typed elsewhere. */
  | { kind: 'code'; label: string; code: string }
  /** The one thing to do. */
  | { kind: 'button'; label: string; url: string }
  /** One of several things, with a person's own words, what else is to be known, and what to do. */
  | {
      kind: 'entry'
      title: string
      quote: string | undefined
      lines: string[]
      label: string
      url: string
    }
  /** What stands below, for whoever looks for it. */
  | { kind: 'footnote'; text: string; label: string; url: string }

const LONGEST_NAME = 80

const STYLE = {
  page: 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;max-width:480px;margin:0 auto;padding:24px',
  title: 'font-size:20px;line-height:1.3;margin:0 0 16px',
  text: 'margin:0 0 16px',
  quote: 'margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #8a8a8a',
  code: 'font-family:Menlo,Consolas,monospace;font-size:24px;letter-spacing:2px;margin:0 0 16px',
  button:
    'display:inline-block;padding:12px 24px;border-radius:8px;background-color:#2456d6;color:#ffffff;font-weight:600;text-decoration:none',
  small: 'margin:0 0 16px;font-size:13px;word-break:break-all',
  footnote: 'margin:24px 0 0;font-size:13px',
}

/**
 * A person's name for a mail: one visible line, and nothing that a mail program would make a link of, since the name is
 * the person's own choice and the mail is ours.
 */
export function nameInMail(name: string): string {
  const line = plainLine(name)
    .replaceAll('://', ' ')
    .replace(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, '\u2024') // a dot to the eye only
  return [...line].slice(0, LONGEST_NAME).join('')
}

/** Text and HTML that any mail program can show, with inline styles, no pictures, and nothing to be fetched. Pure. */
export function renderLetter({ language, subject, title, parts }: Letter) {
  const line = plainLine(title)
  const text = [line, ...parts.map(renderText)].join('\n\n')
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(line)}</title></head><body style="margin:0"><div style="${STYLE.page}">`,
    `<h1 style="${STYLE.title}">${escapeHtml(line)}</h1>`,
    ...parts.map(renderHtml),
    '</div></body></html>',
  ]
  return { subject: plainLine(subject), text: `${text}\n`, html: html.join('\n') }
}

function renderText(part: Part): string {
  switch (part.kind) {
    case 'text':
      return plainLine(part.text)
    case 'quote':
      return `${plainLine(part.intro)}\n> ${plainLine(part.text)}`
    case 'code':
      return `${part.label}: ${part.code}`
    case 'button':
      return `${part.label}:\n${part.url}`
    case 'entry': {
      const quote = part.quote === undefined ? [] : [`> ${plainLine(part.quote)}`]
      const lines = [plainLine(part.title), ...quote, ...part.lines.map(plainLine)]
      return `* ${lines.join('\n  ')}\n  ${part.label}: ${part.url}`
    }
    case 'footnote':
      return `-- \n${plainLine(part.text)} ${part.label}:\n${part.url}`
    default:
      return part satisfies never
  }
}

function renderHtml(part: Part): string {
  switch (part.kind) {
    case 'text':
      return `<p style="${STYLE.text}">${escapeHtml(plainLine(part.text))}</p>`
    case 'quote': {
      const [intro, words] = [part.intro, part.text].map((each) => escapeHtml(plainLine(each)))
      return `<p style="margin:0">${intro}</p><blockquote style="${STYLE.quote}">${words}</blockquote>`
    }
    case 'code':
      return `<p style="margin:0">${escapeHtml(part.label)}:</p><p style="${STYLE.code}">${escapeHtml(part.code)}</p>`
    case 'button': {
      const url = escapeHtml(part.url)
      return `<p style="${STYLE.text}"><a href="${url}" style="${STYLE.button}">${escapeHtml(part.label)}</a></p><p style="${STYLE.small}">${url}</p>`
    }
    case 'entry': {
      const [title, ...lines] = [part.title, ...part.lines].map((each) =>
        escapeHtml(plainLine(each)),
      )
      const quote =
        part.quote === undefined
          ? ''
          : `<blockquote style="${STYLE.quote}">${escapeHtml(plainLine(part.quote))}</blockquote>`
      const link = `<a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a>`
      return `<p style="margin:0"><strong>${title}</strong></p>${quote}<p style="${STYLE.text}">${[...lines, link].join('<br>')}</p>`
    }
    case 'footnote': {
      const link = `<a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a>`
      return `<p style="${STYLE.footnote}">${escapeHtml(plainLine(part.text))} ${link}</p>`
    }
    default:
      return part satisfies never
  }
}
