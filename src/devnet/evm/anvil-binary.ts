import { createRequire } from 'node:module'

const ARCHITECTURES: Partial<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * The path of the Anvil binary that npm installed. It stands in a package per platform, so it is found without the
 * wrapper package's postinstall script.
 * @throws when this platform has no Anvil package or its optional dependency was not installed
 */
export function anvilBinary(): string {
  const architecture = ARCHITECTURES[process.arch]
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`
  const require = createRequire(import.meta.url)
  try {
    // Resolved beside the wrapper package, because the platform packages are its dependencies, not ours.
    const wrapper = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
    return wrapper.resolve(`${name}/bin/anvil`)
  } catch (cause) {
    throw new Error(
      `Anvil for ${process.platform} ${process.arch} is not installed: run npm install (package ${name}).`,
      { cause },
    )
  }
}
