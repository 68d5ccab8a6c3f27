/** A persona as people write a name: `Alice`. */
export function showName(persona: string): string {
  return `${persona.slice(0, 1).toUpperCase()}${persona.slice(1)}`
}
