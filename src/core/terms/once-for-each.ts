/**
 * Returns a function that makes something once for each list of arguments, and gives the same one from then on. For what takes longer to make than to use,
 * and for few keys: nothing is forgotten.
 */
export function onceForEach<Keys extends readonly string[], Made>(
  make: (...keys: Keys) => Made,
): (...keys: Keys) => Made {
  const made = new Map<string, { it: Made }>()
  return (...keys) => {
    const key = keys.join(' ')
    const known = made.get(key) ?? { it: make(...keys) }
    made.set(key, known)
    return known.it
  }
}
