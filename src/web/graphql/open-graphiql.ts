import { editorWorkerService, graphql, json, script, style } from 'virtual:graphiql'

declare global {
  interface Window {
    /** Where GraphiQL's editor asks for the programs that it runs beside the page. */
    MonacoEnvironment?: {
      globalAPI: boolean
      getWorkerUrl(module: string, label: string): string | undefined
    }
    /** There once GraphiQL's script has run. */
    YogaGraphiQL?: { renderYogaGraphiQL(place: Element, options: object): void }
  }
}

const WORKERS: Record<string, string> = { editorWorkerService, graphql, json }

/**
 * Puts GraphiQL in the place of the page, with what was written there. Its files are large and come only now.
 * @throws {Error} one of them cannot be loaded; the page is still there then
 */
export async function openGraphiQl(asked: { query: string; variables: string }): Promise<void> {
  window.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => WORKERS[label] }
  const ownLooks = [...document.querySelectorAll('link[rel="stylesheet"]')]
  await Promise.all([
    load(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style })),
    load(Object.assign(document.createElement('script'), { src: script })),
  ])
  if (!window.YogaGraphiQL) throw new Error('GraphiQL cannot be started')
  for (const look of ownLooks) look.remove()
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  window.YogaGraphiQL.renderYogaGraphiQL(place, { title: 'Vouch GraphQL', ...asked })
}

function load(element: HTMLLinkElement | HTMLScriptElement): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => {
      element.remove()
      reject(new Error('GraphiQL cannot be loaded right now'))
    })
    document.head.append(element)
  })
}
