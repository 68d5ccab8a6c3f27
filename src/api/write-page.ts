import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import {
  acceptedLanguage,
  cookieOfLanguage,
  DEFAULT_LANGUAGE,
  type Language,
  languageInCookies,
  LANGUAGES,
  nameOfLanguage,
} from '../core/terms/language.ts'
import { escapeHtml } from '../core/terms/show-text.ts'
import type { WrittenWords } from '../words/en/written.ts'
import { writtenWordsIn } from '../words/written-words.ts'

/** What a page shows, already as HTML. `head` is added to its head. */
export type PageContent = { title: string; html: string; head?: string }

/** Writes one of the built pages (`plain` is for whatever has none of its own) in a language. */
export type WritePage = (
  page: 'landing' | 'track' | 'plain',
  language: Language,
  content: PageContent,
) => Promise<string>

export const HTML = 'text/html; charset=utf-8'
/** What browsers hold such pages to: files of ours, and forms that go back to us. */
export const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

export const createPageWriter =
  (webDir: string): WritePage =>
  async (page, language, { title, html, head = '' }) =>
    (await readFile(join(webDir, `${page}.html`), 'utf8'))
      .replace('<html lang="en">', () => `<html lang="${language}">`)
      .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>${head}`)
      .replace('<!--state-->', () => html)
      .replace('<!--languages-->', () => languageLinks(language))

/** Without a script: each link asks for the same page in another language. */
function languageLinks(spoken: Language): string {
  const links = LANGUAGES.filter((language) => language !== spoken).map(
    (language) =>
      `<a href="?language=${language}" lang="${language}" hreflang="${language}" rel="nofollow">${nameOfLanguage(language)}</a>`,
  )
  const label = escapeHtml(writtenWordsIn(spoken).page.language)
  return `<nav class="languages" aria-label="${label}">${links.join(' ')}</nav>`
}

const Asked = z.object({ language: z.enum(LANGUAGES) })

/**
 * Returns the language of whoever asks for a page: the one that its address names, which their browser keeps from then on, else
 * what they chose on another page of ours, else what their browser prefers.
 */
export function readerLanguage(
  { query, headers, protocol }: Pick<FastifyRequest, 'query' | 'headers' | 'protocol'>,
  reply: FastifyReply,
): Language {
  const chosen = Asked.safeParse(query).data?.language
  if (chosen) void reply.header('set-cookie', cookieOfLanguage(chosen, protocol === 'https'))
  return (
    chosen ??
    languageInCookies(headers.cookie) ??
    acceptedLanguage(headers['accept-language']) ??
    DEFAULT_LANGUAGE
  )
}

/** A panel with one thing to say, in plain words. `more` is HTML below them. */
export const panel = (heading: string, texts: readonly string[], more = ''): PageContent => ({
  title: `${escapeHtml(heading)} - Vouch`,
  html: `<section class="panel" aria-labelledby="state"><h1 id="state">${escapeHtml(heading)}</h1>${texts
    .map((text) => `<p>${escapeHtml(text)}</p>`)
    .join('')}${more}</section>`,
})

/** Whether a person reads the answer in a browser, and no program: those who call the API get JSON whatever they accept. */
export const isForReader = (url: string | undefined, accept: string | undefined): boolean =>
  /\btext\/html\b/.test(accept ?? '') && !/^\/(?:\w+\/)?api\//.test(url ?? '')

type Failed = {
  status: number
  /** What happened and what to do, in the reader's language; `undefined` where only the status is known. */
  said: { message: string; fix: string } | undefined
  /** The id by which the log has it. */
  requestId: string
}

/** Returns the page for whoever opened what is not there, is over, or failed: what happened, and what to do next. */
export function failurePage(words: WrittenWords, { status, said, requestId }: Failed): PageContent {
  const { failures, page, problems } = words
  const kind =
    status === 404
      ? 'missing'
      : status === 410
        ? 'over'
        : status === 429 || status === 503
          ? 'busy'
          : status >= 500
            ? 'fault'
            : 'refused'
  const fixes = {
    missing: failures.askAnew,
    over: failures.askAnew,
    busy: problems.later,
    fault: failures.laterOrTell,
    refused: failures.askAnew,
  }
  const mayPass = kind === 'busy' || kind === 'fault'
  const { message, fix } = said ?? { message: failures[kind], fix: fixes[kind] }
  const again = mayPass ? `<a class="button primary" href="">${escapeHtml(page.tryAgain)}</a>` : ''
  const home = `<a class="button" href="/">${escapeHtml(failures.home)}</a>`
  const request =
    kind === 'fault' ? `<p class="small soft">${escapeHtml(problems.request(requestId))}</p>` : ''
  return panel(
    failures.titles[kind],
    [message, fix],
    `${request}<p class="row">${again}${home}</p>`,
  )
}
