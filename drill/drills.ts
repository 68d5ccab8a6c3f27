import { attack } from './attack.ts'
import { backup } from './backup.ts'
import { claims } from './claims.ts'
import { clocks } from './clocks.ts'
import { cluster } from './cluster.ts'
import { custody } from './custody.ts'
import { devnet } from './devnet.ts'
import { disk } from './disk.ts'
import type { Drill } from './drill.ts'
import { followers } from './followers.ts'
import { http } from './http.ts'
import { kills } from './kills.ts'
import { nodeVersions } from './node-versions.ts'
import { nodes } from './nodes.ts'
import { packed } from './packed.ts'
import { platforms } from './platforms.ts'
import { production } from './production.ts'
import { repeatTests } from './repeat-tests.ts'
import { rest } from './rest.ts'
import { soak } from './soak.ts'
import { tracking } from './tracking.ts'
import { upgrade } from './upgrade.ts'

/** All drills, in the order in which `npm run drill -- all` runs them. */
export const DRILLS: readonly Drill[] = [
  rest,
  tracking,
  nodes,
  devnet,
  followers,
  attack,
  claims,
  kills,
  cluster,
  disk,
  backup,
  upgrade,
  clocks,
  http,
  platforms,
  soak,
  custody,
  repeatTests('quiet'),
  repeatTests('loaded'),
  repeatTests('one-core'),
  packed,
  nodeVersions,
  production,
]
