import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

/** Lexical tokens of a query's text: what a parser reads before it gives up. */
export const MAX_TOKENS = 1_000
const MAX_ALIASES = 15
/** `chains.evm_chain_config.rpc_urls.default.http`: the interface's own queries nest no deeper. */
const INTERFACE_DEPTH = 5
const MAX_DEPTH = INTERFACE_DEPTH + 6

/**
 * Whether a query stays below what anybody needs: 15 aliases, 11 levels of fields. Fragments count where they are
 * spread. Questions about the schema itself (`__schema`, `__type`) have their own limit in the standard rules.
 */
export function isWithinLimits(document: DocumentNode): boolean {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition)
  const known = new Map<string, Size>()

  function sizeOf({ selections }: SelectionSetNode): Size {
    const size = { depth: 0, aliases: 0 }
    for (const selection of selections) {
      const part = sizeOfSelection(selection)
      size.depth = Math.max(size.depth, part.depth)
      size.aliases += part.aliases
    }
    return size
  }

  function sizeOfSelection(selection: SelectionSetNode['selections'][number]): Size {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return sizeOfFragment(selection.name.value)
    if (selection.kind === Kind.INLINE_FRAGMENT) return sizeOf(selection.selectionSet)
    const below = selection.selectionSet ? sizeOf(selection.selectionSet) : NOTHING
    const isAboutSchema = selection.name.value.startsWith('__')
    return {
      depth: isAboutSchema ? 0 : below.depth + 1,
      aliases: below.aliases + (selection.alias ? 1 : 0),
    }
  }

  /** Each fragment is looked into once, however often it is spread, so a nest of them costs no more than its text. */
  function sizeOfFragment(name: string): Size {
    const size = known.get(name)
    if (size) return size
    known.set(name, NOTHING) // for one that spreads itself, which validation refuses
    const fragment = fragments.get(name)
    const found = fragment ? sizeOf(fragment.selectionSet) : NOTHING
    known.set(name, found)
    return found
  }

  return document.definitions.every((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return true
    const { depth, aliases } = sizeOf(definition.selectionSet)
    return depth <= MAX_DEPTH && aliases <= MAX_ALIASES
  })
}

type Size = { depth: number; aliases: number }
const NOTHING: Size = { depth: 0, aliases: 0 }
